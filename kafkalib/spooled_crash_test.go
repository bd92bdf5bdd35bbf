package kafkalib

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/kafkalib/spool"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
)

// crashesVariable is how often TestSpooledCrash kills a producing process.
const crashesVariable = "BPL_SPOOL_CRASHES"

// crashesPerSpool is how many crashes one spool and topic see before what was
// delivered is looked at.
const crashesPerSpool = 25

// crashCount is the number that the environment asks for, or else standard.
func crashCount(t *testing.T, variable string, standard int) int {
	text := os.Getenv(variable)
	if text == "" {
		return standard
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s: got %q, expected a number of crashes", variable, text)
	}
	return n
}

// TestSpooledCrash kills a producing process again and again, while its
// connections come and go: every record that kafka-send had accepted is
// delivered, none comes again but those that were not acknowledged at a crash,
// and the order of each key is kept. (Trap 59.)
func TestSpooledCrash(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("processes are killed by SIGKILL")
	}
	alwaysSideBySide(t)
	broker := exec.Command(os.Args[0], "-test.run=^TestSpooledCrashBroker$")
	broker.Env = append(os.Environ(), crashVariable+"=broker")
	stdin, err := broker.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := broker.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := broker.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		stdin.Close() // it ends
		_ = broker.Wait()
	}()
	lines := bufio.NewScanner(stdout)
	address := ""
	for address == "" && lines.Scan() {
		address, _ = strings.CutPrefix(lines.Text(), "@")
	}
	crashes := crashCount(t, crashesVariable, 4)
	runCrashes(t, address, crashes, func(int) {}, func() {})
}

// A crashRun is a spool, its topic, and what is known of its records.
type crashRun struct {
	t                   *testing.T
	servers, topic, dir string
	fsync               string
	accepted            map[string]bool // by value
	unacknowledged      map[uint64]int  // at how many crashes, by sequence number
}

// runCrashes kills so many processes that produce to servers. between is
// called before each, up before what is left is delivered.
func runCrashes(t *testing.T, servers string, crashes int, between func(crash int), up func()) {
	cl, err := kgo.NewClient(kgo.SeedBrokers(strings.Split(servers, ",")...), kgo.MetadataMinAge(100*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	defer cl.Close()
	admin := kadm.NewClient(cl)
	records, repeats := 0, 0
	for done := 0; done < crashes; done += crashesPerSpool {
		r := &crashRun{t: t, servers: servers, topic: fmt.Sprintf("crash-%d-%d", os.Getpid(), done), dir: filepath.Join(t.TempDir(), "spool"),
			fsync: []string{"1000", "always", "never", "20"}[done/crashesPerSpool%4], accepted: make(map[string]bool), unacknowledged: make(map[uint64]int)}
		if _, err := admin.CreateTopic(t.Context(), 4, -1, nil, r.topic); err != nil {
			t.Fatal(err)
		}
		for i := range min(crashesPerSpool, crashes-done) {
			between(done + i)
			r.crash(done + i)
		}
		up()
		r.drain()
		n, again := r.check(admin)
		records, repeats = records+n, repeats+again
		if _, err := admin.DeleteTopics(t.Context(), r.topic); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d crashes, %d records accepted, %d repeats", crashes, records, repeats)
}

func (r *crashRun) process(task string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], "-test.run=^TestSpooledCrashProducer$")
	cmd.Env = append(os.Environ(), crashVariable+"="+task, "BPL_TEST_SPOOL_servers="+r.servers,
		"BPL_TEST_SPOOL_topic="+r.topic, "BPL_TEST_SPOOL_dir="+r.dir, "BPL_TEST_SPOOL_options="+r.fsync)
	cmd.Stderr = os.Stderr
	return cmd
}

// crash starts a process and kills it, most times after it has accepted
// something, sometimes while it opens the spool.
func (r *crashRun) crash(run int) {
	r.t.Helper()
	cmd := r.process("send " + strconv.Itoa(run))
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		r.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		r.t.Fatal(err)
	}
	kill := func() { _ = cmd.Process.Kill() }
	early := rand.IntN(5) == 0
	if early {
		time.AfterFunc(time.Duration(rand.IntN(100))*time.Millisecond, kill)
	}
	first := true
	var log strings.Builder
	lines := bufio.NewScanner(stdout)
	for lines.Scan() {
		value, ok := strings.CutPrefix(lines.Text(), "@")
		if !ok {
			log.WriteString(lines.Text() + "\n")
			continue
		}
		r.accepted[value] = true
		if first && !early {
			time.AfterFunc(time.Duration(rand.IntN(250))*time.Millisecond, kill)
		}
		first = false
	}
	if err := cmd.Wait(); err == nil || cmd.ProcessState.Exited() {
		r.t.Fatalf("the process ended by itself: %v\n%s", err, log.String())
	}
	r.look()
}

