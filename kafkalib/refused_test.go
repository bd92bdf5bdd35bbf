package kafkalib

import (
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// refusedVariable is the environment variable with the time for which
// TestRefusedPort has a port refuse connections, such as "60s".
const refusedVariable = "BPL_TEST_REFUSED"

// A clientLog is a line for each event, by client. It is safe for concurrent
// use.
type clientLog struct {
	mu    sync.Mutex
	lines map[string][]string
}

func (l *clientLog) add(e Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines[e.Client] = append(l.lines[e.Client], e.Code)
}

// of returns the lines of a client, and how many have a code.
func (l *clientLog) of(client, code string) (lines []string, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, line := range l.lines[client] {
		if line == code {
			n++
		}
	}
	return append(lines, l.lines[client]...), n
}

// TestRefusedPort has a port of the system refuse connections, on the clock of
// the system, to a producer that goes on sending and to an idle client. However
// long that takes there is one event of the broker and one of all brokers for
// each, and a log of all events has ten lines at most.
func TestRefusedPort(t *testing.T) {
	t.Parallel()
	refused := 3 * time.Second
	if text := os.Getenv(refusedVariable); text != "" {
		var err error
		if refused, err = time.ParseDuration(text); err != nil {
			t.Fatalf("%s: %v", refusedVariable, err)
		}
	}
	for _, tc := range []struct {
		name, want string
		up         bool
	}{{"never up", "BROKER_CONNECT_FAILED", false}, {"up before", "BROKER_DISCONNECTED", true}} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			server, err := NewServer(ServerOptions{Listen: "127.0.0.1:0", Topics: []ServerTopic{{"t", 1}}})
			if err != nil {
				t.Fatal(err)
			}
			log := clientLog{lines: make(map[string][]string)}
			in, err := interp.New(interp.With(New(WithObserver(log.add))))
			if err != nil {
				t.Fatal(err)
			}
			s := &script{Session: in.NewSession(), t: t}
			defer s.Close()
			if err := s.Set("where", server.Address()); err != nil {
				t.Fatal(err)
			}
			s.eval(`(do
			  (set p (kafka-create "producer" where "delivery" => "async" "delivery-timeout-ms" => 600000))
			  (set a (kafka-create "admin" where "event-probe-ms" => 1000)))`)
			if tc.up {
				s.eval(`(do (kafka-send p "t" "first") (kafka-flush p) (kafka-list-topics a))`)
			}
			if err := server.Close(); err != nil {
				t.Fatal(err)
			}
			s.eval(`(set try-it (function () (try (kafka-send p "t" "x" "timeout-ms" => 200) (e "KafkaException" => null))))`)
			s.eval(`(try (kafka-list-topics a "timeout-ms" => 200) (e "KafkaException" => null))`)
			told := func() bool {
				_, busy := log.of("p1", "ALL_BROKERS_DOWN")
				_, idle := log.of("a2", "ALL_BROKERS_DOWN")
				return busy > 0 && idle > 0
			}
			for began := time.Now(); time.Since(began) < refused || !told() && time.Since(began) < time.Minute; {
				s.eval(`(do (try-it) (sleep 100))`)
			}
			for _, client := range []string{"p1", "a2"} {
				for code, want := range map[string]int{"BROKER_CONNECT_FAILED": 0, "BROKER_DISCONNECTED": 0, "ALL_BROKERS_DOWN": 1, "BROKER_REMOVED": 0, "BROKERS_UP": 0} {
					if code == tc.want {
						want = 1
					}
					if _, got := log.of(client, code); got != want {
						t.Errorf("%s: %s: got %d, want %d", client, code, got, want)
					}
				}
				lines, _ := log.of(client, "")
				if len(lines) > 10 {
					t.Errorf("%s: got %d lines, want at most 10", client, len(lines))
				}
				t.Logf("%s, %v: %s", client, refused, strings.Join(lines, " "))
			}
			s.eval(`(try (kafka-destroy p "timeout-ms" => 1) (e "KafkaException" => null))`) // what was sent in vain is not waited for
		})
	}
}
