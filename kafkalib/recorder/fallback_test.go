package recorder

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// A sink is a fallback that keeps what it gets, and can be made to fail or hang.
type sink struct {
	name string
	mu   sync.Mutex
	got  []Event
	fail error
	hang chan struct{}
}

func (s *sink) Name() string { return s.name }

func (s *sink) Write(_ context.Context, events []*Event) (int, error) {
	s.mu.Lock()
	hang, fail := s.hang, s.fail
	s.mu.Unlock()
	if hang != nil {
		<-hang
	}
	if fail != nil {
		return 0, fail
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range events {
		s.got = append(s.got, *e)
	}
	return len(events), nil
}

func (s *sink) set(fail error, hang chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail, s.hang = fail, hang
}

func (s *sink) bodies() []any {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []any
	for _, e := range s.got {
		all = append(all, e.Body)
	}
	return all
}

// TestFallbackAndBack goes from Kafka to a fallback and back, twice: each event is
// in one place, in order per key in each, and none counts as delivered that only
// the fallback has.
func TestFallbackAndBack(t *testing.T) {
	t.Parallel()
	k := newKafka(t, 3)
	var told notices
	f := &sink{name: "file"}
	r := start(t, Options{Client: k.client(), Fallbacks: []Fallback{f}, DownAfter: 30 * time.Millisecond, Notify: told.add})
	next := 0
	more := func(n int) {
		numbered(t, r, next, next+n)
		next += n
	}
	more(200)
	flush(t, r)
	for range 2 {
		k.cut()
		eventually(t, "Kafka counts as away", func() bool {
			more(1) // somebody has to notice
			return r.health.down()
		})
		before := r.Counters().FallenBack
		more(300)
		eventually(t, "the fallback has them", func() bool { return r.Counters().FallenBack >= before+300 })
		k.restore()
		eventually(t, "Kafka is back", r.health.up)
		more(100)
		flush(t, r)
	}
	c := r.Counters()
	if c.Delivered+c.FallenBack != int64(next) || c.FallenBack < 600 || c.Delivered < 400 {
		t.Errorf("counters after %d events: %+v", next, c)
	}
	// The broker may have a few events twice that it got before its answer was
	// lost, never fewer than were delivered.
	recs := k.records(t, int(c.Delivered))
	inOrder(t, recs)
	last := make(map[string]int)
	seen := make(map[int]bool)
	for _, e := range f.got {
		n := e.Body.(int)
		if before, ok := last[string(e.Key)]; ok && n <= before {
			t.Errorf("in the fallback, key %s: event %d after %d", e.Key, n, before)
		}
		last[string(e.Key)], seen[n] = n, true
	}
	for _, rec := range recs {
		var e struct{ Body int }
		if err := json.Unmarshal(rec.Value, &e); err != nil {
			t.Fatal(err)
		}
		seen[e.Body] = true
	}
	if len(seen) != next {
		t.Errorf("different events in both places:\n got %d\nwant %d", len(seen), next)
	}
	entered, left := told.with("FALLBACK_ENTERED"), told.with("FALLBACK_LEFT")
	if len(entered) != 2 || len(left) != 2 || entered[0].Fallback != "file" || entered[0].Err == nil || left[0].Count+left[1].Count != c.FallenBack {
		t.Errorf("notices: entered %v, left %v, fallen back %d", entered, left, c.FallenBack)
	}
}

// TestFallbackChain tries the fallbacks in order: one that fails, one that hangs
// or panics holds nobody up.
func TestFallbackChain(t *testing.T) {
	t.Parallel()
	first, second := &sink{name: "first", fail: errors.New("broken")}, &sink{name: "second"}
	var told notices
	r := start(t, Options{Client: unreachable(), Fallbacks: []Fallback{first, second}, DownAfter: 10 * time.Millisecond, Notify: told.add})
	r.Record(Event{Body: 1})
	eventually(t, "the second has it", func() bool { return len(second.bodies()) == 1 })
	first.set(nil, nil)
	r.Record(Event{Body: 2})
	eventually(t, "the first has the next", func() bool { return len(first.bodies()) == 1 })
	if c := r.Counters(); c.FallenBack != 2 || c.Pending != 0 {
		t.Errorf("counters: %+v", c)
	}
	if got := told.with("FALLBACK_ENTERED"); len(got) != 2 || got[0].Fallback != "second" || got[1].Fallback != "first" {
		t.Errorf("entered: %v", got)
	} else if got[0].Refused == nil || got[0].Refused.Error() != "fallback first: broken" || got[1].Refused != nil {
		t.Errorf("why another one took nothing: %v, %v", got[0].Refused, got[1].Refused)
	}
}

// TestRefusingFallbackIsTold: where no fallback takes events, a full queue and
// Close tell why.
func TestRefusingFallbackIsTold(t *testing.T) {
	t.Parallel()
	broken := &sink{name: "broken", fail: errors.New("no paper")}
	var told notices
	r := start(t, Options{Client: unreachable(), Fallbacks: []Fallback{broken}, DownAfter: 10 * time.Millisecond, MaxEvents: 2, Notify: told.add})
	r.Record(Event{})
	eventually(t, "the fallback has failed", func() bool { return r.refused() != nil })
	r.Record(Event{})
	r.Record(Event{}) // finds no room
	eventually(t, "QUEUE_FULL is told", func() bool { return len(told.with("QUEUE_FULL")) == 1 })
	if got := told.with("QUEUE_FULL")[0].Refused; got == nil || got.Error() != "fallback broken: no paper" {
		t.Errorf("QUEUE_FULL:\n got %v\nwant that the fallback is broken", got)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := r.Close(ctx); err == nil || !strings.Contains(err.Error(), "fallback broken: no paper") {
		t.Errorf("Close:\n got %v\nwant that the fallback is broken", err)
	}
}

func TestFallbackHangs(t *testing.T) {
	t.Parallel()
	hang := make(chan struct{})
	first, second := &sink{name: "first", hang: hang}, &sink{name: "second"}
	r := start(t, Options{Client: unreachable(), Fallbacks: []Fallback{first, second}, DownAfter: 10 * time.Millisecond})
	r.sender.desks[0].limit = 10 * time.Millisecond // before there is an event
	for i := range 10 {
		r.Record(Event{Body: i})
	}
	eventually(t, "the second has them", func() bool { return len(second.bodies()) == 10 })
	close(hang)
}

type panickingFallback struct{ sink }

func (*panickingFallback) Write(context.Context, []*Event) (int, error) { panic("no paper") }

func TestFallbackPanics(t *testing.T) {
	t.Parallel()
	second := &sink{name: "second"}
	r := start(t, Options{Client: unreachable(), Fallbacks: []Fallback{&panickingFallback{}, second}, DownAfter: 10 * time.Millisecond})
	r.Record(Event{Body: "x"})
	eventually(t, "the second has it", func() bool { return len(second.bodies()) == 1 })
}

// TestNoFallbackTakes keeps events where no fallback takes them, and sends them to
// Kafka when it is there.
func TestNoFallbackTakes(t *testing.T) {
	t.Parallel()
	k := newKafka(t, 1)
	k.cut()
	broken := &sink{name: "broken", fail: errors.New("broken")}
	r := start(t, Options{Client: k.client(), Fallbacks: []Fallback{broken}, DownAfter: 10 * time.Millisecond})
	numbered(t, r, 0, 50)
	eventually(t, "Kafka counts as away", r.health.down)
	if c := r.Counters(); c.Pending != 50 {
		t.Errorf("pending:\n got %d\nwant 50", c.Pending)
	}
	k.restore()
	flush(t, r)
	inOrder(t, k.records(t, 50))
}

// TestCloseFallsBack closes a recorder whose Kafka does not answer, without having
// counted as away: what is left goes to the fallback in time.
func TestCloseFallsBack(t *testing.T) {
	t.Parallel()
	f := &sink{name: "f"}
	r, err := New(Options{Topic: testTopic, Client: unreachable(), Fallbacks: []Fallback{f}, DownAfter: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	numbered(t, r, 0, 1_000)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	left, err := r.Close(ctx)
	if err != nil || len(left.Dropped) > 0 || len(f.bodies()) != 1_000 {
		t.Errorf("left %d, %v; the fallback has %d\nwant 0 and 1000", len(left.Dropped), err, len(f.bodies()))
	}
	if err := r.Counters().Check(); err != nil {
		t.Error(err)
	}
}

// TestDeliveryTimeout gives up what the client could not deliver in time, by the
// time since it has the event, not by the event's own.
func TestDeliveryTimeout(t *testing.T) {
	t.Parallel()
	k := newKafka(t, 1)
	var told notices
	o := Options{Client: append(k.client(), kgo.UnknownTopicRetries(-1)), DeliveryTimeout: 2 * time.Second, DownAfter: time.Hour, Notify: told.add}
	r := start(t, o)
	if !r.Record(Event{Body: "old", End: time.Now().Add(-time.Hour)}) {
		t.Fatal("rejected")
	}
	flush(t, r)
	if c := r.Counters(); c.Delivered != 1 {
		t.Errorf("an event of before was not delivered: %+v", c)
	}
	r.Record(Event{Body: "x", Topic: "missing"})
	flush(t, r)
	failed := told.with("DELIVERY_FAILED")
	if c := r.Counters(); c.Failed != 1 || len(failed) != 1 {
		t.Fatalf("counters: %+v, notices %v", c, failed)
	}
	if _, ok := errors.AsType[*TimeoutError](failed[0].Err); !ok {
		t.Errorf("error:\n got %v\nwant a TimeoutError", failed[0].Err)
	}
}

func lines(t *testing.T, path string) []string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []string
	for in := bufio.NewScanner(file); in.Scan(); {
		all = append(all, in.Text())
	}
	return all
}

func TestFileFallback(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "events.log")
	f, err := FileFallback(FileOptions{Path: path, MaxBytes: 300, Keep: 2})
	if err != nil {
		t.Fatal(err)
	}
	event := func(n int) *Event {
		return &Event{ID: "i", Type: "t", Host: "h", Topic: "events", Body: n, End: time.Unix(1, 0), Start: time.Unix(1, 0), Key: []byte("k")}
	}
	for i := range 13 {
		if n, err := f.Write(t.Context(), []*Event{event(i)}); n != 1 || err != nil {
			t.Fatalf("event %d: %d, %v", i, n, err)
		}
	}
	want := `{"id":"i","type":"t","host":"h","pid":0,"start":1.000000,"end":1.000000,"body":12,"topic":"events","key":"k"}`
	if got := lines(t, path); len(got) != 1 || got[0] != want {
		t.Errorf("file:\n got %v\nwant [%s]", got, want)
	}
	all := len(lines(t, path+".1")) + len(lines(t, path+".2"))
	if _, err := os.Stat(path + ".3"); err == nil || all != 6 {
		t.Errorf("full files: %d lines, a third one: %t\nwant 6 and false", all, err == nil)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		t.Errorf("others may read the file: %v, %v", info.Mode(), err)
	}
	if err := f.(*fileFallback).Close(); err != nil {
		t.Fatal(err)
	}
	// A line that an earlier process did not end is not gone on with.
	if err := os.WriteFile(path, []byte(`{"half`), 0o600); err != nil {
		t.Fatal(err)
	}
	if f, err = FileFallback(FileOptions{Path: path}); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(t.Context(), []*Event{event(1), {Body: panicking{}}, {Key: []byte{0xFF}}}); err != nil {
		t.Fatal(err)
	}
	got := lines(t, path)
	if len(got) != 4 || !strings.Contains(got[2], "no JSON for you") || !strings.Contains(got[3], `"key-base64":"/w=="`) {
		t.Errorf("file:\n%s", strings.Join(got, "\n"))
	}
}

func TestFileFallbackFails(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := FileFallback(FileOptions{Path: filepath.Join(dir, "file", "events.log")})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := f.Write(t.Context(), []*Event{{}}); n != 0 || err == nil {
		t.Errorf("written beneath a file: %d, %v", n, err)
	}
	for _, o := range []FileOptions{{}, {Path: "x", MaxBytes: -1}, {Path: "x", Keep: -1}, {Path: "x", Keep: 1 << 20}} {
		if _, err := FileFallback(o); err == nil {
			t.Errorf("%+v was accepted", o)
		}
	}
}

func TestStreamFallback(t *testing.T) {
	var text strings.Builder
	f := StreamFallback("stderr", &text)
	if n, err := f.Write(t.Context(), []*Event{{Type: "a"}, {Type: "b"}}); n != 2 || err != nil {
		t.Fatalf("%d, %v", n, err)
	}
	if got := strings.Count(text.String(), "\n"); got != 2 || f.Name() != "stderr" {
		t.Errorf("lines:\n got %d\nwant 2", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if n, err := f.Write(ctx, []*Event{{}}); n != 0 || err == nil {
		t.Errorf("written after the end: %d, %v", n, err)
	}
}

func ExampleFields() {
	data, err := Encode(JSON(), &Event{ID: "1", Type: "web.request", Host: "h", PID: 7, Start: time.Unix(1, 0), End: time.Unix(2, 0),
		Body: Fields{{"path", "/"}, {"status", 200}}})
	fmt.Println(string(data), err)
	// Output: {"id":"1","type":"web.request","host":"h","pid":7,"start":1.000000,"end":2.000000,"body":{"path":"/","status":200}} <nil>
}
