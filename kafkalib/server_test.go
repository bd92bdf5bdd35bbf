package kafkalib

import (
	"bytes"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp"
)

// newServer starts a broker on a free port of the loopback.
func newServer(t *testing.T, o ServerOptions) *Server {
	t.Helper()
	if o.Listen == "" {
		o.Listen = "127.0.0.1:0"
	}
	s, err := NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// networkScript is a session that reaches servers over the network; where is
// bound to the address of one.
func networkScript(t *testing.T, server *Server) *script {
	t.Helper()
	in, err := interp.New(interp.With(New()))
	if err != nil {
		t.Fatal(err)
	}
	s := &script{Session: in.NewSession(), t: t}
	t.Cleanup(func() { s.Close() })
	if err := s.Set("where", server.Address()); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestServer(t *testing.T) {
	server := newServer(t, ServerOptions{Topics: []ServerTopic{{"orders", 3}, {"500", 1}}})
	if !strings.HasPrefix(server.Address(), "127.0.0.1:") {
		t.Errorf("address: got %s, want one of 127.0.0.1", server.Address())
	}
	a, b := networkScript(t, server), networkScript(t, server)
	a.want(`(kafka-list-topics where)`, `("500" "orders")`)
	a.want(`(size (kafka-offsets where "orders"))`, `3`)
	a.want(`(get (kafka-cluster where) "id")`, `"bpl-broker"`)
	a.eval(`(kafka-send (kafka-create "producer" where) "orders" ("k" => "v"))`)
	b.want(`(kafka-poll (kafka-create "consumer" where "auto-offset-reset" => "earliest") "orders" 60000 "shape" => "values")`, `("v")`)
	a.want(`(kafka-create-topics where "made" "partitions" => 2000000000)`, `("made" => false)`)
}

// TestServerRestart keeps topics, their configurations, records and commits.
func TestServerRestart(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made", "data")
	first := newServer(t, ServerOptions{Data: dir, Topics: []ServerTopic{{"t", 2}}})
	s := networkScript(t, first)
	s.eval(`(do (set p (kafka-create "producer" where)) (set c (kafka-create "consumer" where "group" => "g" "auto-offset-reset" => "earliest" "enable-auto-commit" => false))
	  (kafka-alter-configs where "t" ("retention.ms" => 86400000))
	  (kafka-send p "t" ("k" => "a" "l" => "b" "c"))
	  (set n 0) (while (< n 3) (set n (+ n (size (kafka-poll c "t" 60000)))))
	  (kafka-commit c)
	  (kafka-destroy c)
	  (kafka-send p "t" "d" "partition" => 1)
	  (kafka-destroy p))`)
	committed := s.eval(`(kafka-group-offsets where "g")`).String()
	counted := s.eval(`(kafka-count where "t")`).String()
	id := s.eval(`(get (get (kafka-describe-topics where "t") "t") "id")`).String()
	s.Close()
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}

	second := newServer(t, ServerOptions{Data: dir, Topics: []ServerTopic{{"t", 5}, {"u", 1}}})
	s = networkScript(t, second)
	s.want(`(kafka-list-topics where)`, `("t" "u")`)
	s.want(`(kafka-group-offsets where "g")`, committed)
	s.want(`(kafka-count where "t")`, counted)
	s.want(`(get (get (kafka-describe-topics where "t") "t") "id")`, id)
	s.want(`(get (get (get (kafka-configs where "t") "t") "retention.ms") "value")`, `"86400000"`)
	s.want(`(do (set c (kafka-create "consumer" where "group" => "g" "auto-offset-reset" => "earliest")) (kafka-poll c "t" 60000 "shape" => "values"))`, `("d")`)
}

func TestServerFolder(t *testing.T) {
	dir := t.TempDir()
	newServer(t, ServerOptions{Data: dir})
	if _, err := NewServer(ServerOptions{Listen: "127.0.0.1:0", Data: dir}); err == nil || !strings.Contains(err.Error(), "another broker has it") {
		t.Errorf("a folder in use\ngot  %v\nwant that another broker has it", err)
	}
	strange := t.TempDir()
	if err := os.WriteFile(filepath.Join(strange, "letter.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := NewServer(ServerOptions{Listen: "127.0.0.1:0", Data: strange}); err == nil || !strings.Contains(err.Error(), "letter.txt") {
		t.Errorf("another folder\ngot  %v\nwant an error that names letter.txt", err)
	}
	if _, err := NewServer(ServerOptions{Listen: "127.0.0.1:0", Data: filepath.Join(strange, "letter.txt")}); err == nil {
		t.Error("a file as folder: got no error")
	}
	damaged := t.TempDir()
	if err := os.WriteFile(filepath.Join(damaged, metaName), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the lock is given back
		if _, err := NewServer(ServerOptions{Listen: "127.0.0.1:0", Data: damaged}); err == nil || !strings.Contains(err.Error(), metaName) {
			t.Errorf("a damaged folder\ngot  %v\nwant an error that names %s", err, metaName)
		}
	}
}

func TestServerErrors(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, tc := range []struct {
		name string
		o    ServerOptions
		want string
	}{
		{"port in use", ServerOptions{Listen: taken.Addr().String()}, "in use"},
		{"port", ServerOptions{Listen: "localhost:kafka"}, "got port"},
		{"large port", ServerOptions{Listen: "localhost:65536"}, "0 to 65535"},
		{"address", ServerOptions{Listen: "a:b:c"}, "expected"},
		{"scheme", ServerOptions{Listen: "http://localhost:80"}, "expected"},
		{"host", ServerOptions{Listen: "no-such-host.invalid:0"}, "no-such-host.invalid"},
		{"topic", ServerOptions{Topics: []ServerTopic{{"a b", 1}}}, "not valid"},
		{"no partitions", ServerOptions{Topics: []ServerTopic{{"a", 0}}}, "1 to 10000"},
		{"too many partitions", ServerOptions{Topics: []ServerTopic{{"a", 10_001}}}, "1 to 10000"},
		{"topics that collide", ServerOptions{Listen: "127.0.0.1:0", Topics: []ServerTopic{{"a.b", 1}, {"a_b", 1}}}, "a_b"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s, err := NewServer(tc.o)
			if err == nil {
				s.Close()
			}
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got  %v\nwant an error with %q", err, tc.want)
			}
		})
	}
}

func TestListenAddress(t *testing.T) {
	for _, tc := range []struct {
		text, host string
		port       int
		told       string // the host that clients are told
	}{
		{"", "127.0.0.1", 9092, "127.0.0.1"},
		{"localhost", "localhost", 9092, "localhost"},
		{"localhost:0", "localhost", 0, "localhost"},
		{"127.0.0.1:1234", "127.0.0.1", 1234, "127.0.0.1"},
		{"[::1]:1234", "::1", 1234, "::1"},
		{":1234", "", 1234, "machine"},
		{"0.0.0.0:1234", "0.0.0.0", 1234, "machine"},
	} {
		t.Run(tc.text, func(t *testing.T) {
			host, port, err := listenAddress(tc.text)
			if err != nil || host != tc.host || port != tc.port {
				t.Errorf("got  %q, %d, %v\nwant %q, %d", host, port, err, tc.host, tc.port)
			}
			if got := toldHost(host, "machine"); got != tc.told {
				t.Errorf("told host\ngot  %s\nwant %s", got, tc.told)
			}
		})
	}
}

func TestServerLog(t *testing.T) {
	var log bytes.Buffer
	newServer(t, ServerOptions{Log: &log})
	if log.Len() > 0 {
		t.Errorf("log of a start that went well\ngot  %q\nwant nothing", log.String())
	}
}
