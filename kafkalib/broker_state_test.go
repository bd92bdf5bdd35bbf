package kafkalib

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// A broker timeline tells a brokerStates what happens at which second, and
// collects what it raises.
type timeline struct {
	*brokerStates
	start  time.Time
	raised []string
}

func newTimeline() *timeline {
	t := &timeline{start: time.Unix(1_000_000, 0)}
	t.brokerStates = newBrokerStates(time.Second, func(e Event) {
		text := fmt.Sprintf("%v %s", e.Time.Sub(t.start).Seconds(), strings.TrimPrefix(e.Code, "BROKER_"))
		switch {
		case e.Broker != nil:
			text += fmt.Sprint(" ", *e.Broker)
		case e.Host != "":
			text += " " + e.Host
		}
		if e.Duration != nil {
			text += fmt.Sprint(" after ", e.Duration.Seconds())
		}
		t.raised = append(t.raised, text)
	})
	return t
}

// seedID is how the client numbers the servers of its list.
const seedID = -1 << 31

// play carries out steps: "SECONDS WHAT BROKER…", where a broker is a number,
// at the host of that number, or a seed: "s" and the number of its host.
func (t *timeline) play(steps ...string) {
	for _, step := range steps {
		f := strings.Fields(step)
		var seconds float64
		fmt.Sscan(f[0], &seconds)
		now := t.start.Add(time.Duration(seconds * float64(time.Second)))
		t.advance(now)
		var list []clusterMember
		for _, name := range f[2:] {
			name, fenced := strings.CutPrefix(name, "f")
			number, seed := strings.CutPrefix(name, "s")
			id, address := int32(0), brokerAddress{"host" + number, 9092}
			fmt.Sscan(number, &id)
			if seed {
				id += seedID
			}
			switch f[1] {
			case "ok":
				t.success(id, address, now)
			case "fail":
				t.failed(id, address, clientError("CONNECTION_REFUSED", "refused", nil), now)
			case "auth":
				t.failed(id, address, clientError("AUTHENTICATION_FAILED", "wrong password", nil), now)
			case "throttle":
				t.throttled(id, address, 100*time.Millisecond, now)
			}
			list = append(list, clusterMember{id, address, fenced})
		}
		switch f[1] {
		case "members":
			t.members(list, true, now)
		case "metadata":
			t.members(list, false, now)
		}
		t.advance(now)
	}
}

