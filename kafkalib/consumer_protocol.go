package kafkalib

import (
	"context"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// groupFeature is the feature by which a cluster says that its groups have the
// protocol "consumer".
const groupFeature = "group.version"

// checkProtocol asks a broker whether its groups have the protocol "consumer",
// before the group is joined: the client would fall back to the classic one
// without a word.
func checkProtocol(ctx context.Context, side *kgo.Client) error {
	req := kmsg.NewPtrApiVersionsRequest()
	req.ClientSoftwareName, req.ClientSoftwareVersion = "bpl", "1"
	resp, err := req.RequestWith(ctx, side)
	if err != nil {
		return err
	}
	supported := false
	for _, k := range resp.ApiKeys {
		if kmsg.Key(k.ApiKey) == kmsg.ConsumerGroupHeartbeat && k.MaxVersion >= 1 {
			supported = true
		}
	}
	if resp.FinalizedFeaturesEpoch >= 0 && supported {
		supported = false
		for _, f := range resp.FinalizedFeatures {
			supported = supported || f.Name == groupFeature && f.MaxVersionLevel >= 1
		}
	}
	if !supported {
		return noConsumerProtocol()
	}
	return nil
}

func noConsumerProtocol() *Error {
	e := brokerErrorCode(kerr.UnsupportedVersion.Code, nil)
	e.Message = `the brokers do not support "group-protocol" => "consumer" (it needs Kafka 4.0, and group.coordinator.rebalance.protocols with "consumer"); use "classic"`
	return e
}

// A classicWatch is a hook of a client whose group has the protocol
// "consumer". It notices that the client joins a classic group instead: the
// brokers know the request, and are configured to refuse it.
type classicWatch struct{ c *consumer }

var _ kgo.HookBrokerWrite = classicWatch{}

// OnBrokerWrite is called for each request.
func (w classicWatch) OnBrokerWrite(_ kgo.BrokerMetadata, key int16, _ int, _, _ time.Duration, _ error) {
	if kmsg.Key(key) == kmsg.JoinGroup {
		w.c.mu.Lock()
		defer w.c.mu.Unlock()
		w.c.classic = true
		if w.c.interrupt != nil {
			w.c.interrupt()
		}
	}
}

// fellBack reports whether the client fell back to the classic protocol; the
// consumer has left the group then.
func (c *consumer) fellBack(ctx context.Context) bool {
	c.mu.Lock()
	classic := c.classic
	c.mu.Unlock()
	if classic {
		c.leave(ctx)
	}
	return classic
}
