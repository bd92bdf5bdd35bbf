package main

import (
	"context"
	"errors"
	"slices"

	"github.com/bpl-lang/bpl/interp"
)

// The exit codes of all subcommands.
const (
	exitOK          = 0
	exitFailure     = 1 // an uncaught exception; a failed test, check or fmt -l
	exitUsage       = 2 // wrong usage, a missing file
	exitSyntax      = 3 // a syntax error in a program text given to the command
	exitLimit       = 4
	exitUnreachable = 5  // no broker can be reached, or none lets us in
	exitInternal    = 70 // Go code panicked
	exitTimeout     = 124
	exitInterrupt   = 130
	exitTerminate   = 143
)

// exitTable explains the exit codes in help.
const exitTable = `  0    fine; also when standard output was closed by its reader
  1    an uncaught exception; a failed test, check or fmt -l
  2    wrong usage, or a file that cannot be read
  3    a syntax error in the text of the program, incomplete text included
  4    a limit was exceeded
  5    an uncaught KafkaException: all brokers down, connection refused,
       host unresolved, authentication or TLS failed
  70   an internal error
  124  the time of --timeout was over
  130  SIGINT (Ctrl-C)
  143  SIGTERM
  n    (exit n): n modulo 256, 2 for anything that is no whole number`

// errTimeout is why an evaluation ends whose time is over.
var errTimeout = errors.New("the time limit of --timeout is over")

// unreachable are the codes of a KafkaException that tell that no cluster is there.
var unreachable = []string{"ALL_BROKERS_DOWN", "CONNECTION_REFUSED", "HOST_UNRESOLVED", "AUTHENTICATION_FAILED", "SASL_AUTHENTICATION_FAILED", "TLS_HANDSHAKE_FAILED"}

// codeOf returns the exit code for what ended an evaluation; nil is fine.
func codeOf(err error) int {
	var (
		exit   *interp.ExitError
		syntax *interp.SyntaxError
		limit  *interp.LimitError
		bug    *interp.PanicError
		thrown *interp.Exception
		usage  *usageError
	)
	switch {
	case err == nil, errors.Is(err, errOutputClosed):
		return exitOK
	case errors.As(err, &thrown): // before the others, which may be its causes
		if thrown.Type == "KafkaException" && slices.Contains(unreachable, thrown.Code) {
			return exitUnreachable
		}
		return exitFailure
	case errors.As(err, &exit):
		return exit.Code
	case errors.As(err, &usage):
		return exitUsage
	case errors.As(err, &bug):
		return exitInternal
	case errors.As(err, &limit):
		return exitLimit
	case errors.Is(err, errInterrupted):
		return exitInterrupt
	case errors.Is(err, errTerminated):
		return exitTerminate
	case errors.Is(err, errTimeout):
		return exitTimeout
	case errors.As(err, &syntax):
		return exitSyntax
	}
	return exitFailure
}

// ended returns why ctx is over, nil if it is not.
func ended(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return context.Cause(ctx)
}
