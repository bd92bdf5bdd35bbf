package kafkalib

import "github.com/bpl-lang/bpl/interp"

// administrationBuiltins are the functions of administration.
func administrationBuiltins() []interp.Builtin {
	var out []interp.Builtin
	for _, b := range []struct {
		name string
		run  func(*interp.Call) (interp.Value, error)
		help interp.Help
	}{
		{"kafka-create-topics", createTopics, helpCreateTopics},
		{"kafka-create-partitions", createPartitions, helpCreatePartitions},
		{"kafka-delete-topics", deleteTopics, helpDeleteTopics},
		{"kafka-list-topics", listTopics, helpListTopics},
		{"kafka-describe-topics", describeTopics, helpDescribeTopics},
	} {
		out = append(out, interp.Special(b.name, thrown(b.run), b.help))
	}
	return out
}
