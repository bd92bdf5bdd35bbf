// Package collector sets when Go's garbage collector begins in a program that is mostly
// short-lived and small, such as a script.
//
// Go collects when the heap has doubled, but from 4 MiB on: a script that builds a list of
// 3 MiB pays for two or three collections that find nothing to free. Floor moves that least
// size of the heap up and leaves heaps that live on above half of it to Go's rule, so that a
// process takes at most the floor more than it would have taken, and usually nothing.
//
// It is for main packages: the setting belongs to the process.
package collector

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// LeastHeap is the floor of the command: what a script may use before a collection begins.
const LeastHeap = 16 << 20

// goLeastHeap is where Go begins to collect when its percentage is 100, in proportion to that.
const goLeastHeap = 4 << 20

// Floor keeps the collector from beginning before the heap has least bytes, from 4 MiB to
// 1 GiB, as long as the process lives. Where the variable GOGC of the environment is set, it
// leaves everything as that says.
func Floor(least uint64) {
	if os.Getenv("GOGC") != "" {
		return
	}
	f := &floor{least: least}
	f.adjust()
	f.watch()
}

// A floor follows the size of what lives: the runtime calls it after each collection.
type floor struct {
	least   uint64
	percent atomic.Int64 // that is set
}

// A sentinel is found dead by each collection. It holds a pointer, since Go does not tell
// of tiny objects without.
type sentinel struct{ *floor }

func (f *floor) watch() {
	runtime.SetFinalizer(&sentinel{f}, func(*sentinel) {
		f.adjust()
		f.watch()
	})
}

func (f *floor) adjust() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	var bytes uint64
	if live[0].Value.Kind() == metrics.KindUint64 {
		bytes = live[0].Value.Uint64()
	}
	if p := percent(bytes, f.least); f.percent.Swap(int64(p)) != int64(p) {
		debug.SetGCPercent(p)
	}
}

// percent returns by how much the heap may grow over what lives before it is collected: to
// least, or to the double of what lives if that is more.
func percent(live, least uint64) int {
	most := 100 * least / goLeastHeap // with more, Go would begin above least
	if live == 0 {
		return int(max(most, 100))
	}
	if 2*live >= least {
		return 100
	}
	return int(max(100, min(most, 100*(least-live)/live)))
}
