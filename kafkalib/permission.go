package kafkalib

import (
	"slices"

	"github.com/bpl-lang/bpl/interp"
)

// Permissions say what scripts may do. A nil function allows everything.
// What is refused throws PermissionDenied, before anything is opened.
// Functions may be called by several sessions at once.
type Permissions struct {
	// Server is asked for each address, "host:port" or "embedded".
	Server func(address string) bool
	// Topic is asked for each topic that is written to, read, created, changed
	// or deleted.
	Topic func(topic string, op Operation) bool
	// Operations are those that are allowed; nil allows all.
	Operations []Operation
}

// An Operation is what a script does with Kafka.
type Operation string

// The operations.
const (
	Read   Operation = "read"
	Write  Operation = "write"
	Create Operation = "create" // topics and partitions
	Delete Operation = "delete" // topics, records, groups, commits
	Alter  Operation = "alter"  // configurations, commits of groups, leaders
	Look   Operation = "look"   // lists and descriptions
)

func (p *Permissions) operation(op Operation) error {
	if p.Operations != nil && !slices.Contains(p.Operations, op) {
		return interp.Throw("PermissionDenied", "the host withholds the Kafka operation %q", string(op))
	}
	return nil
}

func (p *Permissions) servers(s Servers) error {
	if p.Server == nil {
		return nil
	}
	addresses := s.Addresses
	if s.Embedded {
		addresses = []string{embeddedName}
	}
	for _, a := range addresses {
		if !p.Server(a) {
			return interp.Throw("PermissionDenied", "the host withholds the Kafka server %s", a)
		}
	}
	return nil
}

func (p *Permissions) topics(op Operation, topics ...string) error {
	if err := p.operation(op); err != nil {
		return err
	}
	if p.Topic == nil {
		return nil
	}
	for _, t := range topics {
		if !p.Topic(t, op) {
			return interp.Throw("PermissionDenied", "the host withholds the operation %q on the Kafka topic %s", string(op), quote(t))
		}
	}
	return nil
}
