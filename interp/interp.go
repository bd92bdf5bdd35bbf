package interp

import (
	"errors"
	"fmt"

	"github.com/bpl-lang/bpl/interp/internal/eval"
)

// An Interp is the immutable registry of libraries, limits and capabilities that sessions
// share. It has no life of its own (nothing to close) and is safe for concurrent use.
type Interp struct {
	config   config
	registry *eval.Registry
}

// New returns an Interp with the core library and without any capability: no standard
// streams, files, environment, network or processes. Unsuitable Go signatures, missing
// help and clashing names are errors here, never at run time.
func New(opts ...Option) (*Interp, error) {
	return build(config{}, opts)
}

// Extend returns a copy with further options, for example other streams for one tenant.
// The sessions of in are not touched.
func (in *Interp) Extend(opts ...Option) (*Interp, error) {
	return build(in.config.clone(), opts)
}

func build(c config, opts []Option) (*Interp, error) {
	for _, opt := range opts {
		if opt != nil {
			opt(&c)
		}
	}
	functions, errs := c.functions()
	if err := c.eval.Limits.Check(); err != nil {
		errs = append(errs, fmt.Errorf("interp: WithLimits: %w", err))
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return &Interp{config: c, registry: eval.NewRegistry(c.eval, functions)}, nil
}
