package spool

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A sample is a spool in memory with records 0 to 29 in several segments, of
// which 4 and 11 to 13 are acknowledged, and 20 is rejected.
type sample struct {
	fs   *memoryFS
	left []int // that wait
}

func newSample(t *testing.T, closed bool) sample {
	t.Helper()
	fs := newMemoryFS(rand.New(rand.NewPCG(1, 2)))
	s, err := open("spool", Options{FS: fs, SegmentBytes: 700})
	if err != nil {
		t.Fatal(err)
	}
	var left []int
	for i := range 30 {
		records := values(i, 1)
		mustAppend(t, s, records)
		switch i {
		case 4, 11, 12, 13:
			err = s.Ack(records[0].Sequence)
		case 20:
			err = s.Reject(records[0].Sequence, "CODE", "message")
		default:
			left = append(left, i)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if closed {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return sample{fs: fs.killed(), left: left}
}

// names returns the files of the sample.
func (s sample) names() []string {
	return append(append(s.fs.files(segmentSuffix), s.fs.files(ackSuffix)...), s.fs.files(idName)...)
}

// last returns the last segment of those that are not of rejected records.
func (s sample) last() string {
	names := slices.DeleteFunc(s.fs.files(segmentSuffix), func(name string) bool { return strings.Contains(name, rejectedName) })
	return names[len(names)-1]
}

// A damage is what was found of a sample that somebody damaged.
type damage struct {
	lost    []int // records
	again   []int // records that were acknowledged and came again
	notices []Notice
}

// open opens a damaged copy of the sample.
func (s sample) open(t *testing.T, name string, spoil func([]byte) []byte) damage {
	t.Helper()
	fs := s.fs.killed()
	if f := fs.names[name]; f != nil {
		f.data = spoil(f.data)
	} else {
		fs.names[name] = &inode{data: spoil(nil)}
	}
	n := new(notices)
	spool, err := open("spool", Options{FS: fs, SegmentBytes: 700, Notify: n.add})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	found := drain(t, spool)
	if spool.Stats().Records != int64(len(found)) {
		t.Errorf("%s: %d records by the figures, %d were read", name, spool.Stats().Records, len(found))
	}
	var d damage
	got := texts(found)
	for i := range 30 {
		there := slices.Contains(got, fmt.Sprintf("value %d", i))
		switch must := slices.Contains(s.left, i); {
		case must && !there:
			d.lost = append(d.lost, i)
		case !must && there:
			d.again = append(d.again, i)
		}
	}
	if len(found) != len(s.left)-len(d.lost)+len(d.again) {
		t.Errorf("%s: strange records among %q", name, got)
	}
	d.notices = n.all()
	// It must go on, and the damage must have been told for the last time.
	mustAppend(t, spool, values(100, 1))
	if err := spool.Close(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	n = new(notices)
	if spool, err = open("spool", Options{FS: fs, Notify: n.add}); err != nil {
		t.Fatal(err)
	}
	if again := drain(t, spool); len(again) != len(found)+1 {
		t.Errorf("%s: %d records after the next opening, want %d", name, len(again), len(found)+1)
	}
	for _, x := range n.all() {
		if _, foreign := x.(Foreign); !foreign && x != n.all()[0] {
			t.Errorf("%s: the next opening tells of %T%+v again", name, x, x)
		}
	}
	return d
}

// TestTrap58FlippedByte asserts that whatever byte of whatever file is damaged,
// the spool opens and has all records but the one around that byte.
func TestTrap58FlippedByte(t *testing.T) {
	for _, closed := range []bool{false, true} {
		s := newSample(t, closed)
		lost, again := 0, 0
		for _, name := range s.names() {
			for i := range s.fs.names[name].data {
				if closed && i%3 > 0 { // a part, to save time
					continue
				}
				d := s.open(t, name, func(b []byte) []byte {
					b[i] ^= 1 << (i % 8)
					return b
				})
				lost += len(d.lost)
				again += len(d.again)
				switch {
				case len(d.lost) > 1:
					t.Errorf("%s, byte %d: records %v are lost, want one at most", name, i, d.lost)
				case len(d.lost) > 0 && !strings.HasSuffix(name, segmentSuffix):
					t.Errorf("%s, byte %d: records %v are lost, though none is in it", name, i, d.lost)
				case len(d.again) > 0 && !strings.HasSuffix(name, ackSuffix):
					t.Errorf("%s, byte %d: records %v came again, though their acknowledgement is not in it", name, i, d.again)
				case len(d.lost) > 0 && len(d.notices) < 2:
					t.Errorf("%s, byte %d: records %v are lost without notice", name, i, d.lost)
				}
			}
		}
		if lost == 0 || again == 0 {
			t.Errorf("closed: %t: %d records lost and %d again: nothing was damaged", closed, lost, again)
		}
	}
}

// TestTrap58CutFile asserts that files that end early lose no more than their
// ends.
func TestTrap58CutFile(t *testing.T) {
	for _, closed := range []bool{false, true} {
		s := newSample(t, closed)
		for _, name := range s.names() {
			data := s.fs.names[name].data
			inFile := bytes.Count(data, []byte("value"))
			for i := 0; i < len(data); i += 2 {
				d := s.open(t, name, func(b []byte) []byte { return b[:i] })
				there := bytes.Count(data[:i], []byte("value"))
				if strings.HasSuffix(name, segmentSuffix) {
					if most := inFile - there + 1; len(d.lost) > most {
						t.Errorf("%s cut to %d bytes: records %v are lost, want %d at most", name, i, d.lost, most)
					}
				} else if len(d.lost) > 0 {
					t.Errorf("%s cut to %d bytes: records %v are lost", name, i, d.lost)
				}
				last := name == s.last() || strings.Contains(name, rejectedName)
				if torn := slices.ContainsFunc(d.notices, func(n Notice) bool { _, ok := n.(Torn); return ok }); torn && !last {
					t.Errorf("%s cut to %d bytes: torn, though it is not the last", name, i)
				}
			}
		}
	}
}

// TestTornEnd is point 8 of the promise: the last record was written in part.
func TestTornEnd(t *testing.T) {
	s := newSample(t, false)
	last := s.last()
	d := s.open(t, last, func(b []byte) []byte { return b[:len(b)-3] })
	if !slices.Equal(d.lost, []int{29}) || len(d.notices) != 2 {
		t.Fatalf("lost %v, notices %+v", d.lost, d.notices)
	}
	if torn, ok := d.notices[1].(Torn); !ok || torn.Count != 1 || torn.File != last || torn.Bytes == 0 {
		t.Errorf("got %T%+v, want Torn of a record in %s", d.notices[1], d.notices[1], last)
	}
}

// TestTrap58GarbageAppended asserts that what stands behind the end of a file
// does no harm, also if it is made of the spool's own frames.
func TestTrap58GarbageAppended(t *testing.T) {
	for _, closed := range []bool{false, true} {
		s := newSample(t, closed)
		for _, name := range s.names() {
			own := s.fs.names[name].data
			for _, garbage := range [][]byte{{0}, make([]byte, 5000), []byte("garbage"), own, own[len(own)/2:],
				bytes.Repeat(frameMagic, 1000)} {
				if strings.HasSuffix(name, ackSuffix) && len(own) > headerSize && bytes.HasSuffix(own, garbage) {
					continue // acknowledgements may be there twice
				}
				if d := s.open(t, name, func(b []byte) []byte { return append(b, garbage...) }); len(d.lost)+len(d.again) > 0 {
					t.Errorf("%s with %d bytes more: lost %v, again %v", name, len(garbage), d.lost, d.again)
				}
			}
		}
	}
}

// TestTrap58OrphanFile asserts that files that no spool has made do no harm, even
// if they have the name that is wanted next.
func TestTrap58OrphanFile(t *testing.T) {
	s := newSample(t, false)
	segment := s.fs.names[s.fs.files(segmentSuffix)[0]].data
	other := fileHeader{id: identity{1}, first: 31}.encode(segmentMagic)
	store := store{dir: "spool"}
	tests := map[string][]byte{
		store.path(31, segmentSuffix):           []byte(strings.Repeat("garbage", 100)),
		store.path(5, segmentSuffix):            []byte(strings.Repeat("garbage", 100)), // inside of another
		store.path(1048577, segmentSuffix):      other,
		store.path(1<<62, segmentSuffix):        []byte(strings.Repeat("garbage", 100)),
		store.path(1<<63, segmentSuffix):        segment,
		store.path(3, segmentSuffix):            segment, // a copy
		store.path(2000, segmentSuffix):         nil,
		store.path(7, ackSuffix):                []byte("garbage"),
		store.path(1, segmentSuffix+newSuffix):  segment,
		"spool/" + "README":                     []byte("hello"),
		"spool/" + "00000000000000000000.seg":   segment,
		"spool/" + "0000000000000000000a.seg":   segment,
		"spool/" + "99999999999999999999999999": nil,
	}
	for name, data := range tests {
		if d := s.open(t, name, func([]byte) []byte { return slices.Clone(data) }); len(d.lost)+len(d.again) > 0 {
			t.Errorf("with %s: lost %v, again %v", name, d.lost, d.again)
		}
	}
}

// TestNameIsTaken is that of a file that comes while the spool is open.
func TestNameIsTaken(t *testing.T) {
	fs := newMemoryFS(rand.New(rand.NewPCG(1, 2)))
	n := new(notices)
	s, err := open("spool", Options{FS: fs, SegmentBytes: 100, Notify: n.add})
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, s, values(0, 3))
	taken := s.main.path(4, segmentSuffix)
	fs.names[taken] = &inode{data: []byte("garbage")}
	mustAppend(t, s, values(3, 3))
	wantTexts(t, drain(t, s), 0, 1, 2, 3, 4, 5)
	if got := n.all()[1:]; !slices.Equal(got, []Notice{Foreign{File: taken}}) {
		t.Errorf("got %+v, want Foreign", got)
	}
	if got := string(fs.names[taken+asideSuffix+"1"].data); got != "garbage" {
		t.Errorf("the file is now %q", got)
	}
}
