package kafkatest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// newOwner returns the owner of two brokers that never ran.
func newOwner(t *testing.T) *owner {
	t.Helper()
	o := &owner{dir: t.TempDir(), brokers: []Broker{{ID: 1}, {ID: 2}}, locks: make([]sync.Mutex, 2), procs: make([]*process, 2)}
	o.life, o.end = context.WithCancel(context.Background())
	var err error
	if o.control, err = serveControl(o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := o.stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return o
}

func TestControl(t *testing.T) {
	o := newOwner(t)
	c := &Cluster{description{Dir: o.dir, Nodes: o.brokers}, remote{o.control.address, o.control.token}}
	tests := []struct {
		name string
		do   func() error
		want string
	}{
		{"kill of a broker that does not run", func() error { return c.Kill(t.Context(), 2) }, "broker 2 is not running, so kill is impossible"},
		{"pause of a broker that does not run", func() error { return c.Pause(t.Context(), 1) }, "broker 1 is not running"},
		{"no such broker", func() error { return c.Resume(t.Context(), 3) }, "there is no broker 3; the brokers are 1 to 2"},
		{"no such broker, asked by the service", func() error { return c.operator.operate(t.Context(), opKill, 3) }, "no such broker"},
		{"wrong token", func() error { return remote{o.control.address, "x"}.operate(t.Context(), opKill, 1) }, "wrong token"},
		{"nobody there", func() error { return remote{"127.0.0.1:1", "x"}.operate(t.Context(), opKill, 1) }, "does not answer"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := tt.do(); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error\n got %v\nwant one with %q", err, tt.want)
			}
		})
	}
}

func TestRemoteStop(t *testing.T) {
	o := newOwner(t)
	mine := &Cluster{description{Dir: o.dir, Nodes: o.brokers, Control: o.control.address, Token: o.control.token}, o}
	if err := mine.write(); err != nil {
		t.Fatal(err)
	}
	theirs, err := Open(descriptionFile(o.dir))
	if err != nil {
		t.Fatal(err)
	}
	if err := theirs.Stop(); err != nil {
		t.Fatal(err)
	}
	<-mine.Stopped()
	if _, err := os.Stat(descriptionFile(o.dir)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("cluster.json after Stop\n got %v\nwant it gone", err)
	}
	if err := mine.Restart(t.Context(), 1); err == nil || !strings.Contains(err.Error(), "was stopped") {
		t.Errorf("Restart after Stop\n got %v\nwant that it was stopped", err)
	}
	if err := mine.Stop(); err != nil {
		t.Errorf("second Stop: %v", err)
	}
	if err := theirs.Stop(); err != nil {
		t.Errorf("Stop when the owner is gone: %v", err)
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	tests := []struct {
		name, text, want string
	}{
		{"missing", "", "no cluster runs there"},
		{"no JSON", "x", "does not describe"},
		{"another JSON", "{}", "does not describe"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(dir, tt.name)
			if tt.text != "" {
				if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := Open(path); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error\n got %v\nwant one with %q", err, tt.want)
			}
		})
	}
}

func TestServers(t *testing.T) {
	t.Setenv(ServersVariable, "")
	if got := Servers("embedded"); got != "embedded" {
		t.Errorf("without the variable\n got %q\nwant embedded", got)
	}
	t.Setenv(ServersVariable, "h:1")
	if got := Servers("embedded"); got != "h:1" {
		t.Errorf("with the variable\n got %q\nwant h:1", got)
	}
}
