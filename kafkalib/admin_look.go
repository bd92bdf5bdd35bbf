package kafkalib

import "github.com/bpl-lang/bpl/interp"

// lookAt opens what a call works with that reads about topics and changes
// nothing, once the host has let it. own are the options that the call has
// taken.
func (a *arguments) lookAt(topics []string, own ...string) (*administration, error) {
	if err := a.permitted(Look, topics...); err != nil {
		return nil, err
	}
	return a.where(own...)
}

// lookAtCluster reads the arguments of a call about the cluster: where.
func lookAtCluster(call *interp.Call) (*administration, error) {
	a, err := readArguments(call, 1)
	if err != nil {
		return nil, err
	}
	return a.lookAt(nil)
}

// lookAtTopics reads the arguments of a call about topics: where, topics.
func lookAtTopics(call *interp.Call) (*administration, nameList, error) {
	a, err := readArguments(call, 2)
	if err != nil {
		return nil, nameList{}, err
	}
	topics, err := a.topics(a.at(1))
	if err != nil {
		return nil, nameList{}, err
	}
	w, err := a.lookAt(topics.names)
	return w, topics, err
}

// lookAtGroups reads the arguments of a call about groups: where, groups.
func lookAtGroups(call *interp.Call) (*administration, nameList, error) {
	a, err := readArguments(call, 2)
	if err != nil {
		return nil, nameList{}, err
	}
	groups, err := a.groups(a.at(1))
	if err != nil {
		return nil, nameList{}, err
	}
	w, err := a.lookAt(nil)
	return w, groups, err
}
