package kafkalib

import "github.com/bpl-lang/bpl/interp"

// A resultTable makes the list of what an administrative call found out: an
// element of one shape for each item, with "code" and "message" added for what
// failed.
type resultTable struct {
	rows  *interp.List
	shape *interp.Shape
}

func newResultTable(names ...string) *resultTable {
	return &resultTable{interp.NewList(0), interp.NewShape(names...)}
}

// add adds an element; values that are missing are null.
func (t *resultTable) add(values ...interp.Value) *interp.List {
	b := interp.NewListBuilder(t.shape, 1, 0)
	for _, v := range values {
		b.Value(v)
	}
	l := b.List()
	t.rows.Append(interp.FromList(l))
	return l
}

// fail adds an element for what failed.
func (t *resultTable) fail(e *Error, values ...interp.Value) {
	putFailure(t.add(values...), e)
}

func (t *resultTable) value() interp.Value { return interp.FromList(t.rows) }

// A placeTable is a table about partitions.
type placeTable struct{ *resultTable }

func newPlaceTable(names ...string) placeTable {
	return placeTable{newResultTable(append([]string{"topic", "partition"}, names...)...)}
}

// add adds a partition with its further values.
func (t placeTable) add(place TopicPartition, values ...interp.Value) {
	t.resultTable.add(append(place.values(), values...)...)
}

// fail adds a partition, or with -1 a topic, that failed.
func (t placeTable) fail(place TopicPartition, e *Error) {
	t.resultTable.fail(e, place.values()...)
}

// failed adds a topic that failed, where the code is one of the values.
func (t placeTable) failed(topic string, e *Error) {
	t.resultTable.add(interp.String(topic)).Put("code", codeOf(e))
}

func (p TopicPartition) values() []interp.Value {
	return []interp.Value{interp.String(p.Topic), orNull(int64(p.Partition))}
}

// fill adds the partitions of topics in order: show adds one that is in
// infos, the others have failed. The failure of a topic that is asked for
// alone is that of the call.
func (t placeTable) fill(topics nameList, infos map[string]*topicInfo, failed map[string]*Error, show func(place TopicPartition, p partitionInfo)) (interp.Value, error) {
	for _, name := range topics.names {
		info := infos[name]
		if info == nil {
			if topics.alone {
				return interp.Null(), failed[name]
			}
			t.fail(TopicPartition{name, -1}, failed[name])
			continue
		}
		for _, p := range info.partitions {
			show(TopicPartition{name, p.number}, p)
		}
	}
	return t.value(), nil
}
