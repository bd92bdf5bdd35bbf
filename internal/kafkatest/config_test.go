package kafkatest

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestConfiguration(t *testing.T) {
	brokers := []Broker{
		{ID: 1, Plaintext: "127.0.0.1:11", SASL: "127.0.0.1:12", TLS: "127.0.0.1:13", controller: "127.0.0.1:14"},
		{ID: 2, Plaintext: "127.0.0.1:21", SASL: "127.0.0.1:22", TLS: "127.0.0.1:23", controller: "127.0.0.1:24"},
		{ID: 3, Plaintext: "127.0.0.1:31", SASL: "127.0.0.1:32", TLS: "127.0.0.1:33", controller: "127.0.0.1:34"},
	}
	tests := []struct {
		name    string
		brokers []Broker
		extra   map[string]string
		want    []string
	}{
		{"one broker", brokers[:1], nil, []string{
			"node.id=1",
			"controller.quorum.voters=1@127.0.0.1:14",
			"advertised.listeners=PLAINTEXT://127.0.0.1:11,SASL_SSL://127.0.0.1:12,SSL://127.0.0.1:13",
			"default.replication.factor=1",
			"min.insync.replicas=1",
		}},
		{"three brokers", brokers, nil, []string{
			"controller.quorum.voters=1@127.0.0.1:14,2@127.0.0.1:24,3@127.0.0.1:34",
			"default.replication.factor=3",
			"min.insync.replicas=2",
			"auto.create.topics.enable=false",
		}},
		{"overridden", brokers[:1], map[string]string{"auto.create.topics.enable": "true", "x.y": "a\\b\nc"}, []string{
			"auto.create.topics.enable=true",
			`x.y=a\\b\nc`,
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := configuration("/tmp/k", tt.brokers[0], tt.brokers, tt.extra)
			for _, want := range tt.want {
				if !strings.Contains("\n"+text, "\n"+want+"\n") {
					t.Errorf("no line %q in\n%s", want, text)
				}
			}
			if n := strings.Count(text, "auto.create.topics.enable"); n != 1 {
				t.Errorf("auto.create.topics.enable\n got %d lines\nwant 1", n)
			}
		})
	}
}

func TestFreePorts(t *testing.T) {
	ports, err := freePorts(20)
	if err != nil {
		t.Fatal(err)
	}
	limit, seen := sourcePorts(), map[int]bool{}
	for _, p := range ports {
		if p < firstPort || p >= limit || seen[p] {
			t.Errorf("port %d is outside %d to %d or comes twice in %v", p, firstPort, limit, ports)
		}
		seen[p] = true
	}
	if len(ports) != 20 {
		t.Errorf("got %d ports\nwant 20", len(ports))
	}
}

func TestBrokersAreOnLoopback(t *testing.T) {
	brokers, err := newBrokers(3)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for i, b := range brokers {
		if b.ID != i+1 {
			t.Errorf("got  ID %d\nwant %d", b.ID, i+1)
		}
		for _, address := range []string{b.Plaintext, b.SASL, b.TLS, b.controller} {
			host, _, err := net.SplitHostPort(address)
			if err != nil || host != "127.0.0.1" || seen[address] {
				t.Errorf("address %q is not on 127.0.0.1 (%v) or comes twice", address, err)
			}
			seen[address] = true
		}
	}
}

func TestChangeIdentity(t *testing.T) {
	got := changeIdentity("#\n#Wed\ncluster.id=C\nversion=1\ndirectory.id=D1\nnode.id=1\n", 3, "D3")
	want := "#\n#Wed\ncluster.id=C\nversion=1\ndirectory.id=D3\nnode.id=3\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestNewUUID(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		id := newUUID()
		if len(id) != 22 || id[0] == '-' || seen[id] {
			t.Fatalf("%q has not 22 characters, begins with a dash, or came before", id)
		}
		seen[id] = true
	}
}

func TestCheckDir(t *testing.T) {
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "x"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, dir, want string
	}{
		{"temporary", "", ""},
		{"empty", t.TempDir(), ""},
		{"missing", filepath.Join(t.TempDir(), "new"), ""},
		{"not empty", full, "not empty"},
		{"a file", filepath.Join(full, "x"), "x"},
		{"with a comma", filepath.Join(t.TempDir(), "a,b"), "comma"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := checkDir(tt.dir)
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error\n got %v\nwant one with %q", err, tt.want)
			}
		})
	}
}
