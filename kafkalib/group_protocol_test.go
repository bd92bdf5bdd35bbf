package kafkalib

import (
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"
	"github.com/twmb/franz-go/pkg/kversion"
)

const newProtocol = `(do (set out ()) (set c (kafka-create "consumer" "embedded" "group" => "g" "auto-offset-reset" => "earliest" "group-protocol" => "consumer")))`

func TestNewProtocolSharesTheWork(t *testing.T) {
	sideBySide(t)
	s := newScript(t)
	shared(s)
	other := s.another()
	s.eval(newProtocol)
	other.eval(newProtocol)
	settleMembers(t, "4", s)
	s.sendNumbers(0, 20)
	settleMembers(t, "2", s, other)
	s.sendNumbers(20, 40)
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		if s.eval(`out`).List().Len()+other.eval(`out`).List().Len() >= 40 {
			break
		}
		for _, m := range []*script{s, other} {
			m.eval(`(for-each (kafka-poll c 200) r (push out r/value))`)
		}
	}
	seen := make(map[string]int)
	for _, m := range []*script{s, other} {
		values := m.eval(`out`).List()
		for i := range values.Len() {
			text, _ := values.At(i).AsString()
			seen[text]++
		}
	}
	if len(seen) != 40 {
		t.Errorf("records seen:\ngot  %d\nwant 40", len(seen))
	}
	for v, n := range seen {
		if n != 1 {
			t.Errorf("record %s was seen %d times", v, n)
		}
	}
	s.want(`(kafka-commit c)`, `true`)
	s.want(`(get (get (kafka-describe-groups "embedded" "g") "g") "type")`, `"consumer"`)
	s.want(`(kafka-destroy c)`, `true`)
	settleMembers(t, "4", other)
}

func TestNewProtocolIsNeverSilentlyClassic(t *testing.T) {
	for name, opts := range map[string][]kfake.Opt{
		"broker of 3.9": {kfake.MaxVersions(kversion.V3_9_0())},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScript(t, opts...)
			shared(s)
			s.eval(newProtocol)
			s.fails(`(kafka-poll c "t" 60000)`, "UNSUPPORTED_VERSION")
			s.want(`(kafka-groups "embedded")`, `()`)
		})
	}
	t.Run("broker that refuses it", func(t *testing.T) {
		s := newEmbeddedScript(t)
		s.broker.Cluster().ControlKey(int16(kmsg.ConsumerGroupHeartbeat), func(req kmsg.Request) (kmsg.Response, error, bool) {
			s.broker.Cluster().KeepControl()
			resp := req.ResponseKind().(*kmsg.ConsumerGroupHeartbeatResponse)
			resp.ErrorCode = kerr.UnsupportedVersion.Code
			return resp, nil, true
		})
		shared(s)
		s.eval(newProtocol)
		s.fails(`(kafka-poll c "t" 60000)`, "UNSUPPORTED_VERSION")
		s.want(`(get (get (kafka-describe-groups "embedded" "g") "g") "members")`, `()`)
	})
}
