package kafkalib

import (
	"context"
	"slices"

	"github.com/bpl-lang/bpl/interp"
)

var helpListTopics = interp.Help{
	Signature: `(kafka-list-topics where "internal" => b "timeout-ms" => n)`,
	Summary:   "lists the topics of the cluster",
	Result:    "names, sorted",
	Args: []interp.HelpArg{
		argWhere,
		{Name: `"internal"`, Type: "boolean", Meaning: "also those that Kafka keeps for itself"},
		argTimeout,
	},
	Errors:  []string{errNoAnswer},
	Related: []string{"kafka-describe-topics", "kafka-create-topics"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" ("b" "a")) (kafka-list-topics "embedded"))`, Result: `("a" "b")`}},
}

// listTopics is (kafka-list-topics where ["internal" => true]).
func listTopics(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 1)
	if err != nil {
		return interp.Null(), err
	}
	internal, err := a.truthOption("internal")
	if err != nil {
		return interp.Null(), err
	}
	w, err := a.lookAt(nil, "internal")
	if err != nil {
		return interp.Null(), err
	}
	var names []string
	err = w.run(call, "the list of topics", func(ctx context.Context) error {
		topics, err := fetchTopics(ctx, w.client, false)
		if err != nil {
			return err
		}
		names = nil
		for name, t := range topics {
			if (internal || !t.internal) && w.visible(name) {
				names = append(names, name)
			}
		}
		return nil
	})
	if err != nil {
		return interp.Null(), err
	}
	slices.Sort(names)
	return textList(names), nil
}
