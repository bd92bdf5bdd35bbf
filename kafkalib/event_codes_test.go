package kafkalib

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// A provocation makes a handle raise an event of a code.
type provocation struct {
	code    string
	options []kfake.Opt
	src     string                      // creates the handle h
	act     func(c *faultyCluster)      // makes it happen
	want    string                      // the fields of the first event but time, client, host, port and error
	err     string                      // the code of its "error"
	count   int                         // how many come; 1 where it is 0
	control func(broker *kfake.Cluster) // set before anything is asked
}

const (
	sendOne   = `(kafka-send h "t" "x")`
	consumerH = `(set h (kafka-create "consumer" "localhost:9092" "auto-offset-reset" => "earliest"`
)

// evaluate returns an act that evaluates one source after the other.
func evaluate(sources ...string) func(*faultyCluster) {
	return func(c *faultyCluster) {
		for _, src := range sources {
			c.eval(src)
		}
	}
}

func (c *faultyCluster) fill(values string) {
	c.t.Helper()
	c.eval(`(do (set filler (kafka-create "producer" "embedded")) (kafka-send filler "t" ` + values + ` "partition" => 0) (kafka-destroy filler))`)
}

var provocations = []provocation{
	{code: "CLIENT_CREATED", src: `(set h (kafka-create "admin" "localhost:9092"))`, act: evaluate(), want: `severity info`},
	{code: "BROKER_CONNECTED", src: `(set h (kafka-create "admin" "localhost:9092"))`, act: evaluate(`(kafka-list-topics h)`), want: `severity info broker B`},
	{code: "LEADER_CHANGED", src: `(set h (kafka-create "producer" "localhost:9092"))`, want: `severity info broker 2 topic t partition 0`,
		act: func(c *faultyCluster) {
			c.move("t", 0, 1)
			c.eval(`(kafka-send h "t" "x" "partition" => 0)`)
			time.Sleep(6 * time.Second)
			c.move("t", 0, 2)
			time.Sleep(6 * time.Second)
		}},
	{code: "PARTITION_COUNT_CHANGED", src: `(set h (kafka-create "producer" "localhost:9092"))`, want: `severity info topic t count 9`,
		act: func(c *faultyCluster) {
			c.eval(sendOne)
			time.Sleep(6 * time.Second)
			c.eval(`(kafka-create-partitions "embedded" "t" 9)`)
			time.Sleep(6 * time.Second)
		}},
	{code: "TOPIC_RECREATED", src: `(set h (kafka-create "producer" "localhost:9092"))`, want: `severity warning topic t`,
		act: evaluate(sendOne, `(do (kafka-delete-topics "embedded" "t") (kafka-create-topics "embedded" "t"))`, sendOne)},
	{code: "COORDINATOR_CHANGED", src: consumerH + ` "group" => "g" "heartbeat-interval-ms" => 100 "session-timeout-ms" => 6000))`, want: `severity info broker B`,
		act: func(c *faultyCluster) {
			c.eval(`(kafka-poll h "t" 5000)`)
			old := c.broker.Cluster().CoordinatorFor("g")
			for c.broker.Cluster().CoordinatorFor("g") == old {
				c.broker.Cluster().RehashCoordinators()
			}
			c.eval(`(kafka-poll h 5000)`)
		}},
	{code: "BROKER_REMOVED", src: `(set h (kafka-create "admin" "localhost:9092"))`, want: `severity info broker 2`,
		act: func(c *faultyCluster) {
			c.eval(`(kafka-list-topics h)`)
			time.Sleep(6 * time.Second)
			if err := c.broker.Cluster().RemoveNode(2); err != nil {
				c.t.Fatal(err)
			}
			time.Sleep(15 * time.Second)
		}},
	{code: "BROKER_ADDED", src: `(set h (kafka-create "admin" "localhost:9092"))`, want: `severity info broker 2`,
		act: func(c *faultyCluster) {
			if err := c.broker.Cluster().RemoveNode(2); err != nil {
				c.t.Fatal(err)
			}
			c.eval(`(kafka-list-topics h)`)
			time.Sleep(6 * time.Second)
			if _, _, err := c.broker.Cluster().AddNode(2, 9094); err != nil {
				c.t.Fatal(err)
			}
			time.Sleep(15 * time.Second)
		}},
	{code: "BROKER_THROTTLED", src: `(set h (kafka-create "producer" "localhost:9092"))`, want: `severity warning broker B count 1 duration-ms 250`,
		control: func(broker *kfake.Cluster) {
			broker.ControlKey(int16(kmsg.Produce), func(r kmsg.Request) (kmsg.Response, error, bool) {
				resp := r.ResponseKind().(*kmsg.ProduceResponse)
				resp.ThrottleMillis = 250
				for _, t := range r.(*kmsg.ProduceRequest).Topics {
					answer := kmsg.NewProduceResponseTopic()
					answer.Topic, answer.TopicID = t.Topic, t.TopicID
					for _, p := range t.Partitions {
						one := kmsg.NewProduceResponseTopicPartition()
						one.Partition = p.Partition
						answer.Partitions = append(answer.Partitions, one)
					}
					resp.Topics = append(resp.Topics, answer)
				}
				return resp, nil, true
			})
		}, act: evaluate(sendOne)},
	{code: "AUTHENTICATION_FAILED", options: []kfake.Opt{kfake.EnableSASL(), kfake.Superuser("PLAIN", "alice", "right")},
		src: `(set h (kafka-create "admin" "localhost:9092" "security-protocol" => "SASL_PLAINTEXT" "sasl-mechanism" => "PLAIN" "sasl-username" => "alice" "sasl-password" => "wrong"))`,
		act: evaluate(`(try (kafka-list-topics h) (e "KafkaException" => null))`), want: `severity error`, err: "AUTHENTICATION_FAILED"},
	{code: "REQUEST_TIMEOUT", src: `(set h (kafka-create "producer" "localhost:9092" "request-timeout-ms" => 500 "delivery-timeout-ms" => 20000 "event-probe-ms" => 0))`,
		act: func(c *faultyCluster) {
			c.eval(`(kafka-send h "t" "x" "partition" => 1)`)
			c.net.mute(true)
			time.AfterFunc(1200*time.Millisecond, func() { c.net.mute(false) })
			c.eval(`(kafka-send h "t" "x" "partition" => 1)`)
		}, want: `severity warning broker B duration-ms D`, err: "TIMED_OUT"},
	{code: "PARTITIONS_ASSIGNED", src: consumerH + ` "group" => "g"))`, act: evaluate(`(kafka-poll h "t" 5000)`),
		want: `severity info partitions (("topic" => "t" "partition" => 0) ("topic" => "t" "partition" => 1) ("topic" => "t" "partition" => 2))`},
	{code: "PARTITIONS_REVOKED", src: consumerH + ` "group" => "g"))`, act: evaluate(`(kafka-poll h "t" 5000)`, `(kafka-subscribe h ())`),
		want: `severity info partitions (("topic" => "t" "partition" => 0) ("topic" => "t" "partition" => 1) ("topic" => "t" "partition" => 2))`},
	{code: "PARTITIONS_LOST", src: consumerH + ` "group" => "g" "heartbeat-interval-ms" => 100 "session-timeout-ms" => 6000))`,
		act: func(c *faultyCluster) {
			c.eval(`(kafka-poll h "t" 5000)`)
			c.broker.Cluster().Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.Heartbeat}, Group: "g", TopLevel: true, Err: kerr.UnknownMemberID})
			c.eval(`(kafka-poll h 3000)`)
		}, want: `severity warning partitions (("topic" => "t" "partition" => 0) ("topic" => "t" "partition" => 1) ("topic" => "t" "partition" => 2))`},
	{code: "GROUP_ERROR", src: consumerH + ` "group" => "g" "max-poll-interval-ms" => 6000 "session-timeout-ms" => 6000))`,
		act: func(c *faultyCluster) {
			c.fill(`"1"`)
			c.eval(`(kafka-poll h "t" 5000)`)
			time.Sleep(7 * time.Second)
		}, want: `severity error duration-ms 6000`, err: "TIMED_OUT"},
	{code: "COMMIT_FAILED", src: consumerH + ` "group" => "g" "enable-auto-commit" => false))`,
		act: func(c *faultyCluster) {
			c.fill(`"1"`)
			c.eval(`(kafka-poll h "t" 5000)`)
			c.broker.Cluster().Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.OffsetCommit}, Topic: "t", Err: kerr.OffsetMetadataTooLarge, Count: -1})
			c.eval(`(kafka-commit h "async" => true)`)
			time.Sleep(time.Second)
		}, want: `severity error topic t partition 0`, err: "OFFSET_METADATA_TOO_LARGE"},
	{code: "FETCH_FAILED", src: consumerH + `))`,
		act: func(c *faultyCluster) {
			c.broker.Cluster().Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.Fetch}, Topic: "t", Partitions: []int32{0}, Err: kerr.UnknownServerError})
			c.eval(`(kafka-poll h "t" 5000)`)
		}, want: `severity warning topic t partition 0`, err: "UNKNOWN_SERVER_ERROR"},
	{code: "OFFSET_RESET", src: consumerH + `))`,
		act: func(c *faultyCluster) {
			c.fill(`("1" "2" "3")`)
			c.eval(`(do (kafka-delete-records "embedded" (list (list "topic" => "t" "partition" => 0 "offset" => 2)))
			  (kafka-assign h (list (list "topic" => "t" "partition" => 0 "offset" => 0))) (kafka-poll h 5000))`)
		}, want: `severity warning topic t partition 0 offset 2`, err: "OFFSET_OUT_OF_RANGE"},
	{code: "DECODE_FAILED", src: consumerH + ` "value-codec" => "Json" "on-decode-error" => "skip"))`,
		act: func(c *faultyCluster) {
			c.fill(`"{"`)
			c.eval(`(kafka-poll h "t" 2000)`)
		}, want: `severity warning topic t partition 0 offset 0 record R`, err: "DESERIALIZATION"},
	{code: "PARTITION_EOF", src: consumerH + ` "enable-partition-eof" => true))`,
		act: func(c *faultyCluster) {
			c.fill(`("1" "2" "3")`)
			c.eval(`(do (kafka-assign h (list (list "topic" => "t" "partition" => 0 "offset" => "beginning"))) (kafka-poll h 5000 "max-records" => 2))`)
			if got := c.eval(`(size (kafka-events h 0 "codes" => "PARTITION_EOF"))`).String(); got != "0" {
				c.t.Errorf("PARTITION_EOF before the last record: got %s, want 0", got)
			}
			c.eval(`(do (kafka-poll h 1000) (kafka-poll h 1000))`)
		}, want: `severity info topic t partition 0 offset 3`},
	{code: "DELIVERY_FAILED", src: `(set h (kafka-create "producer" "localhost:9092" "delivery" => "async"))`,
		act:  evaluate(`(do (kafka-send h "t" "x" "partition" => 77) (try (kafka-flush h) (e "KafkaException" => null)))`),
		want: `severity error topic t partition 77 record R`, err: "UNKNOWN_TOPIC_OR_PARTITION"},
	{code: "DELIVERY_RESOLVED", src: `(set h (kafka-create "producer" "localhost:9092" "delivery" => "async" "delivery-timeout-ms" => 2000 "linger-ms" => 0))`,
		act: func(c *faultyCluster) {
			c.eval(`(do (kafka-send h "t" "x" "partition" => 0) (kafka-flush h))`)
			c.net.freeze()
			c.eval(`(kafka-send h "t" "y" "partition" => 0)`)
			time.Sleep(4 * time.Second)
			c.net.thaw(false)
			time.Sleep(time.Second)
		}, want: `severity info topic t partition 0 offset 1 outcome delivered record R`},
	{code: "RECORD_DROPPED", src: `(set h (kafka-create "producer" "localhost:9092" "delivery" => "async" "when-full" => "drop-newest" "max-buffered-records" => 2 "linger-ms" => 1000))`,
		act: evaluate(`(kafka-send h "t" ("1" "2" "3"))`), want: `severity warning topic t count 1 record R`},
	{code: "QUEUE_FULL", src: `(set h (kafka-create "producer" "localhost:9092" "delivery" => "async" "when-full" => "drop-newest" "max-buffered-records" => 2 "linger-ms" => 1000))`,
		act: evaluate(`(kafka-send h "t" ("1" "2" "3" "4"))`), want: `severity warning count 2`},
	{code: "QUEUE_DRAINED", src: `(set h (kafka-create "producer" "localhost:9092" "delivery" => "async" "when-full" => "drop-newest" "max-buffered-records" => 2 "linger-ms" => 1000))`,
		act: evaluate(`(do (kafka-send h "t" ("1" "2" "3" "4")) (kafka-flush h))`), want: `severity info count 1 duration-ms D`},
	{code: "CALLBACK_FAILED", src: `(set h (kafka-create "producer" "localhost:9092" "on-delivery" => (function (r) (throw "Wrong" "no"))))`,
		act: evaluate(`(do (kafka-send h "t" "x") (kafka-flush h))`), want: `severity error`, err: "INVALID_ARGUMENT"},
	{code: "EVENTS_DISCARDED", src: `(set h (kafka-create "producer" "localhost:9092" "event-buffer" => 1))`, act: evaluate(sendOne), want: `severity warning count C`},
}

