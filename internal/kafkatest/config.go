package kafkatest

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Users that the SASL_SSL listener knows, by PLAIN, SCRAM-SHA-256 and
// SCRAM-SHA-512. Writer may do everything; Guest may do what no access control
// list denies. Plain-text clients and holders of the client certificate may do
// everything, too.
const (
	Writer         = "writer"
	WriterPassword = "writer-password"
	Guest          = "guest"
	GuestPassword  = "guest-password"
)

// A Broker is one broker of a cluster: its number from 1 on and the addresses
// (host:port) of its listeners.
type Broker struct {
	ID        int
	Plaintext string
	SASL      string // SASL_SSL: PLAIN, SCRAM-SHA-256, SCRAM-SHA-512
	TLS       string // SSL: a client certificate is demanded

	controller string
}

func newBrokers(n int) ([]Broker, error) {
	ports, err := freePorts(4 * n)
	if err != nil {
		return nil, err
	}
	next := func() string {
		port := ports[0]
		ports = ports[1:]
		return "127.0.0.1:" + strconv.Itoa(port)
	}
	brokers := make([]Broker, n)
	for i := range brokers {
		brokers[i] = Broker{ID: i + 1, Plaintext: next(), SASL: next(), TLS: next(), controller: next()}
	}
	return brokers, nil
}

// configuration returns the text of one broker's properties file.
func configuration(dir string, self Broker, all []Broker, extra map[string]string) string {
	voters := make([]string, len(all))
	for i, b := range all {
		voters[i] = fmt.Sprintf("%d@%s", b.ID, b.controller)
	}
	advertised := fmt.Sprintf("PLAINTEXT://%s,SASL_SSL://%s,SSL://%s", self.Plaintext, self.SASL, self.TLS)
	replicas, inSync := 1, 1
	if len(all) >= 3 {
		replicas, inSync = 3, 2
	}
	p := map[string]any{
		"process.roles":                  "broker,controller",
		"node.id":                        self.ID,
		"controller.quorum.voters":       strings.Join(voters, ","),
		"controller.listener.names":      "CONTROLLER",
		"inter.broker.listener.name":     "PLAINTEXT",
		"listener.security.protocol.map": "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SASL_SSL:SASL_SSL,SSL:SSL",
		"listeners":                      advertised + ",CONTROLLER://" + self.controller,
		"advertised.listeners":           advertised,
		"log.dirs":                       dataDir(dir, self.ID),

		// Small and predictable: one partition by default, topics only on request,
		// a group's first rebalance at once, a dead broker noticed after 6 s, logs
		// compacted as soon as they can be, a dead member of a group of the new
		// protocol noticed after 6 s. A follower asks for a new partition when its
		// last request for others is answered, and pauses where the leader does not
		// know of it yet; the first record waits for both.
		"num.partitions":                                   1,
		"auto.create.topics.enable":                        false,
		"default.replication.factor":                       replicas,
		"min.insync.replicas":                              inSync,
		"group.initial.rebalance.delay.ms":                 0,
		"broker.session.timeout.ms":                        6000,
		"log.cleaner.dedupe.buffer.size":                   16 << 20,
		"log.cleaner.backoff.ms":                           500,
		"replica.fetch.wait.max.ms":                        50,
		"replica.fetch.backoff.ms":                         50,
		"group.consumer.min.session.timeout.ms":            6000,
		"group.consumer.session.timeout.ms":                6000,
		"group.consumer.min.heartbeat.interval.ms":         500,
		"group.consumer.heartbeat.interval.ms":             1000,
		"offsets.topic.num.partitions":                     4,
		"offsets.topic.replication.factor":                 replicas,
		"transaction.state.log.num.partitions":             4,
		"transaction.state.log.replication.factor":         replicas,
		"transaction.state.log.min.isr":                    inSync,
		"share.coordinator.state.topic.num.partitions":     4,
		"share.coordinator.state.topic.replication.factor": replicas,
		"share.coordinator.state.topic.min.isr":            inSync,

		"authorizer.class.name":             "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
		"allow.everyone.if.no.acl.found":    true,
		"super.users":                       "User:ANONYMOUS;User:CN=broker;User:CN=client;User:" + Writer,
		"ssl.keystore.type":                 "PEM",
		"ssl.keystore.location":             filepath.Join(dir, brokerFile),
		"ssl.truststore.type":               "PEM",
		"ssl.truststore.location":           filepath.Join(dir, caFile),
		"sasl.enabled.mechanisms":           "PLAIN,SCRAM-SHA-256,SCRAM-SHA-512",
		"listener.name.ssl.ssl.client.auth": "required",
		"listener.name.sasl_ssl.plain.sasl.jaas.config": fmt.Sprintf(
			`org.apache.kafka.common.security.plain.PlainLoginModule required user_%s="%s" user_%s="%s";`,
			Writer, WriterPassword, Guest, GuestPassword),
		"listener.name.sasl_ssl.scram-sha-256.sasl.jaas.config": "org.apache.kafka.common.security.scram.ScramLoginModule required;",
		"listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config": "org.apache.kafka.common.security.scram.ScramLoginModule required;",
	}
	for name, value := range extra {
		p[name] = value
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(p)) {
		fmt.Fprintf(&b, "%s=%s\n", name, escapeProperty(fmt.Sprint(p[name])))
	}
	return b.String()
}

// escapeProperty writes a value so that Java's Properties reads it back.
func escapeProperty(value string) string {
	return strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\f", `\f`).Replace(value)
}

func dataDir(dir string, id int) string { return filepath.Join(dir, fmt.Sprintf("data-%d", id)) }

func configFile(dir string, id int) string {
	return filepath.Join(dir, fmt.Sprintf("broker-%d.properties", id))
}

func logFile(dir string, id int) string { return filepath.Join(dir, fmt.Sprintf("broker-%d.log", id)) }
