package spool

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestCloseOfDeliveredOnFullDisk: where the records of the open segment have
// filled the disk and are all acknowledged, in memory only, closing finds room
// for telling so.
func TestCloseOfDeliveredOnFullDisk(t *testing.T) {
	for name, fsync := range map[string]time.Duration{"never": FsyncNever, "interval": time.Hour, "always": FsyncAlways} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			system := new(faultyFS)
			o := Options{FS: system, Fsync: fsync, AckInterval: -1}
			s, err := open(dir, o)
			if err != nil {
				t.Fatal(err)
			}
			records := values(0, 20)
			mustAppend(t, s, records)
			path := s.main.path(s.main.open().first, segmentSuffix)
			system.set(func(string) error { // full as long as the segment is as it is
				if info, err := os.Stat(path); err == nil && info.Size() > headerSize {
					return syscall.ENOSPC
				}
				return nil
			}, nil)
			for _, r := range records {
				if err := s.Ack(r.Sequence); r.Sequence == records[0].Sequence && !isNoSpace(err) {
					t.Fatalf("acknowledging: got %v, want no space", err)
				}
			}
			if err := s.Close(); err != nil {
				t.Errorf("closing: got %v, want no error", err)
			}
			again, n := opened(t, dir, o)
			wantTexts(t, drain(t, again))
			for _, notice := range n.all() {
				if d, damaged := notice.(Damaged); damaged {
					t.Errorf("got  %+v\nwant no damage", d)
				}
			}
		})
	}
}

// A fullFS is one in memory on which there may be no room for another segment,
// or for other acknowledgements, and whose folders may not be synced.
type fullFS struct {
	*memoryFS
	segments, acks, folders bool // which of them fail
}

func (f *fullFS) OpenFile(path string, flag int, mode fs.FileMode) (File, error) {
	if f.segments && flag&os.O_CREATE != 0 && strings.HasSuffix(path, segmentSuffix) {
		return nil, syscall.ENOSPC
	}
	file, err := f.memoryFS.OpenFile(path, flag, mode)
	if err == nil && strings.HasSuffix(path, ackSuffix) {
		return &fullFile{file, f}, nil
	}
	return file, err
}

func (f *fullFS) SyncDir(path string) error {
	if f.folders {
		return errInjected
	}
	return f.memoryFS.SyncDir(path)
}

type fullFile struct {
	File
	fs *fullFS
}

func (f *fullFile) WriteAt(b []byte, offset int64) (int, error) {
	if f.fs.acks {
		return 0, syscall.ENOSPC
	}
	return f.File.WriteAt(b, offset)
}

// TestPowerLossOnFullDiskOfDelivered: the frames of a segment that is closed
// while there is no room for the next one are not cut off before it is known
// for good that all are acknowledged. Otherwise they would count as lost.
func TestPowerLossOnFullDiskOfDelivered(t *testing.T) {
	for _, renewed := range []bool{false, true} {
		name := "entries not synced"
		if renewed {
			name = "name not synced"
		}
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(100) {
				left := powerLossOnFullDisk(t, seed, renewed)
				n := new(notices)
				s, err := open("spool", Options{FS: left, Notify: n.add})
				if err != nil {
					t.Fatal(err)
				}
				for _, r := range drain(t, s) { // as before the cut, but for the first
					if r.Sequence == 1 {
						t.Errorf("a record comes again whose acknowledgement was synced")
					}
				}
				for _, notice := range n.all() { // entries that were not synced may be torn
					if d, damaged := notice.(Damaged); damaged && d.Count > 0 {
						t.Errorf("got  %+v\nwant no records that count as lost", d)
					}
				}
				if t.Failed() {
					t.Fatalf("with seed %d", seed)
				}
			}
		})
	}
}

// powerLossOnFullDisk returns what a loss of power leaves while, or after, the
// frames are cut off.
func powerLossOnFullDisk(t *testing.T, seed uint64, renewed bool) *memoryFS {
	memory := newMemoryFS(rand.New(rand.NewPCG(seed, 1)))
	full := &fullFS{memoryFS: memory}
	s, err := open("spool", Options{FS: full, SegmentBytes: 1000})
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, s, values(0, 1))
	full.segments = true
	accepted := 1
	for ; s.Append(values(accepted, 1)) == nil; accepted++ {
	}
	if err := s.Ack(1); err != nil {
		t.Fatal(err)
	}
	if s.settle(true) {
		t.Fatal("the acknowledgements of the closed segment are not settled")
	}
	full.acks = renewed
	for i := range accepted - 1 {
		if err := s.Ack(uint64(i) + 2); err != nil && !renewed {
			t.Fatal(err)
		}
	}
	full.acks = false
	if renewed { // to a file whose name does not last
		full.folders = true
		s.settle(true)
		full.folders = false
	}
	g := s.main.list[0]
	if g.live > 0 || g.acksStale || g.acksDirty == renewed || g.acksNew != renewed {
		t.Fatalf("not what is to be tried: %+v", g)
	}
	var left *memoryFS
	memory.crash = func() { left = memory.powerLost() }
	memory.crashIn = 1 + int(seed%10)
	if err := s.Append(values(accepted, 1)); !isNoSpace(err) {
		t.Fatalf("got %v, want no space", err)
	}
	if g.size != headerSize {
		t.Fatalf("the segment has %d bytes, want its frames cut off", g.size)
	}
	if left == nil { // it was over before
		memory.crash()
	}
	s.settle(true)
	if a, err := s.main.loadAcks(1); err != nil || a.header.size != headerSize {
		t.Errorf("the acknowledgements tell of %d bytes (%v), want %d, or the segment is scanned when it is opened", a.header.size, err, headerSize)
	}
	return left
}
