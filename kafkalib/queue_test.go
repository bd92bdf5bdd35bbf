package kafkalib

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// inBubble runs a test on a broker under a clock of its own.
func inBubble(t *testing.T, f func(t *testing.T, broker *Embedded), opts ...kfake.Opt) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { f(t, newEmbedded(t, opts...)) })
}

func TestQueueKeepsOrder(t *testing.T) {
	for _, inFlight := range []int64{1, 7, 10_000} {
		t.Run(strconv.FormatInt(inFlight, 10)+" in flight", func(t *testing.T) {
			tq := newTestQueue(t, newEmbedded(t), "max-in-flight-records", inFlight, "delivery", "async")
			var want []string
			for i := range 500 {
				v := strconv.Itoa(i)
				want = append(want, v)
				tq.send(v)
			}
			batch := make([]string, 500)
			for i := range batch {
				batch[i] = strconv.Itoa(500 + i)
			}
			want = append(want, batch...)
			tq.send(batch...)
			if left, failures, _, err := tq.flush(t.Context(), 30*time.Second); left != 0 || len(failures) != 0 || err != nil {
				t.Fatalf("flush: left %d, %d failures, %v", left, len(failures), err)
			}
			wantValues(t, tq.stored(), want...)
			if len(tq.delivered) != 1000 {
				t.Errorf("told outcomes: got %d, want 1000", len(tq.delivered))
			}
			for i, e := range tq.delivered {
				if string(e.record.Value) != strconv.Itoa(i) || e.record.Offset != int64(i) {
					t.Fatalf("outcome %d: got %q at offset %d", i, e.record.Value, e.record.Offset)
				}
			}
			if c, open := tq.counts(); c.accepted != 1000 || c.delivered != 1000 || open != 0 {
				t.Errorf("counters: got %+v, %d open", c, open)
			}
		})
	}
}

