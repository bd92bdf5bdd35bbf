package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/internal/bench/suite"
)

func program(t *testing.T, name string) suite.Program {
	t.Helper()
	p, err := suite.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestDo runs processes that are simulated: one is right, one gives a wrong sum, one ends
// with an error in its second round, one prints nonsense, one takes too long.
func TestDo(t *testing.T) {
	fib, loop := program(t, "fib"), program(t, "loop")
	var order []string
	calls := map[string]int{}
	process := func(ctx context.Context, path string, args ...string) (string, error) {
		name := args[len(args)-3]
		order = append(order, path+" "+strings.Join(args, " "))
		calls[path+name]++
		sum := map[string]string{"fib": fib.Sum, "loop": loop.Sum}[name]
		switch path {
		case "wrong":
			sum = "1"
		case "fails":
			if calls[path+name] == 2 {
				return "", errors.New("exit status 3")
			}
		case "nonsense":
			return "hello", nil
		case "slow":
			<-ctx.Done()
			return "", context.Cause(ctx)
		}
		return fmt.Sprintf("RESULT %s 100 %s", name, sum), nil
	}
	command := func(name, ext string) Command {
		return Command{Peer: Peer{Name: name, Ext: ext, Args: []string{"-x"}, Repetitions: 2}, Path: name}
	}
	r := Run{
		Rounds: 2, Programs: []suite.Program{fib, loop}, TextFile: "text", Timeout: time.Millisecond, Process: process,
		Commands: []Command{command("right", "bpl"), command("wrong", "expr"), command("fails", "bpl"),
			command("nonsense", "expr"), command("slow", "expr")},
	}
	f, err := r.Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{ // .expr files exist for loop alone
		"right -x fib 2 text", "fails -x fib 2 text",
		"right -x loop 2 text", "wrong -x loop 2 text", "fails -x loop 2 text", "nonsense -x loop 2 text", "slow -x loop 2 text",
		"right -x fib 2 text", "fails -x fib 2 text",
		"right -x loop 2 text", "fails -x loop 2 text",
	}
	if !slices.Equal(order, want) {
		t.Errorf("processes\n got %q\nwant %q", order, want)
	}
	var failures []string
	for _, failure := range f.Failures {
		failures = append(failures, failure.String())
	}
	wantFailures := []string{
		"wrong, loop: sum: got 1, want " + loop.Sum, `nonsense, loop: got no line that begins with RESULT in "hello"`,
		"slow, loop: takes more than 1ms", "fails, fib: exit status 3", "fails, loop: exit status 3",
	}
	if !slices.Equal(failures, wantFailures) {
		t.Errorf("failures\n got %q\nwant %q", failures, wantFailures)
	}
	if _, ok := f.Time(Wall, "fails", "fib"); ok {
		t.Error("a peer that failed in one round still has a time")
	}
	if d, ok := f.Time(Wall, "right", "loop"); !ok || d != 100 {
		t.Errorf("time\n got %v, %v\nwant 100ns", d, ok)
	}

	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped")
	cancel(stopped)
	if _, err := r.Do(ctx); !errors.Is(err, stopped) {
		t.Errorf("ended context\n got %v\nwant %v", err, stopped)
	}
}

func TestExecute(t *testing.T) {
	out, err := Execute(t.Context(), "go", "env", "GOOS")
	if err != nil || strings.TrimSpace(out) == "" {
		t.Errorf("go env GOOS\n got %q, %v\nwant the system", out, err)
	}
	if _, err := Execute(t.Context(), "go", "no-such-command"); err == nil || !strings.Contains(err.Error(), "no-such-command") {
		t.Errorf("failing command\n got %v\nwant what it complained of", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped")
	cancel(stopped)
	if _, err := Execute(ctx, "go", "env"); !errors.Is(err, stopped) {
		t.Errorf("ended context\n got %v\nwant %v", err, stopped)
	}
}

func TestStarts(t *testing.T) {
	process := func(_ context.Context, path string, args ...string) (string, error) {
		if path == "fails" {
			return "", errors.New("exit status 1")
		}
		return "1", nil
	}
	times, failures, err := Starts(t.Context(), process, 3, []Starter{{Name: "empty", Path: "empty"}, {Name: "fails", Path: "fails"}, {Name: "other", Path: "other"}})
	if err != nil || len(times) != 2 || times[1].Name != "other" || len(failures) != 1 || failures[0].Peer != "fails" {
		t.Errorf("starts\n got %v, %v, %v\nwant two times and a failure", times, failures, err)
	}
	if names := len(Starters([]Command{{Peer: Peer{Name: "a"}}, {Peer: Peer{Name: "b", Start: []string{"1"}}}})); names != 1 {
		t.Errorf("starters\n got %d\nwant only the one that can evaluate", names)
	}
}
