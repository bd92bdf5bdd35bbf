// Command kafkacluster runs a real Apache Kafka on this machine, by hand or
// around a command. "kafkacluster help" tells its usage.
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
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/bpl-lang/bpl/internal/kafkatest"
)

const usage = `kafkacluster runs a real Apache Kafka on this machine, on loopback only.

  kafkacluster up [flags]                start brokers, print the environment for tests, and
                                         stay until Ctrl-C, "down", or the end of -for
  kafkacluster run [flags] COMMAND ARGS  start brokers, run the command with that environment,
                                         stop the brokers; its failure is the exit code's 1
  kafkacluster down                      stop all brokers
  kafkacluster kill ID                   kill broker ID as kill -9 does
  kafkacluster shutdown ID               end broker ID in good order
  kafkacluster start ID                  start broker ID again
  kafkacluster pause ID                  SIGSTOP: its connections stay and answer nothing
  kafkacluster resume ID                 SIGCONT

The last six find the cluster by -dir, or by the variable BPL_KAFKA_CLUSTER. KAFKA_VERSION names the
version. A plain-text, a SASL_SSL and a mutual-TLS listener of each broker are in DIR/cluster.json,
certificates beside it. Flags:
`

func main() {
	log.SetFlags(0)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		log.Fatal(err)
	}
}

// run carries out one command line.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var options kafkatest.Options
	var lifetime time.Duration
	flags := flag.NewFlagSet("kafkacluster", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.IntVar(&options.Brokers, "brokers", 1, "the number of brokers")
	flags.StringVar(&options.Dir, "dir", "", "the cluster's folder; up and run: an empty one, default a temporary one")
	flags.StringVar(&options.Heap, "heap", "", "the largest heap of a broker, as -Xmx takes it (default 512m)")
	flags.DurationVar(&lifetime, "for", 4*time.Hour, "up: the longest time to stay")
	flags.Usage = func() {
		fmt.Fprint(stderr, usage)
		flags.PrintDefaults()
	}
	if len(args) == 0 {
		args = []string{"help"}
	}
	verb := args[0]
	if err := flags.Parse(args[1:]); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return nil
		}
		return err
	}
	args = flags.Args()
	switch verb {
	case "up", "run":
		return own(ctx, verb, args, options, lifetime, stdout)
	case "down", "kill", "shutdown", "start", "pause", "resume":
		return operate(ctx, verb, args, options.Dir)
	case "help", "-h", "-help", "--help":
		flags.Usage()
		return nil
	}
	return fmt.Errorf("kafkacluster: no command %q; there are up, run, down, kill, shutdown, start, pause, resume, help", verb)
}

// own starts a cluster, does what verb says with it, and stops it.
func own(ctx context.Context, verb string, args []string, options kafkatest.Options, lifetime time.Duration, stdout io.Writer) (err error) {
	if verb == "run" && len(args) == 0 {
		return errors.New("kafkacluster: run needs a command")
	}
	if verb == "up" && len(args) > 0 {
		return fmt.Errorf("kafkacluster: up takes no arguments but flags, got %q", args)
	}
	c, err := kafkatest.Start(ctx, options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Stop()) }()
	if verb == "run" {
		return c.Run(ctx, args[0], args[1:]...)
	}
	if _, err := fmt.Fprintln(stdout, "export "+strings.Join(c.Environment(), "\nexport ")); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, lifetime)
	defer cancel()
	select {
	case <-ctx.Done():
	case <-c.Stopped():
	}
	return nil
}

// operate does something to a cluster of another process.
func operate(ctx context.Context, verb string, args []string, dir string) error {
	path := os.Getenv(kafkatest.ClusterVariable)
	if dir != "" {
		path = filepath.Join(dir, "cluster.json")
	}
	if path == "" {
		return fmt.Errorf("kafkacluster: which cluster? give -dir, or set %s", kafkatest.ClusterVariable)
	}
	c, err := kafkatest.Open(path)
	if err != nil {
		return err
	}
	if verb == "down" {
		if len(args) > 0 {
			return fmt.Errorf("kafkacluster: down takes no arguments, got %q", args)
		}
		return c.Stop()
	}
	if len(args) != 1 {
		return fmt.Errorf("kafkacluster: %s needs the number of one broker, got %q", verb, args)
	}
	id, err := strconv.Atoi(args[0])
	if err != nil {
		return fmt.Errorf("kafkacluster: %s needs the number of a broker, got %q", verb, args[0])
	}
	switch verb {
	case "kill":
		return c.Kill(ctx, id)
	case "shutdown":
		return c.Shutdown(ctx, id)
	case "pause":
		return c.Pause(ctx, id)
	case "resume":
		return c.Resume(ctx, id)
	}
	return c.Restart(ctx, id)
}
