package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/internal/kafkatest"
)

// TestScripts runs the scripts of the repository by the command: on the
// embedded broker, their default, and on a real Kafka where there is one.
func TestScripts(t *testing.T) {
	dir, err := filepath.Abs("../../scripts")
	if err != nil {
		t.Fatal(err)
	}
	outputs, err := filepath.Glob(filepath.Join(dir, "testdata", "*.out"))
	if err != nil || len(outputs) == 0 {
		t.Fatalf("outputs of scripts: got %v, %v", outputs, err)
	}
	servers := map[string][]string{"embedded by default": nil}
	if list := kafkatest.Servers(""); list != "" {
		servers["real"] = []string{list}
	}
	for _, output := range outputs {
		want, err := os.ReadFile(output)
		if err != nil {
			t.Fatal(err)
		}
		script := strings.TrimSuffix(filepath.Base(output), ".out") + ".bpl"
		for name, args := range servers {
			t.Run(script+" "+name, func(t *testing.T) {
				t.Chdir(t.TempDir()) // for what it writes
				got := bpl(t, "", append([]string{"run", filepath.Join(dir, script)}, args...)...)
				if got.code != 0 || got.out != string(want) {
					t.Errorf("exit code %d, %s\n got %s\nwant %s", got.code, got.err, got.out, want)
				}
			})
		}
	}
}
