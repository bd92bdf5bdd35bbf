package kafkalib

import (
	"context"
	"io"
	"net"
	"os"
	"time"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib/spool"
	"github.com/twmb/franz-go/pkg/kgo"
)

// A Library is the Kafka library of an Interp. It holds what all sessions
// share: the host's choices. It is immutable and safe for concurrent use.
type Library struct {
	dial      dialFunc
	embedded  *Embedded // shared by the sessions; nil: each starts its own
	localhost bool      // localhost:9092 leads to the embedded broker
	refs      references
	profiles  string // path of the configuration file; "" for none
	profile   string // taken where a call names none
	closeTime time.Duration
	permit    Permissions
	spools    func(dir string) error // nil: no folder is granted
	spoolFS   spool.FS               // nil: that of the operating system
	stderr    io.Writer              // of the fallback of that name
	observe   func(Event)
	// What WithClientHooks and WithStatistics say; nil without them.
	hooks      func(kind Kind, clientID string) []kgo.Hook
	statistics *Statistics
	unobserved bool
}

// An Option is a choice of the host.
type Option func(*Library)

// New returns the library, with hard names: no variable hides a kafka-…
// function. Without options its sessions reach every server of the network,
// and start an embedded broker of their own for "embedded"; they read no
// file and no environment variable.
func New(opts ...Option) interp.Library { return interp.Hard(newLibrary(opts)) }

func newLibrary(opts []Option) *Library {
	l := &Library{stderr: os.Stderr, dial: systemDial, closeTime: sessionEnd}
	for _, opt := range opts {
		opt(l)
	}
	return l
}

// WithEmbedded gives all sessions the same embedded broker, which the host
// closes after them.
func WithEmbedded(broker *Embedded) Option {
	return func(l *Library) { l.embedded = broker }
}

// WithLocalhostEmbedded leads localhost:9092, 127.0.0.1:9092 and [::1]:9092
// to the embedded broker, through the clients' own dialer: no port is opened,
// and a broker that listens there is not touched.
func WithLocalhostEmbedded() Option {
	return func(l *Library) { l.localhost = true }
}

// WithDialer replaces the network: dial opens every connection that does not
// lead to an embedded broker.
func WithDialer(dial func(ctx context.Context, network, address string) (net.Conn, error)) Option {
	return func(l *Library) { l.dial = dial }
}

// WithEnv grants the environment variables that options refer to.
func WithEnv(lookup func(name string) (string, bool)) Option {
	return func(l *Library) {
		l.refs.env = func(name string) (string, bool, error) {
			text, ok := lookup(name)
			return text, ok, nil
		}
	}
}

// WithFiles grants the files that options refer to: certificates, keys,
// secrets.
func WithFiles(read func(path string) ([]byte, error)) Option {
	return func(l *Library) { l.refs.file = read }
}

// WithSpools grants folders for spools, and for the files that recorders fall
// back to: handles create, write and remove files in them. allow is asked for
// each folder, as the script wrote it, and returns nil or why it is withheld; a
// nil allow grants every folder.
func WithSpools(allow func(dir string) error) Option {
	if allow == nil {
		allow = func(string) error { return nil }
	}
	return func(l *Library) { l.spools = allow }
}

// WithStderr is where a recorder writes events whose fallback is standard error;
// that of the process without it.
func WithStderr(w io.Writer) Option {
	return func(l *Library) { l.stderr = w }
}

// WithProfiles names the configuration file with the profiles. It is read,
// through what WithFiles grants, when a profile is asked for.
func WithProfiles(path string) Option {
	return func(l *Library) { l.profiles = path }
}

// WithProfile takes options from this profile where a call names none.
func WithProfile(name string) Option {
	return func(l *Library) { l.profile = name }
}

// WithCloseTime bounds how long the handles of a session that ends may take to
// flush and to leave their groups; 30 s without it.
func WithCloseTime(d time.Duration) Option {
	return func(l *Library) { l.closeTime = d }
}

// WithPermissions withholds servers, topics and operations.
func WithPermissions(p Permissions) Option {
	return func(l *Library) { l.permit = p }
}

// WithObserver passes every event of every handle to observe, which must not
// block and must not call the session.
func WithObserver(observe func(Event)) Option {
	return func(l *Library) { l.observe = observe }
}

// Name is "kafka".
func (l *Library) Name() string { return "kafka" }

// Open makes the state of a session: its handles, none at first.
func (l *Library) Open(s *interp.Session) (io.Closer, error) {
	st := newState(l, s)
	l.statistics.add(st)
	return st, nil
}
