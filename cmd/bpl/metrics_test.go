package main

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestMetrics reads the metrics of a script that goes on, and finds them gone
// when it has ended.
func TestMetrics(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	out, outEnd := io.Pipe()
	errOut, errEnd := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- newCommand(stdio{strings.NewReader(`(do (kafka-create-topics "embedded" "t")
  (set p (kafka-create "producer" "embedded"))
  (kafka-send p "t" ("a" "b"))
  (kafka-create "consumer" "embedded" "group" => "g")
  (print "sent") (sleep 60000))`), outEnd, errEnd}).run(ctx, []string{"run", "--metrics", ":0", "-"})
		outEnd.Close()
		errEnd.Close()
	}()
	line, err := bufio.NewReader(errOut).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, errOut) }() // ends with the pipe
	url := regexp.MustCompile(`http://\S+`).FindString(line)
	if host, _, _ := net.SplitHostPort(strings.TrimPrefix(strings.TrimSuffix(url, "/metrics"), "http://")); !net.ParseIP(host).IsLoopback() {
		t.Errorf("address\ngot  %s\nwant one of this machine only", url)
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil { // "sent"
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }() // ends with the pipe
	got := get(t, url)
	for _, want := range []string{
		`bpl_kafka_records_delivered_total{client_id="bpl",handle="p1",kind="producer",session="1"} 2`,
		`bpl_kafka_group_rebalances_total{client_id="bpl",handle="c2",kind="consumer",session="1"} 0`,
		`bpl_kafka_interpreter_executors{`, "# TYPE bpl_kafka_broker_rtt_seconds gauge", "go_goroutines", "process_cpu_seconds_total",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("metrics\ngot  %s\nwant them to contain %s", got, want)
		}
	}
	cancel()
	<-code
	if resp, err := http.Get(url); err == nil {
		resp.Body.Close()
		t.Errorf("after the end\ngot  %s\nwant no answer", resp.Status)
	}
}

func get(t *testing.T, url string) string {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("got %s, %v", resp.Status, err)
	}
	return string(text)
}

func TestMetricsMisuse(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	address := taken.Addr().String()
	bpl(t, "", "eval", "--metrics", address, "1").check(t, want{code: exitUsage, err: []string{"--metrics " + address, "in use", "choose another port"}})
	for _, address := range []string{"9464", "localhost", "localhost:", "a:b:c"} {
		bpl(t, "", "eval", "--metrics", address, "1").check(t, want{code: exitUsage, err: []string{"--metrics " + address, "want HOST:PORT"}})
	}
	bpl(t, "", "eval", "--metrics", "localhost:99999", "1").check(t, want{code: exitUsage, err: []string{"--metrics localhost:99999"}})
}
