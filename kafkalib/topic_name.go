package kafkalib

import "fmt"

// maxTopicName is the length that brokers allow, in bytes.
const maxTopicName = 249

// checkTopic returns an INVALID_TOPIC_EXCEPTION of origin "client" when
// brokers would refuse name, so that nothing has to be asked for.
func checkTopic(name string) error {
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

func topicRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '_' || r == '-'
}
