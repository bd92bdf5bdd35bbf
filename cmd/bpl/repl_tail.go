package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/repl"
)

const (
	tailPoll  = 250 // milliseconds that a poll of :tail waits
	tailWidth = 200 // characters of a value that are shown
	tailBatch = 500 // records that are printed at a time
)

// tail prints the records of a topic that come from now on, until ctx ends.
func (k *kafkaSession) tail(ctx context.Context, c *repl.Console, args string) error {
	words := strings.Fields(args)
	if len(words) == 0 || len(words) > 2 {
		return repl.Misuse("got no topic")
	}
	s := c.Session()
	where, err := servers(ctx, s, strings.Join(words[1:], ""))
	if err != nil {
		return err
	}
	topic := interp.String(words[0])
	consumer, err := tailConsumer(ctx, s, where)
	if err != nil {
		return err
	}
	defer func() { // also where ctx has ended
		_, _ = callFunction(context.WithoutCancel(ctx), s, "kafka-destroy", consumer)
	}()
	t := tailing{began: time.Now()}
	for ctx.Err() == nil {
		v, err := callFunction(ctx, s, "kafka-poll", consumer, topic, interp.Int(tailPoll))
		if err != nil {
			if ctx.Err() != nil {
				break
			}
			return err
		}
		if err := t.print(s, c, v); err != nil {
			return err
		}
		c.Status(fmt.Sprintf("%d records, %.1f per second; Ctrl-C ends", t.count, t.rate()))
	}
	fmt.Fprintf(c.Out(), "%d records in %.0f s\n", t.count, time.Since(t.began).Seconds())
	return nil
}

// tailConsumer makes a consumer of what comes from now on.
func tailConsumer(ctx context.Context, s *interp.Session, where interp.Value) (interp.Value, error) {
	code, err := s.Interp().ParseOne("", `(kafka-create "consumer" "servers" "auto-offset-reset" => "latest" "value-codec" => "ByteArray" "key-codec" => "ByteArray")`)
	if err != nil {
		return interp.Null(), err
	}
	l, _ := code.AsList()
	l.SetAt(2, where)
	return s.EvalValue(ctx, code)
}

// A tailing counts what was printed.
type tailing struct {
	began time.Time
	count int
}

func (t *tailing) rate() float64 { return float64(t.count) / max(time.Since(t.began).Seconds(), 0.001) }

// print writes the records of a poll, several at a time.
func (t *tailing) print(s *interp.Session, c *repl.Console, records interp.Value) error {
	var b strings.Builder
	n := 0
	s.Do(func(*interp.Session) {
		l, _ := records.AsList()
		for n = range l.Len() {
			r, ok := l.At(n).AsList()
			if !ok {
				continue
			}
			field := func(name string) interp.Value {
				v, _ := r.Get(name)
				return v
			}
			b.WriteString(field("partition").String() + ":" + field("offset").String() + "  ")
			if key := field("key"); !key.IsNull() {
				b.WriteString(syntax.Cut(key, tailWidth) + "  ")
			}
			b.WriteString(syntax.Cut(field("value"), tailWidth) + "\n")
		}
		n = l.Len()
	})
	t.count += n
	if n == 0 {
		return nil
	}
	_, err := c.Out().Write([]byte(b.String()))
	return err
}
