// Package recorder publishes an application's events to Kafka without ever
// slowing the application down.
//
// [Recorder.Record] hands an event over and returns: it waits for no broker,
// no disk and no lock. A goroutine of the recorder encodes the events and gives
// them to the Kafka client; while Kafka cannot be reached they are kept in
// memory, in a spool on disk, or go to a fallback, as [Options] say. What became
// of every event is counted, and [Counters] balance at every moment.
//
// Events are those of BlueOx: an id, a dotted type, host and pid, start and end,
// and a body. A [Context] gives nested work one id and one decision whether it
// is recorded at all. A handler for log/slog and an io.Writer stand on top.
//
//	rec, err := recorder.New(recorder.Options{
//		Topic:  "events",
//		Client: []kgo.Opt{kgo.SeedBrokers("localhost:9092")},
//	})
//	if err != nil {
//		return err // the options are wrong; a Kafka that is away is no error
//	}
//	defer rec.Close(ctx)
//	rec.Record(recorder.Event{Type: "web.request", Body: map[string]any{"path": "/"}})
package recorder
