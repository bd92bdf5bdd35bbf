package recorder_test

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/bpl-lang/bpl/kafkalib/recorder"
)

func Example() {
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(1, "events"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer cluster.Close()

	rec, err := recorder.New(recorder.Options{
		Topic:  "events",
		Client: []kgo.Opt{kgo.SeedBrokers(cluster.ListenAddrs()...)},
	})
	if err != nil {
		fmt.Println(err) // the options are wrong; a Kafka that is away is no error
		return
	}
	rec.Record(recorder.Event{Type: "app.start", Body: map[string]any{"version": 7}})

	// Nested work shares an id; each piece becomes an event when it ends.
	ctx, request := rec.Start(context.Background(), "web.request")
	_, query := rec.Start(ctx, ".query")
	query.Set("rows", 3)
	query.End()
	request.End()

	slog.New(recorder.NewLogHandler(rec, nil)).InfoContext(ctx, "served", "status", 200)

	closing, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	left, err := rec.Close(closing)
	c := rec.Counters()
	fmt.Println(c.Offered, c.Delivered, len(left.Dropped), err)
	// Output: 4 4 0 <nil>
}
