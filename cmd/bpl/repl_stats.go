package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/repl"
)

// showStats prints what the session and its clients have done: a few lines for each, or
// all figures of the clients that are named.
func (k *kafkaSession) showStats(ctx context.Context, c *repl.Console, args string) error {
	s := c.Session()
	named := strings.Fields(args)
	handles := named
	var b strings.Builder
	if len(named) == 0 {
		st := s.Stats()
		fmt.Fprintf(&b, "  session     executors %d, timers %d, steps %d, bytes %d\n", st.Executors, st.Timers, st.Steps, st.Bytes)
		var err error
		if handles, err = openHandles(ctx, s); err != nil {
			return err
		}
	}
	for _, id := range handles {
		v, err := callFunction(ctx, s, "kafka-stats", interp.String(id))
		if err != nil {
			return err
		}
		s.Do(func(*interp.Session) {
			l, _ := v.AsList()
			if len(named) == 0 {
				summary(&b, l)
			} else {
				fmt.Fprintf(&b, "  %s\n", id)
				figures(&b, l, "    ")
			}
		})
	}
	_, err := c.Out().Write([]byte(b.String()))
	return err
}

// openHandles are the clients of the session.
func openHandles(ctx context.Context, s *interp.Session) ([]string, error) {
	v, err := callFunction(ctx, s, "kafka-clients")
	if err != nil {
		return nil, err
	}
	var ids []string
	s.Do(func(*interp.Session) {
		l, _ := v.AsList()
		for _, client := range l.All() {
			if id, ok := part(client, "id").AsString(); ok {
				ids = append(ids, id)
			}
		}
	})
	return ids, nil
}

// summary prints what one wants to know of a client first, and of each of its brokers.
func summary(w io.Writer, l *interp.List) {
	all := interp.FromList(l)
	kind, _ := part(all, "type").AsString()
	fmt.Fprintf(w, "  %-4s %-8s ", nameOf(part(all, "name")), kind)
	switch kind {
	case "consumer", "share-consumer":
		fmt.Fprintf(w, "fetched %v, waiting %v, lag %s", part(all, "rxmsgs"), part(all, "fetchq-cnt"), lagOf(all))
	case "producer", "recorder":
		fmt.Fprintf(w, "delivered %v, failed %v, waiting %v, queue-age %v ms", part(all, "delivered"), part(all, "failed"), part(all, "msg-cnt"), part(all, "queue-age"))
	default:
		fmt.Fprintf(w, "requests %v, answers %v", part(all, "tx"), part(all, "rx"))
	}
	fmt.Fprintf(w, ", errors %v, under-replicated %v\n", part(all, "errs"), part(all, "under-replicated"))
	brokers, _ := part(all, "brokers").AsList()
	if brokers == nil {
		return
	}
	for name, b := range brokers.All() {
		fmt.Fprintf(w, "       broker %s %s %s, rtt p50 %v p99 %v ms, waitresp-age %v ms, requests %v, answers %v\n", name, nameOf(part(b, "nodename")),
			nameOf(part(b, "state")), part(b, "rtt", "p50"), part(b, "rtt", "p99"), part(b, "waitresp-age"), part(b, "tx"), part(b, "rx"))
	}
}

// lagOf is the sum of the lags that are known.
func lagOf(all interp.Value) string {
	sum, known := int64(0), false
	topics, _ := part(all, "topics").AsList()
	if topics == nil {
		return "-"
	}
	for _, t := range topics.All() {
		partitions, ok := part(t, "partitions").AsList()
		if !ok {
			continue
		}
		for _, p := range partitions.All() {
			if n, ok := part(p, "consumer-lag").AsInt(); ok {
				sum, known = sum+n, true
			}
		}
	}
	if !known {
		return "-"
	}
	return fmt.Sprint(sum)
}

// figures prints groups with their parts indented below. The depth is that of the
// statistics.
func figures(w io.Writer, l *interp.List, indent string) {
	for name, v := range l.All() {
		if !part(v, "p50").IsNull() { // a window
			fmt.Fprintf(w, "%s%-20s %s\n", indent, name, window(v))
			continue
		}
		if group, ok := v.AsList(); ok {
			fmt.Fprintf(w, "%s%s\n", indent, name)
			figures(w, group, indent+"  ")
			continue
		}
		fmt.Fprintf(w, "%s%-20s %s\n", indent, name, nameOf(v))
	}
}

// window shows a window in one line.
func window(v interp.Value) string {
	l, _ := v.AsList()
	var parts []string
	for name, n := range l.All() {
		parts = append(parts, name+" "+n.String())
	}
	return strings.Join(parts, ", ")
}

// part is the value behind names in lists, null where there is none.
func part(v interp.Value, names ...string) interp.Value {
	for _, name := range names {
		l, ok := v.AsList()
		if !ok {
			return interp.Null()
		}
		if v, ok = l.Get(name); !ok {
			return interp.Null()
		}
	}
	return v
}
