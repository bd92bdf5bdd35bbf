package kafkatest

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// DefaultVersion is the Kafka version that runs unless the environment
// variable KAFKA_VERSION or Options.Version names another.
const DefaultVersion = "4.1.0"

const (
	maxBrokers     = 9                // more do not fit a test machine
	defaultHeap    = "512m"           // of one broker; enough for a million small records
	defaultTimeout = 90 * time.Second // of Start and Restart, for a context without a deadline
	pollInterval   = 50 * time.Millisecond
)

// Options say what Start starts. The zero value is one broker of the default
// version in a temporary folder.
type Options struct {
	// Brokers is the number of brokers, 1 to 9; 0 means 1. From three brokers on,
	// topics have three replicas of which two must be in sync.
	Brokers int

	// Version is a Kafka version such as "4.1.0". If it is empty, the
	// environment variable KAFKA_VERSION decides, then DefaultVersion.
	Version string

	// Dir is the folder for data, logs and certificates. It must be empty or
	// missing, and stays after Stop. If Dir is empty, a temporary folder is
	// used and removed.
	Dir string

	// Heap is the largest heap of one broker as the Java option -Xmx takes it;
	// "" means "512m".
	Heap string

	// QuickStart has Java compile with its quickest compiler only: brokers start
	// in less time, as tests that restart them want, and are slower for good.
	QuickStart bool

	// Properties override the brokers' configuration, by Kafka's names.
	Properties map[string]string
}

// complete checks the options and fills in the defaults.
func (o Options) complete() (Options, error) {
	if o.Brokers == 0 {
		o.Brokers = 1
	}
	if o.Brokers < 1 || o.Brokers > maxBrokers {
		return o, fmt.Errorf("kafkatest: %d brokers asked for, 1 to %d are possible", o.Brokers, maxBrokers)
	}
	if o.Version == "" {
		o.Version = os.Getenv("KAFKA_VERSION")
	}
	if o.Version == "" {
		o.Version = DefaultVersion
	}
	if _, _, err := parseVersion(o.Version); err != nil {
		return o, err
	}
	if o.Heap == "" {
		o.Heap = defaultHeap
	}
	for name := range o.Properties {
		if name == "" || strings.ContainsAny(name, "=:\n\r ") {
			return o, fmt.Errorf("kafkatest: %q is no name of a Kafka property", name)
		}
	}
	return o, nil
}

// parseVersion returns the first two numbers of a version. It is strict, since
// the version becomes part of a path and of a Maven file.
func parseVersion(version string) (major, minor int, err error) {
	fail := fmt.Errorf("kafkatest: %q is no Kafka version; expected one like %s", version, DefaultVersion)
	parts := strings.Split(version, ".")
	if len(parts) != 3 {
		return 0, 0, fail
	}
	var numbers [3]int
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 15)
		if err != nil {
			return 0, 0, fail
		}
		numbers[i] = int(n)
	}
	if numbers[0] < 4 {
		return 0, 0, errors.New("kafkatest: Kafka " + version + " is too old; 4.0.0 is the first version that is supported")
	}
	return numbers[0], numbers[1], nil
}
