package kafkalib

import "github.com/twmb/franz-go/pkg/kerr"

// maxBrokerCode is above every code that the protocol has given out. Codes
// are dense from -1; the names and descriptions are the client library's.
const maxBrokerCode = 400

// brokerErrors are the errors of origin "broker": all that the protocol
// knows, by the protocol's names.
func brokerErrors() []codeEntry {
	var entries []codeEntry
	for code := int16(-1); code < maxBrokerCode; code++ {
		e := kerr.TypedErrorForCode(code)
		if e == nil || e.Code != code {
			continue // success, or not given out
		}
		entries = append(entries, codeEntry{
			name:      e.Message,
			origin:    OriginBroker,
			severity:  "error",
			retriable: e.Retriable,
			persisted: brokerPersistence(code),
			fields:    []string{"broker", "topic", "partition"},
			meaning:   e.Description,
			advice:    brokerAdvice[code],
		})
	}
	return entries
}

// brokerPersistence is the persistence of a record that a broker refused with
// code. Only answers that come after the record may have been written leave
// it open; every other refusal excludes storing.
func brokerPersistence(code int16) persistence {
	switch code {
	case kerr.UnknownServerError.Code, kerr.RequestTimedOut.Code, kerr.NetworkException.Code,
		kerr.NotEnoughReplicasAfterAppend.Code, kerr.KafkaStorageError.Code:
		return mayBeStored
	}
	return excludesStore
}

// brokerAdvice says what to do about the answers that scripts meet most.
var brokerAdvice = map[int16]string{
	kerr.OffsetOutOfRange.Code:                   "the records were deleted or the offset never existed: kafka-seek, or set auto-offset-reset",
	kerr.UnknownTopicOrPartition.Code:            "create the topic with kafka-create-topics, or check its spelling; allow-auto-create-topics lets the broker create it",
	kerr.LeaderNotAvailable.Code:                 "wait: the partition is electing a leader",
	kerr.RequestTimedOut.Code:                    "the broker's own time-out; the work may still happen: look before repeating it",
	kerr.MessageTooLarge.Code:                    "raise max.message.bytes of the topic and max-request-size here, or make the record smaller",
	kerr.RecordListTooLarge.Code:                 "lower max-request-size, or raise segment.bytes of the topic",
	kerr.CoordinatorNotAvailable.Code:            "wait: the group's coordinator is starting",
	kerr.InvalidTopicException.Code:              "another name: topics that differ only in . and _ collide",
	kerr.NotEnoughReplicas.Code:                  "fewer replicas are in sync than min.insync.replicas of the topic asks for: start the missing brokers",
	kerr.InvalidGroupID.Code:                     "give a group-id that is not empty",
	kerr.UnknownMemberID.Code:                    "the member was removed from its group, usually because it did not poll in time; the next poll joins again",
	kerr.IllegalGeneration.Code:                  "the group has rebalanced; the next poll joins again",
	kerr.RebalanceInProgress.Code:                "poll again; the group is distributing its partitions",
	kerr.InvalidSessionTimeout.Code:              "choose session-timeout-ms within the broker's group.min.session.timeout.ms and group.max.session.timeout.ms",
	kerr.TopicAuthorizationFailed.Code:           "the user lacks a right on the topic: add an ACL",
	kerr.GroupAuthorizationFailed.Code:           "the user lacks a right on the group: add an ACL",
	kerr.ClusterAuthorizationFailed.Code:         "the user lacks a right on the cluster: add an ACL",
	kerr.InvalidTimestamp.Code:                   "the timestamp is outside of message.timestamp.before.max.ms and message.timestamp.after.max.ms of the topic",
	kerr.UnsupportedSaslMechanism.Code:           "choose a mechanism that the listener offers with sasl-mechanism",
	kerr.UnsupportedVersion.Code:                 "the broker is too old for this request",
	kerr.TopicAlreadyExists.Code:                 "use \"if-not-exists\" => true, or delete the topic first",
	kerr.InvalidPartitions.Code:                  "give a number of partitions of at least 1, above the present number when enlarging",
	kerr.InvalidReplicationFactor.Code:           "give a replication factor of at most the number of brokers",
	kerr.InvalidConfig.Code:                      "check the names and values of the topic's configs",
	kerr.PolicyViolation.Code:                    "the broker's policy forbids it; the message says which",
	kerr.InvalidProducerEpoch.Code:               "a newer producer has taken over, or the transaction timed out: create a new handle",
	kerr.ConcurrentTransactions.Code:             "try again: the previous transaction is still being finished",
	kerr.SaslAuthenticationFailed.Code:           "check sasl-username, sasl-password and sasl-mechanism",
	kerr.NonEmptyGroup.Code:                      "stop the consumers of the group first",
	kerr.GroupIDNotFound.Code:                    "check the name with kafka-groups",
	kerr.GroupMaxSizeReached.Code:                "the group has as many members as the broker allows",
	kerr.FencedInstanceID.Code:                   "another consumer uses the same group-instance-id",
	kerr.UnreleasedInstanceID.Code:               "another consumer still uses the group-instance-id",
	kerr.ElectionNotNeeded.Code:                  "nothing to do: the preferred replica leads already",
	kerr.GroupSubscribedToTopic.Code:             "stop the consumers that read the topic first",
	kerr.InvalidRecord.Code:                      "the topic's rules refuse the record, for example one without key on a compacted topic",
	kerr.ThrottlingQuotaExceeded.Code:            "try again later: a quota is exhausted",
	kerr.ProducerFenced.Code:                     "a newer producer uses the same transactional-id",
	kerr.UnknownTopicID.Code:                     "the topic was deleted, or deleted and created again",
	kerr.FencedMemberEpoch.Code:                  "the member was removed from its group; the next poll joins again",
	kerr.TransactionAbortable.Code:               "abort the transaction and try again",
	kerr.TransactionalIDAuthorizationFailed.Code: "the user lacks a right on the transactional-id: add an ACL",
}
