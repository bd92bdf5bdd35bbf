package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/bpl-lang/bpl/kafkalib/spool"
)

// replayProgram sends what waits in a spool: the producer of scripts does, with
// all that is promised of it. The cluster is asked first whether it is there: a
// producer with a spool would wait for it. A flush that fails because a record
// was rejected is not the last one.
const replayProgram = `
(set options (list))
(if (== (get (args) 1) "") null (put options "servers" (get (args) 1)))
(set admin (kafka-create "admin" options))
(kafka-cluster admin)
(kafka-destroy admin)
(put options "spool" (get (args) 0))
(set producer (kafka-create "producer" options))
(set rejected (get (kafka-spool producer) "rejected"))
(set left 1)
(while (> left 0)
  (set left (try (kafka-flush producer 60000)
    (e "KafkaException" => (do
      (if (== rejected (get (kafka-spool producer) "rejected")) (throw e) null)
      (set rejected (get (kafka-spool producer) "rejected"))
      1)))))`

// replaySpool delivers what waits, or what was rejected.
func (c *command) replaySpool(ctx context.Context, dir string, f spoolFlags) int {
	before, err := findSpool(dir, nil)
	if err != nil {
		return c.report(err)
	}
	want := before.Records
	if f.rejected {
		want += before.Rejected
	}
	if want == 0 {
		if before.Rejected > 0 {
			c.say("%s: --rejected sends them again", count(before.Rejected, "rejected record", "waits", "wait"))
		}
		return c.print("delivered 0, rejected 0, left 0\n")
	}
	if f.servers == "" && c.flags.kafkaProfile == "" {
		return c.report(misuse("replay: where to? Give --servers HOST:PORT, or a profile by -P NAME"))
	}
	if f.rejected && before.Rejected > 0 {
		if err := unreject(ctx, dir); err != nil {
			return c.report(err)
		}
		before.Rejected = 0
	}
	code := c.evaluate(ctx, program{name: "replay", text: replayProgram, args: []string{dir, f.servers}})
	after, err := findSpool(dir, nil)
	if err != nil {
		return c.report(err)
	}
	rejected := after.Rejected - before.Rejected
	printed := c.print(fmt.Sprintf("delivered %d, rejected %d, left %d\n", want-after.Records-rejected, rejected, after.Records))
	switch {
	case code == exitOK && (rejected > 0 || after.Records > 0):
		return exitFailure
	case code == exitOK:
		return printed
	}
	return code
}

// unreject puts the rejected records behind those that wait.
func unreject(ctx context.Context, dir string) error {
	s, err := openSpool(dir)
	if err != nil {
		return err
	}
	err = moveRejected(ctx, s)
	if err = errors.Join(err, s.Close()); err != nil {
		return spoolFault(dir, err)
	}
	return nil
}

func moveRejected(ctx context.Context, s *spool.Spool) error {
	r := s.NewRejectedReader()
	defer r.Close()
	for {
		record, ok, err := r.TryNext()
		if err == nil {
			err = ended(ctx)
		}
		if err != nil || !ok {
			return err
		}
		// First the one, then the other: a crash in between repeats it.
		if err := s.Append([]spool.Record{record.Record}); err != nil {
			return err
		}
		if err := s.AckRejected(record.Sequence); err != nil {
			return err
		}
	}
}
