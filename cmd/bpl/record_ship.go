package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/bpl-lang/bpl/kafkalib"
	"github.com/bpl-lang/bpl/kafkalib/recorder"
)

// A shipper reads lines and records them.
type shipper struct {
	c     *command
	rec   *kafkalib.OpenRecorder
	flags *recordFlags
	lines int64
	bad   int64 // lines that are no JSON
}

// longestLine bounds what is held of one line; the rest of a longer one is the next
// event.
const longestLine = 16 << 20

// ship records lines until the input ends, or ctx does. Reading has a goroutine of
// its own, because it cannot be interrupted; it ends with the input.
func (s *shipper) ship(ctx context.Context) error {
	in := bufio.NewReaderSize(s.c.in, 64<<10)
	type read struct {
		line []byte
		err  error
	}
	lines := make(chan read)
	go func() {
		defer close(lines)
		for {
			line, err := readLine(in)
			select {
			case lines <- read{line, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return nil
		case r, ok := <-lines:
			if !ok {
				return nil
			}
			if len(r.line) > 0 {
				s.line(ctx, r.line)
			}
			if r.err != nil {
				return endOfInput(r.err)
			}
		}
	}
}

// line records one line.
func (s *shipper) line(ctx context.Context, line []byte) {
	s.lines++
	var e recorder.Event
	if !s.flags.json {
		e.Body = string(line)
	} else if err := readJSONEvent(line, &e); err != nil {
		s.bad++
		if s.bad <= shownBadLines {
			s.c.say("line %d is no JSON: %v", s.lines, err)
		}
		return
	}
	if name := s.flags.key; name != "" && e.Key == nil {
		e.Key = keyOf(e.Body, name)
	}
	s.rec.RecordContext(ctx, e)
}

// shownBadLines is how many lines that are no JSON are told one by one.
const shownBadLines = 10

// outcome tells what was lost and returns the exit code.
func (s *shipper) outcome(ctx context.Context, readErr, closeErr error) int {
	n := s.rec.Counters()
	if s.flags.stats {
		s.c.say("%d offered, %d rejected, %d delivered, %d failed, %d dropped, %d fallen back, %d spooled",
			n.Offered, n.Rejected, n.Delivered, n.Failed, n.Dropped, n.FallenBack, n.Spooled)
	}
	code := exitOK
	if s.bad > 0 {
		s.c.say("lines that are no JSON: %d", s.bad)
		code = exitFailure
	}
	if lost := n.Rejected + n.Failed + n.Dropped; lost > 0 {
		s.c.say("lost %d of %d events: %d rejected, %d failed, %d dropped", lost, n.Offered, n.Rejected, n.Failed, n.Dropped)
		code = exitFailure
	}
	if readErr != nil {
		s.c.say("standard input: %v", readErr)
		code = exitFailure
	}
	if closeErr != nil {
		code = exitFailure
		s.c.say("%v", closeErr)
		var left *recorder.UndeliveredError
		if errors.As(closeErr, &left) && left.Last != nil && slices.Contains(unreachable, kafkalib.CodeOf(left.Last)) {
			code = exitUnreachable
		}
	}
	if err := ended(ctx); err != nil {
		s.c.say("%v", err)
		return codeOf(err)
	}
	return code
}

// keyOf is the key that a field of the body holds, nil where there is none.
func keyOf(body any, name string) []byte {
	fields, _ := body.(recorder.Fields)
	for _, f := range fields {
		if f.Name != name || f.Value == nil {
			continue
		}
		if text, ok := f.Value.(string); ok {
			return []byte(text)
		}
		return fmt.Append(nil, f.Value)
	}
	return nil
}
