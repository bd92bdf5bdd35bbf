package kafkalib

import (
	"context"
	"net"
	"slices"
	"sync"

	"github.com/twmb/franz-go/pkg/kfake"
)

// An Embedded is a Kafka broker inside the process, reached through its own
// dialer: no port is opened, and it works under testing/synctest. It creates
// topics on request only, with one partition where none is asked for, and
// keeps its records in memory until Close. Its methods are safe for
// concurrent use.
type Embedded struct {
	cluster *kfake.Cluster
	network *kfake.VirtualNetwork
	addrs   []string // of the brokers at the start; they do not change
	close   sync.Once
}

// EmbeddedOptions are the choices for an embedded broker. The zero value is
// one broker with one partition per topic.
type EmbeddedOptions struct {
	// Brokers is the number of brokers; 0 means 1.
	Brokers int
	// Partitions is the number of partitions of a topic that does not say
	// how many; 0 means 1.
	Partitions int
	// Options are further options of the broker, for tests.
	Options []kfake.Opt
}

// NewEmbedded starts an embedded broker. The caller closes it.
func NewEmbedded(o EmbeddedOptions) (*Embedded, error) {
	network := new(kfake.VirtualNetwork)
	ports := make([]int, max(o.Brokers, 1))
	for i := range ports {
		ports[i] = defaultPort + i
	}
	opts := append([]kfake.Opt{
		kfake.ListenFn(network.Listen),
		kfake.Ports(ports...),
		kfake.DefaultNumPartitions(max(o.Partitions, 1)),
		kfake.ClusterID("embedded"),
	}, o.Options...)
	cluster, err := kfake.NewCluster(opts...)
	if err != nil {
		return nil, err
	}
	limitPartitions(cluster)
	return &Embedded{cluster: cluster, network: network, addrs: cluster.ListenAddrs()}, nil
}

// Cluster gives tests access to the broker: faults, control functions,
// compaction, retention.
func (e *Embedded) Cluster() *kfake.Cluster { return e.cluster }

// Addresses are the addresses of the brokers. They mean nothing outside of
// the embedded broker's dialer.
func (e *Embedded) Addresses() []string { return slices.Clone(e.addrs) }

// Serves reports whether address leads to a broker of e under a dialer that
// replaces localhost, as bpl run --embedded does.
func (e *Embedded) Serves(address string) bool {
	_, ok := e.local(address)
	return ok
}

// Dial connects to a broker of e. Any of the names of this machine will do;
// an address of no broker is refused as a real network refuses it.
func (e *Embedded) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	local, ok := e.local(address)
	if !ok {
		return nil, refused(network, address)
	}
	conn, err := e.network.DialContext(ctx, network, local)
	switch {
	case err == nil:
		return conn, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	return nil, refused(network, address)
}

// Close ends the broker; its records are gone.
func (e *Embedded) Close() error {
	e.close.Do(e.cluster.Close)
	return nil
}
