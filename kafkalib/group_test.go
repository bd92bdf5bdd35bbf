package kafkalib

import (
	"fmt"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
)

// shared creates the topic t with 4 partitions and a producer p.
func shared(s *script) {
	s.eval(`(do (kafka-create-topics "embedded" "t" "partitions" => 4) (set p (kafka-create "producer" "embedded")))`)
}

const memberOfG = `(kafka-create "consumer" "embedded" "group" => "g" "auto-offset-reset" => "earliest" "heartbeat-interval-ms" => 200 "metadata-max-age-ms" => 1000)`

// settleMembers polls with each of the consumers until each has n partitions, at most
// two minutes.
func settleMembers(t testing.TB, n string, members ...*script) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); {
		settled := true
		for _, m := range members {
			m.eval(`(for-each (kafka-poll c "t" 100) r (push out r/value))`)
			settled = settled && m.eval(`(size (kafka-assignment c))`).String() == n
		}
		if settled {
			return
		}
	}
	for _, m := range members {
		t.Logf("assignment: %s", m.eval(`(kafka-assignment c)`))
	}
	t.Fatalf("the members have not come to %s partitions each", n)
}

// sendNumbers sends values from a to b-1 by their text as keys.
func (s *script) sendNumbers(a, b int) {
	s.t.Helper()
	s.eval(fmt.Sprintf(`(do (set i %d) (while (< i %d) (do (kafka-send-records p (list (list "topic" => "t" "key" => (string i) "value" => (string i)))) (++ i))))`, a, b))
}

func TestMembersShareTheWork(t *testing.T) {
	sideBySide(t)
	for _, strategy := range []string{"cooperative-sticky", "range", "round-robin", "sticky"} {
		t.Run(strategy, func(t *testing.T) {
			s := newScript(t)
			shared(s)
			create := `(do (set out ()) (set c (kafka-create "consumer" "embedded" "group" => "g" "auto-offset-reset" => "earliest"
			  "heartbeat-interval-ms" => 200 "partition-assignment-strategy" => "` + strategy + `")))`
			other := s.another()
			s.eval(create)
			other.eval(create)
			settleMembers(t, "2", s, other)
			s.sendNumbers(0, 40)
			n := func(m *script) int { return m.eval(`out`).List().Len() }
			for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
				if n(s)+n(other) >= 40 {
					break
				}
				for _, m := range []*script{s, other} {
					m.eval(`(for-each (kafka-poll c 100) r (push out r/value))`)
				}
			}
			seen := make(map[string]int)
			for _, m := range []*script{s, other} {
				if n(m) == 0 {
					t.Error("one member has nothing")
				}
				values := m.eval(`out`).List()
				for i := range values.Len() {
					text, _ := values.At(i).AsString()
					seen[text]++
				}
			}
			for i := range 40 {
				if got := seen[fmt.Sprint(i)]; got != 1 {
					t.Errorf("record %d:\ngot  %d times\nwant once", i, got)
				}
			}
		})
	}
}

// TestRebalanceWaitsForTheScript asserts that nothing is taken from a member
// that works on the records of a poll, and that they are committed when it
// goes on.
func TestRebalanceWaitsForTheScript(t *testing.T) {
	sideBySide(t)
	s := newScript(t)
	shared(s)
	s.sendNumbers(0, 40)
	other := s.another()
	s.eval(`(do (set out ()) (set c ` + memberOfG + `))`)
	other.eval(`(do (set out ()) (set c ` + memberOfG + `))`)
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		if s.eval(`(for-each (kafka-poll c "t" 200) r (push out r/value))`); s.eval(`(size out)`).String() == "40" {
			break
		}
	}
	s.want(`(size out)`, `40`)
	other.want(`(size (kafka-poll c "t" 1000))`, `0`) // s works on its records
	other.want(`(kafka-assignment c)`, `()`)
	settleMembers(t, "2", s, other)
	s.want(`(size out)`, `40`)
	other.want(`(size out)`, `0`) // all was committed before it had the partitions
	s.eval(`(kafka-destroy c)`)
	settleMembers(t, "4", other)
	other.want(`(size out)`, `0`)
}

