package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// The reasons why a signal ends a command.
var (
	errInterrupted = errors.New("interrupted")
	errTerminated  = errors.New("terminated")
)

// start runs the command as a process does: the first SIGINT or SIGTERM ends the
// evaluation and lets the command clean up, the second ends it at once.
func start(args []string, std stdio) int {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	// A closed pipe is to be an error of the write. The signal is not ignored but caught,
	// since the programs that scripts start would inherit that.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)

	c := newCommand(std)
	done := make(chan int, 1)
	go func() { done <- c.run(ctx, args) }()
	ending := false
	for {
		select {
		case code := <-done:
			return code
		case sig := <-signals:
			if sig == os.Interrupt && c.ownsInterrupts.Load() {
				continue
			}
			reason := errTerminated
			if sig == os.Interrupt {
				reason = errInterrupted
			}
			if ending {
				c.leaveTerminal()
				return codeOf(reason)
			}
			ending = true
			cancel(reason)
		}
	}
}
