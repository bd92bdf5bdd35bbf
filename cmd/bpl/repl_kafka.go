package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/kafkalib"
	"github.com/bpl-lang/bpl/repl"
)

// kafkaSession is what the session on a terminal knows of Kafka: commands and completions.
// It is safe for concurrent use.
type kafkaSession struct {
	mu      sync.Mutex
	session *interp.Session
	events  []kafkalib.Event // the last ones, the oldest first
	names   nameCache
}

// shownEvents is how many events are kept for :events.
const shownEvents = 500

// observe is told of every event.
func (k *kafkaSession) observe(e kafkalib.Event) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.events) == shownEvents {
		k.events = slices.Delete(k.events, 0, 1)
	}
	k.events = append(k.events, e)
}

// use notes the session that evaluates.
func (k *kafkaSession) use(ctx context.Context, s *interp.Session) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.session = s
	k.names.reset(ctx)
}

// commands are the commands about Kafka.
func (k *kafkaSession) commands() []repl.Command {
	return []repl.Command{
		{Name: "topics", Args: "[SERVERS]", Summary: "list the topics", Run: func(ctx context.Context, c *repl.Console, args string) error {
			return k.list(ctx, c, "kafka-list-topics", args)
		}},
		{Name: "groups", Args: "[SERVERS]", Summary: "list the groups", Run: func(ctx context.Context, c *repl.Console, args string) error {
			return k.list(ctx, c, "kafka-groups", args)
		}},
		{Name: "handles", Summary: "list the clients of the session", Run: k.handles},
		{Name: "events", Args: "[N]", Summary: "show the last events of the clients", Run: k.showEvents},
		{Name: "stats", Args: "[HANDLE...]", Summary: "show what the session and its clients have done; all figures of a client that is named", Run: k.showStats},
		{Name: "tail", Args: "TOPIC [SERVERS]", Summary: "print the records that come, until Ctrl-C", Run: k.tail},
	}
}

// callFunction evaluates a call of a function of the library with values that evaluate to
// themselves.
func callFunction(ctx context.Context, s *interp.Session, fn string, args ...interp.Value) (interp.Value, error) {
	code, err := s.Interp().ParseOne("", "("+fn+")")
	if err != nil {
		return interp.Null(), err
	}
	l, _ := code.AsList()
	l.Append(args...)
	return s.EvalValue(ctx, code)
}

// errNoServers is what a command answers that does not know which cluster is meant.
var errNoServers = errors.New("which servers? there is no client, and no variable servers; name them behind the command")

// servers are those that a user means who names none: those of the newest client, else
// those of the variable servers.
func servers(ctx context.Context, s *interp.Session, given string) (interp.Value, error) {
	if given != "" {
		return interp.String(given), nil
	}
	clients, err := callFunction(ctx, s, "kafka-clients")
	if err != nil {
		return interp.Null(), err
	}
	found := interp.Null()
	s.Do(func(locked *interp.Session) {
		if l, ok := clients.AsList(); ok && l.Len() > 0 {
			if newest, ok := l.At(l.Len() - 1).AsList(); ok {
				found, _ = newest.Get("servers")
			}
		}
		if found.IsNull() {
			found, _ = locked.Get("servers")
		}
	})
	if found.IsNull() {
		return found, errNoServers
	}
	return found, nil
}

// list prints the names that a function of the administration gives.
func (k *kafkaSession) list(ctx context.Context, c *repl.Console, fn, args string) error {
	s := c.Session()
	where, err := servers(ctx, s, args)
	if err != nil {
		return err
	}
	return printNames(ctx, c, fn, where)
}

// handles prints the open handles of the session.
func (k *kafkaSession) handles(ctx context.Context, c *repl.Console, _ string) error {
	return printNames(ctx, c, "kafka-clients")
}

// printNames calls a function of the library that gives a list, and prints its elements,
// one a line.
func printNames(ctx context.Context, c *repl.Console, fn string, args ...interp.Value) error {
	s := c.Session()
	v, err := callFunction(ctx, s, fn, args...)
	if err != nil {
		return err
	}
	var b strings.Builder
	s.Do(func(*interp.Session) {
		l, _ := v.AsList()
		for i := range l.Len() {
			b.WriteString("  " + nameOf(l.At(i)) + "\n")
		}
	})
	return printLines(c, b.String())
}

// printLines prints what a command has found.
func printLines(c *repl.Console, lines string) error {
	if lines == "" {
		lines = "  none\n"
	}
	_, err := c.Out().Write([]byte(lines))
	return err
}

// nameOf shows a name, or the elements of a list that has one.
func nameOf(v interp.Value) string {
	if name, ok := v.AsString(); ok {
		return name
	}
	l, ok := v.AsList()
	if !ok {
		return v.String()
	}
	var parts []string
	for name, e := range l.All() {
		text, isText := e.AsString()
		if !isText {
			text = syntax.Cut(e, 80)
		}
		if name != "" && len(parts) > 0 {
			text = name + " " + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// showEvents prints the last events.
func (k *kafkaSession) showEvents(_ context.Context, c *repl.Console, args string) error {
	n := 20
	if args != "" {
		if _, err := fmt.Sscanf(args, "%d", &n); err != nil || n < 1 {
			return repl.Misuse("got " + args + ", want a number of events")
		}
	}
	k.mu.Lock()
	events := slices.Clone(k.events[max(0, len(k.events)-n):])
	k.mu.Unlock()
	var b strings.Builder
	for _, e := range events {
		fmt.Fprintf(&b, "  %s %-7s %s %s%s\n", e.Time.Format("15:04:05.000"), e.Severity(), e.Client, e.Code, eventDetails(e))
	}
	return printLines(c, b.String())
}

// eventDetails are what an event is about.
func eventDetails(e kafkalib.Event) string {
	var b strings.Builder
	if e.Host != "" {
		fmt.Fprintf(&b, " %s:%d", e.Host, e.Port)
	}
	if e.Topic != "" {
		b.WriteString(" " + e.Topic)
	}
	if e.Partition != nil {
		fmt.Fprintf(&b, " partition %d", *e.Partition)
	}
	if e.Offset != nil {
		fmt.Fprintf(&b, " offset %d", *e.Offset)
	}
	for _, p := range e.Partitions {
		fmt.Fprintf(&b, " %s/%d", p.Topic, p.Partition)
	}
	if e.Error != nil {
		b.WriteString(": " + repl.OneLine(e.Error.Error(), 200))
	}
	return b.String()
}
