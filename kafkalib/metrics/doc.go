// Package metrics shows the statistics of package kafkalib's handles to
// Prometheus. It is a package of its own, so that hosts that do not want the
// Prometheus library do not link it.
//
//	var statistics kafkalib.Statistics
//	in, err := interp.New(interp.With(kafkalib.New(kafkalib.WithStatistics(&statistics))))
//	prometheus.MustRegister(metrics.NewCollector(&statistics))
package metrics