// TestOverdueMemberCommitsNothing asserts that a member that works longer than
// max-poll-interval-ms leaves, and that another one gets its last records.
func TestOverdueMemberCommitsNothing(t *testing.T) {
	sideBySide(t)
	s := newScript(t)
	shared(s)
	s.eval(`(kafka-send p "t" ("1" "2" "3") "partition" => 0)`)
	s.eval(`(set c (kafka-create "consumer" "embedded" "group" => "g" "auto-offset-reset" => "earliest" "heartbeat-interval-ms" => 200 "max-poll-interval-ms" => 4000 "auto-commit-interval-ms" => 50))`)
	other := s.another()
	other.eval(`(do (set out ()) (set c ` + memberOfG + `))`)
	s.want(`(list (kafka-poll c "t" 60000 "shape" => "values" "max-records" => 1) (kafka-poll c "t" 60000 "shape" => "values"))`,
		`(("1") ("2" "3"))`) // so "1" is done
	settleMembers(t, "4", other)
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		if other.eval(`(for-each (kafka-poll c 100) r (push out r/value))`); other.eval(`(size out)`).String() == "2" {
			break
		}
	}
	other.want(`out`, `("2" "3")`)
	s.want(`(kafka-assignment c)`, `()`)
	// The next poll joins again.
	s.eval(`(set out ())`)
	settleMembers(t, "2", s, other)
	s.want(`out`, `()`)
	other.want(`out`, `("2" "3")`)
}

func TestOnRebalance(t *testing.T) {
	s := newScript(t)
	shared(s)
	s.eval(`(do (set calls ()) (set out ()) (set c (kafka-create "consumer" "embedded" "group" => "g" "auto-offset-reset" => "earliest" "heartbeat-interval-ms" => 200
	  "on-rebalance" => (function (event partitions) (push calls (list event (size partitions)))))))`)
	settleMembers(t, "4", s)
	s.want(`calls`, `(("assigned" 4))`)
	other := s.another()
	other.eval(`(do (set out ()) (set c ` + memberOfG + `))`)
	settleMembers(t, "2", s, other)
	s.want(`(get calls 1)`, `("revoked" 2)`)
	s.want(`(kafka-destroy c)`, `true`)
}

// TestOnRebalanceFails asserts that an exception of the function does not stop
// the consumer.
func TestOnRebalanceFails(t *testing.T) {
	s := newScript(t)
	shared(s)
	s.eval(`(kafka-send p "t" "x")`)
	s.eval(`(do (set n 0) (set c (kafka-create "consumer" "embedded" "group" => "g" "auto-offset-reset" => "earliest"
	  "on-rebalance" => (function (event partitions) (do (++ n) (throw "Bad" event))))))`)
	s.want(`(kafka-poll c "t" 60000 "shape" => "values")`, `("x")`)
	s.want(`n`, `1`)
}

// TestStaticMember asserts that a member with group-instance-id does not leave
// when it is destroyed.
func TestStaticMember(t *testing.T) {
	s := newScript(t)
	shared(s)
	create := `(set c (kafka-create "consumer" "embedded" "group" => "g" "group-instance-id" => "i-1" "auto-offset-reset" => "earliest" "partition-assignment-strategy" => "range"))`
	s.eval(`(set out ())`)
	s.eval(create)
	settleMembers(t, "4", s)
	s.eval(`(kafka-destroy c)`)
	adm := kadm.NewClient(s.client())
	groups, err := adm.DescribeGroups(t.Context(), "g")
	if err != nil {
		t.Fatal(err)
	}
	if got := len(groups["g"].Members); got != 1 {
		t.Errorf("members after kafka-destroy:\ngot  %d\nwant 1", got)
	}
	s.eval(create)
	start := time.Now()
	settleMembers(t, "4", s)
	inTime(t, start, 5*time.Second)
}

// Trap 23: a member that died without leaving holds a rebalance up; a poll
// ends with its time all the same.
func TestPollWhileTheGroupWaitsForTheDead(t *testing.T) {
	alwaysSideBySide(t)
	broker := newEmbedded(t)
	f := &faultyDial{broker: broker}
	dead := newScriptOn(t, broker, WithDialer(f.dial))
	s := newScriptOn(t, broker)
	shared(s)
	dead.eval(`(do (set out ()) (set c (kafka-create "consumer" "localhost:9092" "group" => "g" "auto-offset-reset" => "earliest" "session-timeout-ms" => 6000)))`)
	settleMembers(t, "4", dead)
	f.setDown(true)
	s.eval(`(do (set out ()) (set c ` + memberOfG + `))`)
	start := time.Now()
	s.want(`(kafka-poll c "t" 100)`, `()`)
	inTime(t, start, 2*time.Second)
	settleMembers(t, "4", s)
}
