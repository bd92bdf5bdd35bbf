package kafkalib

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
)

// A faultyCluster is a session on three embedded brokers, one or all of which
// can be cut off. It is used inside of a bubble of synctest: times are exact
// and cost nothing.
type faultyCluster struct {
	*script
	net *faultyDial
}

func newFaultyCluster(t *testing.T, brokers int, opts ...kfake.Opt) *faultyCluster {
	t.Helper()
	broker, err := NewEmbedded(EmbeddedOptions{Brokers: brokers, Partitions: brokers, Options: opts})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { broker.Close() })
	c := &faultyCluster{net: &faultyDial{broker: broker}}
	c.script = newScriptOn(t, broker, WithDialer(c.net.dial))
	if err := broker.Cluster().CreateTopic("t", int32(brokers), nil); err != nil {
		t.Fatal(err)
	}
	return c
}

// brokerCodes are the codes about brokers.
const brokerCodes = `("BROKER_CONNECTED" "BROKER_DISCONNECTED" "BROKER_CONNECT_FAILED" "ALL_BROKERS_DOWN" "BROKERS_UP" "BROKER_ADDED" "BROKER_REMOVED")`

// story waits until nothing goes on any more and returns the codes about
// brokers since the last call, with the broker's number.
func (c *faultyCluster) story(handle string) string {
	c.t.Helper()
	synctest.Wait()
	var parts []string
	for _, e := range c.handle(handle).events.take(nil, 1000) {
		if !strings.Contains(brokerCodes, `"`+e.Code+`"`) {
			continue
		}
		part := strings.TrimPrefix(e.Code, "BROKER_")
		if e.Broker != nil && e.Code != "BROKERS_UP" { // the first of them
			part += fmt.Sprint(" ", *e.Broker)
		}
		parts = append(parts, part)
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}

func (c *faultyCluster) expect(handle, when, want string) {
	c.t.Helper()
	if got := c.story(handle); got != want {
		c.t.Errorf("%s: %s\n got %s\nwant %s", handle, when, got, want)
	}
}

// bubble runs f in a bubble.
func bubble(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	if realServers != "" {
		t.Skip("only the embedded broker has a clock of its own")
	}
	synctest.Test(t, f)
}

// TestIdleClientSeesOutages asserts that a client without traffic finds out
// about a broker that was cut off, or that answers no more, in time.
func TestIdleClientSeesOutages(t *testing.T) {
	for _, kind := range []string{"cut off", "silent"} {
		t.Run(kind, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				c := newFaultyCluster(t, 3)
				c.net.setOnly("localhost:9094")
				c.eval(`(do (set a (kafka-create "admin" "localhost:9092")) (kafka-list-topics a))`)
				time.Sleep(6 * time.Second)
				c.expect("a1", "first contact", "CONNECTED 0, CONNECTED 1, CONNECTED 2")
				time.Sleep(10 * time.Minute)
				c.expect("a1", "ten minutes", "")
				if kind == "silent" {
					c.net.freeze()
				} else {
					c.net.setDown(true)
				}
				time.Sleep(9 * time.Second)
				c.expect("a1", "outage", "DISCONNECTED 2")
				time.Sleep(10 * time.Minute)
				c.expect("a1", "ten minutes of outage", "")
				if kind == "silent" {
					c.net.thaw(true)
				} else {
					c.net.setDown(false)
				}
				time.Sleep(5 * time.Second)
				c.expect("a1", "end of the outage", "CONNECTED 2")
				time.Sleep(10 * time.Minute)
				c.expect("a1", "ten minutes", "")
			})
		})
	}
}

