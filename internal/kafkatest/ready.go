package kafkatest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// errPortTaken says that a broker found one of its ports in use.
var errPortTaken = errors.New("a port that was free was taken meanwhile")

// awaitBroker waits until the broker of process p answers and knows all of
// expected.
func awaitBroker(ctx context.Context, p *process, b Broker, expected []Broker) error {
	client, err := kgo.NewClient(kgo.SeedBrokers(b.Plaintext), kgo.ClientID("kafkatest"))
	if err != nil {
		return err
	}
	defer client.Close()
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	for {
		last := knowsAll(ctx, client, expected)
		if last == nil {
			return nil
		}
		select {
		case <-tick.C:
		case <-p.exited:
			return startFailure(p)
		case <-ctx.Done():
			return fmt.Errorf("kafkatest: broker %d was not ready in time: %w; its last answer: %w; its log: %s", b.ID, ctx.Err(), last, p.log)
		}
	}
}

// knowsAll asks one broker, without any retry, for its view of the cluster.
func knowsAll(ctx context.Context, client *kgo.Client, expected []Broker) error {
	request := kmsg.NewPtrMetadataRequest()
	request.Topics = []kmsg.MetadataRequestTopic{} // none; null would mean all
	response, err := client.SeedBrokers()[0].Request(ctx, request)
	if err != nil {
		return err
	}
	metadata, ok := response.(*kmsg.MetadataResponse)
	if !ok {
		return fmt.Errorf("unexpected answer %T", response)
	}
	known := make(map[int32]bool)
	for _, b := range metadata.Brokers {
		known[b.NodeID] = true
	}
	for _, b := range expected {
		if !known[int32(b.ID)] {
			return fmt.Errorf("broker %d is not part of the cluster yet", b.ID)
		}
	}
	return nil
}

func startFailure(p *process) error {
	err := p.failure()
	if text, readErr := os.ReadFile(p.log); readErr == nil && strings.Contains(string(text), "Address already in use") {
		return fmt.Errorf("%w: %w", errPortTaken, err)
	}
	return err
}

// warmUp makes the topics that Kafka creates at the first use of a group and of
// a transaction, and waits until their coordinators answer.
func warmUp(ctx context.Context, bootstrap string) error {
	client, err := kgo.NewClient(kgo.SeedBrokers(strings.Split(bootstrap, ",")...), kgo.ClientID("kafkatest"))
	if err != nil {
		return err
	}
	defer client.Close()
	admin := kadm.NewClient(client)
	const name = "kafkatest-warm-up"
	steps := []func() error{
		func() error { _, err := admin.FetchOffsets(ctx, name); return err },
		func() error { return admin.FindTxnCoordinators(ctx, name).Error() },
	}
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	for _, step := range steps {
		for {
			last := step()
			if last == nil {
				break
			}
			select {
			case <-tick.C:
			case <-ctx.Done():
				return fmt.Errorf("kafkatest: the coordinators were not ready in time: %w; the last answer: %w", ctx.Err(), last)
			}
		}
	}
	return nil
}
