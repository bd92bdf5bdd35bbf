// Package kafkatest starts a real Apache Kafka on this machine for tests and
// benchmarks: one broker or several, in KRaft mode, from the jars that Maven
// publishes.
//
// It needs a Unix system with Java 17 or newer; Maven is needed once per Kafka
// version, to fill the cache of jars. Everything listens on 127.0.0.1 only, on
// ports that were free when the cluster started. A broker never outlives the
// process that started it, however that process ends.
//
// # Tests
//
// Tests do not start a cluster each. They use the one whose address the
// environment holds, and are run by one command that starts it and stops it:
//
//	go run ./internal/kafkatest/cmd/integration
//
// The environment of such a test holds
//
//	BPL_KAFKA_SERVERS   the bootstrap list of the plain-text listeners
//	BPL_KAFKA_CLUSTER   the path of a file that describes the whole cluster
//
// A test that runs on the embedded broker and on a real one takes its servers
// from [Servers]. A test that only a real broker can answer has the build tag
// "integration" and takes the cluster from [FromEnv]; it can kill, pause and
// restart brokers through it, but must leave all of them running. Packages are
// tested one after the other there, so topics need names of their own within a
// package only if its tests run in parallel or leave them behind.
//
// A test that needs brokers of its own, because it ruins them, calls [Start].
//
// # By hand
//
// The command internal/kafkatest/cmd/kafkacluster starts a cluster, kills,
// pauses and restarts its brokers, and stops it.
package kafkatest
