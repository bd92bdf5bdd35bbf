package spool

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// FuzzBody asserts that whatever bytes are decoded, the result or the error
// comes soon, and that a record that is decoded is encoded to what decodes to
// the same.
func FuzzBody(f *testing.F) {
	rejected := Rejected{Record: Record{Topic: "t", Partition: 3, Key: []byte("k"), Value: []byte("v"),
		Time: time.Unix(1, 2), Timestamp: time.Unix(3, 4), Headers: []Header{{Key: "a"}, {Key: "b", Value: []byte("c")}}},
		Original: 7, Code: "CODE", Message: "message"}
	f.Add(appendBody(nil, &rejected.Record, nil))
	f.Add(appendBody(nil, &rejected.Record, &rejected))
	f.Add([]byte{0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0x7f})
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := decodeBody(b, "")
		if err != nil {
			return
		}
		again, err := decodeBody(appendBody(nil, &r.Record, &r), "")
		if r.Code == "" {
			r.Original, r.Message = 0, "" // it counts as not rejected
		}
		if r.Partition < 0 {
			r.Partition = -1
		}
		if r.Timestamp.IsZero() {
			r.Timestamp = time.Time{}
		}
		if err != nil || !reflect.DeepEqual(r, again) {
			t.Errorf("%v\ngot  %+v\nwant %+v", err, again, r)
		}
	})
}

// FuzzSegment asserts that a scanner comes to the end of whatever bytes, that
// the frames that it finds are within them, and that it finds those that follow.
func FuzzSegment(f *testing.F) {
	id := identity{1, 2, 3}
	var frames []byte
	for i := range 3 {
		frames = appendFrame(frames, id.seed(), uint64(10+i), &values(i, 1)[0], nil)
	}
	f.Add(frames, uint16(3))
	f.Add(bytes.Repeat(frameMagic, 40), uint16(100))
	f.Add(frames[:30], uint16(70))
	f.Fuzz(func(t *testing.T, b []byte, limit uint16) {
		all := append(slices.Clone(b), appendFrame(nil, id.seed(), 1000, &values(0, 1)[0], nil)...)
		for _, size := range []int64{int64(len(all)), min(int64(limit), int64(len(all)))} {
			sc := &scanner{file: bytes.NewReader(all), seed: id.seed(), limit: size, below: 2000}
			end, last := int64(0), uint64(0)
			for range len(all)/frameHeader + 2 {
				found, err := sc.next()
				if err == io.EOF {
					break
				}
				if err != nil || found.offset < end || found.end() > size || found.sequence < last {
					t.Fatalf("got %v and a frame at %d to %d of %d, the one before ended at %d", err, found.offset, found.end(), size, end)
				}
				end, last = found.end(), found.sequence
			}
			if _, err := sc.next(); err != io.EOF {
				t.Fatalf("got %v, want the end", err)
			}
			if cap(sc.buffer) > len(all)+readChunk {
				t.Errorf("a buffer of %d bytes for a file of %d", cap(sc.buffer), len(all))
			}
			if size == int64(len(all)) && last != 1000 && !strings.Contains(string(b), string(frameMagic)) {
				t.Errorf("the last frame was not found")
			}
		}
	})
}

// FuzzAcks asserts the same of the reader of acknowledgements.
func FuzzAcks(f *testing.F) {
	id := identity{1, 2, 3}
	acked := make(bitmap, 3)
	acked.addRange(3, 80)
	f.Add(encodeAcks(fileHeader{id: id, first: 10, next: 110, size: 5}, id.seed(), acked))
	open := encodeAcks(fileHeader{id: id, first: 10}, id.seed(), nil)
	f.Add(appendAck(open, ackSeed(id.seed(), 10), 5, 1<<20-5))
	f.Add(appendAck(open, ackSeed(id.seed(), 10), 5, 1<<32-1))
	f.Fuzz(func(t *testing.T, b []byte) {
		file := &memoryFile{fs: newMemoryFS(nil), inode: &inode{data: b}}
		a, err := readAcks(file, id, 10)
		if err != nil {
			t.Fatal(err)
		}
		if len(a.acked) > maxSlots/64 || a.end < headerSize || a.damaged < 0 {
			t.Errorf("got %d words, the end at %d and %d damaged bytes", len(a.acked), a.end, a.damaged)
		}
	})
}

