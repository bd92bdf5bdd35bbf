// Command kafkabench compares the Kafka library with the client library alone.
//
//	go run ./internal/bench/cmd/kafkabench [flags]
//
// It prints a table of ratios. With -gate it fails where one is below a share
// of its target.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"runtime/pprof"
	"syscall"

	"github.com/bpl-lang/bpl/internal/bench/kafkabench"
)

// gateAttempts is how often the gate measures a pair that is below.
const gateAttempts = 3

func main() {
	log.SetFlags(0)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		log.Fatal(err)
	}
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	var s kafkabench.Settings
	f := flag.NewFlagSet("kafkabench", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&s.Servers, "servers", "", "a Kafka, host:port with commas between (otherwise a broker inside the process)")
	f.IntVar(&s.Count, "count", 500_000, "records per measurement, a multiple of 1,000")
	f.IntVar(&s.Rounds, "rounds", 7, "rounds, of which the median counts")
	f.StringVar(&s.Only, "only", "", "only the pairs whose names contain this")
	clock := f.String("clock", "wall", "what is counted: the time of the \"wall\", or of the \"cpu\" that this process uses")
	f.StringVar(&s.Folder, "folder", "", "where spools are made, on a real disk (otherwise the system's temporary folder)")
	observe := f.Bool("observe", false, "measures instead what events, statistics and alarms cost, by the time of the cpu; -gate fails above 1.05 of the time without, or above no allocation per record")
	gate := f.Bool("gate", false, "fail where a ratio is below a share of its target")
	share := f.Float64("share", 0.9, "that share; the rest is for the noise of a busy machine")
	profile := f.String("cpuprofile", "", "write a profile to this file")
	if err := f.Parse(args); err != nil {
		return err
	}
	switch *clock {
	case "wall", "cpu":
		s.CPU = *clock == "cpu"
	default:
		return fmt.Errorf("kafkabench: -clock is wall or cpu, got %q", *clock)
	}
	if *profile != "" {
		out, err := os.Create(*profile)
		if err != nil {
			return err
		}
		defer out.Close()
		if err := pprof.StartCPUProfile(out); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	ctx, cancel := context.WithTimeout(ctx, kafkabench.Timeout)
	defer cancel()
	if *observe {
		if *gate {
			results, err := kafkabench.GateObservation(ctx, s, gateAttempts, stderr)
			kafkabench.ObservationTable(stdout, results)
			return err
		}
		results, err := kafkabench.Observe(ctx, s, stderr)
		if err != nil {
			return err
		}
		kafkabench.ObservationTable(stdout, results)
		return nil
	}
	if *gate {
		results, err := kafkabench.Gate(ctx, s, *share, gateAttempts, stderr)
		kafkabench.Table(stdout, results)
		return err
	}
	results, err := kafkabench.Run(ctx, s, stderr)
	if err != nil {
		return err
	}
	kafkabench.Table(stdout, results)
	return nil
}
