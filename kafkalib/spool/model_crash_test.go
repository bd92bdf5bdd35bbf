package spool

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// afterCrash opens what a crash has left and compares it with the entries
// before the operation that it interrupted. It returns what is accepted from
// then on.
func (m *model) afterCrash(left *memoryFS, before []entry, last uint64, power bool) ([]entry, error) {
	before = slices.Clone(before)
	for i := range before {
		if before[i].sequence != 0 && m.acking[before[i].sequence] {
			before[i].acked = true // or not: it is not among those that last
		}
		if m.moving[before[i].sequence] && before[i].sequence != 0 {
			before[i].acked, before[i].rejected = true, true
		}
		before[i].rejected = before[i].rejected && !m.freeing
	}
	before = append(before, m.adding...)
	o := m.options
	o.FS = left
	s, err := open(modelDir, o)
	if err != nil {
		return nil, err
	}
	next, err := m.compare(s, before, power)
	if err != nil {
		return nil, err
	}
	// What comes after must have numbers that were never given.
	records := []Record{{Topic: "t", Partition: -1, Value: []byte{0}}}
	o.MaxBytes = -1
	s.options.MaxBytes = -1
	if err := s.Append(records); err != nil {
		return nil, fmt.Errorf("append to what is left: %w", err)
	}
	if records[0].Sequence <= last {
		return nil, fmt.Errorf("sequence number %d after a crash, %d was given before", records[0].Sequence, last)
	}
	if m.rng.IntN(8) > 0 {
		return next, nil
	}
	return next, s.Close()
}

// A foundRecord is a record that a spool has.
type foundRecord struct{ value, sequence uint64 }

func readAll(s *Spool) ([]foundRecord, error) {
	r := s.NewReader()
	defer r.Close()
	var found []foundRecord
	for {
		record, ok, err := r.TryNext()
		if err != nil || !ok {
			return found, err
		}
		value, n := binary.Uvarint(record.Value)
		if n <= 0 || record.Topic != "t" {
			return nil, fmt.Errorf("a record is not as it was accepted: %+v", record)
		}
		found = append(found, foundRecord{value: value, sequence: record.Sequence})
	}
}

// rejectedValues returns the values of the rejected records.
func rejectedValues(s *Spool) (map[uint64]bool, error) {
	r := s.NewRejectedReader()
	defer r.Close()
	found := make(map[uint64]bool)
	for {
		record, ok, err := r.TryNext()
		if err != nil || !ok {
			return found, err
		}
		value, _ := binary.Uvarint(record.Value)
		found[value] = true
	}
}

// compare compares what an opened spool has with what it must and may have. It
// returns the entries as they are from then on.
func (m *model) compare(s *Spool, before []entry, power bool) ([]entry, error) {
	found, err := readAll(s)
	if err != nil {
		return nil, err
	}
	moved, err := rejectedValues(s)
	if err != nil {
		return nil, err
	}
	place := make(map[uint64]uint64, len(found)) // value → sequence number
	for i, f := range found {
		if i > 0 && f.sequence <= found[i-1].sequence {
			return nil, fmt.Errorf("sequence number %d after %d", f.sequence, found[i-1].sequence)
		}
		place[f.value] = f.sequence
	}
	if n := s.Stats().Records; n != int64(len(found)) {
		return nil, fmt.Errorf("there are %d records by the figures, %d were read", n, len(found))
	}
	var next []entry
	for _, e := range before {
		sequence, there := place[e.value]
		delete(place, e.value)
		must := e.sequence != 0 && !e.acked && (!power || e.lasting)
		mustBeSomewhere := e.rejected && (!power || e.lasting || e.ackSafe)
		gone := e.acked && (e.ackSafe || e.ackLasts && !power)
		switch {
		case must && !there:
			return nil, fmt.Errorf("record %d, accepted as %d, is lost", e.value, e.sequence)
		case mustBeSomewhere && !there && !moved[e.value]:
			return nil, fmt.Errorf("record %d, rejected as %d, is lost", e.value, e.sequence)
		case there && gone:
			return nil, fmt.Errorf("record %d, acknowledged as %d, came again", e.value, e.sequence)
		case there && e.sequence != 0 && e.sequence != sequence:
			return nil, fmt.Errorf("record %d, accepted as %d, is now %d", e.value, e.sequence, sequence)
		case there:
			lasting := e.sequence != 0 && e.lasting || m.options.Fsync != FsyncNever
			next = append(next, entry{value: e.value, sequence: sequence, lasting: lasting})
		case e.sequence == 0 && !power:
			next = append(next, e) // an older state of its place in the file may come back
		case moved[e.value]:
			next = append(next, entry{value: e.value, sequence: max(1, e.sequence), lasting: true, acked: true, ackLasts: true,
				ackSafe: true, rejected: true})
		}
	}
	for value, sequence := range place {
		return nil, fmt.Errorf("record %d with sequence number %d was never accepted, or is gone long since", value, sequence)
	}
	slices.SortStableFunc(next, func(a, b entry) int { return int(int64(a.sequence) - int64(b.sequence)) })
	return next, nil
}
