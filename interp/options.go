package interp

import (
	"context"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"github.com/bpl-lang/bpl/interp/internal/eval"
)

// An Option is a choice that New and Extend take.
type Option func(*config)

// config is what options collect.
type config struct {
	eval      eval.Config
	libraries []Library
	override  []string
	without   []string
}

func (c config) clone() config {
	c.libraries = slices.Clone(c.libraries)
	c.override = slices.Clone(c.override)
	c.without = slices.Clone(c.without)
	return c
}

// With adds libraries. A name that exists already is an error unless Override lists it.
func With(libs ...Library) Option {
	return func(c *config) { c.libraries = append(c.libraries, libs...) }
}

// Override allows libraries to replace functions of these names that exist already; the
// library added last wins. What is hard stays hard.
func Override(names ...string) Option {
	return func(c *config) { c.override = append(c.override, names...) }
}

// Without withholds functions: the reader still knows the names, calling one throws
// PermissionDenied.
func Without(names ...string) Option {
	return func(c *config) { c.without = append(c.without, names...) }
}

// Limits bound one evaluation and everything that it spawned. A zero field means the
// default of New, Unlimited lifts one (but not Depth). Exceeding a limit is a LimitError,
// except Depth: that throws StackOverflowError, which scripts can catch. The session stays
// usable. The fields, with their types and defaults:
//
//	Steps      int64  function entries, loop turns, and elements that built-ins handle, in
//	                  units of 1,000; unlimited
//	Depth      int    active user-function calls of one executor; 100,000, on 32-bit
//	                  systems 20,000. Ten times as many nested evaluations are allowed.
//	Bytes      int64  estimate of what the evaluation keeps alive; 256 MiB. What scripts can
//	                  reach is counted when so much was charged that it may be more; of what
//	                  running built-ins hold, such as the results that apply collects, a
//	                  part may be missed. Allocated bounds that, too.
//	Allocated  int64  all memory that was ever charged; unlimited
//	Output     int64  bytes written to the streams; unlimited
//	StringLen  int64  bytes of one string; 1 GiB
//	ListLen    int64  elements of one list; 2^27
//	Spawned    int    live executors and timers beyond the first executor; 1,000
//	ReadDepth  int    nested parentheses in a text; 1,000,000
//	RegexSteps int64  steps of one match that backtracks; 10^7
type Limits = eval.Limits

// Unlimited lifts a limit.
const Unlimited = eval.Unlimited

// WithLimits bounds every evaluation of every session.
//
// A number below Unlimited, such as what is left of a budget that was overdrawn, is an
// error of New.
func WithLimits(l Limits) Option { return func(c *config) { c.eval.Limits = l } }

// WithoutCompiler makes sessions evaluate by walking over lists alone. Results are the
// same; it is slower, and there to compare with.
func WithoutCompiler() Option { return func(c *config) { c.eval.WalkOnly = true } }

// WithStdio grants the standard streams; each may be nil. Without it print, write and
// read-line throw PermissionDenied.
func WithStdio(in io.Reader, out, errOut io.Writer) Option {
	return func(c *config) { c.eval.Stdin, c.eval.Stdout, c.eval.Stderr = in, out, errOut }
}

// WithFiles grants files.
func WithFiles(f Files) Option { return func(c *config) { c.eval.Files = f } }

// WithArgs sets what (args) gives.
func WithArgs(args ...string) Option {
	args = slices.Clone(args)
	return func(c *config) { c.eval.Args, c.eval.HasArgs = args, true }
}

// WithEnv grants environment variables, for example by os.LookupEnv.
func WithEnv(lookup func(name string) (string, bool)) Option {
	return func(c *config) { c.eval.Env = lookup }
}

// A Doer sends HTTP requests; *http.Client is one. Sessions use it from several
// goroutines.
type Doer interface {
	Do(*http.Request) (*http.Response, error)
}

// WithHTTP grants the function http.
func WithHTTP(d Doer) Option { return func(c *config) { c.eval.HTTP = d } }

// WithProcesses grants the function system. run starts argv, copies what the process
// writes and returns its exit status; an error means that it could not be run.
func WithProcesses(run func(ctx context.Context, argv []string, out, errOut io.Writer) (status int, err error)) Option {
	return func(c *config) { c.eval.Processes = run }
}

// WithClock sets the clock that (date) reads. Sleep and timers use package time.
func WithClock(now func() time.Time) Option { return func(c *config) { c.eval.Clock = now } }

// WithRand sets the source of (random) and (uuid). Sessions of one Interp share it, each
// under a lock of the Interp.
func WithRand(src rand.Source) Option {
	return func(c *config) {
		c.eval.Rand = nil
		if src != nil {
			c.eval.Rand = &sharedSource{src: src}
		}
	}
}

// WithZone sets the time zone; the default is UTC.
func WithZone(z *time.Location) Option { return func(c *config) { c.eval.Zone = z } }

// WithLocale sets the language of numbers and dates, such as "de"; the default is "en".
func WithLocale(lang string) Option { return func(c *config) { c.eval.Locale = lang } }

// WithExecutorErrors sets who is told of the errors that end a spawned executor or a
// timer's call. report is called without the session's lock; executor is -1 if the call
// could not begin.
func WithExecutorErrors(report func(executor int, err error)) Option {
	return func(c *config) { c.eval.ExecutorErrors = report }
}

// WithTracer sets who sees every function call.
func WithTracer(t Tracer) Option {
	return func(c *config) {
		c.eval.Tracer = nil
		if t != nil {
			c.eval.Tracer = tracing{t}
		}
	}
}
