// Package kafkabench measures what the Kafka library costs a script: each pair
// does the same work once with the client library alone and once by a script,
// with equal options, in one process.
//
//	go run ./internal/bench/cmd/kafkabench                     on a broker inside the process
//	go run ./internal/bench/cmd/kafkabench -servers HOST:PORT  on a real one
//	go run ./internal/bench/cmd/kafkabench -gate               fails below 0.9 of a target (-share)
//	go run ./internal/bench/cmd/kafkabench -observe -rounds 15 what events, statistics and alarms cost
//
// The broker inside the process stores nothing and answers every fetch with one
// canned batch, so that hardly any of the time is the broker's.
package kafkabench
