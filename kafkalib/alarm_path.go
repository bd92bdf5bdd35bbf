package kafkalib

import (
	"slices"
	"strings"
)

// textFields are the fields whose values are texts.
var textFields = []string{
	"name", "client-id", "type",
	"brokers/*/name", "brokers/*/nodename", "brokers/*/source", "brokers/*/state",
	"topics/*/topic",
	"cgrp/group-id", "cgrp/state", "cgrp/rebalance-reason",
}

// alarmPath checks the path of a metric, which has to name single figures; it
// returns the names in it, and whether the figures are numbers or texts.
func (h *handle) alarmPath(path string) (names []string, numbers, texts bool, err error) {
	all := append(statisticsPaths(), h.addedPaths()...)
	for _, p := range all {
		if !matchPath(p, path) {
			continue
		}
		if slices.Contains(textFields, p) {
			texts = true
		} else {
			numbers = true
		}
	}
	if numbers || texts {
		return strings.Split(path, "/"), numbers, texts, nil
	}
	if inside := insidePath(all, path); inside != nil {
		return nil, false, false, invalidArgument("metric: " + quote(path) + " is a group of figures, expected the path of one: " +
			quote(path+"/…") + " with one of " + strings.Join(inside, ", "))
	}
	return nil, false, false, invalidArgument("metric: there is no figure " + quote(path) + " in the statistics" +
		hint(path, sameShape(all, path)) + `; expected a path such as "queue-age" or "brokers/*/rtt/p99", see kafka-stats`)
}

// addedPaths are the paths of what other parts of the library add.
func (h *handle) addedPaths() []string {
	h.stats.mu.Lock()
	parts := h.stats.parts
	h.stats.mu.Unlock()
	var paths []string
	for _, p := range parts {
		paths = append(paths, pathsOf(Group(p.name, p.figures()...), "")...)
	}
	return paths
}

// insidePath are the names that stand behind a path that names groups.
func insidePath(all []string, path string) []string {
	depth := strings.Count(path, "/") + 1
	var names []string
	for _, p := range all {
		parts := strings.Split(p, "/")
		if len(parts) <= depth || !matchPath(strings.Join(parts[:depth], "/"), path) {
			continue
		}
		if name := parts[depth]; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// sameShape are the paths as a user may have meant them: where a path has "*"
// stands what the user wrote. Those of the user's depth come first, so that a
// misspelt name is not taken for a missing one.
func sameShape(all []string, path string) []string {
	written := strings.Split(path, "/")
	var same, others []string
	for _, p := range all {
		parts := strings.Split(p, "/")
		for i := range parts {
			if parts[i] == "*" && i < len(written) {
				parts[i] = written[i]
			}
		}
		if len(parts) == len(written) {
			same = append(same, strings.Join(parts, "/"))
		} else {
			others = append(others, p)
		}
	}
	return append(same, others...)
}
