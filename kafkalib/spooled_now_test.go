package kafkalib

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// TestSpooledNowOrder has small calls, which are accepted at once, compete with
// large ones, which are not, before, during and after an outage: each record
// comes once, and those of a key in the order of acceptance.
func TestSpooledNowOrder(t *testing.T) {
	for _, options := range []string{``, `"spool-fsync" => 5`, `"max-buffered-records" => 200`} {
		t.Run(options, func(t *testing.T) {
			alwaysSideBySide(t)
			s := newSpoolScript(t)
			s.eval(`(kafka-create-topics "embedded" (list (list "name" => "t" "partitions" => 3)))`)
			s.producer(`"delivery" => "async" "spool-id" => true ` + options)
			p := s.findProducer()
			const senders, each = 4, 600
			send := func(from, to int) {
				var group sync.WaitGroup
				for sender := range senders {
					group.Go(func() {
						for i, n := from, 0; i < to; i += n {
							n = min(1+i%3*10, to-i) // 1, 11 or 21
							messages := make([]message, n)
							for j := range messages {
								messages[j] = message{topic: "t", partition: anyPartition, key: []byte{'a' + byte(sender)}, value: []byte(strconv.Itoa(i + j))}
							}
							if _, done := p.sendNow(messages, false); done {
								continue
							}
							if _, err := p.accept(t.Context(), messages, sendCall{}, false); err != nil {
								t.Error(err)
							}
						}
					})
				}
				group.Wait()
			}
			send(0, each/3)
			s.net.setDown(true)
			send(each/3, 2*each/3)
			s.net.setDown(false)
			send(2*each/3, each)
			s.want(`(kafka-flush p)`, `0`)
			l, _ := s.eval(`(apply (kafka-read "embedded" "t") r (list r/key r/value))`).AsList()
			got := make(map[string][]string)
			for i := range l.Len() {
				pair, _ := l.At(i).AsList()
				key, _ := pair.At(0).AsString()
				value, _ := pair.At(1).AsString()
				got[key] = append(got[key], value)
			}
			for sender := range senders {
				key := string(rune('a' + sender))
				if want := numbersOf(0, each); !slices.Equal(got[key], want) {
					t.Errorf("key %s\ngot  %v\nwant %v", key, got[key], want)
				}
			}
			if n := s.waiting(); n != 0 {
				t.Errorf("%d records wait", n)
			}
			soon(t, "call that is accepted at once", func() bool {
				_, done := p.sendNow([]message{{topic: "t", partition: anyPartition, value: []byte("v")}}, false)
				return done
			})
		})
	}
}

// TestSpooledNowRefuses asserts that calls that would have to wait, or fail, are
// not accepted at once, and that none of their records is in the spool.
func TestSpooledNowRefuses(t *testing.T) {
	one := []message{{topic: "t", partition: anyPartition, value: []byte("v")}}
	for _, tc := range []struct {
		name, options string
		messages      []message
		setup         func(*spoolScript)
	}{
		{"sync delivery", `"delivery" => "sync"`, one, nil},
		{"spool-fsync always", `"spool-fsync" => "always"`, one, nil},
		{"many", ``, slices.Repeat(one, atOnce+1), nil},
		{"large", ``, []message{{topic: "t", partition: anyPartition, value: make([]byte, 1<<20)}}, nil},
		{"no space", ``, one, func(s *spoolScript) { s.fs.fail(syscall.ENOSPC, nil) }},
		{"full", `"spool-max-bytes" => 4096`, []message{{topic: "t", partition: anyPartition, value: make([]byte, 5000)}}, nil},
		{"no room in memory", `"max-buffered-records" => 1`, slices.Repeat(one, 2), func(s *spoolScript) {
			s.net.setDown(true)
			s.eval(`(kafka-send p "t" ("u" "v" "w"))`) // the client takes one, the others fill what memory there is
			soon(s.t, "records in the spool", func() bool { return s.waiting() == 3 })
		}},
		{"closed", ``, one, func(s *spoolScript) { s.eval(`(kafka-destroy p)`) }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			alwaysSideBySide(t)
			s := newSpoolScript(t)
			s.eval(`(kafka-create-topics "embedded" "t")`)
			s.producer(`"delivery" => "async" ` + tc.options)
			p := s.findProducer()
			if tc.setup != nil {
				tc.setup(s)
			}
			before := p.spool.Stats().LastSequence
			if _, done := p.sendNow(tc.messages, false); done {
				t.Error("the call was accepted at once")
			}
			if after := p.spool.Stats().LastSequence; after != before {
				t.Errorf("records of a call that was not accepted are in the spool: %d, before %d", after, before)
			}
			s.fs.fail(nil, nil)
			s.net.setDown(false)
		})
	}
}

