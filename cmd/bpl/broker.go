package main

import (
	"context"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bpl-lang/bpl/kafkalib"
)

func (c *command) newBroker() *cobra.Command {
	var listen, data string
	var topics []string
	cmd := &cobra.Command{
		Use:   "broker [flags]",
		Short: "serve the embedded Kafka broker to other processes",
		Long: `Runs the broker that scripts know as "embedded" as a server, for development and tests:
one broker, without security, replication and quotas. It prints the address by which
clients find it, and runs until SIGINT or SIGTERM. Topics are created on request only.

With --data topics, records and commits stay in a folder and survive the end of the
process, also kill -9; without it they are in memory. Topics of --topic that are there
already stay as they are.

It listens on this machine alone unless --listen names another address. Where that stands
for all addresses of the machine, as 0.0.0.0, clients are told the machine's name.`,
		Args: argCount(0, 0, ""),
	}
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:9092", "listen on `HOST:PORT`; port 0 is a free one")
	cmd.Flags().StringVar(&data, "data", "", "keep topics, records and commits in the folder `DIR`")
	cmd.Flags().StringArrayVar(&topics, "topic", nil, "create a topic, `NAME:PARTITIONS`; without the number it has one partition")
	return c.subcommand(cmd, func(ctx context.Context, _ []string) int {
		options := kafkalib.ServerOptions{Listen: listen, Data: data, Log: c.err}
		for _, text := range topics {
			topic, err := parseTopic(text)
			if err != nil {
				return c.fail(cmd, err)
			}
			options.Topics = append(options.Topics, topic)
		}
		if err := options.Check(); err != nil {
			return c.fail(cmd, misuse("%v", err))
		}
		return c.serveBroker(ctx, options)
	})
}

// parseTopic reads NAME:PARTITIONS.
func parseTopic(text string) (kafkalib.ServerTopic, error) {
	name, digits, found := strings.Cut(text, ":")
	topic := kafkalib.ServerTopic{Name: name, Partitions: 1}
	if found {
		n, err := strconv.Atoi(digits)
		if err != nil {
			return topic, misuse("--topic %s: got %q, want a number of partitions, as in orders:3", text, digits)
		}
		topic.Partitions = n
	}
	return topic, nil
}

// serveBroker runs a broker until ctx ends.
func (c *command) serveBroker(ctx context.Context, options kafkalib.ServerOptions) int {
	server, err := kafkalib.NewServer(options)
	if err != nil {
		return c.report(err)
	}
	code := c.print(server.Address() + "\n")
	if code == exitOK {
		<-ctx.Done()
		code = c.report(ended(ctx))
	}
	if err := server.Close(); err != nil {
		return c.report(err)
	}
	return code
}
