package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/kafkalib"
	"github.com/bpl-lang/bpl/kafkalib/spool"
)

// sampleSpool makes a spool with three records that wait, of which one has
// everything, and one that was rejected.
func sampleSpool(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "spool")
	s, err := spool.Open(dir, spool.Options{})
	if err != nil {
		t.Fatal(err)
	}
	at := time.UnixMilli(1700000000123)
	records := []spool.Record{
		{Topic: "orders", Partition: -1, Key: []byte("k1"), Value: []byte("first"), Time: at},
		{Topic: "lost", Partition: -1, Value: []byte("second"), Time: at},
		{Topic: "orders", Partition: 1, Value: []byte{0xff, 0}, Time: at, Timestamp: time.UnixMilli(5),
			Headers: []spool.Header{{Key: "a", Value: []byte("<b>")}, {Key: "c"}}},
		{Topic: "orders", Partition: -1, Key: []byte(strings.Repeat("long", 20)), Time: at},
	}
	if err := s.Append(records); err != nil {
		t.Fatal(err)
	}
	err = s.Reject(2, "UNKNOWN_TOPIC_OR_PARTITION", "there is no such topic")
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestSpoolUsage(t *testing.T) {
	dir := sampleSpool(t)
	empty, foreign := t.TempDir(), t.TempDir()
	file := filepath.Join(foreign, "id")
	write(t, foreign, "id", "of something else")
	tests := []struct {
		name string
		args []string
		want want
	}{
		{"no folder", []string{}, want{code: 2, err: []string{"got no DIR", "usage: bpl spool DIR"}}},
		{"action", []string{dir, "exprt"}, want{code: 2, err: []string{"did you mean export?"}}},
		{"too many", []string{dir, "list", "x"}, want{code: 2, err: []string{"at most 2"}}},
		{"flag", []string{dir, "--rejcted"}, want{code: 2, err: []string{"did you mean --rejected?"}}},
		{"flag of another", []string{dir, "verify", "--servers", "a:1"}, want{code: 2, err: []string{"--servers is not for verify"}}},
		{"max", []string{dir, "--max", "-1"}, want{code: 2, err: []string{"--max -1: want 0 or more"}}},
		{"nowhere to", []string{dir, "replay"}, want{code: 2, err: []string{"--servers HOST:PORT"}}},
		{"empty folder", []string{empty}, want{code: 2, err: []string{"has no spool"}}},
		{"missing folder", []string{filepath.Join(empty, "x"), "compact"}, want{code: 2, err: []string{"has no spool"}}},
		{"file", []string{file}, want{code: 2, err: []string{"is a file", "want the folder"}}},
		{"folder with a file named id", []string{foreign, "compact"}, want{code: 2, err: []string{"has no spool"}}},
		{"replay of an empty folder", []string{empty, "replay"}, want{code: 2, err: []string{"has no spool"}}},
		{"help", []string{"--help"}, want{outHas: []string{"verify", "SPOOL_LOCKED", "--servers HOST:PORT"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { bpl(t, "", append([]string{"spool"}, test.args...)...).check(t, test.want) })
	}
	if names, err := os.ReadDir(empty); err != nil || len(names) > 0 {
		t.Errorf("files were made in an empty folder: %v, %v", names, err)
	}
}

func TestSpoolList(t *testing.T) {
	dir := sampleSpool(t)
	for _, args := range [][]string{{"spool", dir}, {"spool", dir, "list"}} {
		bpl(t, "", args...).check(t, want{outHas: []string{"records   3\n", "rejected  1\n", "oldest    2023-11-14T22:13:20.123Z\n",
			"\n1         2023-11-14T22:13:20.123Z  orders  -          \"k1\"", "\n3  ", "\n4  ", `"…  null`,
			"\nrejected\nsequence", "UNKNOWN_TOPIC_OR_PARTITION  there is no such topic\n"}})
	}
	limited := bpl(t, "", "spool", dir, "--max", "1")
	limited.check(t, want{outHas: []string{"and 2 more: --max 0 lists all"}})
	if strings.Contains(limited.out, "\n3  ") {
		t.Errorf("more than one record is listed:\n%s", limited.out)
	}
}

func TestSpoolExport(t *testing.T) {
	dir := sampleSpool(t)
	bpl(t, "", "spool", dir, "export").check(t, want{out: `{"sequence":1,"time":1700000000123,"timestamp":null,"topic":"orders","partition":null,"key":"k1","value":"first","headers":[]}
{"sequence":3,"time":1700000000123,"timestamp":5,"topic":"orders","partition":1,"key":null,"value":{"base64":"/wA="},"headers":[["a","<b>"],["c",null]]}
{"sequence":4,"time":1700000000123,"timestamp":null,"topic":"orders","partition":null,"key":"` + strings.Repeat("long", 20) + `","value":null,"headers":[]}
`})
	bpl(t, "", "spool", dir, "export", "--rejected").check(t, want{out: `{"sequence":1,"time":1700000000123,"timestamp":null,"topic":"lost","partition":null,"key":null,"value":"second","headers":[],"original":2,"code":"UNKNOWN_TOPIC_OR_PARTITION","message":"there is no such topic"}
`})
}

func TestSpoolVerify(t *testing.T) {
	dir := sampleSpool(t)
	bpl(t, "", "spool", dir, "verify").check(t, want{out: "intact: 3 records wait, 1 rejected record\n"})
	segments, err := filepath.Glob(filepath.Join(dir, "*.seg"))
	if err != nil || len(segments) != 1 {
		t.Fatal(segments, err)
	}
	data, err := os.ReadFile(segments[0])
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, filepath.Base(segments[0]), strings.Replace(string(data), "first", "farst", 1))
	for range 2 { // it repairs nothing
		bpl(t, "", "spool", dir, "verify").check(t, want{code: 1, outHas: []string{
			segments[0] + ": damaged, 1 record is lost", "damaged: 2 records wait, 1 rejected record\n"}})
	}
	bpl(t, "", "spool", dir, "export").check(t, want{code: 1, outHas: []string{`"sequence":3`}, err: []string{"1 record is lost"}})
}

func TestSpoolInUse(t *testing.T) {
	dir := sampleSpool(t)
	s, err := spool.Open(dir, spool.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	bpl(t, "", "spool", dir, "list").check(t, want{outHas: []string{"records   3\n", "in use    yes\n"}})
	bpl(t, "", "spool", dir, "verify").check(t, want{out: "intact: 3 records wait, 1 rejected record\n"})
	bpl(t, "", "spool", dir, "compact").check(t, want{code: 1, err: []string{"SPOOL_LOCKED"}})
	bpl(t, "", "spool", dir, "replay", "--servers", "127.0.0.1:1", "--rejected").check(t, want{code: 1, err: []string{"SPOOL_LOCKED"}})
}

func TestSpoolCompact(t *testing.T) {
	dir := sampleSpool(t)
	s, err := spool.Open(dir, spool.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Ack(1), s.Close()); err != nil {
		t.Fatal(err)
	}
	var before, after int
	c := bpl(t, "", "spool", dir, "compact")
	if n, err := fmt.Sscanf(c.out, "from %d to %d bytes\n", &before, &after); n != 2 || err != nil || after >= before || c.code != 0 {
		t.Errorf("got %d, %q, %q", c.code, c.out, c.err)
	}
	bpl(t, "", "spool", dir, "export").check(t, want{outHas: []string{`"sequence":3`, `"sequence":4`}})
}

// TestSpoolReplay sends what waits, and what was rejected when its topic is
// there.
func TestSpoolReplay(t *testing.T) {
	server, err := kafkalib.NewServer(kafkalib.ServerOptions{Listen: "127.0.0.1:0", Topics: []kafkalib.ServerTopic{{Name: "orders", Partitions: 2}}})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	where := server.Address()
	dir := sampleSpool(t)

	bpl(t, "", "spool", dir, "replay", "--servers", "127.0.0.1:1").check(t, want{code: 5,
		out: "delivered 0, rejected 0, left 3\n", err: []string{"CONNECTION_REFUSED"}})
	bpl(t, "", "spool", dir, "replay", "--rejected", "--servers", where, "--timeout", "20").check(t, want{code: 1,
		out: "delivered 3, rejected 1, left 0\n"})
	bpl(t, "", "spool", dir, "replay").check(t, want{out: "delivered 0, rejected 0, left 0\n", err: []string{"--rejected sends them again"}})
	bpl(t, "", "eval", "--quiet", `(kafka-create-topics "`+where+`" "lost")`).check(t, want{})
	bpl(t, "", "spool", dir, "replay", "--rejected", "--servers", where, "--timeout", "20").check(t, want{
		out: "delivered 1, rejected 0, left 0\n"})
	bpl(t, "", "spool", dir, "replay", "--rejected", "--servers", where).check(t, want{out: "delivered 0, rejected 0, left 0\n"})
	bpl(t, "", "eval", `(list (apply (kafka-read "`+where+`" "lost") r (get r "value"))
		(size (kafka-read "`+where+`" "orders")))`).check(t, want{out: `(("second") 3)` + "\n"})
}

func TestSpoolReplayTimeout(t *testing.T) {
	server, err := kafkalib.NewServer(kafkalib.ServerOptions{Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	where := server.Address()
	dir := sampleSpool(t)
	profile := write(t, t.TempDir(), "config.bpl", `("profiles" => ("here" => ("servers" => "`+where+`" "default-api-timeout-ms" => 200000)))`)
	if err := server.Close(); err != nil {
		t.Fatal(err)
	}
	c := bpl(t, "", "spool", dir, "replay", "--config", profile, "-P", "here", "--timeout", "300ms")
	if c.code != exitTimeout && c.code != exitUnreachable || !strings.Contains(c.out, "left 3") {
		t.Errorf("got %d, %q, %q", c.code, c.out, c.err)
	}
	if _, err := spool.Inspect(filepath.Join(dir, "x"), nil, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}
