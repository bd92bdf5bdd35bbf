package kafkalib

import "strings"

// A statisticsField is one figure of the statistics, as paths name it. "*"
// stands for a name that depends on the cluster: a broker, a topic, a
// partition, a kind of request.
type statisticsField struct {
	path    string
	meaning string
	window  bool // a group of windowNames
}

func field(path, meaning string) statisticsField {
	return statisticsField{path: path, meaning: meaning}
}

func windowField(path, meaning string) statisticsField {
	return statisticsField{path: path, meaning: meaning, window: true}
}

// statisticsFields are all figures of the library's own groups, in order.
var statisticsFields = []statisticsField{
	field("name", "the handle"),
	field("client-id", "the client-id"),
	field("type", "the kind of the handle"),
	field("ts", "a clock that is never set: ms since the session began to use Kafka"),
	field("time", "the time, ms since 1970"),
	field("age", "ms since the handle was created"),
	field("msg-cnt", "records without outcome, in the queue and with the client"),
	field("msg-size", "their bytes"),
	field("msg-max", "limit of msg-cnt: max-buffered-records"),
	field("msg-size-max", "limit of msg-size: buffer-memory"),
	field("queue-age", "age of the oldest record without outcome; 0 where there is none"),
	field("queue-waiting-cnt", "records that wait and were not handed to the client"),
	field("queue-in-flight-cnt", "records that the client holds"),
	field("accepted", "records accepted by kafka-send"),
	field("delivered", "records acknowledged as acks demands"),
	field("failed", "records that failed, or were reported as possibly stored"),
	field("dropped", "records dropped as when-full says"),
	field("purged", "records dropped by kafka-purge; they are among failed, too"),
	windowField("delivery-latency", "from the acceptance of a record to its outcome; of every 64th record, and of each that leaves the queue empty"),
	field("fetchq-cnt", "records that were fetched and that no poll has returned"),
	field("tx", "requests sent"),
	field("tx-bytes", "bytes sent"),
	field("rx", "answers received"),
	field("rx-bytes", "bytes received"),
	field("txmsgs", "records stored by brokers"),
	field("txmsg-bytes", "their bytes before compression"),
	field("rxmsgs", "records fetched, markers of transactions included"),
	field("rxmsg-bytes", "their bytes after decompression"),
	field("errs", "requests that ended without answer, and failed attempts to connect"),
	field("under-replicated", "partitions of the topics in use with fewer replicas in sync than they should have"),

	field("brokers/*/name", "address and id"),
	field("brokers/*/nodeid", "the broker's id; -1 where it is not known yet"),
	field("brokers/*/nodename", "the broker's address"),
	field("brokers/*/source", `"configured" where the address stands in the list of servers, else "learned"`),
	field("brokers/*/state", `"init" before the first contact, "up", "down"`),
	field("brokers/*/stateage", "ms since the state changed"),
	field("brokers/*/connects", "connections opened"),
	field("brokers/*/connect-errs", "attempts to connect that failed"),
	field("brokers/*/disconnects", "connections closed, idle ones and the client's own closing included"),
	field("brokers/*/outbuf-cnt", "requests that are being written"),
	field("brokers/*/waitresp-cnt", "requests without answer"),
	field("brokers/*/waitresp-age", "age of the oldest request that has no answer; one that ended by a time-out or a lost connection, or for which none could be opened, counts on until the broker answers again. A fetch counts when it is older than fetch-max-wait-ms, a request to join a group when it is older than max-poll-interval-ms"),
	field("brokers/*/tx", "requests sent"),
	field("brokers/*/txbytes", "bytes sent"),
	field("brokers/*/txerrs", "requests that could not be written"),
	field("brokers/*/txretries", "requests sent after one of the same kind had ended without answer"),
	field("brokers/*/txidle", "ms since the last request; null before the first"),
	field("brokers/*/req-timeouts", "requests that had no answer in time"),
	field("brokers/*/rx", "answers received"),
	field("brokers/*/rxbytes", "bytes received"),
	field("brokers/*/rxerrs", "requests that were written and ended without answer"),
	field("brokers/*/rxidle", "ms since the last answer; null before the first"),
	windowField("brokers/*/rtt", "round trips, from the writing of a request to the end of its answer; waitresp-age counts, too. Of a fetch only what is beyond fetch-max-wait-ms counts"),
	windowField("brokers/*/int-latency", "from the acceptance of a record to its request; of the records of delivery-latency"),
	windowField("brokers/*/outbuf-latency", "from the making of a request to the end of its writing, throttling included"),
	windowField("brokers/*/throttle", "how long the broker slowed the client down; only of answers that did"),
	field("brokers/*/req/*", "requests sent, by their kind"),

	field("topics/*/topic", "the topic"),
	field("topics/*/age", "ms since the handle first used the topic"),
	field("topics/*/partitions/*/partition", "the number of the partition"),
	field("topics/*/partitions/*/broker", "the broker of the last batch; null before it"),
	field("topics/*/partitions/*/leader", "the leader; null where none is known"),
	field("topics/*/partitions/*/replicas", "replicas that the partition should have; null where not known"),
	field("topics/*/partitions/*/in-sync-replicas", "replicas in sync; null where not known"),
	field("topics/*/partitions/*/under-replicated", "1 where fewer replicas are in sync than there should be, else 0; null where not known"),
	field("topics/*/partitions/*/msgq-cnt", "records of the partition that the client holds"),
	field("topics/*/partitions/*/msgq-bytes", "their bytes"),
	field("topics/*/partitions/*/fetchq-cnt", "records that were fetched for the script and that no poll has returned"),
	field("topics/*/partitions/*/txmsgs", "records stored"),
	field("topics/*/partitions/*/txbytes", "their bytes before compression"),
	field("topics/*/partitions/*/txbatches", "batches stored"),
	field("topics/*/partitions/*/rxmsgs", "records fetched, markers of transactions included"),
	field("topics/*/partitions/*/rxbytes", "their bytes after decompression"),
	field("topics/*/partitions/*/rxbatches", "batches fetched"),
	field("topics/*/partitions/*/app-offset", "the next offset to be returned to the script; null where not known"),
	field("topics/*/partitions/*/committed-offset", "the last commit of this handle; null where there is none"),
	field("topics/*/partitions/*/lo-offset", "the first offset of the partition, as last heard of"),
	field("topics/*/partitions/*/hi-offset", "the high watermark, as last heard of"),
	field("topics/*/partitions/*/ls-offset", "the last stable offset, as last heard of"),
	field("topics/*/partitions/*/consumer-lag", "end of the partition less app-offset: ls-offset under read_committed, else hi-offset; null where one is not known"),

	field("cgrp/group-id", "the group"),
	field("cgrp/state", `"init" before it joins, "join" without partitions, "up" with partitions`),
	field("cgrp/rebalance-cnt", "changes of the assignment"),
	field("cgrp/rebalance-age", "ms since the last change; null before the first"),
	field("cgrp/rebalance-reason", "the event of the last change"),
	field("cgrp/assignment-size", "partitions of this consumer"),

	field("interpreter/executors", "executors that are alive"),
	field("interpreter/timers", "timers that are alive"),
	field("interpreter/steps", "steps of the evaluations that run, or of the last one"),
	field("interpreter/bytes", "estimate of what they keep alive"),
}

// statisticsPaths are the paths of all single figures, "*" in them.
func statisticsPaths() []string {
	var paths []string
	for _, f := range statisticsFields {
		if !f.window {
			paths = append(paths, f.path)
			continue
		}
		for _, n := range windowNames {
			paths = append(paths, f.path+"/"+n)
		}
	}
	return paths
}

// pathsOf are the paths of the figures of a group that another part of the
// library adds.
func pathsOf(f Figure, before string) []string {
	if !f.IsGroup() {
		return []string{before + f.Name}
	}
	var paths []string
	for _, p := range f.parts {
		paths = append(paths, pathsOf(p, before+f.Name+"/")...)
	}
	return paths
}

// matchPath reports whether a path with "*" names the same figure as another.
func matchPath(a, b string) bool {
	as, bs := strings.Split(a, "/"), strings.Split(b, "/")
	if len(as) != len(bs) {
		return false
	}
	for i := range as {
		if as[i] != bs[i] && as[i] != "*" && bs[i] != "*" {
			return false
		}
	}
	return true
}
