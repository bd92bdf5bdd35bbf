package recorderbench

import (
	"context"
	"errors"
	"io"
	"net"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// A State is what Kafka does while calls are measured.
type State string

// The states.
const (
	Up           State = "up"
	Slow         State = "slow"   // each answer takes slowness longer
	Paused       State = "paused" // connections stand, nothing is answered
	Refused      State = "refused"
	Unresolvable State = "unresolvable"
)

// States are all of them; the others are compared with the first.
var States = []State{Up, Slow, Paused, Refused, Unresolvable}

const slowness = 200 * time.Millisecond

// options are the client's options for a Kafka at address in a state.
func (s State) options(address string) []kgo.Opt {
	seed := address
	dial := new(net.Dialer).DialContext
	switch s {
	case Refused:
		seed = "127.0.0.1:1"
	case Unresolvable:
		seed = "kafka.invalid:9092"
	case Slow, Paused:
		dial = func(ctx context.Context, network, to string) (net.Conn, error) {
			conn, err := new(net.Dialer).DialContext(ctx, network, to)
			if err != nil {
				return nil, err
			}
			if s == Paused {
				return newMute(conn), nil
			}
			return &lagging{Conn: conn}, nil
		}
	}
	return []kgo.Opt{kgo.SeedBrokers(seed), kgo.Dialer(dial)}
}

// A lagging connection gives each answer later.
type lagging struct{ net.Conn }

func (l *lagging) Read(p []byte) (int, error) {
	n, err := l.Conn.Read(p[:min(len(p), 4)]) // the size of an answer comes first
	if n > 0 && len(p) == 4 {
		time.Sleep(slowness)
	}
	return n, err
}

// A mute connection takes everything and answers nothing, as that of a process
// that was stopped.
type mute struct {
	net.Conn
	closed chan struct{}
	once   sync.Once
}

func newMute(conn net.Conn) *mute { return &mute{Conn: conn, closed: make(chan struct{})} }

func (m *mute) Read([]byte) (int, error) {
	<-m.closed
	return 0, errors.Join(io.EOF, net.ErrClosed)
}

func (m *mute) Write(p []byte) (int, error) { return len(p), nil }

func (m *mute) Close() error {
	m.once.Do(func() { close(m.closed) })
	return m.Conn.Close()
}