// provokedElsewhere are the codes with tests of their own.
var provokedElsewhere = map[string]string{
	"CLIENT_CLOSED":         "TestOnEventOfDestroy",
	"BROKER_CONNECT_FAILED": "TestTrap56RefusedPort", "BROKER_DISCONNECTED": "TestIdleClientSeesOutages",
	"ALL_BROKERS_DOWN": "TestAllBrokersDown", "BROKERS_UP": "TestAllBrokersDown",
	"METADATA_BEHIND": "admin_fault_test.go",
}

// TestEventCodes provokes each event and checks where it is raised and that
// its fields are those that kafka-codes tells.
func TestEventCodes(t *testing.T) {
	for _, p := range provocations {
		t.Run(p.code, func(t *testing.T) {
			bubble(t, func(t *testing.T) { p.run(t) })
		})
	}
}

func (p provocation) run(t *testing.T) {
	c := newFaultyCluster(t, 3, p.options...)
	if p.control != nil {
		p.control(c.broker.Cluster())
	}
	c.eval(p.src)
	p.act(c)
	synctest.Wait()
	v := c.eval(`(kafka-events h 2000 "codes" => "` + p.code + `")`)
	events, _ := v.AsList()
	if events.Len() != max(p.count, 1) {
		t.Fatalf("%s came %d times, want %d\n%s\nothers: %s", p.code, events.Len(), max(p.count, 1), v, c.eval(`(kafka-events h)`))
	}
	e, _ := events.At(0).AsList()
	entry := eventEntry(p.code)
	var shown []string
	code := ""
	for i := range e.Len() {
		name, value := e.Name(i), e.At(i)
		text := value.String()
		if s, ok := value.AsString(); ok {
			text = s
		}
		switch name {
		case "code", "time", "client":
			continue
		case "severity":
		default:
			if !slices.Contains(entry.fields, name) {
				t.Errorf("%s has the field %s; kafka-codes tells of %v only", p.code, name, entry.fields)
			}
		}
		switch name {
		case "host", "port":
			continue
		case "error":
			code = errorCode(value)
			continue
		case "record":
			text = "R"
		case "broker", "duration-ms", "count":
			if strings.Contains(p.want, name+" "+strings.ToUpper(name[:1])) {
				text = strings.ToUpper(name[:1])
			}
		}
		shown = append(shown, name+" "+text)
	}
	if got := strings.Join(shown, " "); got != p.want || code != p.err {
		t.Errorf("%s\n got %s, error %q\nwant %s, error %q", p.code, got, code, p.want, p.err)
	}
}

func errorCode(v interp.Value) string {
	l, _ := v.AsList()
	code, _ := l.Get("code")
	s, _ := code.AsString()
	return s
}

// move makes a broker the leader of a partition.
func (c *faultyCluster) move(topic string, partition, broker int32) {
	c.t.Helper()
	if err := c.broker.Cluster().MoveTopicPartition(topic, partition, broker); err != nil {
		c.t.Fatal(err)
	}
}

// TestEveryEventIsProvoked asserts that each event of the table has a test, but
// those of the spool, of transactions, of the recorder and of alarms, which
// stand with these.
func TestEveryEventIsProvoked(t *testing.T) {
	tested := make(map[string]bool)
	for _, p := range provocations {
		tested[p.code] = true
	}
	for _, e := range eventCodes {
		switch prefix, _, _ := strings.Cut(e.name, "_"); prefix {
		case "SPOOL", "FALLBACK", "ALARM", "TRANSACTION", "PRODUCER":
			continue
		}
		if !tested[e.name] && provokedElsewhere[e.name] == "" {
			t.Errorf("nothing provokes %s", e.name)
		}
	}
	if t.Failed() {
		t.Log(fmt.Sprint(len(eventCodes), " codes"))
	}
}
