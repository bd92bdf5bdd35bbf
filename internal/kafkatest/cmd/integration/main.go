// Command integration runs the tests that need a real Kafka: it starts one
// broker, runs them, stops it, and does the same with three.
//
//	go run ./internal/kafkatest/cmd/integration [flags] [packages]
//
// Without packages it takes those whose tests use package kafkatest. Its exit
// code is 0 if all tests passed on every cluster.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/bpl-lang/bpl/internal/kafkatest"
)

const helper = "github.com/bpl-lang/bpl/internal/kafkatest"

// settings are what the command line says.
type settings struct {
	brokers  []int
	flags    []string // of go test
	packages []string
}

func main() {
	log.SetFlags(0)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stderr)
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		log.Fatal(err)
	}
}

func run(ctx context.Context, args []string, stderr io.Writer) error {
	s, err := parse(args, stderr)
	if err != nil {
		return err
	}
	if len(s.packages) == 0 {
		if s.packages, err = users(ctx); err != nil {
			return err
		}
	}
	var failures []error
	for _, n := range s.brokers {
		if err := suite(ctx, s, n, stderr); err != nil {
			failures = append(failures, fmt.Errorf("integration: %d broker(s): %w", n, err))
		}
		if ctx.Err() != nil {
			break
		}
	}
	return errors.Join(failures...)
}

func parse(args []string, stderr io.Writer) (settings, error) {
	var s settings
	f := flag.NewFlagSet("integration", flag.ContinueOnError)
	f.SetOutput(stderr)
	brokers := f.String("brokers", "1,3", "the sizes of the clusters, one run each")
	pattern := f.String("run", "", "only the tests that match, as in go test")
	timeout := f.Duration("timeout", 20*time.Minute, "the longest time for the tests of one package")
	race := f.Bool("race", false, "with the race detector")
	verbose := f.Bool("v", false, "print every test")
	if err := f.Parse(args); err != nil {
		return s, err
	}
	for _, text := range strings.Split(*brokers, ",") {
		n, err := strconv.Atoi(text)
		if err != nil {
			return s, fmt.Errorf("integration: -brokers takes numbers with commas between, got %q", *brokers)
		}
		s.brokers = append(s.brokers, n)
	}
	// The tests share the brokers and some of them stop one, so packages follow one
	// another; results of earlier runs say nothing about this cluster.
	s.flags = []string{"test", "-tags", "integration", "-count", "1", "-p", "1", "-timeout", timeout.String()}
	if *pattern != "" {
		s.flags = append(s.flags, "-run", *pattern)
	}
	if *race {
		s.flags = append(s.flags, "-race")
	}
	if *verbose {
		s.flags = append(s.flags, "-v")
	}
	s.packages = f.Args()
	return s, nil
}

// suite runs the tests on a cluster of n brokers.
func suite(ctx context.Context, s settings, n int, stderr io.Writer) (err error) {
	began := time.Now()
	c, err := kafkatest.Start(ctx, kafkatest.Options{Brokers: n, QuickStart: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Stop()) }()
	fmt.Fprintf(stderr, "integration: Kafka %s with %d broker(s) is up after %.1f s: %s\n",
		c.KafkaVersion(), n, time.Since(began).Seconds(), c.Bootstrap())
	return c.Run(ctx, "go", slices.Concat(s.flags, s.packages)...)
}

// users returns the packages whose tests use package kafkatest.
func users(ctx context.Context) ([]string, error) {
	const format = `{{.ImportPath}} {{join .TestImports " "}} {{join .XTestImports " "}}`
	cmd := exec.CommandContext(ctx, "go", "list", "-tags", "integration", "-f", format, "./...")
	var problems bytes.Buffer
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("integration: go list: %w\n%s", err, problems.String())
	}
	var packages []string
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if slices.Contains(fields[1:], helper) {
			packages = append(packages, fields[0])
		}
	}
	if len(packages) == 0 {
		return nil, errors.New("integration: no package has tests that use " + helper)
	}
	return packages, nil
}