func TestQueueWithManySenders(t *testing.T) {
	tq := newTestQueue(t, newEmbedded(t), "max-in-flight-records", int64(50), "max-buffered-records", int64(120), "delivery", "async")
	var wg sync.WaitGroup
	for s := range 8 {
		wg.Go(func() {
			for i := range 300 {
				entries := messages(nil, fmt.Sprintf("%d/%d", s, i))
				if _, err := tq.accept(t.Context(), entries); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	if left, _, _, err := tq.flush(t.Context(), 30*time.Second); left != 0 || err != nil {
		t.Fatalf("flush: left %d, %v", left, err)
	}
	next := make(map[int]int)
	for _, v := range tq.stored() {
		var s, i int
		fmt.Sscanf(v, "%d/%d", &s, &i)
		if next[s] != i {
			t.Fatalf("sender %d: got record %d, want %d", s, i, next[s])
		}
		next[s]++
	}
	if len(next) != 8 || next[0] != 300 {
		t.Errorf("stored: %v", next)
	}
}

func TestSyncSendDoesNotLinger(t *testing.T) {
	inBubble(t, func(t *testing.T, broker *Embedded) {
		tq := newTestQueue(t, broker, "linger-ms", int64(60_000))
		tq.sendSync(time.Minute, "warm-up") // the first send waits for metadata
		start := time.Now()
		entries, err := tq.sendSync(time.Minute, "a", "b")
		if err != nil {
			t.Fatal(err)
		}
		wantOutcome(t, &entries[0], "", "")
		if took := time.Since(start); took > 100*time.Millisecond {
			t.Errorf("it took %v", took)
		}
	})
}

// Trap 14: a full buffer must not wait for the whole linger time.
func TestFullQueueDoesNotLinger(t *testing.T) {
	for _, tc := range []struct {
		name  string
		pairs []any
	}{
		{"buffer full", []any{"max-buffered-records", int64(5)}},
		{"client full", []any{"max-in-flight-records", int64(5)}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, broker *Embedded) {
				tq := newTestQueue(t, broker, append([]any{"linger-ms", int64(10_000), "delivery", "async"}, tc.pairs...)...)
				tq.sendSync(time.Minute, "warm-up")
				start := time.Now()
				for range 11 {
					tq.send("x")
				}
				if took := time.Since(start); took > time.Second {
					t.Errorf("eleven sends took %v", took)
				}
				tq.flush(t.Context(), time.Minute)
				if took := time.Since(start); took > time.Second {
					t.Errorf("with the flush it took %v", took)
				}
			})
		})
	}
}

func TestWhenFull(t *testing.T) {
	fill := func(t *testing.T, broker *Embedded, whenFull string) *testQueue {
		tq := newTestQueue(t, broker, "max-buffered-records", int64(4), "max-in-flight-records", int64(2), "when-full", whenFull, "delivery", "async", "max-block-ms", int64(3000))
		tq.send("warm-up")
		tq.flush(t.Context(), time.Minute)
		tq.net.freeze()
		tq.send("1", "2", "3", "4")
		return tq
	}
	t.Run("block", func(t *testing.T) {
		inBubble(t, func(t *testing.T, broker *Embedded) {
			tq := fill(t, broker, "block")
			start := time.Now()
			n, err := tq.accept(t.Context(), messages(nil, "5", "6"))
			if took := time.Since(start); n != 0 || took != 3*time.Second {
				t.Errorf("queued %d after %v, want 0 after 3s", n, took)
			}
			wantCode(t, errorFrom(err), "QUEUE_FULL")
			tq.net.thaw(false)
			tq.send("5", "6")
			tq.flush(t.Context(), time.Minute)
			wantValues(t, tq.stored(), "warm-up", "1", "2", "3", "4", "5", "6")
			if got := tq.codes(); !slices.Equal(got, []string{"QUEUE_FULL", "QUEUE_DRAINED"}) {
				t.Errorf("events: got %v", got)
			}
		})
	})
	t.Run("block, cancelled", func(t *testing.T) {
		inBubble(t, func(t *testing.T, broker *Embedded) {
			tq := fill(t, broker, "block")
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			start := time.Now()
			_, err := tq.accept(ctx, messages(nil, "5"))
			if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != time.Second {
				t.Errorf("got %v after %v", err, time.Since(start))
			}
			tq.net.thaw(false)
		})
	})
	t.Run("throw", func(t *testing.T) {
		inBubble(t, func(t *testing.T, broker *Embedded) {
			tq := fill(t, broker, "throw")
			_, err := tq.accept(t.Context(), messages(nil, "5"))
			wantCode(t, errorFrom(err), "QUEUE_FULL")
			tq.net.thaw(false)
		})
	})
	t.Run("drop-newest", func(t *testing.T) {
		inBubble(t, func(t *testing.T, broker *Embedded) {
			tq := fill(t, broker, "drop-newest")
			dropped := tq.send("5")
			wantOutcome(t, &dropped[0], "QUEUE_FULL", "no")
			tq.net.thaw(false)
			tq.flush(t.Context(), time.Minute)
			wantValues(t, tq.stored(), "warm-up", "1", "2", "3", "4")
			if n := len(tq.eventsOf("RECORD_DROPPED")); n != 1 {
				t.Errorf("RECORD_DROPPED: got %d, want 1", n)
			}
			if c, _ := tq.counts(); c.dropped != 1 {
				t.Errorf("counters: %+v", c)
			}
		})
	})
	t.Run("drop-oldest", func(t *testing.T) {
		inBubble(t, func(t *testing.T, broker *Embedded) {
			tq := fill(t, broker, "drop-oldest")
			tq.send("5", "6") // 3 and 4 wait in the queue and give way
			tq.send("7")      // then 5
			tq.net.thaw(false)
			tq.flush(t.Context(), time.Minute)
			wantValues(t, tq.stored(), "warm-up", "1", "2", "6", "7")
			if c, open := tq.counts(); c.dropped != 3 || open != 0 {
				t.Errorf("counters: %+v, %d open", c, open)
			}
		})
	})
}

func TestBufferMemory(t *testing.T) {
	inBubble(t, func(t *testing.T, broker *Embedded) {
		tq := newTestQueue(t, broker, "buffer-memory", int64(10), "when-full", "throw", "delivery", "async")
		_, err := tq.accept(t.Context(), messages(nil, "12345678901"))
		wantCode(t, errorFrom(err), "MESSAGE_TOO_LARGE")
		n, err := tq.accept(t.Context(), messages(nil, "12345", "12345", "1"))
		if n != 2 {
			t.Errorf("queued: got %d, want 2", n)
		}
		wantCode(t, errorFrom(err), "QUEUE_FULL")
		tq.flush(t.Context(), time.Minute)
		wantValues(t, tq.stored(), "12345", "12345")
	})
}

func TestPurge(t *testing.T) {
	inBubble(t, func(t *testing.T, broker *Embedded) {
		tq := newTestQueue(t, broker, "max-in-flight-records", int64(2), "delivery", "async")
		tq.send("warm-up")
		tq.flush(t.Context(), time.Minute)
		tq.net.freeze()
		entries := tq.send("1", "2", "3", "4", "5")
		synctest.Wait()
		purged, inFlight := tq.purge()
		if purged != 3 || inFlight != 2 {
			t.Errorf("got purged %d, in flight %d, want 3 and 2", purged, inFlight)
		}
		wantOutcome(t, &entries[4], "CLOSED", "no")
		tq.net.thaw(false)
		tq.flush(t.Context(), time.Minute)
		wantValues(t, tq.stored(), "warm-up", "1", "2")
		wantOutcome(t, &entries[1], "", "")
	})
}

func TestWaitingNeverCancels(t *testing.T) {
	inBubble(t, func(t *testing.T, broker *Embedded) {
		tq := newTestQueue(t, broker)
		tq.sendSync(time.Minute, "warm-up")
		tq.net.freeze()
		start := time.Now()
		entries, err := tq.sendSync(2*time.Second, "a")
		if !errors.Is(err, errWaitOver) || time.Since(start) != 2*time.Second {
			t.Errorf("got %v after %v", err, time.Since(start))
		}
		tq.net.thaw(false)
		tq.flush(t.Context(), time.Minute)
		wantOutcome(t, &entries[0], "", "")
		wantValues(t, tq.stored(), "warm-up", "a")
	})
}

// Trap 13: the reply is lost, the outcome is "possibly", and comes later.
func TestSwallowedReply(t *testing.T) {
	for _, tc := range []struct {
		name    string
		refuse  bool
		outcome string
		stored  []string
	}{
		{"stored", false, "delivered", []string{"warm-up", "a"}},
		{"refused later", true, "failed", []string{"warm-up"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, broker *Embedded) {
				tq := newTestQueue(t, broker, "delivery-timeout-ms", int64(1000))
				tq.sendSync(time.Minute, "warm-up")
				tq.net.freeze()
				if tc.refuse {
					broker.Cluster().ControlKey(int16(kmsg.Produce), func(kmsg.Request) (kmsg.Response, error, bool) {
						return nil, nil, true // never answered, not carried out
					})
				}
				start := time.Now()
				entries, err := tq.sendSync(time.Minute, "a")
				if err != nil {
					t.Fatal(err)
				}
				wantOutcome(t, &entries[0], "DELIVERY_TIMED_OUT", "possibly")
				if took := time.Since(start); took < time.Second || took > 1100*time.Millisecond {
					t.Errorf("it took %v, want about 1s", took)
				}
				if got := tq.codes(); len(got) != 0 {
					t.Errorf("events before the answer: got %v, want none", got)
				}
				if tc.refuse {
					broker.Cluster().Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.Produce}, Topic: "t", Err: kerr.TopicAuthorizationFailed, Count: -1})
				}
				tq.net.thaw(true)
				if left, _, _, _ := tq.flush(t.Context(), time.Minute); left != 1 {
					t.Errorf("left after flush: got %d, want the one with open outcome", left)
				}
				for range 300 {
					if len(tq.eventsOf("DELIVERY_RESOLVED")) > 0 {
						break
					}
					time.Sleep(100 * time.Millisecond)
				}
				got := tq.eventsOf("DELIVERY_RESOLVED")
				if len(got) != 1 || got[0].Outcome != tc.outcome || string(got[0].Record.Value) != "a" {
					t.Fatalf("events: got %+v, want DELIVERY_RESOLVED %s", got, tc.outcome)
				}
				wantOutcome(t, &entries[0], "DELIVERY_TIMED_OUT", "possibly") // what was told does not change
				wantValues(t, tq.stored(), tc.stored...)
				if left, _, _, _ := tq.flush(t.Context(), time.Minute); left != 0 {
					t.Errorf("left in the end: got %d, want 0", left)
				}
			})
		})
	}
}

