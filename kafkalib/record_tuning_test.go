package kafkalib

import (
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// A produceLog notes the requests to produce that an embedded broker gets, and
// answers them in its own way.
type produceLog struct {
	mu    sync.Mutex
	times []time.Time
	acks  []int16
	limit []int32 // the time that the request gives the broker
}

// watch answers each request: with an error where code is not nil, else not at
// all; where pass is set the broker itself answers.
func (p *produceLog) watch(broker *Embedded, pass bool, code *kerr.Error) {
	broker.Cluster().ControlKey(int16(kmsg.Produce), func(r kmsg.Request) (kmsg.Response, error, bool) {
		broker.Cluster().KeepControl()
		req := r.(*kmsg.ProduceRequest)
		p.mu.Lock()
		p.times, p.acks, p.limit = append(p.times, time.Now()), append(p.acks, req.Acks), append(p.limit, req.TimeoutMillis)
		p.mu.Unlock()
		if pass {
			return nil, nil, false
		}
		if code == nil {
			broker.Cluster().SleepControl(func() { time.Sleep(300 * time.Millisecond) }) // longer than the request may take
			return nil, errSilent, true
		}
		resp := req.ResponseKind().(*kmsg.ProduceResponse)
		for _, t := range req.Topics {
			topic := kmsg.NewProduceResponseTopic()
			topic.Topic, topic.TopicID = t.Topic, t.TopicID
			for _, part := range t.Partitions {
				answer := kmsg.NewProduceResponseTopicPartition()
				answer.Partition, answer.ErrorCode = part.Partition, code.Code
				topic.Partitions = append(topic.Partitions, answer)
			}
			resp.Topics = append(resp.Topics, topic)
		}
		return resp, nil, true
	})
}

type silent struct{}

func (silent) Error() string { return "no answer" }

var errSilent = silent{}

func (p *produceLog) attempts() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.times)
}

// TestRecorderAcks asserts what the broker is asked for, and what counts as
// confirmed.
func TestRecorderAcks(t *testing.T) {
	for options, want := range map[string]struct {
		acks        int16
		unconfirmed string
	}{`"acks" => 0`: {0, "1"}, `"acks" => 1`: {1, "0"}, `"acks" => "all"`: {-1, "0"}, ``: {-1, "0"}} {
		t.Run(options, func(t *testing.T) {
			s := recorderScript(t, options)
			var log produceLog
			log.watch(s.broker, true, nil)
			s.want(`(kafka-record r "x")`, "true")
			s.want(`(kafka-flush r 20000)`, "0")
			if log.attempts() != 1 || log.acks[0] != want.acks {
				t.Errorf("acks of the requests:\n got %v\nwant [%d]", log.acks, want.acks)
			}
			s.want(`(do (set st (kafka-stats r)) (list st/recorder/delivered st/recorder/unconfirmed))`, "(1 "+want.unconfirmed+")")
		})
	}
}

// TestRecorderRetries asserts that an event fails after so many repeats.
func TestRecorderRetries(t *testing.T) {
	s := recorderScript(t, `"retries" => 2 "retry-backoff-ms" => 1 "acks" => 1`)
	var log produceLog
	log.watch(s.broker, false, kerr.NotLeaderForPartition)
	s.want(`(kafka-record r "x")`, "true")
	s.want(`(kafka-flush r 20000)`, "0")
	if got := log.attempts(); got != 3 {
		t.Errorf("attempts:\n got %d\nwant 3, the first and 2 repeats", got)
	}
	s.want(`(do (set st (kafka-stats r)) (list st/recorder/delivered st/recorder/failed))`, "(0 1)")
	s.want(`(apply (kafka-events r 0 "codes" => ("DELIVERY_FAILED")) e e/topic)`, `("t")`)
}

// TestRecorderRetryBackoff asserts the pause between two attempts.
func TestRecorderRetryBackoff(t *testing.T) {
	s := recorderScript(t, `"retries" => 1 "retry-backoff-ms" => 400 "retry-backoff-max-ms" => 400 "acks" => 1`)
	var log produceLog
	log.watch(s.broker, false, kerr.RequestTimedOut)
	s.eval(`(kafka-record r "x")`)
	s.want(`(kafka-flush r 20000)`, "0")
	if log.attempts() != 2 {
		t.Fatalf("attempts:\n got %d\nwant 2", log.attempts())
	}
	if pause := log.times[1].Sub(log.times[0]); pause < 300*time.Millisecond || pause > slack {
		t.Errorf("pause between the attempts:\n got %v\nwant about 400 ms", pause)
	}
}

// TestRecorderRequestTimeout has a broker that does not answer: the request is
// ended and repeated.
func TestRecorderRequestTimeout(t *testing.T) {
	s := recorderScript(t, `"request-timeout-ms" => 150 "retry-backoff-ms" => 1 "acks" => 1`)
	var log produceLog
	log.watch(s.broker, false, nil)
	s.eval(`(kafka-record r "x")`)
	eventually(t, "the request is repeated", func() bool { return log.attempts() >= 2 })
	log.mu.Lock()
	defer log.mu.Unlock()
	if log.limit[0] != 150 {
		t.Errorf("time that the request gives the broker:\n got %d ms\nwant 150", log.limit[0])
	}
	s.fails(`(kafka-destroy r "timeout-ms" => 1)`, "DELIVERY_TIMED_OUT")
}

// TestRecorderMaxBlock asserts how long a full recorder waits for room.
func TestRecorderMaxBlock(t *testing.T) {
	for _, tc := range []struct {
		options string
		least   time.Duration
	}{
		{`"when-full" => "block" "max-block-ms" => 200`, 200 * time.Millisecond},
		{`"when-full" => "block" "max-block-ms" => 0`, 0},
		{`"max-block-ms" => 60000`, 0}, // drop-newest never waits
	} {
		s := newEmbeddedScript(t)
		s.eval(`(set r (kafka-create "recorder" ("servers" => "127.0.0.1:1" "topic" => "t" "max-buffered-records" => 1) ` + tc.options + `))`)
		s.want(`(kafka-record r 1)`, "true")
		began := time.Now()
		s.want(`(kafka-record r 2)`, "false")
		if took := time.Since(began); took < tc.least {
			t.Errorf("%s: took %v, want at least %v", tc.options, took, tc.least)
		}
		inTime(t, began, tc.least)
		s.try(`(kafka-destroy r "timeout-ms" => 1)`)
	}
}
