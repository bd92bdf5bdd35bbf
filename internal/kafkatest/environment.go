package kafkatest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// Names of the environment variables by which tests find the cluster.
const (
	ServersVariable = "BPL_KAFKA_SERVERS"
	ClusterVariable = "BPL_KAFKA_CLUSTER"
)

// Servers returns the bootstrap list of the cluster that the tests are to use,
// or fallback where there is none.
func Servers(fallback string) string {
	if s := os.Getenv(ServersVariable); s != "" {
		return s
	}
	return fallback
}

// FromEnv returns the cluster that the tests are to use. It ends the test where
// there is none: that a real Kafka is missing is never passed over in silence.
func FromEnv(t testing.TB) *Cluster {
	t.Helper()
	path := os.Getenv(ClusterVariable)
	if path == "" {
		t.Fatalf("this test needs a real Kafka: run it by `go run ./internal/kafkatest/cmd/integration`, "+
			"or set %s to the cluster.json of a cluster that runs", ClusterVariable)
	}
	c, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// NeedBrokers skips a test that n brokers are needed for, where the cluster has
// fewer.
func (c *Cluster) NeedBrokers(t testing.TB, n int) {
	t.Helper()
	if len(c.Nodes) < n {
		t.Skipf("needs %d brokers, the cluster has %d", n, len(c.Nodes))
	}
}

// Open returns the cluster that another process started, from the file
// cluster.json in the cluster's folder.
func Open(path string) (*Cluster, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("kafkatest: no cluster runs there: %w", err)
	}
	var d description
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, fmt.Errorf("kafkatest: %s does not describe a cluster: %w", path, err)
	}
	if d.Control == "" || len(d.Nodes) == 0 {
		return nil, fmt.Errorf("kafkatest: %s does not describe a cluster", path)
	}
	return &Cluster{d, remote{d.Control, d.Token}}, nil
}

// Environment returns the variables, as NAME=VALUE, that lead tests to the
// cluster.
func (c *Cluster) Environment() []string {
	return []string{ServersVariable + "=" + c.Bootstrap(), ClusterVariable + "=" + descriptionFile(c.Dir)}
}

// Stopped returns a channel that is closed when the cluster of this process is
// stopped, by Stop or by another process.
func (c *Cluster) Stopped() <-chan struct{} {
	if o, ok := c.operator.(*owner); ok {
		return o.life.Done()
	}
	return nil
}

func descriptionFile(dir string) string { return filepath.Join(dir, "cluster.json") }

// write makes the file appear whole, since others wait for it.
func (d description) write() error {
	text, err := json.MarshalIndent(d, "", "\t")
	if err != nil {
		return err
	}
	path := descriptionFile(d.Dir)
	if err := os.WriteFile(path+".new", text, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