// TestRecordsOfRecords asserts that a record whose value is a segment of the
// same spool is not searched for records when it is damaged.
func TestRecordsOfRecords(t *testing.T) {
	fs := newMemoryFS(rand.New(rand.NewPCG(1, 2)))
	n := new(notices)
	s, err := open("spool", Options{FS: fs, Notify: n.add})
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, s, values(0, 3))
	name := s.main.path(1, segmentSuffix)
	mustAppend(t, s, []Record{{Topic: "t", Value: slices.Clone(fs.names[name].data)}})
	mustAppend(t, s, values(4, 1))
	data := fs.names[name].data
	at := bytes.LastIndex(data, []byte(segmentMagic)) - 5 // in the body's beginning
	data[at]++
	wantTexts(t, drain(t, s), 0, 1, 2, 4)
	if told := n.all(); len(told) != 2 || told[1] != (Damaged{Count: 1, File: name}) {
		t.Errorf("got notices %+v, want Damaged of a record", told)
	}
	data[bytes.LastIndex(data[:at], frameMagic)]++ // now its header
	s, err = open("spool", Options{FS: fs.killed()})
	if err != nil {
		t.Fatal(err)
	}
	wantTexts(t, drain(t, s), 0, 1, 2, 4)
}

// TestTrap58UndecodableRecord asserts that a frame that is intact and makes no
// sense holds nothing up.
func TestTrap58UndecodableRecord(t *testing.T) {
	fs := newMemoryFS(rand.New(rand.NewPCG(1, 2)))
	s, err := open("spool", Options{FS: fs})
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, s, values(0, 3))
	name := s.main.path(1, segmentSuffix)
	sc := s.main.scanner(s.main.list[0], &memoryFile{inode: fs.names[name]}, headerSize, 1)
	first, err := sc.next()
	if err != nil {
		t.Fatal(err)
	}
	first.body[0] = 0xff
	copy(fs.names[name].data[headerSize:], appendRaw(nil, s.main.seed, first))
	for range 2 {
		wantTexts(t, drain(t, s), 1, 2)
		if s.Stats().Records != 2 {
			t.Errorf("figures %+v, want 2 records", s.Stats())
		}
		if s, err = open("spool", Options{FS: fs.killed()}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestNewerVersion(t *testing.T) {
	s := newSample(t, true)
	data := s.fs.names[s.fs.files(segmentSuffix)[0]].data
	b := fileHeader{id: identity(data[16:32]), first: 1}.encode(segmentMagic)
	b[8] = formatVersion + 1
	copy(data, withSum(b))
	if _, err := open("spool", Options{FS: s.fs}); !errors.Is(err, ErrVersion) {
		t.Errorf("got %v, want ErrVersion", err)
	}
	if len(s.fs.locked) > 0 {
		t.Error("the spool that was not opened is locked")
	}
}

func TestIdentityIsLost(t *testing.T) {
	s := newSample(t, true)
	for _, f := range s.fs.names {
		if len(f.data) > 20 {
			f.data[20]++
		}
	}
	if _, err := open("spool", Options{FS: s.fs}); !errors.Is(err, ErrDamagedHeader) {
		t.Errorf("got %v, want ErrDamagedHeader", err)
	}
}

func TestBitmap(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var b bitmap
	has := make(map[uint64]bool)
	for range 200 {
		from := rng.Uint64N(500)
		end := from + rng.Uint64N(150)
		b.grow(end)
		n := int64(0)
		for i := from; i < end; i++ {
			if !has[i] {
				n++
			}
			has[i] = true
		}
		if got := b.addRange(from, end); got != n {
			t.Fatalf("added %d numbers, want %d", got, n)
		}
		limit, at := rng.Uint64N(700), rng.Uint64N(700)
		count, next := int64(0), limit
		for i := range limit {
			if has[i] {
				count++
			} else if i >= at && next == limit {
				next = i
			}
		}
		if got := b.count(limit); got != count {
			t.Fatalf("count(%d): got %d, want %d", limit, got, count)
		}
		if got := b.clear(at, limit); at < limit && got != next {
			t.Fatalf("clear(%d, %d): got %d, want %d", at, limit, got, next)
		}
		if rng.IntN(10) == 0 {
			b, has = nil, make(map[uint64]bool)
		}
	}
}