func TestNeverWritten(t *testing.T) {
	for _, warm := range []bool{true, false} {
		for _, idempotent := range []bool{true, false} {
			t.Run(fmt.Sprintf("warm=%v idempotent=%v", warm, idempotent), func(t *testing.T) {
				inBubble(t, func(t *testing.T, broker *Embedded) {
					tq := newTestQueue(t, broker, "delivery-timeout-ms", int64(1000), "enable-idempotence", idempotent)
					if warm {
						tq.sendSync(time.Minute, "warm-up")
						time.Sleep(time.Second) // else the slot of the warm-up is still open
					}
					tq.net.setDown(true)
					start := time.Now()
					entries, err := tq.sendSync(time.Minute, "a", "b")
					if err != nil {
						t.Fatal(err)
					}
					for i := range entries {
						wantOutcome(t, &entries[i], "DELIVERY_TIMED_OUT", "no")
					}
					if took := time.Since(start); took > 1200*time.Millisecond {
						t.Errorf("it took %v, want about 1s", took)
					}
					tq.net.setDown(false)
					after, err := tq.sendSync(time.Minute, "c")
					if err != nil {
						t.Fatal(err)
					}
					wantOutcome(t, &after[0], "", "")
					if stored := tq.stored(); slices.Contains(stored, "a") || slices.Contains(stored, "b") {
						t.Errorf("a record reported as not stored is: %q", stored)
					}
				})
			})
		}
	}
}

