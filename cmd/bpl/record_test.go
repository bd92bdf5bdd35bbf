package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/kafkalib"
	"github.com/bpl-lang/bpl/kafkalib/recorder"
)

// listen serves an embedded broker with a topic t, and returns its address.
func listen(t *testing.T) string {
	t.Helper()
	server, err := kafkalib.NewServer(kafkalib.ServerOptions{Listen: "127.0.0.1:0", Log: io.Discard, Topics: []kafkalib.ServerTopic{{Name: "t", Partitions: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	return server.Address()
}

// recorded are the values of the topic t, and their keys.
func recorded(t *testing.T, servers string) string {
	t.Helper()
	return bpl(t, "", "eval", "--set", `s="`+servers+`"`, `(apply (kafka-read s "t") r (do (set e (parse r/value "json")) (list r/key e/type e/body)))`).out
}

func TestRecord(t *testing.T) {
	tests := []struct {
		name, in string
		args     []string
		want     want
		records  string
	}{
		{"lines", "one\ntwo\r\n\nlast", nil, want{}, `((null "line" "one") (null "line" "two") (null "line" "last"))`},
		{"a type", "x\n", []string{"--type", "app.log"}, want{}, `((null "app.log" "x"))`},
		{"JSON bodies", "{\"b\":1,\"a\":[2,{}]}\n5\n\"s\"\nnull\n", []string{"--json"}, want{}, `((null "line" ("b" => 1 "a" => (2 ()))) (null "line" 5) (null "line" "s") (null "line" null))`},
		{"JSON events", `{"type":"a.b","body":{"x":1},"id":"i","pid":7,"host":"h","start":1.5,"end":2.5,"key":"k"}` + "\n", []string{"--json"}, want{}, `(("k" "a.b" ("x" => 1)))`},
		{"a key of the body", `{"user":"u","n":1}` + "\n" + `{"user":9}` + "\n" + `{"n":2}` + "\n", []string{"--json", "--key", "user"}, want{},
			`(("u" "line" ("user" => "u" "n" => 1)) ("9" "line" ("user" => 9)) (null "line" ("n" => 2)))`},
		{"no JSON", "{\"a\":1}\n{\"a\"\n{\"type\":5,\"body\":1}\n1 2\n2\n", []string{"--json"}, want{code: 1, err: []string{"line 2 is no JSON", "line 3 is no JSON: \"type\" is 5", "line 4 is no JSON: there is more", "lines that are no JSON: 3"}},
			`((null "line" ("a" => 1)) (null "line" 2))`},
		{"figures", "x\n", []string{"--stats"}, want{err: []string{"1 offered, 0 rejected, 1 delivered"}}, `((null "line" "x"))`},
		{"an option", "x\n", []string{"-o", "event.type=o", "--type", ""}, want{}, `((null "o" "x"))`},
		{"nothing", "", nil, want{}, `()`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			servers := listen(t)
			bpl(t, test.in, append([]string{"record", "-s", servers, "-t", "t"}, test.args...)...).check(t, test.want)
			if got := recorded(t, servers); got != test.records+"\n" {
				t.Errorf("records\ngot  %s\nwant %s", got, test.records)
			}
		})
	}
}

func TestRecordWithoutKafka(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "events.log")
	tests := []struct {
		name string
		args []string
		want want
	}{
		{"lost", []string{"--flush", "300ms"}, want{code: 5, err: []string{"lost 2 of 2 events", "127.0.0.1:1", "refused"}}},
		{"to the spool", []string{"--flush", "5s", "--spool", filepath.Join(dir, "spool"), "--stats"}, want{err: []string{"the fallback spool", "2 spooled"}}},
		{"to a file", []string{"--flush", "5s", "--fallback", "file:" + file}, want{err: []string{"the fallback file"}}},
		{"to standard error", []string{"--flush", "5s", "--fallback", "stderr"}, want{err: []string{`"body":"one","topic":"t"}`, `"body":"two"`}}},
		{"no topic", []string{"-t", ""}, want{code: 2, err: []string{"--topic is missing"}}},
		{"an unknown policy", []string{"--when-full", "panic"}, want{code: 2, err: []string{"drop-newest", "usage: bpl record"}}},
		{"an unknown option", []string{"-o", "lnger-ms=5"}, want{code: 2, err: []string{`did you mean "linger-ms"?`}}},
		{"no option", []string{"-o", "linger"}, want{code: 2, err: []string{"want NAME=VALUE"}}},
		{"an unknown fallback", []string{"--fallback", "tape"}, want{code: 2, err: []string{"zeromq"}}},
		{"no spool", []string{"--fallback", "spool"}, want{code: 2, err: []string{`option "spool"`}}},
		{"help", []string{"--help"}, want{outHas: []string{"usage: bpl record", "--fallback"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			args := append([]string{"record", "-s", "127.0.0.1:1", "-t", "t", "-o", "broker-down-ms=20"}, test.args...)
			bpl(t, "one\ntwo\n", args...).check(t, test.want)
		})
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	servers := listen(t)
	bpl(t, string(text), "record", "-s", servers, "-t", "other", "--json").check(t, want{})
	if got, want := recorded(t, servers), `((null "line" "one") (null "line" "two"))`+"\n"; got != want {
		t.Errorf("records of the file\ngot  %s\nwant %s", got, want)
	}
	// The new event goes through the spool if it comes before that is drained, and is told of then.
	again := bpl(t, "three\n", "record", "-s", servers, "-t", "t", "--spool", filepath.Join(dir, "spool"))
	again.err = strings.NewReplacer("bpl: events go to the fallback spool\n", "", "bpl: events go to Kafka again; 1 took the fallback spool\n", "").Replace(again.err)
	again.check(t, want{})
	if got := recorded(t, servers); strings.Count(got, `"line"`) != 5 {
		t.Errorf("records with those of the spool\ngot  %s\nwant 5", got)
	}
}

// TestRecordTerminated ends a recording whose input goes on: what was read is
// delivered.
func TestRecordTerminated(t *testing.T) {
	servers := listen(t)
	in, write := io.Pipe()
	defer write.Close()
	ctx, cancel := context.WithCancelCause(t.Context())
	var out, errOut bytes.Buffer
	done := make(chan int)
	go func() {
		done <- newCommand(stdio{in, &out, &errOut}).run(ctx, []string{"record", "-s", servers, "-t", "t"})
	}()
	for _, line := range []string{"one\n", "two\n", "half a line"} {
		if _, err := io.WriteString(write, line); err != nil {
			t.Fatal(err)
		}
	}
	deadline := time.Now().Add(time.Minute)
	for !strings.Contains(recorded(t, servers), "two") {
		if time.Now().After(deadline) {
			t.Fatal("the lines never came")
		}
		time.Sleep(10 * time.Millisecond)
	}
	cancel(errTerminated)
	if code := <-done; code != exitTerminate {
		t.Errorf("exit code\ngot  %d\nwant %d\n%s", code, exitTerminate, errOut.String())
	}
}

func TestReadJSONEvent(t *testing.T) {
	deep := strings.Repeat("[", deepestJSON+2) + strings.Repeat("]", deepestJSON+2)
	for name, line := range map[string]string{
		"too deep": deep, "half": `{"a":`, "no name": `{1:2}`, "pid": `{"type":"t","pid":-1}`, "time": `{"type":"t","end":"now"}`,
		"key": `{"body":1,"key-base64":"!"}`, "comma": `[1,]`, "empty": ` `,
	} {
		var e recorder.Event
		if err := readJSONEvent([]byte(line), &e); err == nil {
			t.Errorf("%s was read as %+v", name, e)
		}
	}
	var e recorder.Event
	if err := readJSONEvent([]byte("\uFEFF"+`{"body":null,"key-base64":"AP8=","topic":"x","end":1700000000.123456,"host":null}`), &e); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(e.Key, []byte{0, 0xFF}) || e.Topic != "x" || e.End.UnixMicro() != 1700000000123456 || e.Body != nil {
		t.Errorf("event: %+v", e)
	}
}
