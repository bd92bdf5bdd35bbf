package kafkabench

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib"
)

// The scripts that are measured. servers, topic, values, and count are set
// before. The opening reaches the cluster and is not measured, as on the other
// side.
const (
	openProducer = `(do
	  (set p (kafka-create "producer" servers "delivery" => "async" "compression-type" => "none"
	    "linger-ms" => 5 "max-buffered-records" => 50000 "max-in-flight-records" => 50000))
	  (kafka-partitions p topic))`
	// The same producer with a spool in a folder of its own, and with one that it
	// does not need.
	openSpooled = `(do
	  (set p (kafka-create "producer" servers "delivery" => "async" "compression-type" => "none" "spool" => folder
	    "linger-ms" => 5 "max-buffered-records" => 50000 "max-in-flight-records" => 50000))
	  (kafka-partitions p topic))`
	openUnneeded = `(do
	  (set p (kafka-create "producer" servers "delivery" => "async" "compression-type" => "none" "spool" => folder
	    "spool-mode" => "when-needed" "linger-ms" => 5 "max-buffered-records" => 50000 "max-in-flight-records" => 50000))
	  (kafka-partitions p topic))`
	sendOne = `(do
	  (set left (/ count (size values)))
	  (while (> left 0)
	    (for-each values v (kafka-send p topic v))
	    (-- left))
	  (kafka-flush p))`
	sendLists = `(do
	  (set left (/ count (size values)))
	  (while (> left 0)
	    (kafka-send p topic values)
	    (-- left))
	  (kafka-flush p))`

	openConsumer = `(do
	  (set c (kafka-create "consumer" servers "auto-offset-reset" => "earliest" "isolation-level" => "read_committed"))
	  (kafka-subscribe c topic))`
	pollValues = `(do
	  (set got 0)
	  (while (< got count) (set got (+ got (size (kafka-poll c 10000 "shape" => "values")))))
	  got)`
	pollRecords = `(do
	  (set got 0)
	  (while (< got count) (set got (+ got (size (kafka-poll c 10000 "shape" => "records")))))
	  got)`
)

// runScript times one script after its opening, in a session of its own.
func runScript(ctx context.Context, b *broker, topic string, values [][]byte, count int, open, code string, opts ...kafkalib.Option) (took time.Duration, err error) {
	folder, err := os.MkdirTemp(b.folder, "kafkabench-")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	opts = append(opts, kafkalib.WithSpools(nil))
	if b.embedded != nil {
		opts = append(opts, kafkalib.WithEmbedded(b.embedded))
	}
	in, err := interp.New(interp.With(kafkalib.New(opts...)))
	if err != nil {
		return 0, err
	}
	s := in.NewSession()
	defer func() { err = errors.Join(err, s.Close()) }()
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = string(v)
	}
	for name, v := range map[string]any{"servers": b.scriptServers(), "topic": topic, "folder": folder, "values": texts, "count": count} {
		if err := s.Set(name, v); err != nil {
			return 0, err
		}
	}
	if _, err := s.Eval(ctx, open); err != nil {
		return 0, err
	}
	start := b.now()
	if _, err := s.Eval(ctx, code); err != nil {
		return 0, err
	}
	return b.now() - start, nil
}
