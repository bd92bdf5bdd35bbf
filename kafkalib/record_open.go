package kafkalib

import (
	"context"
	"errors"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib/recorder"
)

// An OpenRecorder is a recorder that a Go program made by the options of scripts.
// It is safe for concurrent use.
type OpenRecorder struct {
	*recorder.Recorder
	h       *handle
	state   *state
	session *interp.Session
}

// NewRecorder makes a recorder by the options that (kafka-create "recorder") has,
// which opts grants as it does to scripts. Values are texts, booleans, whole
// numbers, and lists of texts. The error is a *Error, or one of the host's.
func NewRecorder(settings []Setting, opts ...Option) (*OpenRecorder, error) {
	in, err := interp.New()
	if err != nil {
		return nil, err
	}
	lib := newLibrary(opts)
	session := in.NewSession()
	state := newState(lib, session)
	given := make([]setting, 0, len(settings))
	for _, s := range settings {
		v := s.Value
		if texts, ok := v.([]string); ok {
			list := make(listValue, len(texts))
			for i, text := range texts {
				list[i] = listItem{value: text}
			}
			v = list
		}
		given = append(given, setting{s.Name, v})
	}
	h, err := state.create(Recorder, layer{settings: given})
	if err != nil {
		return nil, errors.Join(err, state.Close(), session.Close())
	}
	return &OpenRecorder{h.recorder.rec, h, state, session}, nil
}

// Close closes the recorder, its spool, and what else belongs to it. The error is
// a *Error; its records are the events that were dropped.
func (r *OpenRecorder) Close(ctx context.Context) error {
	r.state.remove(r.h)
	err := r.h.close(ctx, closeOptions{})
	return errors.Join(err, r.state.Close(), r.session.Close())
}
