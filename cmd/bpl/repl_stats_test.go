package main

import "testing"

func TestSessionStatistics(t *testing.T) {
	clients := `(kafka-create-topics "embedded" "t")
(set p (kafka-create "producer" "embedded"))
(kafka-send p "t" ("a" "b" "c"))
(set c (kafka-create "consumer" "embedded" "group" => "g" "auto-offset-reset" => "earliest"))
(size (kafka-poll c "t" 9000 "max-records" => 1))
(set a (kafka-create "admin" "embedded"))
`
	for _, test := range []struct {
		name, stdin string
		want        want
	}{
		{"without clients", ":stats\n", want{outHas: []string{"session     executors 0, timers 0"}}},
		{"summary", clients + ":stats\n", want{outHas: []string{
			"p1   producer delivered 3, failed 0, waiting 0, queue-age 0 ms, errors 0",
			"c2   consumer fetched 3, waiting 2, lag 2, errors 0",
			"a3   admin    requests 0, answers 0",
			"broker 0 localhost:9092 up, rtt p50 ",
		}}},
		{"all figures of some", clients + ":stats p1 c2\n", want{outHas: []string{
			"  p1\n    name                 p1\n", "      rtt                  avg ", "consumer-lag         2\n"}}},
		{"an unknown client", ":stats p9\n", want{code: 1, err: []string{"INVALID_HANDLE"}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			bpl(t, test.stdin, "repl").check(t, test.want)
		})
	}
}
