package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/bpl-lang/bpl/internal/transcript"
	"github.com/bpl-lang/bpl/interp"
)

// A testSuite is what the tests of one file came to.
type testSuite struct {
	name  string
	tests []testResult
}

type testResult struct {
	name    string
	took    time.Duration
	failure string // "" if it passed
	output  string // what it printed
}

// A testRun runs the tests of one call of bpl test, one after another.
type testRun struct {
	c      *command
	flags  testFlags
	only   *regexp.Regexp
	out    io.Writer
	in     *interp.Interp
	output *capture  // what the sessions print
	cover  *coverage // nil unless asked for
	suites []testSuite
}

func (c *command) newTestRun(f testFlags, only *regexp.Regexp) (*testRun, error) {
	r := &testRun{c: c, flags: f, only: only, out: &outlet{w: c.out}, output: new(capture)}
	e := &evaluation{c: c, out: r.output, in: strings.NewReader(""), errOut: r.output, zone: time.UTC}
	var err error
	if r.in, err = e.interpreter(nil); err != nil || !f.cover {
		return r, err
	}
	r.cover = &coverage{seen: map[string]map[int]bool{}}
	r.in, err = r.in.Extend(interp.WithTracer(r.cover))
	return r, err
}

// file runs the tests of a file.
func (r *testRun) file(ctx context.Context, f testFile) error {
	text, err := os.ReadFile(f.path)
	if err != nil {
		return misuse("%v", err)
	}
	suite := testSuite{name: f.path}
	if f.kind == scriptTest {
		r.one(&suite, filepath.Base(f.path), func() string { return r.script(ctx, f.path, string(text)) })
	} else if err := r.transcript(ctx, &suite, f, string(text)); err != nil {
		return err
	}
	return r.done(ctx, suite)
}

// done reports a file whose tests have run.
func (r *testRun) done(ctx context.Context, suite testSuite) error {
	if cause := ended(ctx); cause != nil {
		return cause
	}
	if len(suite.tests) == 0 {
		return nil
	}
	r.suites = append(r.suites, suite)
	var b strings.Builder
	failed := 0
	for _, t := range suite.tests {
		verdict := "ok  "
		if t.failure != "" {
			verdict = "FAIL"
			failed++
		}
		if r.flags.verbose || t.failure != "" {
			fmt.Fprintf(&b, "  %s %s (%.3f s)\n", verdict, t.name, t.took.Seconds())
			b.WriteString(indented(t.failure, "    "))
			b.WriteString(indented(t.output, "    | "))
		}
	}
	if failed > 0 {
		fmt.Fprintf(&b, "FAIL  %s: %d of %d failed\n", suite.name, failed, len(suite.tests))
	} else {
		fmt.Fprintf(&b, "ok    %s: %d passed\n", suite.name, len(suite.tests))
	}
	_, err := io.WriteString(r.out, b.String())
	return err
}

func indented(text, by string) string {
	if text == "" {
		return ""
	}
	return by + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+by) + "\n"
}

// one runs a test, if it is among those to run; f returns why it failed, or "".
func (r *testRun) one(suite *testSuite, name string, f func() string) {
	if !r.only.MatchString(suite.name + ": " + name) {
		return
	}
	r.output.take()
	began := time.Now()
	failure := f()
	suite.tests = append(suite.tests, testResult{name, time.Since(began), failure, r.output.take()})
}

// transcript runs the cases of a transcript.
func (r *testRun) transcript(ctx context.Context, suite *testSuite, f testFile, text string) error {
	parse := transcript.Parse
	if f.kind == markdownTest {
		parse = transcript.ParseMarkdown
	}
	file, err := parse(f.path, text, r.flags.update)
	if err != nil {
		suite.tests = append(suite.tests, testResult{name: "form", failure: err.Error()})
		return nil
	}
	runner := &transcript.Runner{Interp: r.in, Timeout: r.flags.timeout, Files: anyFile{},
		Prepare: func(ctx context.Context, s *interp.Session) error { return setGlobals(ctx, s, r.c.flags.sets) }}
	var all transcript.Result
	var wrong error
	for _, c := range file.Cases {
		r.one(suite, c.Title, func() string {
			result, err := runner.Run(ctx, file.Only(c))
			if err != nil {
				wrong = err
				return err.Error()
			}
			all.Add(result)
			var b strings.Builder
			for _, failure := range result.Failures {
				fmt.Fprintln(&b, failure)
			}
			return b.String()
		})
	}
	if !r.flags.update {
		return nil
	}
	if wrong != nil {
		return nil // what could not run cannot be written
	}
	return r.update(suite, f.path, file, text, &all)
}

// update writes the results into a transcript; its tests then count as passed.
func (r *testRun) update(suite *testSuite, path string, file *transcript.File, before string, result *transcript.Result) error {
	after, err := file.Update(result)
	if err != nil {
		suite.tests = append(suite.tests, testResult{name: "update", failure: err.Error()})
		return nil
	}
	for i := range suite.tests {
		suite.tests[i].failure = ""
	}
	if after == before {
		return nil
	}
	if err := os.WriteFile(path, []byte(after), 0o644); err != nil {
		return fmt.Errorf("update: %w", err)
	}
	_, err = fmt.Fprintf(r.out, "updated %s\n", path)
	return err
}

// script evaluates the expressions of a script, each within the time limit.
func (r *testRun) script(ctx context.Context, path, text string) string {
	_, spans, err := r.in.Parse(path, text)
	if err != nil {
		return shown(err)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s := r.in.NewSession()
	defer s.Close()
	if err := setGlobals(ctx, s, r.c.flags.sets); err != nil {
		return shown(err)
	}
	for i := range spans.Len() {
		p, err := r.in.Compile(path, spans.Alone(i))
		if err != nil {
			return shown(err)
		}
		alarm := time.AfterFunc(r.flags.timeout, func() { cancel(errTimeout) })
		_, err = s.Run(ctx, p)
		alarm.Stop()
		var exit *interp.ExitError
		switch {
		case err == nil:
		case errors.As(err, &exit) && exit.Code == 0:
			return ""
		default:
			failure := ""
			s.Do(func(*interp.Session) { failure = shown(err) })
			return failure
		}
	}
	return ""
}

// shown is an error with its place and calls.
func shown(err error) string {
	if errors.Is(err, errTimeout) {
		return errTimeout.Error()
	}
	var b bytes.Buffer
	interp.Show(&b, err, false)
	return b.String()
}

// joined lists words for a message.
func joined(words []string) string { return strings.Join(words, ", ") }

// anyFile finds every file that the process may read.
type anyFile struct{}

// Open implements fs.FS.
func (anyFile) Open(name string) (fs.File, error) { return os.Open(filepath.FromSlash(name)) }

// A capture collects what is printed, up to a bound. It is safe for concurrent use.
type capture struct {
	mu   sync.Mutex
	text []byte
}

// captureMost is how much of the output of one test is kept.
const captureMost = 64 << 10

// Write implements io.Writer.
func (c *capture) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.text = append(c.text, p[:min(len(p), captureMost-len(c.text))]...)
	return len(p), nil
}

// take returns what was collected and begins anew.
func (c *capture) take() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	text := string(c.text)
	c.text = nil
	return text
}
