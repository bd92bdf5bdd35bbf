package runner

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
)

// A Fact is what a reader must know about the machine to judge the figures.
type Fact struct{ Name, Value string }

// MachineFacts tells processor, memory and system, as far as they are known; nothing that
// would identify the machine.
func MachineFacts() []Fact {
	facts := []Fact{
		{"processor", strings.TrimSpace(lineOf("/proc/cpuinfo", "model name") + fmt.Sprintf(", %d cores", runtime.NumCPU()))},
		{"memory", memory()},
		{"system", runtime.GOOS + "/" + runtime.GOARCH},
		{"Go", runtime.Version()},
	}
	facts[0].Value = strings.TrimPrefix(facts[0].Value, ", ")
	kept := facts[:0]
	for _, f := range facts {
		if f.Value != "" {
			kept = append(kept, f)
		}
	}
	return kept
}

func memory() string {
	var kib int64
	if _, err := fmt.Sscan(lineOf("/proc/meminfo", "MemTotal"), &kib); err != nil {
		return ""
	}
	return fmt.Sprintf("%.0f GiB", float64(kib)/(1<<20))
}

// lineOf returns what follows "key :" in the first line of a file that begins with key.
func lineOf(path, key string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		name, text, ok := strings.Cut(s.Text(), ":")
		if ok && strings.TrimSpace(name) == key {
			return strings.TrimSpace(text)
		}
	}
	return ""
}
