package kafkalib

import (
	"fmt"

	"github.com/bpl-lang/bpl/interp"
)

// A placeItem is an element ("topic" "partition" …) of a list.
type placeItem struct {
	TopicPartition
	list *interp.List
}

// placeItems reads a list of ("topic" "partition" …), each partition once; one
// such element alone will do. An empty list is none.
func (a *arguments) placeItems(what string, v interp.Value) ([]placeItem, error) {
	const form = `("topic" => t "partition" => p …)`
	l, ok := v.AsList()
	if !ok {
		return nil, a.wrong(what, v, "a list of "+form)
	}
	if !element(v, "topic").IsNull() {
		l = interp.NewList(0)
		l.Append(v)
	}
	var items []placeItem
	seen := make(map[TopicPartition]bool)
	for i := range l.Len() {
		place := fmt.Sprintf("%s: element %d", what, i)
		item, ok := l.At(i).AsList()
		if !ok || isFunction(item) {
			return nil, a.wrong(place, l.At(i), form)
		}
		topic, ok := element(l.At(i), "topic").AsString()
		if !ok {
			return nil, a.wrong(place+": topic", element(l.At(i), "topic"), "the name of a topic as a string")
		}
		if err := checkTopic(topic); err != nil {
			return nil, err
		}
		n, ok := wholeValue(element(l.At(i), "partition"))
		if !ok || n < 0 || n > noLimit {
			return nil, a.wrong(place+": partition", element(l.At(i), "partition"), "the number of a partition")
		}
		p := TopicPartition{topic, int32(n)}
		if seen[p] {
			return nil, invalidArgument(fmt.Sprintf("%s: %s: partition %d of topic %s stands there twice", a.call.Name(), what, n, quote(topic)))
		}
		seen[p] = true
		items = append(items, placeItem{p, item})
	}
	return items, nil
}

// placesIn are the partitions of items, in their order.
func placesIn(items []placeItem) []TopicPartition {
	places := make([]TopicPartition, len(items))
	for i, item := range items {
		places[i] = item.TopicPartition
	}
	return places
}
