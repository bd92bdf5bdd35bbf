package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestEndedFromOutside asserts what a command does whose context ends, as start ends it at
// a signal.
func TestEndedFromOutside(t *testing.T) {
	tests := []struct {
		name   string
		reason error
		args   []string
		code   int
	}{
		{"SIGINT", errInterrupted, []string{"eval", "(while true null)"}, 130},
		{"SIGTERM", errTerminated, []string{"eval", "(sleep 1000000)"}, 143},
		{"SIGTERM while waiting", errTerminated, []string{"eval", "--wait", "(do (timer-schedule (function () null) 1000000) 1)"}, 143},
		{"a handler catches no signal", errInterrupted, []string{"eval", `(while true (try (sleep 1000000) (e "*" => null) (sleep 1000000)))`}, 130},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			time.AfterFunc(20*time.Millisecond, func() { cancel(test.reason) })
			got := bplContext(ctx, "", test.args...)
			if got.code != test.code || !strings.Contains(got.err, test.reason.Error()) {
				t.Errorf("got  %d, %q\nwant %d, %q", got.code, got.err, test.code, test.reason)
			}
		})
	}
}

// TestSignalWhileReading asserts that a signal ends a command that waits for its program.
func TestSignalWhileReading(t *testing.T) {
	read, write := io.Pipe()
	defer write.Close()
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errTerminated)
	c := newCommand(stdio{read, io.Discard, io.Discard})
	if got := c.run(ctx, []string{"-"}); got != exitTerminate {
		t.Errorf("got  %d\nwant %d", got, exitTerminate)
	}
}

// closedPipe is the writing end of a pipe that nobody reads.
type closedPipe struct{ err error }

func (p closedPipe) Write([]byte) (int, error) { return 0, p.err }

func TestOutputClosedByItsReader(t *testing.T) {
	tests := []struct {
		name string
		err  error
		args []string
		code int
	}{
		{"a loop", syscall.EPIPE, []string{"eval", `(while true (print "x"))`}, 0},
		{"a loop that catches everything", syscall.EPIPE, []string{"eval", `(while true (try (print "x") (e "*" => null)))`}, 0},
		{"the value", syscall.EPIPE, []string{"eval", "1"}, 0},
		{"another command", syscall.EPIPE, []string{"version"}, 0},
		{"no closed pipe but a full disk", syscall.ENOSPC, []string{"eval", `(print 1)`}, 1},
		{"the value on a full disk", syscall.ENOSPC, []string{"eval", `1`}, 1},
		{"another command on a full disk", syscall.ENOSPC, []string{"version"}, 1},
		{"an exit code stays", syscall.EPIPE, []string{"eval", `(do (try (print 1) FINALLY (exit 4)) (exit 3))`}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var errOut strings.Builder
			c := newCommand(stdio{strings.NewReader(""), closedPipe{test.err}, &errOut})
			if got := c.run(t.Context(), test.args); got != test.code {
				t.Errorf("got  %d, %s\nwant %d", got, errOut.String(), test.code)
			}
			if quiet := errors.Is(test.err, syscall.EPIPE); quiet && errOut.Len() > 0 {
				t.Errorf("got  %q\nwant nothing on standard error", errOut.String())
			}
		})
	}
}
