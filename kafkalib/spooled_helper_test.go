package kafkalib

import (
	"fmt"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/kafkalib/spool"
	"github.com/twmb/franz-go/pkg/kfake"
)

// A spoolScript is a session with a folder for a spool, whose connections to
// "localhost:9092" can be cut, and the events of its handles.
type spoolScript struct {
	*script
	dir string
	net *faultyDial
	fs  *faultyFS

	mu     sync.Mutex
	events []Event
}

func newSpoolScript(t *testing.T, opts ...kfake.Opt) *spoolScript {
	t.Helper()
	broker := newEmbedded(t, opts...)
	s := &spoolScript{dir: filepath.Join(t.TempDir(), "spool"), net: &faultyDial{broker: broker}, fs: &faultyFS{FS: spool.SystemFS()}}
	s.open(t, broker)
	return s
}

// open starts a session, the first or one after another's end.
func (s *spoolScript) open(t *testing.T, broker *Embedded) {
	t.Helper()
	s.script = newScriptOn(t, broker, WithDialer(s.net.dial), WithSpools(nil), func(l *Library) { l.spoolFS = s.fs }, WithObserver(func(e Event) {
		s.mu.Lock()
		s.events = append(s.events, e)
		s.mu.Unlock()
	}))
	if err := s.Set("dir", s.dir); err != nil {
		t.Fatal(err)
	}
}

// producer creates producer p with the spool.
func (s *spoolScript) producer(options string) {
	s.t.Helper()
	s.eval(`(set p (kafka-create "producer" "localhost:9092" "spool" => dir ` + options + `))`)
}

// all returns the events of a code.
func (s *spoolScript) all(code string) []Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []Event
	for _, e := range s.events {
		if e.Code == code {
			found = append(found, e)
		}
	}
	return found
}

// await waits for n events of a code and returns them.
func (s *spoolScript) await(code string, n int) []Event {
	s.t.Helper()
	soon(s.t, code, func() bool { return len(s.all(code)) >= n })
	return s.all(code)
}

// soon waits until reached says so.
func soon(t testing.TB, what string, reached func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !reached(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("no %s in a minute", what)
		}
	}
}

// waiting is the number of records in the spool.
func (s *spoolScript) waiting() int64 {
	s.t.Helper()
	n, _ := s.eval(`(get (kafka-spool p) "records")`).AsInt()
	return n
}

// values are those of a topic, or of one partition, in order.
func (s *spoolScript) values(topic string) []string {
	s.t.Helper()
	l, _ := s.eval(`(kafka-read "embedded" "` + topic + `" "shape" => "values")`).AsList()
	var out []string
	for i := range l.Len() {
		v, _ := l.At(i).AsString()
		out = append(out, v)
	}
	return out
}

// numbersOf are the texts of from to below to.
func numbersOf(from, to int) []string {
	var out []string
	for i := from; i < to; i++ {
		out = append(out, strconv.Itoa(i))
	}
	return out
}

// sendNumbers sends them one by one.
func (s *spoolScript) sendNumbers(topic string, from, to int, options string) {
	s.t.Helper()
	s.eval(fmt.Sprintf(`(do (set i %d) (while (< i %d) (do (kafka-send p %q (string i) %s) (++ i))))`, from, to, topic, options))
}

// findProducer is the producer of handle p.
func (s *spoolScript) findProducer() *spooled {
	s.t.Helper()
	id, _ := s.eval(`p`).AsString()
	h, err := s.state.find(id, Producer)
	if err != nil {
		s.t.Fatal(err)
	}
	return h.producer.spooled
}
