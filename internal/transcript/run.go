package transcript

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sync"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// DefaultTimeout is how long one expression may run.
const DefaultTimeout = 5 * time.Second

// A Runner runs transcripts. Its zero value is not usable: it needs an Interp. It may be
// used by several goroutines at once.
type Runner struct {
	Interp *interp.Interp
	// Timeout bounds each expression; 0 stands for DefaultTimeout.
	Timeout time.Duration
	// Parallel is how many cases of a file run at the same time; 0 and 1: one.
	Parallel int
	// Files finds what @load names; nil: @load is an error.
	Files fs.FS
	// Globals are set in the session of every case; they are converted for each anew.
	Globals map[string]any
	// Prepare, if set, is called with the session of every case before its first expression.
	Prepare func(ctx context.Context, s *interp.Session) error
}

// A Failure is a pair whose result is not the expected one.
type Failure struct {
	File      string
	Line      int // of the "> "
	Case      string
	Source    string
	Want, Got string
}

// String shows the failure over several lines.
func (f Failure) String() string {
	return fmt.Sprintf("%s:%d: %s\n\t%s\n\twant %s\n\tgot  %s", f.File, f.Line, f.Case, f.Source, f.Want, f.Got)
}

// A Result counts the pairs of a file.
type Result struct {
	Passed   int
	Failures []Failure          // in the order of the file
	got      map[*Pair]*outcome // of the pairs that ran
}

// Run runs all cases of a file. It fails only if ctx ends or a case cannot be begun.
func (r *Runner) Run(ctx context.Context, f *File) (*Result, error) {
	results := make([]*Result, len(f.Cases))
	errs := make([]error, len(f.Cases))
	slots := make(chan struct{}, max(r.Parallel, 1))
	var running sync.WaitGroup
	for i, c := range f.Cases {
		slots <- struct{}{}
		running.Go(func() {
			defer func() { <-slots }()
			results[i], errs[i] = r.runCase(ctx, f, c)
		})
	}
	running.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	all := new(Result)
	for _, one := range results {
		all.Add(one)
	}
	return all, ctx.Err()
}

// Add adds the result of further cases of the same file.
func (r *Result) Add(other *Result) {
	r.Passed += other.Passed
	r.Failures = append(r.Failures, other.Failures...)
	if r.got == nil {
		r.got = map[*Pair]*outcome{}
	}
	for p, o := range other.got {
		r.got[p] = o
	}
}

// runCase runs one case in a session of its own.
func (r *Runner) runCase(ctx context.Context, f *File, c *Case) (*Result, error) {
	s := r.Interp.NewSession()
	defer func() { _ = s.Close() }()
	if err := r.prepare(ctx, s, f, c); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", f.Name, c.Line, err)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(context.Canceled)
	result := &Result{got: map[*Pair]*outcome{}}
	for _, p := range c.Pairs {
		got := outcome{text: "(not run: an expression before it ran too long)"}
		if ctx.Err() == nil {
			got = r.runPair(ctx, cancel, s, p)
			result.got[p] = &got
		}
		if got.matches(p.Want) {
			result.Passed++
			continue
		}
		result.Failures = append(result.Failures, Failure{
			File: f.Name, Line: p.Line, Case: c.Title, Source: p.Source, Want: p.Want, Got: got.text,
		})
	}
	return result, nil
}

// prepare fills the global scope.
func (r *Runner) prepare(ctx context.Context, s *interp.Session, f *File, c *Case) error {
	if r.Prepare != nil {
		if err := r.Prepare(ctx, s); err != nil {
			return err
		}
	}
	for name, v := range r.Globals {
		if err := s.Set(name, v); err != nil {
			return err
		}
	}
	if c.Load == "" {
		return nil
	}
	if r.Files == nil {
		return fmt.Errorf("@load %s: no files granted", c.Load)
	}
	text, err := fs.ReadFile(r.Files, path.Join(path.Dir(f.Name), c.Load))
	if err != nil {
		return fmt.Errorf("@load: %w", err)
	}
	v, err := r.Interp.ParseOne(c.Load, string(text))
	if err != nil {
		return fmt.Errorf("@load: %w", err)
	}
	scope, ok := v.AsList()
	if !ok {
		return fmt.Errorf("@load %s: got a %s, want a list", c.Load, v.Kind())
	}
	return s.SetAll(scope)
}

// runPair evaluates one expression. The time limit ends the whole case, whose executors
// live as long as its context.
func (r *Runner) runPair(ctx context.Context, cancel context.CancelCauseFunc, s *interp.Session, p *Pair) outcome {
	timeout := r.Timeout
	if timeout == 0 {
		timeout = DefaultTimeout
	}
	code, err := r.Interp.ParseOne("", p.Source)
	if err != nil {
		return outcomeOf(code, err)
	}
	alarm := time.AfterFunc(timeout, func() { cancel(context.DeadlineExceeded) })
	defer alarm.Stop()
	v, err := s.EvalValue(ctx, code)
	var got outcome
	s.Do(func(*interp.Session) { got = outcomeOf(v, err) })
	return got
}