// TestSpooledNowReuse asserts that in mode "when-needed" the records in memory
// keep what they are while the entries of delivered ones serve again, also when
// all of memory is written to the spool in between.
func TestSpooledNowReuse(t *testing.T) {
	alwaysSideBySide(t)
	s := newSpoolScript(t)
	s.eval(`(kafka-create-topics "embedded" "t")`)
	s.producer(`"delivery" => "async" "spool-mode" => "when-needed" "max-buffered-records" => 300`)
	next := 0
	for range 4 {
		s.sendNumbers("t", next, next+250, `"key" => "k"`)
		s.want(`(kafka-flush p)`, `0`)
		s.net.setDown(true)
		s.sendNumbers("t", next+250, next+700, `"key" => "k"`)
		if s.waiting() == 0 {
			t.Error("more than memory holds was sent, and nothing is in the spool")
		}
		s.net.setDown(false)
		s.want(`(kafka-flush p)`, `0`)
		next += 700
	}
	if got, want := s.values("t"), numbersOf(0, next); !slices.Equal(got, want) {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), strings.Join(want, " "))
	}
}

// TestSpooledNowLarge asserts that records of which memory has no room for two
// are accepted at once and delivered in order.
func TestSpooledNowLarge(t *testing.T) {
	sideBySide(t)
	s := newSpoolScript(t)
	s.eval(`(kafka-create-topics "embedded" "t")`)
	s.producer(`"delivery" => "async" "buffer-memory" => 10000 "batch-size" => 8000`)
	var want []string
	for i := range 60 {
		want = append(want, strings.Repeat(strconv.Itoa(i%10), 1000+i%3*3000))
	}
	if err := s.Set("values", want); err != nil {
		t.Fatal(err)
	}
	s.net.setDown(true)
	s.eval(`(for-each values v (kafka-send p "t" v "key" => "k"))`)
	s.net.setDown(false)
	s.eval(`(for-each values v (kafka-send p "t" v "key" => "k"))`)
	s.want(`(kafka-flush p)`, `0`)
	if got := s.values("t"); !slices.Equal(got, slices.Concat(want, want)) {
		t.Errorf("got %d records, want %d in order", len(got), 2*len(want))
	}
}

// TestSpooledNowMemory asserts that while nothing is delivered what was accepted
// at once takes no more room in memory than the limits allow.
func TestSpooledNowMemory(t *testing.T) {
	alwaysSideBySide(t)
	s := newSpoolScript(t)
	s.eval(`(kafka-create-topics "embedded" "t")`)
	s.producer(`"delivery" => "async" "max-buffered-records" => 500 "buffer-memory" => 100000`)
	s.net.setDown(true)
	s.sendNumbers("t", 0, 5000, fmt.Sprintf(`"key" => %q`, strings.Repeat("k", 100)))
	p := s.findProducer()
	p.mu.Lock()
	records, bytes := p.live.records, p.live.bytes
	p.mu.Unlock()
	if records > 500 || bytes > 100000 {
		t.Errorf("in memory: got %d records of %d bytes, want at most 500 of 100000", records, bytes)
	}
	if n := s.waiting(); n != 5000 {
		t.Errorf("in the spool: got %d, want 5000", n)
	}
	s.net.setDown(false)
	s.want(`(kafka-flush p)`, `0`)
	if got, want := s.values("t"), numbersOf(0, 5000); !slices.Equal(got, want) {
		t.Errorf("got %d records, want %d in order", len(got), len(want))
	}
}
