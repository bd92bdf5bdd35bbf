//go:build integration

package kafkalib

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/internal/kafkatest"
)

// realCrashesVariable is how often TestRealSpoolCrash kills a producing
// process.
const realCrashesVariable = "BPL_SPOOL_CRASHES_REAL"

// TestRealSpoolCrash is TestSpooledCrash against brokers that are killed,
// paused and started again meanwhile.
func TestRealSpoolCrash(t *testing.T) {
	c := kafkatest.FromEnv(t)
	emptyReal(t)
	operate := func(what string, f func(context.Context, int) error, id int) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
		defer cancel()
		if err := f(ctx, id); err != nil {
			t.Fatalf("%s broker %d: %v", what, id, err)
		}
	}
	killed, paused := 0, 0
	up := func() {
		if killed > 0 {
			operate("restart", c.Restart, killed)
			killed = 0
		}
		if paused > 0 {
			operate("resume", c.Resume, paused)
			paused = 0
		}
	}
	defer up()
	runCrashes(t, c.Bootstrap(), crashCount(t, realCrashesVariable, 5), func(crash int) {
		id := 1 + rand.IntN(len(c.Nodes))
		switch crash % 5 {
		case 1:
			operate("kill", c.Kill, id)
			killed = id
		case 3:
			up()
			operate("pause", c.Pause, id)
			paused = id
		case 2, 4:
			up()
		}
	}, up)
}
