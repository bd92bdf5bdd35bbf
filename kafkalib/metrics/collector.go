package metrics

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bpl-lang/bpl/kafkalib"
	"github.com/prometheus/client_golang/prometheus"
)

// A Collector collects the statistics of all open handles. It is safe for
// concurrent use.
type Collector struct {
	statistics *kafkalib.Statistics
	metrics    map[string]metric // by path
	up         metric
}

// A metric is a rule with its description.
type metric struct {
	form   form
	labels []string
	desc   *prometheus.Desc
}

// NewCollector returns a collector of the handles that s knows.
func NewCollector(s *kafkalib.Statistics) *Collector {
	meanings := make(map[string]string)
	for _, f := range kafkalib.StatisticsFields() {
		meanings[f.Path] = f.Meaning
	}
	c := &Collector{statistics: s, metrics: make(map[string]metric)}
	for _, r := range rules {
		c.metrics[r.path] = newMetric(r, meanings[r.path])
	}
	c.up = newMetric(rule{"brokers/*/state", up, gauge}, "1 while the broker is up, else 0")
	return c
}

func newMetric(r rule, meaning string) metric {
	names := append(slices.Clone(common), pathLabels(r.path)...)
	if r.form == window {
		names = append(names, "stat")
	}
	return metric{r.form, names, prometheus.NewDesc(prefix+r.metric, meaning, names, nil)}
}

// pathLabels are the labels of a path's "*".
func pathLabels(path string) []string {
	var names []string
	parts := strings.Split(path, "/")
	for i, p := range parts {
		if p == "*" {
			names = append(names, labels[parts[i-1]])
		}
	}
	return names
}

// Describe describes nothing: groups that other parts of the library add are
// known only when they are there.
func (c *Collector) Describe(chan<- *prometheus.Desc) {}

// Collect collects the statistics of this moment.
func (c *Collector) Collect(out chan<- prometheus.Metric) {
	for h := range c.statistics.All() {
		l := []string{strconv.Itoa(h.Session), h.Handle, h.Kind.String(), h.ClientID}
		for f := range h.Figures.Figures() {
			c.collect(out, f, f.Name, l)
		}
	}
}

// collect sends the metrics of a figure; path is its path with "*", values
// those of the labels so far. The depth is that of the library's tables.
func (c *Collector) collect(out chan<- prometheus.Metric, f kafkalib.Figure, path string, values []string) {
	m, known := c.metrics[path]
	switch {
	case known && m.form == window:
		for p := range f.Figures() {
			if n, ok := p.Number(); ok && p.Name != "cnt" {
				m.send(out, n/1000, with(values, p.Name))
			}
		}
	case known:
		if n, ok := f.Number(); ok {
			m.send(out, n, values)
		}
	case path == "brokers/*/state":
		state, _ := f.Text()
		c.up.send(out, oneIf(state == "up"), values)
	case f.IsGroup():
		name := f.Name
		if strings.HasSuffix(path, "*") {
			name = "" // its own name stands for a cluster's thing
		}
		for p := range f.Figures() {
			if labels[name] != "" {
				c.collect(out, p, path+"/*", with(values, p.Name))
			} else {
				c.collect(out, p, path+"/"+p.Name, values)
			}
		}
	default:
		c.added(out, f, path, values)
	}
}

// added sends a figure of a group that another part of the library adds.
func (c *Collector) added(out chan<- prometheus.Metric, f kafkalib.Figure, path string, values []string) {
	n, ok := f.Number()
	if !ok || slices.Contains(left, path) {
		return
	}
	name := prefix + strings.NewReplacer("/", "_", "-", "_").Replace(path)
	metric{gauge, common, prometheus.NewDesc(name, "the figure "+path+" of kafka-stats", common, nil)}.send(out, n, values)
}

func (m metric) send(out chan<- prometheus.Metric, n float64, values []string) {
	kind := prometheus.GaugeValue
	switch m.form {
	case counter:
		kind = prometheus.CounterValue
	case duration:
		n /= 1000
	}
	out <- prometheus.MustNewConstMetric(m.desc, kind, n, values...)
}

func with(values []string, more string) []string {
	return append(values[:len(values):len(values)], more)
}

func oneIf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