// look notes which records are not acknowledged after a crash.
func (r *crashRun) look() {
	s, err := spool.Open(r.dir, spool.Options{})
	if err != nil {
		r.t.Fatal(err)
	}
	defer s.Close()
	reader := s.NewReader()
	defer reader.Close()
	for {
		record, ok, err := reader.TryNext()
		if err != nil {
			r.t.Fatal(err)
		}
		if !ok {
			return
		}
		r.unacknowledged[record.Sequence]++
	}
}

// drain has the rest delivered.
func (r *crashRun) drain() {
	out, err := r.process("drain").Output()
	if err != nil || !strings.Contains(string(out), "@drained") {
		r.t.Fatalf("the last process: %v\n%s", err, out)
	}
}

// check reads the topic, and returns how many records were accepted and how
// many came again.
func (r *crashRun) check(admin *kadm.Client) (accepted, repeats int) {
	t := r.t
	ends, err := admin.ListEndOffsets(t.Context(), r.topic)
	if err != nil {
		t.Fatal(err)
	}
	left := int64(0)
	ends.Each(func(o kadm.ListedOffset) { left += o.Offset })
	cl, err := kgo.NewClient(kgo.SeedBrokers(strings.Split(r.servers, ",")...), kgo.ConsumeTopics(r.topic), kgo.ConsumeStartOffset(kgo.NewOffset().AtStart()))
	if err != nil {
		t.Fatal(err)
	}
	defer cl.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	delivered := make(map[string]bool)
	times := make(map[uint64]int)
	highest := make(map[string]uint64) // sequence number seen, by key
	ids := make(map[string]bool)
	for left > 0 {
		fetches := cl.PollFetches(ctx)
		if err := fetches.Err(); err != nil {
			t.Fatal(err)
		}
		fetches.EachRecord(func(record *kgo.Record) {
			left--
			seq := uint64(0)
			for _, h := range record.Headers {
				switch h.Key {
				case "spool-id":
					ids[string(h.Value)] = true
				case "spool-seq":
					seq, _ = strconv.ParseUint(string(h.Value), 10, 64)
				}
			}
			key := string(record.Key)
			delivered[string(record.Value)] = true
			if times[seq]++; times[seq] == 1 {
				if seq < highest[key] {
					t.Errorf("key %s: number %d came after %d", key, seq, highest[key])
				}
				highest[key] = seq
				return
			}
			repeats++
		})
	}
	if len(ids) > 1 {
		t.Errorf("the headers name %d spools", len(ids))
	}
	lost := 0
	for value := range r.accepted {
		if !delivered[value] {
			lost++
		}
	}
	if lost > 0 {
		t.Errorf("%d of %d accepted records were not delivered", lost, len(r.accepted))
	}
	for seq, n := range times {
		if n > 1+r.unacknowledged[seq] {
			t.Errorf("record %d came %d times, and was not acknowledged at %d crashes", seq, n, r.unacknowledged[seq])
		}
	}
	return len(r.accepted), repeats
}