func TestExpiryOfOneRecordSparesTheNext(t *testing.T) {
	inBubble(t, func(t *testing.T, broker *Embedded) {
		tq := newTestQueue(t, broker, "delivery-timeout-ms", int64(10_000), "delivery", "async")
		tq.send("warm-up")
		tq.flush(t.Context(), time.Minute)
		time.Sleep(10 * time.Second)
		tq.net.setDown(true)
		first := tq.send("first")
		time.Sleep(8 * time.Second)
		second := tq.send("second", "third")
		time.Sleep(3 * time.Second) // the first one's time is over, the others' is not
		tq.counts()                 // the lock orders this behind the outcome
		wantOutcome(t, &first[0], "DELIVERY_TIMED_OUT", "no")
		tq.net.setDown(false)
		tq.flush(t.Context(), time.Minute)
		wantOutcome(t, &second[0], "", "")
		wantOutcome(t, &second[1], "", "")
		wantValues(t, tq.stored(), "warm-up", "second", "third")
		if got := tq.eventsOf("DELIVERY_FAILED"); len(got) != 1 || string(got[0].Record.Value) != "first" {
			t.Errorf("DELIVERY_FAILED: got %+v", got)
		}
	})
}

func TestWaitingRecordsTimeOut(t *testing.T) {
	inBubble(t, func(t *testing.T, broker *Embedded) {
		tq := newTestQueue(t, broker, "delivery-timeout-ms", int64(1000), "max-in-flight-records", int64(1))
		tq.sendSync(time.Minute, "warm-up")
		tq.net.freeze()
		start := time.Now()
		entries, err := tq.sendSync(time.Minute, "a", "b", "c")
		if err != nil {
			t.Fatal(err)
		}
		wantOutcome(t, &entries[0], "DELIVERY_TIMED_OUT", "possibly")
		wantOutcome(t, &entries[1], "DELIVERY_TIMED_OUT", "no")
		wantOutcome(t, &entries[2], "DELIVERY_TIMED_OUT", "no")
		if took := time.Since(start); took > 1100*time.Millisecond {
			t.Errorf("it took %v", took)
		}
		tq.net.thaw(false)
	})
}

