package kafkalib

import "fmt"

// maxTopicName is the length that brokers allow, in bytes.
const maxTopicName = 249

// checkTopic returns an INVALID_TOPIC_EXCEPTION of origin "client" when
// brokers would refuse name, so that nothing has to be asked for.
func checkTopic(name string) error {
	if plainTopic(name) {
		return nil
	}
	fault := ""
	switch {
	case name == "":
		fault = "it is empty"
	case name == "." || name == "..":
		fault = "it is a reserved name"
	case len(name) > maxTopicName:
		fault = fmt.Sprintf("it has %d characters, at most %d are allowed", len(name), maxTopicName)
	default:
		for i, r := range name {
			if !topicRune(r) {
				fault = fmt.Sprintf("character %q at %d is not one of a-z A-Z 0-9 . _ -", r, i)
				break
			}
		}
	}
	if fault == "" {
		return nil
	}
	return &Error{Code: "INVALID_TOPIC_EXCEPTION", Origin: OriginClient, Topic: name,
		Message: fmt.Sprintf("topic name %s is not valid: %s", quote(name), fault)}
}

// plainTopic reports quickly, since each call that sends asks, whether a name is
// good.
func plainTopic(name string) bool {
	if len(name) > maxTopicName || name == "" || name[0] == '.' {
		return false // or has to be looked at closely
	}
	for i := range len(name) {
		if !topicBytes[name[i]] {
			return false
		}
	}
	return true
}

// topicBytes are those that names consist of.
var topicBytes = func() (t [256]bool) {
	for c := range t {
		t[c] = topicRune(rune(c))
	}
	return t
}()

func topicRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '_' || r == '-'
}
