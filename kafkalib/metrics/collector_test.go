package metrics

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
)

// TestRulesCoverFigures: each figure has a metric or is left out on purpose.
func TestRulesCoverFigures(t *testing.T) {
	for _, f := range kafkalib.StatisticsFields() {
		at := slices.IndexFunc(rules, func(r rule) bool { return r.path == f.Path })
		switch {
		case at < 0 && !slices.Contains(left, f.Path):
			t.Errorf("%s has no metric", f.Path)
		case at >= 0 && slices.Contains(left, f.Path):
			t.Errorf("%s has a metric and is left out", f.Path)
		case at >= 0 && f.Window != (rules[at].form == window):
			t.Errorf("%s\ngot  form %d\nwant it to be a window: %v", f.Path, rules[at].form, f.Window)
		}
	}
	for _, r := range rules {
		if !slices.ContainsFunc(kafkalib.StatisticsFields(), func(f kafkalib.StatisticsField) bool { return f.Path == r.path }) {
			t.Errorf("%s: there is no such figure", r.path)
		}
	}
}

// TestCollect gathers what a script did.
func TestCollect(t *testing.T) {
	var statistics kafkalib.Statistics
	in, err := interp.New(interp.With(kafkalib.New(kafkalib.WithStatistics(&statistics))))
	if err != nil {
		t.Fatal(err)
	}
	registry := prometheus.NewPedanticRegistry()
	registry.MustRegister(NewCollector(&statistics))
	s := in.NewSession()
	if _, err := s.Eval(context.Background(), `(do (kafka-create-topics "embedded" "t")
  (set p (kafka-create "producer" "embedded" "client-id" => "x"))
  (kafka-send p "t" ("a" "b" "c")))`); err != nil {
		t.Fatal(err)
	}
	got := gather(t, registry)
	labels := `{client_id=x handle=p1 kind=producer session=1}`
	for name, want := range map[string]float64{
		"bpl_kafka_records_delivered_total" + labels:                                                    3,
		"bpl_kafka_queue_age_seconds" + labels:                                                          0,
		"bpl_kafka_broker_up{broker=0 client_id=x handle=p1 kind=producer session=1}":                   1,
		"bpl_kafka_partition_leader{client_id=x handle=p1 kind=producer partition=0 session=1 topic=t}": 0,
	} {
		if n, ok := got[name]; !ok || n != want {
			t.Errorf("%s\ngot  %v (there: %v)\nwant %v", name, n, ok, want)
		}
	}
	for _, name := range []string{
		"bpl_kafka_broker_rtt_seconds{broker=0 client_id=x handle=p1 kind=producer session=1 stat=p99-99}",
		"bpl_kafka_broker_requests_by_kind_total{broker=0 client_id=x handle=p1 kind=producer request=Produce session=1}",
	} {
		if n := got[name]; n <= 0 {
			t.Errorf("%s\ngot  %v\nwant more than 0", name, n)
		}
	}
	families, _ := registry.Gather()
	problems, err := promlint.NewWithMetricFamilies(families).Lint()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got := gather(t, registry); len(got) != 0 {
		t.Errorf("after the end of the session\ngot  %d metrics\nwant none", len(got))
	}
}

// gather returns the values of all metrics, by name and labels.
func gather(t *testing.T, registry *prometheus.Registry) map[string]float64 {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string]float64)
	for _, f := range families {
		for _, m := range f.GetMetric() {
			var labels []string
			for _, l := range m.GetLabel() {
				labels = append(labels, l.GetName()+"="+l.GetValue())
			}
			out[f.GetName()+"{"+strings.Join(labels, " ")+"}"] = m.GetGauge().GetValue() + m.GetCounter().GetValue()
		}
	}
	return out
}

// TestMetricsAreDocumented: spec/statistics.md has each metric with its labels.
func TestMetricsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../spec/statistics.md")
	if err != nil {
		t.Fatal(err)
	}
	forms := map[form]string{counter: "counter", gauge: "gauge", duration: "gauge, seconds", window: "gauge, seconds, label `stat`"}
	for _, r := range rules {
		row := "| `" + prefix + r.metric + "` | " + forms[r.form] + " | " + strings.Join(pathLabels(r.path), ", ") + " | `" + r.path + "` |\n"
		if !strings.Contains(string(text), row) {
			t.Errorf("spec/statistics.md has no row %s", row)
		}
	}
}
