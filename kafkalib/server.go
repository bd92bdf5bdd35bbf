package kafkalib

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/twmb/franz-go/pkg/kfake"
)

// A Server is an embedded broker for other processes: it listens on a port
// and may keep its topics, records and commits in a folder. It is one broker,
// without security, for development and tests. Its methods are safe for
// concurrent use.
type Server struct {
	cluster *kfake.Cluster
	address string
	lock    io.Closer // of the folder; nil without one
	close   sync.Once
	failed  error // of close
}

// ServerOptions are the choices for a Server. The zero value listens on
// 127.0.0.1:9092 and keeps everything in memory.
type ServerOptions struct {
	// Listen is "host:port"; "" means 127.0.0.1:9092. A port left out is 9092,
	// port 0 a free one. Clients are told to come to the same host, or where it
	// stands for all addresses of the machine (as 0.0.0.0), to the machine's
	// name.
	Listen string
	// Data is the folder in which topics, records and commits stay; it is made
	// where there is none. "" means memory. They survive the end of the process,
	// however it ends; after the machine's own end the last ones may be missing.
	Data string
	// Topics are created where they do not exist yet.
	Topics []ServerTopic
	// Log gets a line for each failure; nil means nowhere.
	Log io.Writer
}

// A ServerTopic is a topic that a Server creates; its partitions are 1 to
// 10,000.
type ServerTopic struct {
	Name       string
	Partitions int
}

// clusterName is the id of a cluster that a Server makes.
const clusterName = "bpl-broker"

// Check finds what is wrong with the options themselves, without opening
// anything.
func (o ServerOptions) Check() error {
	for _, t := range o.Topics {
		if err := checkTopic(t.Name); err != nil {
			return err
		}
		if t.Partitions < 1 || t.Partitions > requestPartitions {
			return fmt.Errorf("topic %s: got %d partitions, expected 1 to %d", t.Name, t.Partitions, requestPartitions)
		}
	}
	_, _, err := listenAddress(o.Listen)
	return err
}

// NewServer starts a broker. The caller closes it.
func NewServer(o ServerOptions) (*Server, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	host, port, err := listenAddress(o.Listen)
	if err != nil {
		return nil, err
	}
	opts := []kfake.Opt{
		kfake.Ports(port),
		kfake.ListenFn(func(network, _ string) (net.Listener, error) { return listenAs(network, host, port) }),
		kfake.DefaultNumPartitions(1),
		kfake.ClusterID(clusterName),
	}
	if o.Log != nil {
		opts = append(opts, kfake.WithLogger(kfake.BasicLogger(o.Log, kfake.LogLevelError)))
	}
	s := &Server{}
	if o.Data != "" {
		if s.lock, err = lockFolder(o.Data); err != nil {
			return nil, err
		}
		opts = append(opts, kfake.DataDir(o.Data))
	}
	if s.cluster, err = kfake.NewCluster(opts...); err != nil {
		return nil, errors.Join(err, s.unlock())
	}
	limitPartitions(s.cluster)
	s.address = s.cluster.ListenAddrs()[0]
	for _, t := range o.Topics {
		if s.cluster.TopicInfo(t.Name) != nil {
			continue
		}
		if err := s.cluster.CreateTopic(t.Name, int32(t.Partitions), nil); err != nil {
			return nil, errors.Join(fmt.Errorf("topic %s: %w", t.Name, err), s.Close())
		}
	}
	return s, nil
}

// Address is the "host:port" by which clients find the broker.
func (s *Server) Address() string { return s.address }

// Close ends the broker, after it has written what its folder lacks.
func (s *Server) Close() error {
	s.close.Do(func() {
		s.cluster.Close()
		s.failed = s.unlock()
	})
	return s.failed
}

func (s *Server) unlock() error {
	if s.lock == nil {
		return nil
	}
	return s.lock.Close()
}

// listenAddress splits what a Server is to listen on.
func listenAddress(text string) (host string, port int, err error) {
	if text == "" {
		return "127.0.0.1", defaultPort, nil
	}
	host, digits, err := net.SplitHostPort(text)
	if err != nil {
		host, digits = text, strconv.Itoa(defaultPort)
	}
	if fault := hostFault(host); host != "" && fault != "" && net.ParseIP(host) == nil || err != nil && strings.Contains(text, ":") {
		return "", 0, fmt.Errorf(`got %q, expected "host:port", IPv6 as "[::1]:9092"`, text)
	}
	n, err := strconv.ParseUint(digits, 10, 16)
	if err != nil {
		return "", 0, fmt.Errorf("%q: got port %q, expected a number from 0 to 65535", text, digits)
	}
	return host, int(n), nil
}

// listenAs listens on a host and says that it does so under a name by which
// clients can come.
func listenAs(network, host string, port int) (net.Listener, error) {
	l, err := net.Listen(network, net.JoinHostPort(host, strconv.Itoa(port)))
	if err != nil {
		return nil, err
	}
	machine, err := os.Hostname()
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	actual := l.Addr().(*net.TCPAddr).Port
	return advertised{l, textAddr{network, net.JoinHostPort(toldHost(host, machine), strconv.Itoa(actual))}}, nil
}

// toldHost is the host that clients are told: the one that was given, or the
// machine's name where that stands for all of its addresses.
func toldHost(host, machine string) string {
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		return machine
	}
	return host
}

// advertised is a listener with the address that clients are told.
type advertised struct {
	net.Listener
	addr textAddr
}

func (a advertised) Addr() net.Addr { return a.addr }
