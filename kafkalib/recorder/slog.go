package recorder

import (
	"context"
	"log/slog"
	"runtime"
	"slices"
	"strconv"
	"time"
)

// A LogOptions says what a handler for log/slog records.
type LogOptions struct {
	Level     slog.Leveler // slog.LevelInfo where it is nil
	AddSource bool
	Type      string // of the events; "log" where it is ""
}

// NewLogHandler returns a handler for log/slog that records each line as an
// event: its body has level, message, and the attributes, those of a group under
// its name. It waits for nothing that [Recorder.Record] does not wait for, and an
// event that is rejected is no error: logging never disturbs the application. A
// [Context] in the context of the call is honoured.
func NewLogHandler(r *Recorder, o *LogOptions) slog.Handler {
	h := &logHandler{recorder: r}
	if o != nil {
		h.options = *o
	}
	if h.options.Level == nil {
		h.options.Level = slog.LevelInfo
	}
	orElse(&h.options.Type, "log")
	return h
}

type logHandler struct {
	recorder *Recorder
	options  LogOptions
	groups   []string
	// attrs are those of With, each under the groups that were open then.
	attrs []placedAttrs
}

type placedAttrs struct {
	groups []string
	attrs  []slog.Attr
}

func (h *logHandler) Enabled(_ context.Context, level slog.Level) bool {
	return level >= h.options.Level.Level()
}

func (h *logHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	if len(attrs) == 0 {
		return h
	}
	with := *h
	with.attrs = append(slices.Clip(h.attrs), placedAttrs{h.groups, slices.Clone(attrs)})
	return &with
}

func (h *logHandler) WithGroup(name string) slog.Handler {
	if name == "" {
		return h
	}
	with := *h
	with.groups = append(slices.Clip(h.groups), name)
	return &with
}

func (h *logHandler) Handle(ctx context.Context, record slog.Record) error {
	body := Fields{{"level", record.Level.String()}, {"message", record.Message}}
	if h.options.AddSource && record.PC != 0 {
		frame, _ := runtime.CallersFrames([]uintptr{record.PC}).Next()
		body = append(body, Field{"source", frame.File + ":" + strconv.Itoa(frame.Line)})
	}
	for _, placed := range h.attrs {
		body = placeAttrs(body, placed.groups, placed.attrs)
	}
	var attrs []slog.Attr
	record.Attrs(func(a slog.Attr) bool {
		attrs = append(attrs, a)
		return true
	})
	body = placeAttrs(body, h.groups, attrs)
	h.recorder.RecordContext(ctx, Event{Type: h.options.Type, Start: record.Time, End: record.Time, Body: body})
	return nil
}

// placeAttrs adds attributes under groups. Groups without attributes are left
// out.
func placeAttrs(to Fields, groups []string, attrs []slog.Attr) Fields {
	fields := attrFields(nil, attrs, 0)
	if len(fields) == 0 {
		return to
	}
	return placeFields(to, groups, fields)
}

// placeFields adds fields under groups, the ones that are there already first.
// Its depth is that of the groups that the program's text opens.
func placeFields(to Fields, groups []string, fields Fields) Fields {
	if len(groups) == 0 {
		return append(to, fields...)
	}
	for i := range to {
		if inner, ok := to[i].Value.(Fields); ok && to[i].Name == groups[0] {
			to[i].Value = placeFields(inner, groups[1:], fields)
			return to
		}
	}
	return append(to, Field{groups[0], placeFields(nil, groups[1:], fields)})
}

// attrFields turns attributes into fields.
func attrFields(to Fields, attrs []slog.Attr, depth int) Fields {
	for _, a := range attrs {
		v := a.Value.Resolve()
		if a.Key == "" && v.Kind() != slog.KindGroup || depth > maxDepth {
			continue
		}
		if v.Kind() != slog.KindGroup {
			to = append(to, Field{a.Key, attrValue(v)})
			continue
		}
		if a.Key == "" { // a group without a name stands for its attributes
			to = attrFields(to, v.Group(), depth+1)
			continue
		}
		if inner := attrFields(nil, v.Group(), depth+1); len(inner) > 0 {
			to = append(to, Field{a.Key, inner})
		}
	}
	return to
}

// attrValue is what a body has for a value. Errors and durations are text.
func attrValue(v slog.Value) any {
	switch v.Kind() {
	case slog.KindString:
		return v.String()
	case slog.KindInt64:
		return v.Int64()
	case slog.KindFloat64:
		return v.Float64()
	case slog.KindBool:
		return v.Bool()
	case slog.KindDuration:
		return v.Duration().String()
	case slog.KindTime:
		return v.Time().Format(time.RFC3339Nano)
	}
	if err, ok := v.Any().(error); ok {
		return err.Error()
	}
	return v.Any()
}
