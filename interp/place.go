package interp

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A place is where in nested data a conversion is; places form a chain to the root, whose
// name is only that of the whole.
type place struct {
	up   *place
	name string // of the element, where idx is -1
	idx  int
}

// at returns the place of an element by name.
func (p *place) at(name string) *place { return &place{up: p, name: name, idx: -1} }

// index returns the place of an element by index.
func (p *place) index(i int) *place { return &place{up: p, idx: i} }

// path writes the place as a reference does: "servers/2/port", "" for the root.
func (p *place) path() string {
	var steps []string
	for ; p.up != nil; p = p.up {
		switch {
		case p.idx >= 0:
			steps = append(steps, strconv.Itoa(p.idx))
		case plainStep(p.name):
			steps = append(steps, p.name)
		default:
			steps = append(steps, strconv.Quote(p.name))
		}
		if len(steps) > mostSteps {
			steps = append(steps, "…")
			break
		}
	}
	slices.Reverse(steps)
	return strings.Join(steps, "/")
}

// mostSteps bounds the paths in messages.
const mostSteps = 40

func plainStep(s string) bool {
	return s != "" && (s[0] < '0' || s[0] > '9') && !strings.ContainsAny(s, "/\" ()")
}

// A conversionError says where a conversion failed, and why.
type conversionError struct {
	path string
	err  error
}

// Error gives the place and why.
func (e *conversionError) Error() string {
	if e.path == "" {
		return e.err.Error()
	}
	return e.path + ": " + e.err.Error()
}

// Unwrap returns why.
func (e *conversionError) Unwrap() error { return e.err }

func (p *place) fail(format string, args ...any) error {
	return &conversionError{p.path(), fmt.Errorf(format, args...)}
}
