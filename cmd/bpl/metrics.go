package main

import (
	"context"
	"errors"
	"log"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/bpl-lang/bpl/kafkalib"
	"github.com/bpl-lang/bpl/kafkalib/metrics"
)

// metricsEnd is how long a request for metrics may take when the program has ended.
const metricsEnd = time.Second

// serveMetrics serves the statistics of Kafka's clients to Prometheus at address, and
// returns what ends that. Without address it serves nothing.
func (e *evaluation) serveMetrics(address string) (stop func(), err error) {
	if address == "" {
		return func() {}, nil
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil || port == "" {
		return nil, misuse("--metrics %s: want HOST:PORT, such as localhost:9464", address)
	}
	if host == "" {
		host = "localhost" // other machines reach it only where the user says so
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		return nil, misuse("--metrics %s: %v; choose another port", address, err)
	}
	if port == "0" { // nobody else knows which one it is
		e.c.say("metrics at http://%s/metrics", listener.Addr())
	}
	statistics := new(kafkalib.Statistics)
	e.kafka = append(e.kafka, kafkalib.WithStatistics(statistics))
	registry := prometheus.NewRegistry()
	registry.MustRegister(metrics.NewCollector(statistics), collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second, ErrorLog: log.New(e.errOut, "bpl: --metrics: ", 0)}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			e.c.say("--metrics: %v", err)
		}
	}()
	return func() {
		ctx, cancel := context.WithTimeout(context.Background(), metricsEnd)
		defer cancel()
		if server.Shutdown(ctx) != nil {
			_ = server.Close() // what is left is cut off
		}
		<-done
	}, nil
}
