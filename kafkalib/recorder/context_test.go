package recorder

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/slogtest"
	"time"
)

// waiting takes the events that a stopped recorder has.
func waiting(r *Recorder) []Event {
	var all []Event
	for {
		select {
		case it := <-r.queue:
			it.event.complete(&r.options)
			all = append(all, it.event)
		default:
			return all
		}
	}
}

func TestContexts(t *testing.T) {
	r := stopped(t, Options{})
	ctx, outer := r.Start(t.Context(), "web.request", WithFields(Fields{{"user", 7}}))
	inner, part := r.Start(ctx, ".query")
	part.Set("sql", "select")
	part.Add("rows", 2)
	part.Add("rows", 3)
	part.Append("tags", "a")
	part.Append("tags", "b")
	r.RecordContext(inner, Event{Body: Fields{{"user", 8}}})
	r.RecordContext(inner, Event{Type: ".done", Body: map[string]any{"ok": true}})
	r.RecordContext(inner, Event{Type: "other", Body: "text"})
	for _, c := range []*Context{part, part, outer} { // the second End does nothing
		if !c.End() {
			t.Error("an event was rejected")
		}
	}
	part.Set("late", true)
	r.RecordContext(t.Context(), Event{Type: ".alone"})
	var got []string
	ids := make(map[string]bool)
	for i, e := range waiting(r) {
		body, err := appendJSON(nil, e.Body, 0)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, e.Type+" "+string(body))
		if i < 5 {
			ids[e.ID] = true
		}
	}
	want := []string{
		`web.request.query {"user":8,"sql":"select","rows":5,"tags":["a","b"]}`,
		`web.request.query.done {"ok":true,"rows":5,"sql":"select","tags":["a","b"],"user":7}`,
		`other {"value":"text","user":7,"sql":"select","rows":5,"tags":["a","b"]}`,
		`web.request.query {"user":7,"sql":"select","rows":5,"tags":["a","b"]}`,
		`web.request {"user":7}`,
		`alone null`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("events:\n got %s\nwant %s", strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
	if len(ids) != 1 || !ids[outer.ID()] {
		t.Errorf("ids of nested work: %v", ids)
	}
}

func TestRelativeTypes(t *testing.T) {
	for _, tc := range []struct{ around, typ, want string }{
		{"a.b", "c", "c"}, {"a.b", ".c", "a.b.c"}, {"a.b", ".b.c", "a.b.c"}, {"a.b.a", ".a.x", "a.b.a.x"}, {"a.b.c", ".b.d", "a.b.d"}, {"", ".x", "x"}, {"a", "", ""}, {"a", ".", "a."},
	} {
		if got := relativeType(tc.around, tc.typ); got != tc.want {
			t.Errorf("%q in %q:\n got %q\nwant %q", tc.typ, tc.around, got, tc.want)
		}
	}
}

// TestSampling asserts that nested work is recorded with what it belongs to, or not
// at all.
func TestSampling(t *testing.T) {
	r := stopped(t, Options{})
	never, outer := r.Start(t.Context(), "t", WithSampling(0))
	inner, part := r.Start(never, ".in", WithSampling(1))
	if outer.Sampled() || part.Sampled() {
		t.Error("work of rate 0 is sampled")
	}
	if !r.RecordContext(inner, Event{}) || !part.End() || !outer.End() {
		t.Error("an event that is not sampled counts as rejected")
	}
	if got := len(waiting(r)); got != 0 {
		t.Errorf("events:\n got %d\nwant 0", got)
	}
	if c := r.Counters(); c.SampledOut != 3 || c.Offered != 0 {
		t.Errorf("counters: %+v", c)
	}
	sampled := 0
	for range 2_000 {
		if _, c := r.Start(t.Context(), "t", WithSampling(0.25)); c.Sampled() {
			sampled++
		}
	}
	if sampled < 350 || sampled > 650 {
		t.Errorf("sampled of 2000 at 0.25: %d", sampled)
	}
}

func TestGivenID(t *testing.T) {
	r := stopped(t, Options{})
	ctx, c := r.Start(t.Context(), "t", WithID("from elsewhere"))
	_, in := r.Start(ctx, "u")
	if c.ID() != "from elsewhere" || in.ID() != c.ID() || in.Type() != "u" {
		t.Errorf("ids: %q, %q", c.ID(), in.ID())
	}
	a, b := NewID(), NewID()
	if a == b || len(a) != 32 {
		t.Errorf("new ids: %s, %s", a, b)
	}
}

// TestLogHandler runs the suite of log/slog for handlers.
func TestLogHandler(t *testing.T) {
	var r *Recorder
	slogtest.Run(t, func(t *testing.T) slog.Handler {
		r = stopped(t, Options{})
		return NewLogHandler(r, nil)
	}, func(t *testing.T) map[string]any {
		events := waiting(r)
		if len(events) != 1 {
			t.Fatalf("events:\n got %d\nwant 1", len(events))
		}
		data, err := appendJSON(nil, events[0].Body, 0)
		if err != nil {
			t.Fatal(err)
		}
		var body map[string]any
		if err := json.Unmarshal(data, &body); err != nil {
			t.Fatal(err)
		}
		// The suite wants slog's own names; the event has the time itself.
		body[slog.MessageKey] = body["message"]
		if events[0].End.Before(time.Now().Add(-time.Hour)) {
			delete(body, "time")
		} else if !strings.Contains(t.Name(), "zero-time") {
			body[slog.TimeKey] = events[0].End
		}
		return body
	})
}

func TestLogHandlerEvents(t *testing.T) {
	r := stopped(t, Options{})
	level := new(slog.LevelVar)
	level.Set(slog.LevelWarn)
	log := slog.New(NewLogHandler(r, &LogOptions{Level: level, AddSource: true, Type: "app.log"}))
	ctx, c := r.Start(context.Background(), "work")
	log.Info("not this")
	log.With("a", 1).WithGroup("g").With("b", 2).WithGroup("h").WarnContext(ctx, "slow", "err", errors.New("late"), "took", 2*time.Second)
	events := waiting(r)
	if len(events) != 1 || events[0].Type != "app.log" || events[0].ID != c.ID() {
		t.Fatalf("events: %+v", events)
	}
	body := events[0].Body.(Fields)
	if body[2].Name != "source" || !strings.Contains(fmt.Sprint(body[2].Value), "context_test.go:") {
		t.Errorf("source: %v", body[2])
	}
	got, err := appendJSON(nil, append(body[:2:2], body[3:]...), 0)
	want := `{"level":"WARN","message":"slow","a":1,"g":{"b":2,"h":{"err":"late","took":"2s"}}}`
	if err != nil || string(got) != want {
		t.Errorf("body:\n got %s, %v\nwant %s", got, err, want)
	}
}

func TestWriter(t *testing.T) {
	r := stopped(t, Options{})
	w := NewWriter(r, "line")
	for _, part := range []string{"one\ntw", "o\r\n\n\nth", "ree", "\n" + strings.Repeat("x", maxLine+3) + "\n", "end"} {
		if n, err := w.Write([]byte(part)); n != len(part) || err != nil {
			t.Fatalf("write: %d, %v", n, err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range waiting(r) {
		got = append(got, fmt.Sprintf("%.5s %d", e.Body, len(e.Body.(string))))
	}
	want := []string{"one 3", "two 3", "three 5", fmt.Sprintf("xxxxx %d", maxLine), "xxx 3", "end 3"}
	if !slices.Equal(got, want) {
		t.Errorf("lines:\n got %q\nwant %q", got, want)
	}
}
