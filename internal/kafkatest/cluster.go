package kafkatest

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A Cluster is a running Kafka: one that this process started ([Start]), or one
// of another process ([FromEnv], [Open]). Its methods are safe for concurrent
// use; operations on the same broker follow one another.
type Cluster struct {
	description
	operator operator
}

// An operator carries out an operation on a broker: in this process or through
// the process that owns the brokers.
type operator interface {
	operate(ctx context.Context, op operation, id int) error
	stop(ctx context.Context) error
}

// An operation is what can be done to a broker.
type operation string

const (
	opKill     operation = "kill"
	opPause    operation = "pause"
	opResume   operation = "resume"
	opRestart  operation = "restart"
	opShutdown operation = "shutdown"
)

// A description holds what does not change while a cluster lives. It is what the
// file cluster.json in the cluster's folder contains.
type description struct {
	Version string
	Dir     string
	Nodes   []Broker
	Control string // address of the owner's control service
	Token   string // which that service demands
}

// Bootstrap returns the plain-text listeners of all brokers as a bootstrap list.
func (c *Cluster) Bootstrap() string {
	return c.addresses(func(b Broker) string { return b.Plaintext })
}

// BootstrapSASL returns the SASL_SSL listeners as a bootstrap list; users and
// passwords are constants of this package.
func (c *Cluster) BootstrapSASL() string {
	return c.addresses(func(b Broker) string { return b.SASL })
}

// BootstrapTLS returns the listeners that demand a client certificate as a
// bootstrap list.
func (c *Cluster) BootstrapTLS() string { return c.addresses(func(b Broker) string { return b.TLS }) }

func (c *Cluster) addresses(listener func(Broker) string) string {
	list := make([]string, len(c.Nodes))
	for i, b := range c.Nodes {
		list[i] = listener(b)
	}
	return strings.Join(list, ",")
}

// Brokers returns the brokers in the order of their numbers.
func (c *Cluster) Brokers() []Broker { return append([]Broker(nil), c.Nodes...) }

// Broker returns one broker. It panics if there is none of this number.
func (c *Cluster) Broker(id int) Broker { return c.Nodes[id-1] }

// KafkaVersion returns the version that runs.
func (c *Cluster) KafkaVersion() string { return c.Version }

// CAFile returns the path of the authority's certificate, in PEM.
func (c *Cluster) CAFile() string { return filepath.Join(c.Dir, caFile) }

// CertificateFile returns the path of a client certificate, in PEM; its
// principal is "User:CN=client".
func (c *Cluster) CertificateFile() string { return filepath.Join(c.Dir, clientFile) }

// KeyFile returns the path of the client certificate's key, in PEM.
func (c *Cluster) KeyFile() string { return filepath.Join(c.Dir, clientKey) }

// LogFile returns the path of a broker's log.
func (c *Cluster) LogFile(id int) string { return logFile(c.Dir, id) }

// TLSConfig returns a configuration that trusts the cluster's authority and
// holds the client certificate.
func (c *Cluster) TLSConfig() (*tls.Config, error) {
	text, err := os.ReadFile(c.CAFile())
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("kafkatest: no certificate in %s", c.CAFile())
	}
	client, err := tls.LoadX509KeyPair(c.CertificateFile(), c.KeyFile())
	if err != nil {
		return nil, err
	}
	return &tls.Config{RootCAs: roots, Certificates: []tls.Certificate{client}, MinVersion: tls.VersionTLS12}, nil
}

// Kill ends a broker at once, as kill -9 does, and returns when it is gone.
func (c *Cluster) Kill(ctx context.Context, id int) error { return c.operate(ctx, opKill, id) }

// Shutdown ends a broker in good order: it hands its partitions over first. It
// returns when the broker is gone; if ctx ends before, the broker is killed.
func (c *Cluster) Shutdown(ctx context.Context, id int) error { return c.operate(ctx, opShutdown, id) }

// Pause stops a broker's process (SIGSTOP): its connections stay open and answer
// nothing.
func (c *Cluster) Pause(ctx context.Context, id int) error { return c.operate(ctx, opPause, id) }

// Resume lets a paused broker go on. On a broker that is not paused it does
// nothing.
func (c *Cluster) Resume(ctx context.Context, id int) error { return c.operate(ctx, opResume, id) }

// Restart starts a broker that was killed or shut down, with its data and on its
// ports, and returns when it answers. A broker that runs is an error.
func (c *Cluster) Restart(ctx context.Context, id int) error { return c.operate(ctx, opRestart, id) }

func (c *Cluster) operate(ctx context.Context, op operation, id int) error {
	if id < 1 || id > len(c.Nodes) {
		return fmt.Errorf("kafkatest: there is no broker %d; the brokers are 1 to %d", id, len(c.Nodes))
	}
	return c.operator.operate(ctx, op, id)
}

// Stop kills all brokers of the cluster, whoever started it, and returns when
// they are gone. Stopping twice is no error.
func (c *Cluster) Stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), defaultTimeout)
	defer cancel()
	return c.operator.stop(ctx)
}
