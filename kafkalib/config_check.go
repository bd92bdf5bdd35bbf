package kafkalib

import (
	"fmt"
	"slices"
	"strings"
)

// check finds options that contradict each other, and what is not supported.
func (c *Config) check() error {
	for _, f := range []func() *Error{c.checkSecurity, c.checkProducer, c.checkConsumer, c.checkRecorder, c.checkLengths} {
		if err := f(); err != nil {
			return err
		}
	}
	return nil
}

// contradiction makes the message about two options.
func (c *Config) contradiction(a, b, why string) *Error {
	return invalidConfig(fmt.Sprintf("options %s (%v) and %s (%v) contradict each other: %s",
		quote(a), shownValue(c.shownOption(a)), quote(b), shownValue(c.shownOption(b)), why))
}

func (c *Config) shownOption(name string) any {
	return findOption(c.kind, name).shown(c.value(name))
}

// checkProducer finds options of whatever sends that contradict each other.
func (c *Config) checkProducer() *Error {
	if !producingKinds.has(c.kind) {
		return nil
	}
	acks, idempotent := c.value("acks"), c.truth("enable-idempotence")
	if acks != "all" && idempotent {
		return c.contradiction("acks", "enable-idempotence", "idempotence needs acks all")
	}
	if err := c.checkSpool(); err != nil {
		return err
	}
	if c.given("transactional-id") {
		return invalidConfig(`option "transactional-id" is not supported yet`)
	}
	if c.given("batch-size") && c.number("batch-size") > c.number("max-request-size") {
		return c.contradiction("batch-size", "max-request-size", "a batch cannot be larger than the largest request")
	}
	if c.kind == Producer {
		if c.text("when-full") != "block" && c.text("delivery") != "async" {
			return c.contradiction("when-full", "delivery", `other than "block" needs async delivery`)
		}
	}
	return c.checkCompression()
}

// checkCompression finds a level that the compression does not have.
func (c *Config) checkCompression() *Error {
	codec := c.text("compression-type")
	if level, ok := c.compressionLevel(); ok {
		limits := compressionCodecs[codec]
		if limits.low == limits.high {
			return c.contradiction("compression-type", "compression-level", "this compression has no level")
		}
		if level < limits.low || level > limits.high {
			return c.contradiction("compression-type", "compression-level", "its level is "+intervalText(limits.low, limits.high))
		}
	}
	return nil
}

// compressionLevel is the level that was asked for; -1 is the codec's own.
func (c *Config) compressionLevel() (int64, bool) {
	name := "compression-level"
	if !c.given(name) {
		name = "compression-" + c.text("compression-type") + "-level"
		if findOption(c.kind, name) == nil || !c.given(name) {
			return 0, false
		}
	}
	level := c.number(name)
	return level, level != -1
}

// checkConsumer finds options of a consumer that contradict each other, that need
// a group, or that name a dead-letter topic that no cluster can have.
func (c *Config) checkConsumer() *Error {
	if c.kind != Consumer {
		return nil
	}
	group := c.text("group-id")
	if group == "" && c.given("group-instance-id") {
		return invalidConfig(`option "group-instance-id" needs "group-id"`)
	}
	if c.text("group-protocol") == "consumer" {
		if group == "" {
			return invalidConfig(`option "group-protocol" (consumer) needs "group-id"`)
		}
		for _, name := range []string{"session-timeout-ms", "heartbeat-interval-ms"} {
			if c.given(name) {
				return c.contradiction("group-protocol", name, "the broker sets it for this protocol")
			}
		}
		if c.given("partition-assignment-strategy") {
			return c.contradiction("group-protocol", "partition-assignment-strategy", "the broker assigns the partitions")
		}
	} else if c.number("heartbeat-interval-ms") >= c.number("session-timeout-ms") {
		return c.contradiction("heartbeat-interval-ms", "session-timeout-ms", "the heartbeat has to come more often than the session times out")
	}
	if onError := c.text("on-decode-error"); !slices.Contains([]string{"throw", "raw", "skip"}, onError) {
		if err := checkTopic(onError); err != nil {
			return invalidConfig(`option "on-decode-error": got ` + quote(onError) + `, expected "throw", "raw", "skip" or a topic; ` + errorFrom(err).Message)
		}
	}
	return nil
}

// checkLengths refuses texts that the client library would refuse.
func (c *Config) checkLengths() *Error {
	for _, limit := range []struct {
		name string
		max  int
	}{{"client-id", 256}, {"client-rack", 512}} {
		if n := len(c.text(limit.name)); n > limit.max {
			return invalidConfig(fmt.Sprintf("option %q has %d bytes, at most %d are allowed", limit.name, n, limit.max))
		}
	}
	return nil
}

// checkSecurity finds what is missing for a secure connection, or not supported.
func (c *Config) checkSecurity() *Error {
	protocol := c.text("security-protocol")
	// Java's default GSSAPI stands in pasted configurations and is harmless
	// without SASL; nobody has the other one without wanting it.
	if c.text("sasl-mechanism") == "AWS_MSK_IAM" {
		return unsupportedMechanism("AWS_MSK_IAM", "supported")
	}
	if strings.HasPrefix(protocol, "SASL_") {
		if err := c.checkMechanism(); err != nil {
			return err
		}
	}
	if protocol != "PLAINTEXT" && c.servers().Embedded {
		return c.contradiction("servers", "security-protocol", "the embedded broker speaks PLAINTEXT")
	}
	return c.checkStores()
}

// checkMechanism finds a mechanism of SASL that is missing or not supported, and
// missing credentials.
func (c *Config) checkMechanism() *Error {
	switch mechanism := c.text("sasl-mechanism"); mechanism {
	case "":
		return invalidConfig(`option "sasl-mechanism" is missing: "security-protocol" is ` + c.text("security-protocol") + ", expected PLAIN, SCRAM-SHA-256 or SCRAM-SHA-512")
	case "GSSAPI":
		return unsupportedMechanism(mechanism, "supported")
	case "OAUTHBEARER":
		return unsupportedMechanism(mechanism, "supported yet")
	}
	_, _, err := c.credentials()
	return err
}

func unsupportedMechanism(mechanism, not string) *Error {
	return invalidConfig(`option "sasl-mechanism": ` + mechanism + " is not " + not + ", expected PLAIN, SCRAM-SHA-256 or SCRAM-SHA-512")
}

// checkStores refuses the key store types that cannot be read.
func (c *Config) checkStores() *Error {
	if !strings.HasSuffix(c.text("security-protocol"), "SSL") {
		return nil
	}
	for _, store := range []struct{ name, instead string }{
		{"keystore", `"ssl-certificate-location" and "ssl-key-location"`},
		{"truststore", `"ssl-ca-location"`},
	} {
		if !c.given("ssl-" + store.name + "-location") {
			continue
		}
		kind := c.text("ssl-" + store.name + "-type")
		if kind == "" {
			kind = "JKS" // Java's default
		}
		if kind == "PEM" {
			continue
		}
		not := "not supported"
		if kind == "PKCS12" {
			not = "not supported yet"
		}
		return invalidConfig(fmt.Sprintf("option %q: %s is %s; give PEM files with %s, or set %q to PEM",
			"ssl-"+store.name+"-type", kind, not, store.instead, "ssl-"+store.name+"-type"))
	}
	return nil
}
