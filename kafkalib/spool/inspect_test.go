package spool

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
)

func TestInspect(t *testing.T) {
	for _, closed := range []bool{false, true} {
		s := newSample(t, closed)
		before := s.fs.killed()
		var visited []Record
		rejected := 0
		report, err := Inspect("spool/", s.fs, func(r Rejected) error {
			if r.Code != "" {
				rejected++
				return nil
			}
			visited = append(visited, r.Record)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		wantTexts(t, visited, s.left...)
		if rejected != 1 || report.Rejected != 1 || report.Records != int64(len(s.left)) || len(report.Findings) > 0 || report.InUse {
			t.Errorf("%d rejected ones visited, report %+v", rejected, report)
		}
		if !slices.Equal(slices.Sorted(maps.Keys(before.names)), slices.Sorted(maps.Keys(s.fs.names))) {
			t.Errorf("there are other files now")
		}
		for name, f := range before.names {
			if !slices.Equal(f.data, s.fs.names[name].data) {
				t.Errorf("%s was changed", name)
			}
		}
	}
}

func TestInspectDamage(t *testing.T) {
	s := newSample(t, true)
	name := s.fs.files(segmentSuffix)[0]
	s.fs.names[name].data[headerSize+frameHeader+3]++
	s.fs.names[name].data[0]++
	last := s.last()
	s.fs.names[last].data = append(s.fs.names[last].data, 1, 2, 3)
	s.fs.names[joined("spool", idName)].data[0]++
	report, err := Inspect("spool", s.fs, nil)
	if err != nil {
		t.Fatal(err)
	}
	var bytes int64
	for _, n := range report.Damage() {
		if d, ok := n.(Damaged); ok && d.File == name && d.Count == 1 {
			bytes = d.Bytes
		}
	}
	if bytes < headerSize+frameHeader || len(report.Damage()) != 2 || !slices.Contains(report.Findings, Notice(Torn{Count: 1, Bytes: 3, File: last})) {
		t.Errorf("got %+v, want a lost record, a damaged identity and a torn end", report.Findings)
	}
}

func TestInspectNoSpool(t *testing.T) {
	for _, dir := range []string{t.TempDir(), filepath.Join(t.TempDir(), "missing")} {
		if _, err := Inspect(dir, nil, nil); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: got %v, want that there is none", dir, err)
		}
		if names, _ := os.ReadDir(dir); len(names) > 0 {
			t.Errorf("%s has files now: %v", dir, names)
		}
	}
}

// TestForeignIdentity: a file that has the name of that of the identity, and is
// none, makes no spool of a folder, and is kept when there is to be one.
func TestForeignIdentity(t *testing.T) {
	const content = "of something else"
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, idName), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Inspect(dir, nil, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("inspection: got %v, want that there is none", err)
	}
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, s, values(0, 1))
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	kept, err := os.ReadFile(filepath.Join(dir, idName+asideSuffix+"1"))
	if string(kept) != content {
		t.Errorf("put aside: got %q, %v, want %q", kept, err, content)
	}
	report, err := Inspect(dir, nil, nil)
	if err != nil || report.Records != 1 || report.ID != s.ID() || len(report.Findings) != 0 {
		t.Errorf("spool: got %+v, %v, want one record and nothing found", report, err)
	}
}

// TestInspectNoIdentity: a spool that has nothing but a damaged identity has
// none, rather than a new one each time.
func TestInspectNoIdentity(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{idName: "damaged", lockName: ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	report, err := Inspect(dir, nil, nil)
	if err != nil || report.ID != "" || len(report.Damage()) != 1 {
		t.Errorf("got %+v, %v, want a damaged identity and none in its place", report, err)
	}
}

func TestInspectWhileInUse(t *testing.T) {
	dir := t.TempDir()
	s, _ := opened(t, dir, Options{})
	mustAppend(t, s, values(0, 3))
	report, err := Inspect(dir, nil, nil)
	if err != nil || !report.InUse || report.Records != 3 || report.ID != s.ID() {
		t.Errorf("got %+v, %v", report, err)
	}
}

func TestCompact(t *testing.T) {
	dir := t.TempDir()
	s, _ := opened(t, dir, Options{Fsync: FsyncNever, SegmentBytes: 5000})
	want := []int{}
	for i := range 1000 {
		records := values(i, 1)
		mustAppend(t, s, records)
		if i%10 == 0 {
			want = append(want, i)
			continue
		}
		if err := s.Ack(records[0].Sequence); err != nil {
			t.Fatal(err)
		}
	}
	r := s.NewReader() // goes on through files that are written anew
	first, ok, err := r.TryNext()
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	before, after, err := s.Compact()
	if err != nil || after >= before/5 || after < before/20 {
		t.Errorf("from %d to %d bytes, %v; want about a tenth", before, after, err)
	}
	found := []Record{first}
	for {
		record, ok, err := r.TryNext()
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		found = append(found, record)
	}
	wantTexts(t, found, want...)
	mustAppend(t, s, values(1000, 1))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, n := opened(t, dir, Options{})
	wantTexts(t, drain(t, s), append(want, 1000)...)
	if told := n.all(); !reflect.DeepEqual(told[1:], []Notice{}) {
		t.Errorf("got notices %+v, want none but Opened", told)
	}
}
