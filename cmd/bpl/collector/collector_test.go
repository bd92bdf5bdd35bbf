package collector

import (
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestPercent(t *testing.T) {
	const mib = 1 << 20
	for name, c := range map[string]struct {
		live uint64
		want int
	}{
		"nothing lives yet":       {0, 400},
		"little":                  {1 * mib, 400},
		"a fifth":                 {16 * mib / 5, 400},
		"a quarter":               {4 * mib, 300},
		"half":                    {8 * mib, 100},
		"more than half":          {9 * mib, 100},
		"more than the least one": {100 * mib, 100},
		"a terabyte":              {1 << 40, 100},
	} {
		t.Run(name, func(t *testing.T) {
			if got := percent(c.live, 16*mib); got != c.want {
				t.Errorf("percent\n got %d\nwant %d", got, c.want)
			}
		})
	}
}

// TestFloor counts collections in processes of their own, whose setting it is.
func TestFloor(t *testing.T) {
	if task := os.Getenv("COLLECTOR_TEST"); task != "" {
		Floor(16 << 20)
		os.Stdout.WriteString("collections=" + strconv.Itoa(int(allocate(task))) + "\n")
		return
	}
	for name, c := range map[string]struct {
		task, gogc  string
		least, most int
	}{
		"a small heap is left alone":                      {"small", "", 0, 0},
		"the environment goes before":                     {"small", "100", 1, 1000},
		"what is dropped is collected":                    {"dropped", "", 5, 1000},
		"a large heap is collected when it doubles":       {"large", "", 4, 1000},
		"the floor holds again when a large heap is gone": {"again", "", 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command(os.Args[0], "-test.run=^TestFloor$")
			cmd.Env = append(os.Environ(), "COLLECTOR_TEST="+c.task, "GOGC="+c.gogc, "GOMEMLIMIT=")
			out, err := cmd.CombinedOutput()
			_, count, _ := strings.Cut(string(out), "collections=")
			got, _, _ := strings.Cut(count, "\n")
			if n, bad := strconv.Atoi(got); err != nil || bad != nil || n < c.least || n > c.most {
				t.Errorf("collections\n got %s, %v\nwant %d to %d", out, err, c.least, c.most)
			}
		})
	}
}

var kept [][]byte

// allocate does the task and returns how many collections began in it.
func allocate(task string) uint32 {
	chunks := func(mib int, keep bool) {
		for range mib {
			b := make([]byte, 1<<20)
			if keep {
				kept = append(kept, b)
			}
		}
	}
	switch task {
	case "dropped":
		return collections(func() { chunks(200, false) })
	case "large":
		return collections(func() {
			for range 5 {
				chunks(40, true)
				waitForPercent(100)
				kept = nil
			}
		})
	case "again":
		chunks(100, true)
		waitForPercent(100)
		kept = nil
		waitForPercent(400)
	}
	return collections(func() { chunks(10, true) })
}

// waitForPercent collects until the percentage has followed.
func waitForPercent(want int) {
	for range 600 {
		runtime.GC()
		old := debug.SetGCPercent(want)
		debug.SetGCPercent(old)
		if old == want {
			return
		}
		time.Sleep(50 * time.Millisecond) // the finalizer that sets it runs behind the collection
	}
}

func collections(do func()) uint32 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.NumGC - before.NumGC
}
