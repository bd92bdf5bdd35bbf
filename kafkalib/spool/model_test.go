package spool

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// An entry is what the model knows of a record.
type entry struct {
	value    uint64 // by which it is recognized
	sequence uint64 // 0: Append failed, so it may be there or not
	lasting  bool   // survives a loss of power
	acked    bool
	ackLasts bool // its acknowledgement was written; it survives the end of the process
	ackSafe  bool // and a loss of power
	rejected bool // it is acknowledged by having been moved
}

// A model is what a spool must have, in the order of acceptance, while a
// schedule of operations runs on it.
type model struct {
	rng     *rand.Rand
	fs      *memoryFS
	options Options
	spool   *Spool
	entries []entry
	values  uint64 // values given so far
	last    uint64 // the highest sequence number that was given

	// What the operation that runs may have done when a crash interrupts it.
	adding    []entry
	acking    map[uint64]bool // sequence numbers
	moving    map[uint64]bool
	freeing   bool // rejected records
	crashes   int
	recovered int
}

const modelDir = "spool"

func newModel(seed uint64) (*model, error) {
	rng := rand.New(rand.NewPCG(seed, 1))
	m := &model{rng: rng, fs: newMemoryFS(rng)}
	m.options = Options{SegmentBytes: 300 + rng.Int64N(700), MaxBytes: -1, FS: m.fs,
		Fsync: []time.Duration{FsyncAlways, FsyncAlways, time.Second, FsyncNever}[rng.IntN(4)]}
	if rng.IntN(4) == 0 {
		m.options.MaxBytes = 2000
	}
	if rng.IntN(2) == 0 {
		m.fs.faults = 0.03
		m.fs.evicts = m.options.Fsync == FsyncAlways
	}
	return m, m.reopen(m.fs)
}

// reopen opens the spool in a file system.
func (m *model) reopen(fs *memoryFS) error {
	faults, evicts, failed := m.fs.faults, m.fs.evicts, m.fs.failed
	m.fs = fs
	m.fs.faults = 0 // what fails while it opens is not asked here
	m.options.FS = fs
	s, err := open(modelDir, m.options)
	m.spool = s
	m.fs.faults, m.fs.evicts, m.fs.failed = faults, evicts, failed
	return err
}

// step does one operation, during which there is a crash, and checks what is
// left of the spool after it.
func (m *model) step() error {
	m.adding, m.acking, m.moving, m.freeing = nil, map[uint64]bool{}, map[uint64]bool{}, false
	before, last := slices.Clone(m.entries), m.last
	var left *memoryFS
	power := m.rng.IntN(2) == 0
	m.fs.crash = func() {
		if power {
			left = m.fs.powerLost()
		} else {
			left = m.fs.forked()
		}
	}
	m.fs.crashIn = 1 + m.rng.IntN(8)
	err := m.operate()
	m.fs.crashIn = 0
	if err != nil {
		return err
	}
	if left == nil { // the operation was over before
		before, last = m.entries, m.last
		m.adding, m.acking, m.moving, m.freeing = nil, nil, nil, false
		m.fs.crash()
	}
	m.crashes++
	goOn := m.rng.IntN(10) == 0 // with what the crash has left
	fork := left
	if goOn {
		fork = left.forked()
	}
	recovered, err := m.afterCrash(fork, before, last, power)
	if err != nil {
		return fmt.Errorf("after a crash (power lost: %t): %w", power, err)
	}
	if goOn {
		m.recovered++
		m.entries, m.last = recovered, last
		for _, e := range recovered {
			m.last = max(m.last, e.sequence)
		}
		return m.reopen(left)
	}
	return nil
}

// operate does an operation.
func (m *model) operate() error {
	switch n := m.rng.IntN(100); {
	case n < 40:
		return m.append()
	case n < 75:
		return m.ack()
	case n < 79:
		return m.reject()
	case n < 81:
		return m.ackRejected()
	case n < 92:
		m.settle(m.rng.IntN(2) == 0)
	case n < 96:
		return m.compareLive()
	default:
		return m.close()
	}
	return nil
}

func (m *model) append() error {
	records := make([]Record, 1+m.rng.IntN(3))
	if m.spool.Stats().Records > 50 {
		return m.ack()
	}
	start := len(m.adding)
	for i := range records {
		m.values++
		value := binary.AppendUvarint(nil, m.values)
		value = append(value, make([]byte, m.rng.IntN(20))...)
		records[i] = Record{Topic: "t", Partition: -1, Value: value, Time: time.Unix(1, 0)} // so that sizes are repeatable
		m.adding = append(m.adding, entry{value: m.values})
	}
	failed := m.fs.failed
	var err error
	if m.rng.IntN(2) == 0 || !m.spool.AppendNow(records) {
		err = m.spool.Append(records)
	}
	if err != nil {
		if m.fs.failed == failed && !errors.Is(err, ErrFull) && !m.spool.main.suspect {
			return fmt.Errorf("append failed though nothing else did: %w", err)
		}
		for _, r := range records {
			if r.Sequence != 0 {
				return fmt.Errorf("a record that was not accepted has the sequence number %d", r.Sequence)
			}
		}
		m.entries = append(m.entries, m.adding[start:]...)
		return nil
	}
	for i, r := range records {
		if r.Sequence <= m.last {
			return fmt.Errorf("sequence number %d after %d", r.Sequence, m.last)
		}
		m.last = r.Sequence
		e := m.adding[start+i]
		e.sequence, e.lasting = r.Sequence, m.options.Fsync == FsyncAlways
		m.entries = append(m.entries, e)
	}
	return nil
}

