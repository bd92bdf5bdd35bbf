// Command bench runs the benchmark programs in this language and in others, and prints how
// they compare. It is run in the repository, whose commands it builds.
//
//	go run ./internal/bench/cmd/bench [flags]           programs, start, curves
//	go run ./internal/bench/cmd/bench guard [flags]     compares with the stored baselines
//	go run ./internal/bench/cmd/bench curves            costs per element of small and large data
//
// Each tells its flags when it is given -help.
package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	log.SetFlags(0)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		log.Fatal(err)
	}
}

// run does what the arguments say.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	commands := map[string]func(ctx context.Context, args []string, stdout, stderr io.Writer) error{
		"guard": guardCommand, "curves": curvesCommand,
	}
	if len(args) > 0 {
		if command := commands[args[0]]; command != nil {
			return command(ctx, args[1:], stdout, stderr)
		}
	}
	return suiteCommand(ctx, args, stdout, stderr)
}
