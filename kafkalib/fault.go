package kafkalib

import (
	"context"
	"net"
	"os"
	"sync"
	"syscall"

	"github.com/bpl-lang/bpl/interp"
)

var helpFault = interp.Help{
	Signature: `(kafka-fault kid "down" => b)`,
	Summary:   "makes a handle see its brokers as down, to try out what a script does then",
	Result:    "true where that changed something, else false",
	Args: []interp.HelpArg{
		{Name: "kid", Type: "string", Meaning: "a handle; no other handle and no broker is touched"},
		{Name: `"down"`, Type: "boolean", Meaning: "true ends the handle's connections and refuses new ones, as if nothing listened any more; false lets it connect again"},
	},
	Errors:  []string{"INVALID_HANDLE: the handle is not open"},
	Related: []string{"kafka-events", "kafka-alarm", "kafka-spool"},
	Examples: []interp.HelpExample{{
		Expression: `(do (set p (kafka-create "producer" "embedded"))
  (list (kafka-fault p "down" => true) (kafka-fault p "down" => true) (kafka-fault p "down" => false)))`, Result: `(true false true)`}},
}

// kafkaFault is (kafka-fault kid "down" => b).
func kafkaFault(c *interp.Call) (interp.Value, error) {
	a, err := readArguments(c, 1)
	if err != nil {
		return interp.Null(), err
	}
	h, err := a.handle(0)
	if err != nil {
		return interp.Null(), err
	}
	if !a.given("down") {
		return interp.Null(), invalidArgument(c.Name() + `: option "down" is missing: true or false`)
	}
	down, err := a.truthOption("down")
	if err == nil {
		err = a.done("down")
	}
	if err != nil {
		return interp.Null(), err
	}
	return interp.Bool(h.outage.set(down)), nil
}

// A madeOutage lets a handle's brokers seem to be down. It is safe for
// concurrent use.
type madeOutage struct {
	mu    sync.Mutex
	down  bool
	conns map[*outageConn]struct{}
}

// set begins or ends the outage, and reports whether that is a change.
func (o *madeOutage) set(down bool) bool {
	o.mu.Lock()
	changed := o.down != down
	o.down = down
	var cut []*outageConn
	if down {
		for c := range o.conns {
			cut = append(cut, c)
		}
	}
	o.mu.Unlock()
	for _, c := range cut {
		c.Close()
	}
	return changed
}

// dialer opens connections by dial while there is no outage.
func (o *madeOutage) dialer(dial dialFunc) dialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		if err := o.refusal(network, address); err != nil {
			return nil, err
		}
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		c := &outageConn{conn, o}
		o.mu.Lock()
		if o.conns == nil {
			o.conns = make(map[*outageConn]struct{})
		}
		o.conns[c] = struct{}{}
		o.mu.Unlock()
		if err := o.refusal(network, address); err != nil { // it began meanwhile
			c.Close()
			return nil, err
		}
		return c, nil
	}
}

// refusal is the error of a connection during the outage.
func (o *madeOutage) refusal(network, address string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.down {
		return nil
	}
	return &net.OpError{Op: "dial", Net: network, Addr: textAddr{"tcp", address}, Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
}

type outageConn struct {
	net.Conn
	outage *madeOutage
}

func (c *outageConn) Close() error {
	c.outage.mu.Lock()
	delete(c.outage.conns, c)
	c.outage.mu.Unlock()
	return c.Conn.Close()
}