// some returns the indices of some accepted records that wait.
func (m *model) some(most int) []int {
	var list []int
	for i, e := range m.entries {
		if e.sequence != 0 && !e.acked {
			list = append(list, i)
		}
	}
	if m.rng.IntN(2) == 0 {
		m.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	return list[:min(len(list), 1+m.rng.IntN(most))]
}

func (m *model) ack() error {
	var sequences []uint64
	list := m.some(6)
	for _, i := range list {
		sequences = append(sequences, m.entries[i].sequence)
		m.acking[m.entries[i].sequence] = true
	}
	failed := m.fs.failed
	err := m.spool.Ack(sequences...)
	if err != nil && m.fs.failed == failed {
		return fmt.Errorf("ack failed though nothing else did: %w", err)
	}
	for _, i := range list {
		// After an error, now or before, it is in memory only until all is settled.
		g := m.spool.main.find(m.entries[i].sequence)
		m.entries[i].acked = true
		m.entries[i].ackLasts = err == nil && (g == nil || !g.acksStale)
	}
	return nil
}

func (m *model) reject() error {
	for _, i := range m.some(1) {
		e := &m.entries[i]
		m.moving[e.sequence] = true
		failed := m.fs.failed
		err := m.spool.Reject(e.sequence, "CODE", "message")
		if err != nil && m.fs.failed == failed {
			return fmt.Errorf("reject failed though nothing else did: %w", err)
		}
		g := m.spool.main.find(e.sequence)
		e.acked = g == nil || g.acked.has(e.sequence-g.first)
		e.rejected = e.acked
	}
	return nil
}

// ackRejected acknowledges all rejected records.
func (m *model) ackRejected() error {
	m.freeing = true
	r := m.spool.NewRejectedReader()
	defer r.Close()
	for {
		record, ok, err := r.TryNext()
		if err != nil || !ok {
			return err
		}
		for i := range m.entries { // one that was never accepted may have its number, too
			if m.entries[i].sequence == record.Original {
				m.entries[i].rejected = false // it may be there or not
			}
		}
		failed := m.fs.failed
		if err := m.spool.AckRejected(record.Sequence); err != nil && m.fs.failed == failed {
			return fmt.Errorf("to acknowledge a rejected record failed though nothing else did: %w", err)
		}
	}
}

func (m *model) settle(data bool) {
	left := m.spool.settle(data && m.options.Fsync > 0)
	if data && m.options.Fsync > 0 && !m.spool.dirty && !m.spool.main.suspect {
		for i := range m.entries {
			m.entries[i].lasting = m.entries[i].lasting || m.entries[i].sequence != 0
		}
	}
	if !left {
		m.settled()
	}
}

// settled says that all acknowledgements last.
func (m *model) settled() {
	m.entries = slices.DeleteFunc(m.entries, func(e entry) bool { return e.acked && !e.rejected })
	for i := range m.entries {
		if e := &m.entries[i]; e.acked {
			e.ackLasts, e.ackSafe = true, true
		}
	}
}

func (m *model) close() error {
	failed := m.fs.failed
	err := m.spool.Close()
	if err != nil && m.fs.failed == failed {
		return fmt.Errorf("close failed though nothing else did: %w", err)
	}
	before := slices.Clone(m.entries)
	if err == nil {
		m.settled()
		before = slices.Clone(m.entries)
		for i := range before {
			before[i].lasting = before[i].lasting || before[i].sequence != 0 && m.options.Fsync != FsyncNever
		}
	}
	crash := m.fs.crashIn
	m.fs.crashIn = 0
	m.fs.locked = map[string]bool{}
	if err := m.reopen(m.fs); err != nil {
		return err
	}
	if m.entries, err = m.compare(m.spool, before, false); err != nil {
		return fmt.Errorf("after closing (%w)", err)
	}
	for _, e := range m.entries {
		m.last = max(m.last, e.sequence)
	}
	m.fs.crashIn = crash
	return nil
}

// compareLive compares what a reader of the spool sees.
func (m *model) compareLive() error {
	found, err := readAll(m.spool)
	if err != nil {
		return err
	}
	var want []uint64
	for _, e := range m.entries {
		if e.sequence != 0 && !e.acked {
			want = append(want, e.value)
		}
	}
	var got []uint64
	for _, f := range found {
		got = append(got, f.value)
	}
	if !slices.Equal(got, want) {
		return fmt.Errorf("a reader finds %v, want %v", got, want)
	}
	if n := m.spool.Stats().Records; n != int64(len(want)) {
		return fmt.Errorf("there are %d records by the figures, want %d", n, len(want))
	}
	return nil
}
