package kafkalib

import (
	"context"
	"net"
	"os"
	"slices"
	"syscall"
)

// A dialFunc opens a connection to "host:port".
type dialFunc func(ctx context.Context, network, address string) (net.Conn, error)

// localHosts are the names under which the embedded broker is found. The
// virtual network knows the first only.
var localHosts = []string{"localhost", "127.0.0.1", "::1"}

// local returns the virtual network's address for address, if a broker of e
// has that port on a name of this machine.
func (e *Embedded) local(address string) (string, bool) {
	host, port, err := net.SplitHostPort(address)
	if err != nil || !slices.Contains(localHosts, host) {
		return "", false
	}
	local := net.JoinHostPort(localHosts[0], port)
	return local, slices.Contains(e.addrs, local)
}

// dialEmbeddedFirst leads the addresses that broker serves to broker and
// all others to dial.
func dialEmbeddedFirst(broker *Embedded, dial dialFunc) dialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		if broker.Serves(address) {
			return broker.Dial(ctx, network, address)
		}
		return dial(ctx, network, address)
	}
}

// refused is the error of a real network where nothing listens; the client
// tells from its shape that another attempt may succeed.
func refused(network, address string) error {
	return &net.OpError{
		Op:   "dial",
		Net:  network,
		Addr: textAddr{network, address},
		Err:  os.NewSyscallError("connect", syscall.ECONNREFUSED),
	}
}

// textAddr is an address that was never resolved.
type textAddr struct{ network, address string }

func (a textAddr) Network() string { return a.network }
func (a textAddr) String() string  { return a.address }
