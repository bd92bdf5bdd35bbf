package main

import (
	"context"
	"fmt"
	"regexp"
	"time"

	"github.com/spf13/cobra"

	"github.com/bpl-lang/bpl/internal/transcript"
)

// testFlags are the choices of bpl test.
type testFlags struct {
	timeout  time.Duration
	run      string
	update   bool
	junit    string
	verbose  bool
	examples bool
	cover    bool
}

func (c *command) newTest() *cobra.Command {
	var f testFlags
	cmd := &cobra.Command{
		Use:   "test [flags] [PATH...]",
		Short: "run tests: transcripts, scripts named *-test.bpl, examples of the help",
		Long: `Runs the tests of the files that are named, and of the folders, with all beneath:

  *.txt        transcripts: expressions behind "> ", each followed by what it must print
               (in folders: files that have such lines)
  *.md         the transcripts in blocks of the language bpl or transcript
  *-test.bpl   scripts; one that ends with an exception has failed

Without PATH it runs those beneath the working folder and the examples of the help of all
functions. Every case has a session of its own; the zone is UTC. What tests print is shown
where they fail, and with -v. The exit code is 1 if any test failed.`,
		Args: argCount(0, -1, "PATH"),
	}
	flags := cmd.Flags()
	f.timeout = transcript.DefaultTimeout
	flags.Var((*durationFlag)(&f.timeout), "timeout", "end an expression after `TIME`, such as 500ms, 2m or 10 (seconds)")
	flags.StringVar(&f.run, "run", "", "run only the cases whose \"file: title\" the regular expression `RE` finds")
	flags.BoolVar(&f.update, "update", false, "write the results that come about into the transcripts")
	flags.StringVar(&f.junit, "junit", "", "write a report in JUnit's XML to `FILE`")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "name every case and show what it prints")
	flags.BoolVar(&f.cover, "cover", false, "tell which share of the calls in files *.bpl was evaluated, with -v the lines without")
	flags.BoolVar(&f.examples, "examples", false, "run the examples of the help, too")
	c.flags.declareSession(flags)
	return c.subcommand(cmd, func(ctx context.Context, args []string) int {
		code, err := c.test(ctx, f, args)
		if err != nil {
			return c.report(err)
		}
		return code
	})
}

// test finds and runs tests, and reports about them.
func (c *command) test(ctx context.Context, f testFlags, paths []string) (int, error) {
	if f.timeout <= 0 {
		return 0, misuse("--timeout: got %v, want more than nothing", f.timeout)
	}
	if f.update && f.run != "" {
		return 0, misuse("--update needs all cases of a file; --run leaves some out")
	}
	only, err := regexp.Compile(f.run)
	if err != nil {
		return 0, misuse("--run: %v", err)
	}
	everything := len(paths) == 0
	if everything {
		paths = []string{"."}
	}
	files, err := findTests(paths)
	if err != nil {
		return 0, err
	}
	f.examples = f.examples || everything && !f.update
	if len(files) == 0 && !f.examples {
		return 0, misuse("there are no tests in %s", joined(paths))
	}
	r, err := c.newTestRun(f, only)
	if err != nil {
		return 0, err
	}
	for _, file := range files {
		if err := r.file(ctx, file); err != nil {
			return 0, err
		}
	}
	if f.examples {
		if err := r.helpExamples(ctx); err != nil {
			return 0, err
		}
	}
	return r.finish()
}

// finish prints the sums and writes the report.
func (r *testRun) finish() (int, error) {
	if r.flags.junit != "" {
		if err := writeJUnit(r.flags.junit, r.suites); err != nil {
			return 0, misuse("--junit: %v", err)
		}
	}
	if r.cover != nil {
		if _, err := fmt.Fprint(r.out, r.cover.report(r.in, r.flags.verbose)); err != nil {
			return 0, err
		}
	}
	passed, failed := 0, 0
	for _, s := range r.suites {
		for _, t := range s.tests {
			if t.failure == "" {
				passed++
			} else {
				failed++
			}
		}
	}
	if _, err := fmt.Fprintf(r.out, "%d passed, %d failed\n", passed, failed); err != nil {
		return 0, err
	}
	switch {
	case failed > 0:
		return exitFailure, nil
	case passed == 0 && r.flags.run != "":
		return 0, fmt.Errorf("no case matches --run %s", r.flags.run)
	}
	return exitOK, nil
}