func TestBrokerStates(t *testing.T) {
	for _, tc := range []struct {
		name  string
		steps []string
		want  []string
	}{
		{"first contact", []string{"0 ok 1", "1 ok 1 2"}, []string{"0 CONNECTED 1", "1 CONNECTED 2"}},
		{"a short failure", []string{"0 ok 1", "1 fail 1", "1.9 ok 1", "9 ok 1"}, []string{"0 CONNECTED 1"}},
		{"an outage",
			[]string{"0 ok 1 2", "1 fail 1", "1.5 fail 1", "2 fail 1", "5 fail 1", "9 ok 1"},
			[]string{"0 CONNECTED 1", "0 CONNECTED 2", "2 DISCONNECTED 1", "9 CONNECTED 1 after 7"}},
		{"two outages",
			[]string{"0 ok 1 2", "1 fail 1", "3 ok 1", "4 fail 1", "6 ok 1"},
			[]string{"0 CONNECTED 1", "0 CONNECTED 2", "3 DISCONNECTED 1", "3 CONNECTED 1 after 0", "6 DISCONNECTED 1", "6 CONNECTED 1 after 0"}},
		{"failures of a flapping broker", // each followed by a success in time
			[]string{"0 ok 1", "1 fail 1", "1.5 ok 1", "2 fail 1", "2.5 ok 1", "3 fail 1", "3.9 ok 1"}, []string{"0 CONNECTED 1"}},
		{"never reached",
			[]string{"0 ok 1", "0 fail 2", "1 fail 2", "30 fail 2", "31 ok 2"},
			[]string{"0 CONNECTED 1", "1 CONNECT_FAILED 2", "31 CONNECTED 2 after 30"}},
		{"all brokers down",
			[]string{"0 ok 1 2", "1 fail 1", "2 fail 1 2", "3 fail 1 2", "4 fail 1 2", "60 fail 1 2", "61 ok 2", "62 ok 1"},
			[]string{"0 CONNECTED 1", "0 CONNECTED 2", "2 DISCONNECTED 1", "3 DISCONNECTED 2", "4 ALL_BROKERS_DOWN",
				"61 CONNECTED 2 after 58", "61 BROKERS_UP 2 after 57", "62 CONNECTED 1 after 60"}},
		{"all brokers down for too short a time",
			[]string{"0 ok 1 2", "1 fail 1 2", "2.9 ok 1", "9 fail 2"},
			[]string{"0 CONNECTED 1", "0 CONNECTED 2", "2.9 DISCONNECTED 1", "2.9 DISCONNECTED 2", "2.9 CONNECTED 1 after 0"}},
		{"a rolling restart",
			[]string{"0 metadata 1 2 3", "0 ok 1 2 3", "1 fail 1", "3 ok 1", "4 fail 2", "6 ok 2", "7 fail 3", "9 ok 3"},
			[]string{"0 CONNECTED 1", "0 CONNECTED 2", "0 CONNECTED 3", "3 DISCONNECTED 1", "3 CONNECTED 1 after 0",
				"6 DISCONNECTED 2", "6 CONNECTED 2 after 0", "9 DISCONNECTED 3", "9 CONNECTED 3 after 0"}},
		{"brokers of the cluster that were never contacted keep it from being all down",
			[]string{"0 ok 1", "0 metadata 1 2", "1 fail 1", "9 fail 1"}, []string{"0 CONNECTED 1", "9 DISCONNECTED 1"}},
		{"no server is reached",
			[]string{"0 fail s1 s2", "1 fail s1", "2 fail s1", "60 ok s1", "60 metadata 1 2", "61 ok 2"},
			[]string{"1 CONNECT_FAILED host1", "1 CONNECT_FAILED host2", "2 ALL_BROKERS_DOWN",
				"60 CONNECTED host1 after 59", "60 BROKERS_UP host1 after 58", "61 CONNECTED 2 after 60"}},
		{"a server of the list is a broker: one contact",
			[]string{"0 ok s1", "0.1 metadata 1 2", "1 ok 1 s1"}, []string{"0.1 CONNECTED 1"}},
		{"a server of the list is no broker's address",
			[]string{"0 ok s7", "0.1 metadata 1 2", "1 ok 1", "2 fail s7", "9 ok 2"}, []string{"1 CONNECTED 1", "9 CONNECTED 2"}},
		{"a server of the list fails before the brokers are known",
			[]string{"0 fail s1", "0.1 ok s2", "0.2 metadata 2 3", "9 ok 2"}, []string{"0.2 CONNECTED 2"}},
		{"what is told by a server's name counts for its broker",
			[]string{"0 ok 1", "0 metadata 1 2", "1 fail s1", "3 ok s1"}, []string{"0 CONNECTED 1", "3 DISCONNECTED 1", "3 CONNECTED 1 after 0"}},
		{"an outage is no removal",
			[]string{"0 members 1 2 3", "0 ok 1 2 3", "1 fail 3", "2 metadata 1 2", "3 members 1 2 f3", "400 members 1 2 f3", "401 metadata 1 2", "402 ok 3"},
			[]string{"0 CONNECTED 1", "0 CONNECTED 2", "0 CONNECTED 3", "2 DISCONNECTED 3", "402 CONNECTED 3 after 400"}},
		{"a broker comes and goes",
			[]string{"0 members 1 2", "1 members 1 2 3", "2 ok 3", "3 members 1 2", "3.5 members 1 2 3", "4 members 1 2", "5 members 1 2", "6 fail 3", "9 members 1 2", "10 members 1 2 3"},
			[]string{"1 ADDED 3", "2 CONNECTED 3", "5 REMOVED 3", "10 ADDED 3"}},
		{"a broker goes, by lists without the fenced ones",
			[]string{"0 metadata 1 2", "1 metadata 1", "300 metadata 1", "301 metadata 1"}, []string{"301 REMOVED 2"}},
		{"a broker comes back in time, by lists without the fenced ones",
			[]string{"0 metadata 1 2", "1 metadata 1", "299 metadata 1 2", "302 metadata 1", "500 metadata 1"}, nil},
		{"a broker that is fenced from the beginning is not known",
			[]string{"0 members 1 f2", "1 members 1 f2", "2 members 1 2"}, []string{"2 ADDED 2"}},
		{"a broker that only the client's metadata knows",
			[]string{"0 metadata 1", "1 ok 2"}, []string{"1 ADDED 2", "1 CONNECTED 2"}},
		{"a broker that left does not come back by a late failure",
			[]string{"0 members 1 2", "1 members 1", "2 members 1", "3 fail 2", "9 ok 1"}, []string{"2 REMOVED 2", "9 CONNECTED 1"}},
		{"wrong credentials",
			[]string{"0 auth s1", "0.5 auth s1", "1 auth s1", "2 auth s1", "5 auth s1", "6 ok s1", "6 metadata 1", "7 auth 1"},
			[]string{"0 AUTHENTICATION_FAILED host1", "1 CONNECT_FAILED host1", "2 ALL_BROKERS_DOWN", "6 CONNECTED host1 after 5", "6 BROKERS_UP host1 after 4", "7 AUTHENTICATION_FAILED 1"}},
		{"throttling",
			[]string{"0 throttle 1", "0.5 throttle 1", "0.9 throttle 1", "1 throttle 1", "5 throttle 1"},
			[]string{"0 THROTTLED 1 after 0.1", "1 THROTTLED 1 after 0.1", "5 THROTTLED 1 after 0.1"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			line := newTimeline()
			line.play(tc.steps...)
			got, want := strings.Join(line.raised, "\n"), strings.Join(tc.want, "\n")
			if got != want {
				t.Errorf("raised\n got %s\nwant %s", got, want)
			}
		})
	}
}
