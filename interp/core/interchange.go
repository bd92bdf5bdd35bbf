package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/internal/interchange"
	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// The formats of data, besides the language's own, that string writes and parse reads.
const (
	formatJSON = "json"
	formatXML  = "xml"
)

// listAs returns a list in a format; ok is false if there is no such format.
func listAs(f *eval.Frame, list *value.List, format string, replace bool) (text string, ok bool) {
	opt := interchange.WriteOptions{Replace: replace, Lookup: f.Session().Registry().HardName, Meter: meter(f, 0)}
	var written []byte
	var err error
	switch format {
	case formatJSON:
		written, err = interchange.AppendJSON(nil, list.Value(), opt)
	case formatXML:
		written, err = interchange.AppendXML(nil, list, opt)
	default:
		return "", false
	}
	if err != nil {
		panic(eval.WithCause(eval.NewException(eval.IllegalArgument, "string: %v", err), err))
	}
	f.CheckTextLen(int64(len(written)))
	return stringOf(written), true
}

// readAs reads a text in a format; ok is false if there is no such format.
func readAs(f *eval.Frame, text, format string) (v value.Value, ok bool) {
	opt := interchange.ReadOptions{
		Depth: f.Executor().Evaluation().Limits().ReadDepth,
		CheckLen: func(n int) error {
			f.CheckLen(n)
			return nil
		},
		Meter: f.Meter(),
	}
	var err error
	switch format {
	case formatJSON:
		v, err = interchange.ReadJSON(text, opt)
	case formatXML:
		v, err = interchange.ReadXML(text, opt)
	default:
		return value.Null(), false
	}
	if err != nil {
		throwUnreadable(err)
	}
	return v, true
}

// throwUnreadable raises the error of a reader.
func throwUnreadable(err error) {
	switch err := err.(type) {
	case *syntax.Error:
		panic(eval.WithCause(eval.NewException(err.Type, "%s", err.Msg), err))
	case *syntax.DepthError:
		eval.ExceedLimit("read-depth", int64(err.Max))
	}
	eval.ThrowError(eval.ParseError, err)
}
