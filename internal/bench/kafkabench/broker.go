package kafkabench

import (
	"context"
	"errors"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/bpl-lang/bpl/kafkalib"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
)

// A broker is where both sides of a pair send to and read from.
type broker struct {
	servers  []string
	embedded *kafkalib.Embedded // nil on a real one
	client   *kgo.Client        // for topics
	topics   int
	now      func() time.Duration // the clock of the measurements
	folder   string               // for spools; "" for the system's temporary one
}

// openBroker reaches the servers, a list of host:port with commas between, or
// starts a broker inside the process where there are none.
func openBroker(servers, folder string) (*broker, error) {
	began := time.Now()
	b := &broker{servers: strings.Split(servers, ","), folder: folder, now: func() time.Duration { return time.Since(began) }}
	if servers == "" {
		e, err := kafkalib.NewEmbedded(kafkalib.EmbeddedOptions{Options: []kfake.Opt{
			kfake.BlackholeProduce(), kfake.SyntheticFetch(kfake.SyntheticBatch{}),
		}})
		if err != nil {
			return nil, err
		}
		b.embedded, b.servers = e, e.Addresses()
	}
	var err error
	if b.client, err = kgo.NewClient(b.options()...); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

// options lead a plain client to the broker.
func (b *broker) options(opts ...kgo.Opt) []kgo.Opt {
	opts = append(opts, kgo.SeedBrokers(b.servers...))
	if b.embedded != nil {
		opts = append(opts, kgo.Dialer(func(ctx context.Context, network, address string) (net.Conn, error) {
			return b.embedded.Dial(ctx, network, address)
		}))
	}
	return opts
}

// servers as a script names them.
func (b *broker) scriptServers() string {
	if b.embedded != nil {
		return "embedded"
	}
	return strings.Join(b.servers, ",")
}

// createTopic makes a topic of one partition that no other run uses.
func (b *broker) createTopic(ctx context.Context) (string, error) {
	b.topics++
	topic := "kafkabench-" + strconv.FormatInt(time.Now().UnixNano(), 36) + "-" + strconv.Itoa(b.topics)
	created, err := kadm.NewClient(b.client).CreateTopic(ctx, 1, 1, nil, topic)
	if err != nil {
		return "", err
	}
	if created.Err != nil {
		return "", created.Err
	}
	for { // a broker learns of a new topic some ms later
		described, err := kadm.NewClient(b.client).ListTopics(ctx, topic)
		if err != nil {
			return "", err
		}
		if err := described.Error(); err == nil || !errors.Is(err, kerr.UnknownTopicOrPartition) {
			return topic, err
		}
	}
}

func (b *broker) deleteTopic(ctx context.Context, topic string) error {
	deleted, err := kadm.NewClient(b.client).DeleteTopic(ctx, topic)
	if err != nil {
		return err
	}
	return deleted.Err
}

func (b *broker) close() {
	if b.client != nil {
		b.client.Close()
	}
	if b.embedded != nil {
		_ = b.embedded.Close() // it never fails
	}
}