// TestAllBrokersDown cuts off all brokers, for an idle client, a producer and
// a consumer.
func TestAllBrokersDown(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := newFaultyCluster(t, 3)
		c.eval(`(do (set a (kafka-create "admin" "localhost:9092")) (kafka-list-topics a)
		  (set p (kafka-create "producer" "localhost:9092" "delivery" => "async" "partitioner" => "round-robin")) (kafka-send p "t" ("1" "2" "3")) (kafka-flush p)
		  (set c (kafka-create "consumer" "localhost:9092" "auto-offset-reset" => "earliest")) (kafka-poll c "t" 1000))`)
		time.Sleep(6 * time.Second)
		for _, id := range []string{"a1", "p2", "c3"} {
			c.expect(id, "first contact", "CONNECTED 0, CONNECTED 1, CONNECTED 2")
		}
		c.net.setDown(true)
		c.eval(`(do (kafka-send p "t" ("4" "5" "6")) (kafka-poll c 1000))`)
		time.Sleep(9 * time.Second)
		for _, id := range []string{"a1", "p2", "c3"} {
			c.expect(id, "outage", "ALL_BROKERS_DOWN, DISCONNECTED 0, DISCONNECTED 1, DISCONNECTED 2")
		}
		c.eval(`(kafka-poll c 50000)`)
		for _, id := range []string{"a1", "p2", "c3"} {
			c.expect(id, "a minute of outage", "")
		}
		c.net.setDown(false)
		c.eval(`(do (kafka-flush p 10000) (kafka-poll c 5000))`)
		time.Sleep(5 * time.Second)
		for _, id := range []string{"a1", "p2", "c3"} {
			c.expect(id, "end", "BROKERS_UP, CONNECTED 0, CONNECTED 1, CONNECTED 2")
		}
	})
}

// Trap 55: no false outage by idle connections that are closed.
func TestTrap55IdleClosingIsNoOutage(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := newFaultyCluster(t, 3)
		c.eval(`(do (set a (kafka-create "admin" "localhost:9092" "connections-max-idle-ms" => 1000 "event-probe-ms" => 500)) (kafka-list-topics a))`)
		time.Sleep(2 * time.Second)
		c.expect("a1", "first contact", "CONNECTED 0, CONNECTED 1, CONNECTED 2")
		for range 300 {
			c.eval(`(kafka-list-topics a)`)
			time.Sleep(2 * time.Second)
		}
		c.expect("a1", "ten minutes", "")
	})
}

// Trap 56: a port that refuses connections is one event, not one per attempt.
func TestTrap56RefusedPort(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := newFaultyCluster(t, 1)
		c.net.setDown(true)
		c.eval(`(do (set p (kafka-create "producer" "localhost:9092" "delivery" => "async" "delivery-timeout-ms" => 120000))
		  (set try-it (function () (do (set i 0) (while (< i 30) (do (++ i) (try (kafka-send p "t" "x" "timeout-ms" => 900) (e "KafkaException" => null)) (sleep 1000)))))))`)
		c.eval(`(try-it)`)
		c.eval(`(try-it)`)
		c.expect("p1", "a minute", "ALL_BROKERS_DOWN, CONNECT_FAILED")
		c.net.setDown(false)
		c.eval(`(kafka-send p "t" "x")`)
		time.Sleep(5 * time.Second)
		c.expect("p1", "up", "BROKERS_UP, CONNECTED")
	})
}

// TestProbeOff asserts that without probes an idle client has no further
// connection and notices nothing, until it is used.
func TestProbeOff(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := newFaultyCluster(t, 1)
		c.eval(`(do (set a (kafka-create "admin" "localhost:9092" "event-probe-ms" => 0)) (kafka-list-topics a))`)
		time.Sleep(time.Second)
		c.expect("a1", "first contact", "CONNECTED 0")
		c.net.setDown(true)
		time.Sleep(4 * time.Minute)
		c.expect("a1", "outage", "")
		c.eval(`(try (kafka-list-topics a "timeout-ms" => 3000) (e "KafkaException" => null))`)
		c.expect("a1", "used", "ALL_BROKERS_DOWN, DISCONNECTED 0")
		c.net.setDown(false)
		c.eval(`(kafka-list-topics a)`)
		c.expect("a1", "used again", "BROKERS_UP, CONNECTED 0")
	})
}
