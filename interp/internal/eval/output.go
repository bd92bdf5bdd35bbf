package eval

import (
	"context"
	"io"
)

// Output writes b to one of the host's streams, which is called by that name in messages,
// with one Write, so that what several executors write never mixes. It counts against the
// Output limit. fn is the name of the built-in that writes.
func (f *Frame) Output(fn, name string, w io.Writer, b []byte) {
	if w == nil {
		Throw(PermissionDenied, "%s: no %s granted", fn, name)
	}
	e := f.ex.evaluation
	if int64(len(b)) > e.limits.Output-e.output {
		ExceedLimit("output", e.limits.Output)
	}
	e.output += int64(len(b))
	turn := f.ex.session.registry.output
	err := f.Unlocked(func(ctx context.Context) error {
		select {
		case turn <- struct{}{}:
		case <-ctx.Done():
			return nil
		}
		defer func() { <-turn }()
		n, err := w.Write(b)
		if err == nil && n < len(b) {
			err = io.ErrShortWrite
		}
		return err
	})
	if err != nil {
		ThrowIO(err, "%s: %s: %v", fn, name, err)
	}
}
