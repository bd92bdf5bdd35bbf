package metrics

// A form says how a figure becomes a metric.
type form uint8

const (
	counter  form = iota // only grows
	gauge                // as it is
	duration             // milliseconds: a gauge in seconds
	window               // a group of milliseconds: a gauge in seconds for each, told apart by the label "stat"
)

// A rule names the metric of a figure. "*" in the path stands for the value of
// a label, see labels.
type rule struct {
	path   string
	metric string
	form   form
}

// prefix begins every metric.
const prefix = "bpl_kafka_"

// rules are the metrics of the library's own figures. Texts, and numbers that
// say the same as another one, have none.
var rules = []rule{
	{"age", "client_age_seconds", duration},
	{"msg-cnt", "queue_records", gauge},
	{"msg-size", "queue_bytes", gauge},
	{"msg-max", "queue_max_records", gauge},
	{"msg-size-max", "queue_max_bytes", gauge},
	{"queue-age", "queue_age_seconds", duration},
	{"queue-waiting-cnt", "queue_waiting_records", gauge},
	{"queue-in-flight-cnt", "queue_in_flight_records", gauge},
	{"accepted", "records_accepted_total", counter},
	{"delivered", "records_delivered_total", counter},
	{"failed", "records_failed", gauge}, // falls when a record that was reported as possibly stored turns out to be
	{"dropped", "records_dropped_total", counter},
	{"purged", "records_purged_total", counter},
	{"delivery-latency", "delivery_latency_seconds", window},
	{"fetchq-cnt", "fetch_queue_records", gauge},
	{"tx", "requests_total", counter},
	{"tx-bytes", "request_bytes_total", counter},
	{"rx", "responses_total", counter},
	{"rx-bytes", "response_bytes_total", counter},
	{"txmsgs", "produced_records_total", counter},
	{"txmsg-bytes", "produced_bytes_total", counter},
	{"rxmsgs", "fetched_records_total", counter},
	{"rxmsg-bytes", "fetched_bytes_total", counter},
	{"errs", "errors_total", counter},
	{"under-replicated", "under_replicated_partitions", gauge},

	{"brokers/*/stateage", "broker_state_age_seconds", duration},
	{"brokers/*/connects", "broker_connects_total", counter},
	{"brokers/*/connect-errs", "broker_connect_errors_total", counter},
	{"brokers/*/disconnects", "broker_disconnects_total", counter},
	{"brokers/*/outbuf-cnt", "broker_writing_requests", gauge},
	{"brokers/*/waitresp-cnt", "broker_waiting_requests", gauge},
	{"brokers/*/waitresp-age", "broker_waiting_age_seconds", duration},
	{"brokers/*/tx", "broker_requests_total", counter},
	{"brokers/*/txbytes", "broker_request_bytes_total", counter},
	{"brokers/*/txerrs", "broker_request_errors_total", counter},
	{"brokers/*/txretries", "broker_request_retries_total", counter},
	{"brokers/*/txidle", "broker_request_idle_seconds", duration},
	{"brokers/*/req-timeouts", "broker_request_timeouts_total", counter},
	{"brokers/*/rx", "broker_responses_total", counter},
	{"brokers/*/rxbytes", "broker_response_bytes_total", counter},
	{"brokers/*/rxerrs", "broker_response_errors_total", counter},
	{"brokers/*/rxidle", "broker_response_idle_seconds", duration},
	{"brokers/*/rtt", "broker_rtt_seconds", window},
	{"brokers/*/int-latency", "broker_int_latency_seconds", window},
	{"brokers/*/outbuf-latency", "broker_outbuf_latency_seconds", window},
	{"brokers/*/throttle", "broker_throttle_seconds", window},
	{"brokers/*/req/*", "broker_requests_by_kind_total", counter},

	{"topics/*/age", "topic_age_seconds", duration},
	{"topics/*/partitions/*/leader", "partition_leader", gauge},
	{"topics/*/partitions/*/replicas", "partition_replicas", gauge},
	{"topics/*/partitions/*/in-sync-replicas", "partition_in_sync_replicas", gauge},
	{"topics/*/partitions/*/under-replicated", "partition_under_replicated", gauge},
	{"topics/*/partitions/*/msgq-cnt", "partition_queue_records", gauge},
	{"topics/*/partitions/*/msgq-bytes", "partition_queue_bytes", gauge},
	{"topics/*/partitions/*/fetchq-cnt", "partition_fetch_queue_records", gauge},
	{"topics/*/partitions/*/txmsgs", "partition_produced_records_total", counter},
	{"topics/*/partitions/*/txbytes", "partition_produced_bytes_total", counter},
	{"topics/*/partitions/*/txbatches", "partition_produced_batches_total", counter},
	{"topics/*/partitions/*/rxmsgs", "partition_fetched_records_total", counter},
	{"topics/*/partitions/*/rxbytes", "partition_fetched_bytes_total", counter},
	{"topics/*/partitions/*/rxbatches", "partition_fetched_batches_total", counter},
	{"topics/*/partitions/*/app-offset", "partition_position_offset", gauge},
	{"topics/*/partitions/*/committed-offset", "partition_committed_offset", gauge},
	{"topics/*/partitions/*/lo-offset", "partition_low_offset", gauge},
	{"topics/*/partitions/*/hi-offset", "partition_high_offset", gauge},
	{"topics/*/partitions/*/ls-offset", "partition_last_stable_offset", gauge},
	{"topics/*/partitions/*/consumer-lag", "partition_consumer_lag", gauge},

	{"cgrp/rebalance-cnt", "group_rebalances_total", counter},
	{"cgrp/rebalance-age", "group_rebalance_age_seconds", duration},
	{"cgrp/assignment-size", "group_assigned_partitions", gauge},

	{"interpreter/executors", "interpreter_executors", gauge},
	{"interpreter/timers", "interpreter_timers", gauge},
	{"interpreter/steps", "interpreter_steps", gauge},
	{"interpreter/bytes", "interpreter_bytes", gauge},
}

// left are the figures without a metric.
var left = []string{
	"name", "client-id", "type", "ts", "time",
	"brokers/*/name", "brokers/*/nodeid", "brokers/*/nodename", "brokers/*/source",
	"brokers/*/state", // broker_up
	"topics/*/topic", "topics/*/partitions/*/partition", "topics/*/partitions/*/broker",
	"cgrp/group-id", "cgrp/state", "cgrp/rebalance-reason",
}

// Up is the one metric that is made of a text: 1 for a broker that is up.
const up = "broker_up"

// common are the labels of every metric.
var common = []string{"session", "handle", "kind", "client_id"}

// labels are those of the "*" in paths, by the group in which they stand.
var labels = map[string]string{"brokers": "broker", "req": "request", "topics": "topic", "partitions": "partition"}
