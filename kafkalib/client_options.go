package kafkalib

import (
	"context"
	"math"
	"math/rand/v2"
	"net"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
	"github.com/twmb/franz-go/pkg/sasl"
	"github.com/twmb/franz-go/pkg/sasl/plain"
	"github.com/twmb/franz-go/pkg/sasl/scram"
)

// A network is how the clients of a session reach brokers.
type network struct {
	// dial opens connections to real servers.
	dial dialFunc
	// embedded returns the broker in the process, starting it at first use.
	embedded func() (*Embedded, error)
	refs     references
	// outage refuses connections while a script wants that; nil for none.
	outage *madeOutage
	// watch, which may be nil, sees each connection that is opened.
	watch func(conn net.Conn, address string) net.Conn
}

// systemDial is the network of the operating system.
func systemDial(ctx context.Context, network, address string) (net.Conn, error) {
	return new(net.Dialer).DialContext(ctx, network, address)
}

// metadataMinAge is the pause between requests for metadata while a leader is
// missing or a topic unknown; shorter than the client library's, so that a
// new leader is found soon.
const metadataMinAge = 250 * time.Millisecond

// clientOptions are the options of the client library that every kind has. A
// producer's connections report to writes.
func (c *Config) clientOptions(n network, writes *produceWrites) ([]kgo.Opt, error) {
	d := &dialer{
		writes:  writes,
		watch:   n.watch,
		dial:    n.dial,
		timeout: c.millis("socket-connection-setup-timeout-ms"),
		pause:   backoff{c.millis("reconnect-backoff-ms"), c.millis("reconnect-backoff-max-ms")},
	}
	seeds := c.servers().Addresses
	if c.servers().Embedded {
		broker, err := n.embedded()
		if err != nil {
			return nil, errorFrom(err)
		}
		d.dial, seeds = broker.Dial, broker.Addresses()
	}
	if n.outage != nil {
		d.dial = n.outage.dialer(d.dial)
	}
	config, fault := c.tlsConfig(n.refs)
	if fault != nil {
		return nil, fault
	}
	d.tls = config
	opts := []kgo.Opt{
		kgo.SeedBrokers(seeds...),
		kgo.ClientID(c.text("client-id")),
		kgo.Dialer(d.connect),
		kgo.RequestTimeoutOverhead(c.millis("request-timeout-ms")),
		kgo.ConnIdleTimeout(c.millis("connections-max-idle-ms")),
		kgo.MetadataMaxAge(max(c.millis("metadata-max-age-ms"), 10*time.Millisecond)),
		kgo.MetadataMinAge(min(metadataMinAge, max(c.millis("metadata-max-age-ms"), 10*time.Millisecond))),
		c.retryPauses(writes),
		kgo.RequestRetries(math.MaxInt32),
		kgo.RetryTimeoutFn(c.retryTimeout()),
		kgo.DisableClientMetrics(),
	}
	if writes != nil {
		opts = append(opts, kgo.WithHooks(writes))
	}
	if mechanism := c.mechanism(); mechanism != nil {
		opts = append(opts, kgo.SASL(mechanism))
	}
	if rack := c.text("client-rack"); rack != "" {
		opts = append(opts, kgo.Rack(rack))
	}
	return opts, nil
}

// retryPauses are the pauses between attempts; for a producer they end when
// records have to be given up.
func (c *Config) retryPauses(writes *produceWrites) kgo.Opt {
	retry := backoff{c.millis("retry-backoff-ms"), c.millis("retry-backoff-max-ms")}
	return kgo.RetryBackoffFn(func(failures int) time.Duration {
		pause := jitter(retry.after(max(failures, 1)))
		if writes != nil {
			pause = writes.shorten(pause)
		}
		return pause
	})
}

// jitter spreads a pause by a fifth, so that clients that lost the same
// broker do not come back at once.
func jitter(pause time.Duration) time.Duration {
	return time.Duration(float64(pause) * (0.8 + 0.4*rand.Float64()))
}

// metadataRetry bounds the repeats of one request for metadata. The client
// goes on with the next one anyway, but in between it looks whether the time
// of records is over.
const metadataRetry = 200 * time.Millisecond

// retryTimeout bounds how long the client library repeats a request. Those of
// group members end with the session; a new attempt to join follows anyway.
func (c *Config) retryTimeout() func(key int16) time.Duration {
	api := c.millis("default-api-timeout-ms")
	session := api
	if findOption(c.kind, "session-timeout-ms") != nil {
		session = c.millis("session-timeout-ms")
	}
	return func(key int16) time.Duration {
		switch kmsg.Key(key) {
		case kmsg.Metadata:
			return metadataRetry
		case kmsg.JoinGroup, kmsg.SyncGroup, kmsg.Heartbeat, kmsg.ConsumerGroupHeartbeat:
			return session
		}
		return api
	}
}

// mechanism is the way to authenticate; check has seen that it is complete.
func (c *Config) mechanism() sasl.Mechanism {
	switch c.text("security-protocol") {
	case "SASL_PLAINTEXT", "SASL_SSL":
	default:
		return nil
	}
	user, password, err := c.credentials()
	if err != nil {
		return nil
	}
	switch c.text("sasl-mechanism") {
	case "PLAIN":
		return plain.Auth{User: user, Pass: password}.AsMechanism()
	case "SCRAM-SHA-256":
		return scram.Auth{User: user, Pass: password}.AsSha256Mechanism()
	case "SCRAM-SHA-512":
		return scram.Auth{User: user, Pass: password}.AsSha512Mechanism()
	}
	return nil
}

// clientWriteLimit is the client library's own limit of one request, and of
// one answer; larger batches need a larger one.
const clientWriteLimit = 100 << 20

// producerOptions are the options of the client library for a producer.
func (c *Config) producerOptions() []kgo.Opt {
	request := c.number("max-request-size")
	opts := []kgo.Opt{
		kgo.ProducerLinger(c.millis("linger-ms")),
		kgo.ProducerBatchCompression(c.compression()),
		kgo.ProducerBatchMaxBytes(int32(request)),
		kgo.BrokerMaxWriteBytes(int32(min(max(2*request, clientWriteLimit), maxBatch))),
		kgo.MaxBufferedRecords(c.clientRecords()),
		kgo.RecordPartitioner(c.partitioner()),
		kgo.ProduceRequestTimeout(max(c.millis("request-timeout-ms"), 100*time.Millisecond)),
	}
	switch c.value("acks") {
	case int64(0):
		opts = append(opts, kgo.RequiredAcks(kgo.NoAck()))
	case int64(1):
		opts = append(opts, kgo.RequiredAcks(kgo.LeaderAck()))
	}
	if !c.idempotent() {
		opts = append(opts, kgo.DisableIdempotentWrite(),
			kgo.MaxProduceRequestsInflightPerBroker(int(c.number("max-in-flight-requests-per-connection"))))
	}
	if n := c.number("retries"); n < noLimit && !c.spools() {
		opts = append(opts, kgo.RecordRetries(int(n)))
	}
	if c.truth("allow-auto-create-topics") {
		opts = append(opts, kgo.AllowAutoTopicCreation())
	}
	return opts
}

// clientRecords is the client library's own limit of records: above what the
// queue hands over, because the client counts a record until after its
// outcome was told, and must never block the queue.
func (c *Config) clientRecords() int {
	return int(min(2*c.number("max-in-flight-records")+1_000, noLimit))
}
