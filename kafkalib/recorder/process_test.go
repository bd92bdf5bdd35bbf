package recorder

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/bpl-lang/bpl/kafkalib/spool"
)

// recordingVariable makes the test binary a process that records: it has the
// folder of the spool and the address of Kafka.
const recordingVariable = "BPL_RECORDER_TEST_PROCESS"

func TestMain(m *testing.M) {
	if place := os.Getenv(recordingVariable); place != "" {
		recordForever(place)
	}
	m.Run()
}

// recordForever records numbers, and prints each that was accepted, until the
// process is killed.
func recordForever(place string) {
	dir, address, _ := strings.Cut(place, "\t")
	sp, err := spool.Open(dir, spool.Options{Fsync: spool.FsyncNever})
	if err != nil {
		panic(err)
	}
	r, err := New(Options{Topic: testTopic, Client: []kgo.Opt{kgo.SeedBrokers(address)}, Spool: sp, SpoolMode: Always, DownAfter: 20 * time.Millisecond})
	if err != nil {
		panic(err)
	}
	first, _ := strconv.Atoi(os.Getenv("BPL_RECORDER_TEST_FIRST"))
	for i := first; ; i++ {
		if r.Record(Event{Key: []byte("k"), Body: i}) {
			fmt.Println(i)
		}
	}
}

// TestKilledProcesses kills processes that record through a spool, while Kafka is
// there and while it is not: what was accepted arrives, in order.
func TestKilledProcesses(t *testing.T) {
	t.Parallel()
	k := newKafka(t, 1)
	dir := t.TempDir()
	next := 0
	for _, address := range []string{k.cluster.ListenAddrs()[0], "127.0.0.1:1", k.cluster.ListenAddrs()[0]} {
		next = recordUntilKilled(t, dir+"\t"+address, next, 150)
	}
	r := start(t, Options{Client: k.client(), Spool: openSpool(t, dir, spool.Options{})})
	c := r.Counters()
	if c.Accepted != 0 || c.Recovered == 0 && next == 0 {
		t.Errorf("counters at the start: %+v", c)
	}
	flush(t, r)
	s := &soak{t: t, untold: 1} // accepted when the process was killed, before it told of it
	s.next[0] = next
	recs := k.records(t, next)
	for i := range recs {
		recs[i].Key = []byte("k0")
	}
	s.verify(recs)
	if c := r.Counters(); c.RecoveredDelivered != c.Recovered {
		t.Errorf("counters at the end: %+v", c)
	}
}

// recordUntilKilled starts a process, kills it after n events, and returns the
// number behind the last one that it told as accepted.
func recordUntilKilled(t *testing.T, place string, first, n int) int {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0])
	cmd.Env = append(os.Environ(), recordingVariable+"="+place, "BPL_RECORDER_TEST_FIRST="+strconv.Itoa(first))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	last := first - 1
	for in := bufio.NewScanner(out); in.Scan(); {
		number, err := strconv.Atoi(in.Text())
		if err != nil {
			t.Fatalf("the process wrote %q", in.Text())
		}
		if last = number; last == first+n {
			_ = cmd.Process.Kill() // and take what it wrote until then
		}
	}
	_ = cmd.Wait()
	if last < first+n {
		t.Fatalf("the process ended after event %d", last)
	}
	return last + 1
}
