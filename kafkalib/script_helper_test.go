package kafkalib

import (
	"context"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/internal/kafkatest"
	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// realServers are the servers of a real Kafka that was started for tests, on
// which the scripts run instead of the embedded broker; "" for none. No other
// Kafka will do: the tests delete all its topics.
var realServers = func() string {
	if os.Getenv(kafkatest.ClusterVariable) == "" {
		return ""
	}
	return kafkatest.Servers("")
}()

// A script is a session on an embedded broker of the test's own or, where
// realServers names one, on a real Kafka that was emptied before.
type script struct {
	*interp.Session
	t      testing.TB
	broker *Embedded // nil on a real one
	real   string
	state  *state // nil before the first call of the library
}

// An openedLibrary is the library that lets a test at the state of its
// session.
type openedLibrary struct {
	*Library
	state **state
}

func (l openedLibrary) Open(s *interp.Session) (io.Closer, error) {
	opened, err := l.Library.Open(s)
	if err == nil {
		*l.state = opened.(*state)
	}
	return opened, err
}

// handle is the open handle of a text.
func (s *script) handle(id string) *handle {
	s.t.Helper()
	h, err := s.state.find(id)
	if err != nil {
		s.t.Fatal(err)
	}
	return h
}

// newScript starts a session. A test that makes choices for the embedded
// broker runs on it alone.
func newScript(t testing.TB, opts ...kfake.Opt) *script {
	t.Helper()
	if realServers != "" && len(opts) == 0 {
		emptyReal(t)
		return newRealScript(t)
	}
	return newScriptOn(t, newEmbedded(t, opts...))
}

// newEmbeddedScript starts a session on an embedded broker, whatever there is.
func newEmbeddedScript(t testing.TB, opts ...kfake.Opt) *script {
	t.Helper()
	return newScriptOn(t, newEmbedded(t, opts...))
}

// another starts a further session on the broker of s.
func (s *script) another(opts ...Option) *script {
	s.t.Helper()
	if s.real != "" {
		return newRealScript(s.t, opts...)
	}
	return newScriptOn(s.t, s.broker, opts...)
}

func newScriptOn(t testing.TB, broker *Embedded, opts ...Option) *script {
	t.Helper()
	return newSession(t, &script{broker: broker}, append([]Option{WithEmbedded(broker)}, opts...))
}

func newRealScript(t testing.TB, opts ...Option) *script {
	t.Helper()
	return newSession(t, &script{real: realServers}, opts)
}

func newSession(t testing.TB, s *script, opts []Option) *script {
	t.Helper()
	var lib *Library
	New(append(opts, func(l *Library) { lib = l })...)
	in, err := interp.New(interp.With(interp.Hard(openedLibrary{lib, &s.state})))
	if err != nil {
		t.Fatal(err)
	}
	s.t, s.Session = t, in.NewSession()
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Logf("closing the session: %v", err)
		}
	})
	return s
}

// emptyReal deletes all topics and groups of the real Kafka.
func emptyReal(t testing.TB) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	cl, err := kgo.NewClient(kgo.SeedBrokers(strings.Split(realServers, ",")...), kgo.MetadataMinAge(10*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	defer cl.Close()
	adm := kadm.NewClient(cl)
	topics, err := adm.ListTopics(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if names := topics.Names(); len(names) > 0 {
		if _, err := adm.DeleteTopics(ctx, names...); err != nil {
			t.Fatal(err)
		}
	}
	for ctx.Err() == nil { // until the broker shows it
		topics, err = adm.ListTopics(ctx)
		if err == nil && len(topics.Names()) == 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	for {
		groups, err := adm.ListGroups(ctx)
		if err != nil {
			t.Fatal(err)
		}
		names := groups.Groups()
		if len(names) == 0 {
			return
		}
		removeMembers(ctx, t, cl, names)
		if _, err := adm.DeleteGroups(ctx, names...); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// removeMembers takes those out of classic groups that ended without leaving: static ones,
// and those of killed processes, whose sessions would last for long.
func removeMembers(ctx context.Context, t testing.TB, cl *kgo.Client, groups []string) {
	t.Helper()
	described, err := kadm.NewClient(cl).DescribeGroups(ctx, groups...)
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range described {
		if group.Err != nil || len(group.Members) == 0 {
			continue
		}
		leave := kmsg.NewPtrLeaveGroupRequest()
		leave.Group = group.Group
		for _, m := range group.Members {
			member := kmsg.NewLeaveGroupRequestMember()
			member.MemberID, member.InstanceID = m.MemberID, m.InstanceID
			leave.Members = append(leave.Members, member)
		}
		if _, err := leave.RequestWith(ctx, cl); err != nil {
			t.Fatal(err)
		}
	}
}

// sideBySide lets a test that mostly waits run beside others of its kind: not on a real
// Kafka, which a test has for itself.
func sideBySide(t *testing.T) {
	if realServers == "" {
		t.Parallel()
	}
}

// alwaysSideBySide does so for a test that has an embedded broker of its own also where
// there is a real Kafka.
func alwaysSideBySide(t *testing.T) { t.Parallel() }

// eval evaluates and fails on an error.
func (s *script) eval(src string) interp.Value {
	s.t.Helper()
	v, err := s.try(src)
	if err != nil {
		s.t.Fatalf("%s\n%v", src, err)
	}
	return v
}

// try evaluates; on a real broker, "embedded" leads there.
func (s *script) try(src string) (interp.Value, error) {
	ctx, cancel := context.WithTimeout(s.t.Context(), 3*time.Minute)
	defer cancel()
	if s.real != "" {
		src = strings.ReplaceAll(src, `"embedded"`, `"`+s.real+`"`)
	}
	return s.Session.Eval(ctx, src)
}

// want checks the printed result.
func (s *script) want(src, printed string) {
	s.t.Helper()
	got := s.eval(src).String()
	if s.real != "" {
		got = strings.ReplaceAll(got, `"`+s.real+`"`, `"embedded"`)
	}
	if got != printed {
		s.t.Errorf("%s\ngot  %s\nwant %s", src, got, printed)
	}
}

// fails checks the code of the KafkaException and returns it.
func (s *script) fails(src, code string) *interp.Exception {
	s.t.Helper()
	_, err := s.try(src)
	e, ok := err.(*interp.Exception)
	if !ok || e.Type != "KafkaException" || e.Code != code {
		s.t.Fatalf("%s\ngot  %v\nwant KafkaException %s", src, err, code)
	}
	return e
}
