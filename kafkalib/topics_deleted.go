package kafkalib

import "slices"

// topicsDeleted clears topics that the session has deleted from its handles
// of the same cluster at once. A topic of the same name that is created next
// is another one.
func (s *state) topicsDeleted(servers Servers, names []string) {
	if len(names) == 0 {
		return
	}
	for _, h := range s.open() {
		if !sameCluster(h.config.servers(), servers) {
			continue // or perhaps it is: then the handle finds out by itself
		}
		for _, name := range names {
			switch {
			case h.producer != nil:
				h.producer.queue.topicDeleted(name)
			case h.consumer != nil:
				h.consumer.topicDeleted(name)
			}
		}
	}
}

// sameCluster reports whether two lists of servers have one in common.
func sameCluster(a, b Servers) bool {
	if a.Embedded || b.Embedded {
		return a.Embedded && b.Embedded
	}
	return slices.ContainsFunc(a.Addresses, func(s string) bool { return slices.Contains(b.Addresses, s) })
}

// doneItems are the names of those items that are done.
func doneItems(results []itemResult) []string {
	var names []string
	for _, r := range results {
		if r.done {
			names = append(names, r.name)
		}
	}
	return names
}
