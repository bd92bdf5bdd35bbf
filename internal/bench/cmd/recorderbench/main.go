// Command recorderbench reports what a call of a recorder costs its caller, and
// fails where that is more than it may be.
//
//	go run ./internal/bench/cmd/recorderbench [-runs 9] [-for 1s] [-servers HOST:PORT] [-python python3]
//
// Without -servers it starts an embedded broker as a process of its own.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"time"

	"github.com/bpl-lang/bpl/internal/bench/recorderbench"
	"github.com/bpl-lang/bpl/kafkalib"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	var o recorderbench.Options
	var servers string
	serve := flag.Bool("serve", false, "serve an embedded broker and print its address")
	flag.IntVar(&o.Runs, "runs", 9, "`N` runs, of which the median counts")
	flag.DurationVar(&o.For, "for", time.Second, "`TIME` of each run")
	flag.StringVar(&servers, "servers", "", "measure with the Kafka at `HOST:PORT`")
	flag.StringVar(&o.Python, "python", "python3", "`COMMAND` of Python, for kafka-python; none: \"\"")
	flag.Parse()
	if *serve {
		return broker(ctx)
	}
	if servers == "" {
		address, end, err := startBroker(ctx)
		if err != nil {
			return err
		}
		defer end()
		servers = address
	}
	return recorderbench.Report(ctx, os.Stdout, servers, o)
}

// broker serves until ctx ends.
func broker(ctx context.Context) error {
	server, err := kafkalib.NewServer(kafkalib.ServerOptions{Listen: "127.0.0.1:0", Log: os.Stderr,
		Topics: []kafkalib.ServerTopic{{Name: recorderbench.Topic, Partitions: 3}}})
	if err != nil {
		return err
	}
	fmt.Println(server.Address())
	<-ctx.Done()
	return server.Close()
}

// startBroker starts this command as a broker.
func startBroker(ctx context.Context) (address string, end func(), err error) {
	self, err := os.Executable()
	if err != nil {
		return "", nil, err
	}
	cmd := exec.CommandContext(ctx, self, "-serve")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	end = func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		end()
		return "", nil, err
	}
	return strings.TrimSpace(line), end, nil
}
