package eval

import (
	"context"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/bpl-lang/bpl/interp/value"
)

// Config is what the host grants and chooses. Its zero value grants nothing.
type Config struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Files          Files
	Args           []string
	HasArgs        bool
	Env            func(name string) (string, bool)
	HTTP           Doer
	Processes      func(ctx context.Context, argv []string, out, errOut io.Writer) (status int, err error)
	Clock          func() time.Time
	Rand           rand.Source
	Zone           *time.Location // nil is UTC
	Locale         string         // "" is "en"
	ExecutorErrors func(executor int, err error)
	Tracer         Tracer
	Limits         Limits
	WalkOnly       bool // evaluate by walking alone; the oracle of the compiler
}

// Doer sends HTTP requests; *http.Client is one.
type Doer interface {
	Do(*http.Request) (*http.Response, error)
}

// Files is the file capability. An error that is fs.ErrPermission becomes the exception
// PermissionDenied, others IOException. Relative paths go from the working directory, in
// load and require from the loading file.
type Files interface {
	Open(path string) (io.ReadCloser, error)
	Create(path string, appending bool) (io.WriteCloser, error)
	Stat(path string) (fs.FileInfo, error)
	ReadDir(path string) ([]fs.DirEntry, error)
	Remove(path string) error
	Mkdir(path string) error
}

// A Library is a named set of functions, which may have a state per session.
type Library struct{ Name string }

// Now is the time of the host's clock.
func (c *Config) Now() time.Time {
	if c.Clock != nil {
		return c.Clock()
	}
	return time.Now()
}

// Location is the zone of the session.
func (c *Config) Location() *time.Location {
	if c.Zone != nil {
		return c.Zone
	}
	return time.UTC
}

// Language is the locale of the session.
func (c *Config) Language() string {
	if c.Locale != "" {
		return c.Locale
	}
	return "en"
}

// Lookup finds a value that stands in no scope; see Session.Fallback.
type Lookup func(name string) (value.Value, bool)