func TestBrokerErrors(t *testing.T) {
	for _, tc := range []struct {
		err       *kerr.Error
		persisted string
	}{
		{kerr.TopicAuthorizationFailed, "no"},
		{kerr.InvalidTimestamp, "no"},
		{kerr.UnknownServerError, "possibly"},
	} {
		t.Run(tc.err.Message, func(t *testing.T) {
			inBubble(t, func(t *testing.T, broker *Embedded) {
				tq := newTestQueue(t, broker)
				tq.sendSync(time.Minute, "warm-up")
				broker.Cluster().Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.Produce}, Topic: "t", Err: tc.err, Count: -1})
				entries, err := tq.sendSync(time.Minute, "a")
				if err != nil {
					t.Fatal(err)
				}
				wantOutcome(t, &entries[0], tc.err.Message, tc.persisted)
				if e := entries[0].err; e.Origin != OriginBroker || e.Topic != "t" || e.Partition == nil || *e.Partition != 0 {
					t.Errorf("place: %+v", e)
				}
			})
		})
	}
}

func TestRefusedByTheClient(t *testing.T) {
	inBubble(t, func(t *testing.T, broker *Embedded) {
		tq := newTestQueue(t, broker, "max-request-size", int64(1000))
		tq.sendSync(time.Minute, "warm-up")
		for _, tc := range []struct {
			name string
			set  func(e *entry)
			code string
		}{
			{"too large", func(e *entry) { e.record.Value = make([]byte, 2000) }, "MESSAGE_TOO_LARGE"},
			{"partition that does not exist", func(e *entry) { e.partition = 1 }, "UNKNOWN_TOPIC_OR_PARTITION"},
			{"unknown topic", func(e *entry) { e.record.Topic = "unknown" }, "UNKNOWN_TOPIC_OR_PARTITION"},
		} {
			call := newSending(1)
			entries := messages(call, "x")
			tc.set(&entries[0])
			start := time.Now()
			if _, err := tq.accept(t.Context(), entries); err != nil {
				t.Fatal(err)
			}
			if err := tq.wait(t.Context(), call, time.Minute); err != nil {
				t.Fatal(err)
			}
			wantOutcome(t, &entries[0], tc.code, "no")
			if took := time.Since(start); took > 1500*time.Millisecond {
				t.Errorf("%s: it took %v", tc.name, took)
			}
		}
	})
}

func TestAcksZero(t *testing.T) {
	inBubble(t, func(t *testing.T, broker *Embedded) {
		tq := newTestQueue(t, broker, "acks", int64(0))
		entries, err := tq.sendSync(time.Minute, "a", "b")
		if err != nil {
			t.Fatal(err)
		}
		wantOutcome(t, &entries[1], "", "")
		synctest.Wait()
		wantValues(t, tq.stored(), "a", "b")
	})
}

func TestCloseAbandons(t *testing.T) {
	inBubble(t, func(t *testing.T, broker *Embedded) {
		tq := newTestQueue(t, broker, "max-in-flight-records", int64(1), "delivery", "async")
		tq.send("warm-up")
		tq.flush(t.Context(), time.Minute)
		tq.net.freeze()
		entries := tq.send("a", "b")
		start := time.Now()
		failures, unkept := tq.close(t.Context(), 2*time.Second)
		if took := time.Since(start); took != 2*time.Second {
			t.Errorf("it took %v, want 2s", took)
		}
		if len(failures) != 2 || unkept != 0 {
			t.Fatalf("abandoned: got %d and %d", len(failures), unkept)
		}
		wantOutcome(t, &entries[0], "CLOSED", "possibly")
		wantOutcome(t, &entries[1], "CLOSED", "no")
		_, err := tq.accept(t.Context(), messages(nil, "c"))
		wantCode(t, errorFrom(err), "CLOSED")
		tq.net.thaw(false)
	})
}

func TestCloseEndsBlockedSenders(t *testing.T) {
	inBubble(t, func(t *testing.T, broker *Embedded) {
		tq := newTestQueue(t, broker, "max-buffered-records", int64(1), "delivery", "async")
		tq.send("warm-up")
		tq.flush(t.Context(), time.Minute)
		tq.net.freeze()
		tq.send("a")
		blocked := make(chan error, 1)
		go func() {
			_, err := tq.accept(t.Context(), messages(nil, "b"))
			blocked <- err
		}()
		synctest.Wait()
		go tq.close(context.Background(), time.Second)
		start := time.Now()
		wantCode(t, errorFrom(<-blocked), "CLOSED")
		if took := time.Since(start); took != 0 {
			t.Errorf("it waited %v", took)
		}
		time.Sleep(2 * time.Second)
		tq.net.thaw(false)
	})
}
