//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package recorder

import (
	"bufio"
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// pythonVariable names a Python that has pyzmq and msgpack. Where it is set, the
// tests against them have to pass; they are skipped only where it is not.
const pythonVariable = "BPL_PYTHON"

// A pythonCollector is a collector over pyzmq in a process of its own.
type pythonCollector struct {
	t    *testing.T
	cmd  *exec.Cmd
	port int

	mu     sync.Mutex
	events []collected
}

type collected struct {
	Version    int
	End        float64
	Host, Type string
	Event      struct {
		ID, Type, Host string
		PID            int
		Start, End     float64
		Body           any
	}
}

func startPython(t *testing.T, port int) *pythonCollector {
	t.Helper()
	c := &pythonCollector{t: t, port: port, cmd: exec.Command(os.Getenv(pythonVariable), "testdata/collector.py", strconv.Itoa(port))}
	c.cmd.Stderr = os.Stderr
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.kill)
	in := bufio.NewScanner(out)
	if !in.Scan() || in.Text() != "bound" {
		t.Fatalf("the collector did not start: %q", in.Text())
	}
	go func() { // ends with the process
		for in.Scan() {
			var e collected
			if err := json.Unmarshal(in.Bytes(), &e); err != nil {
				t.Errorf("%s: %v", in.Text(), err)
			}
			c.mu.Lock()
			c.events = append(c.events, e)
			c.mu.Unlock()
		}
	}()
	return c
}

func (c *pythonCollector) kill() {
	if c.cmd.ProcessState == nil {
		_ = c.cmd.Process.Kill()
		_ = c.cmd.Wait()
	}
}

func (c *pythonCollector) signal(s syscall.Signal) {
	c.t.Helper()
	if err := c.cmd.Process.Signal(s); err != nil {
		c.t.Fatal(err)
	}
}

func (c *pythonCollector) got() []collected {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]collected(nil), c.events...)
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// TestPythonCollector pushes to a collector over pyzmq that is started late,
// killed, started again, and paused.
func TestPythonCollector(t *testing.T) {
	if os.Getenv(pythonVariable) == "" {
		t.Skipf("needs %s, a Python that has pyzmq and msgpack", pythonVariable)
	}
	port := freePort(t)
	second := &sink{name: "second"}
	r := start(t, Options{Client: unreachable(), Type: "test.event", Host: "here", PID: 7, DownAfter: 10 * time.Millisecond, MaxBytes: 1 << 30,
		Fallbacks: []Fallback{zeroMQ1(t, "tcp://127.0.0.1:"+strconv.Itoa(port))}})
	at := time.UnixMicro(1700000000_250000)
	for i := range 100 {
		r.Record(Event{ID: strconv.Itoa(i), Start: at, End: at, Body: Fields{{"n", i}, {"text", strings.Repeat("日", i)}}})
	}
	eventually(t, "Kafka counts as away", r.health.down)
	late := startPython(t, port)
	flush(t, r)
	eventually(t, "the collector has all", func() bool { return len(late.got()) == 100 })
	for i, e := range late.got() {
		body, _ := e.Event.Body.(map[string]any)
		if e.Version != 3 || e.End != 1700000000.25 || e.Host != "here" || e.Type != "test.event" || e.Event.Type != e.Type ||
			e.Event.ID != strconv.Itoa(i) || e.Event.PID != 7 || e.Event.Start != e.End || body["n"] != float64(i) || body["text"] != strings.Repeat("日", i) {
			t.Fatalf("event %d: %+v", i, e)
		}
	}
	late.kill()
	r.Record(Event{ID: "while it is away"})
	again := startPython(t, port)
	flush(t, r)
	r.Record(Event{ID: "last"})
	flush(t, r)
	eventually(t, "the new collector has the last event", func() bool {
		got := again.got()
		return len(got) > 0 && got[len(got)-1].Event.ID == "last"
	})
	// A collector that is stopped takes what the system buffers, then nothing: a
	// recorder with another fallback goes on there.
	other := start(t, Options{Client: unreachable(), DownAfter: 10 * time.Millisecond, MaxBytes: 1 << 30,
		Fallbacks: []Fallback{zeroMQ1(t, "tcp://127.0.0.1:"+strconv.Itoa(port)), second}})
	other.Record(Event{ID: "before"})
	flush(t, other)
	again.signal(syscall.SIGSTOP)
	text := strings.Repeat("x", 1<<20)
	eventually(t, "the other fallback has events", func() bool {
		other.Record(Event{Body: text})
		return len(second.bodies()) > 0
	})
	again.signal(syscall.SIGCONT)
}
