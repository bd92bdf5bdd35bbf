package kafkalib

import (
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// A newClientHook is called while a client is being made.
type newClientHook func()

func (h newClientHook) OnNewClient(*kgo.Client) { h() }

// TestWatchLeavesNewClientsAlone asserts that a client that is not complete yet is
// not asked what it knows: that would end the process.
func TestWatchLeavesNewClientsAlone(t *testing.T) {
	s := newEmbeddedScript(t)
	s.eval(`(kafka-create "producer" "embedded")`)
	w := newBrokerWatch(s.handle("p1"))
	defer w.close()
	looked := false
	cl, err := kgo.NewClient(kgo.SeedBrokers("127.0.0.1:1"), kgo.WithHooks(&brokerHooks{w: w}, newClientHook(func() {
		w.mu.Lock()
		w.learn = []time.Time{time.Now()} // as after an answer to another client
		w.mu.Unlock()
		w.look(time.Now())
		looked = true
	})))
	if err != nil {
		t.Fatal(err)
	}
	if !looked {
		t.Error("nothing was looked at while the client was made")
	}
	w.clientAnswered(cl)
	if !w.clients[cl] {
		t.Error("a client that has had an answer is not looked at")
	}
	cl.Close()
	w.clientAnswered(cl)
	if len(w.clients) != 0 {
		t.Errorf("clients after the end of the only one\n got %d\nwant 0", len(w.clients))
	}
}
