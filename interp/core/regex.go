package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/internal/regex"
	"github.com/bpl-lang/bpl/interp/value"
)

// patternsKey is the slot of the session's compiled patterns.
type patternsKey struct{}

// patternBytes bounds the memory of the compiled patterns that a session keeps.
const patternBytes = 4 << 20

// regexArg evaluates argument i of the call l, which must be a regular expression.
func regexArg(f *eval.Frame, l *value.List, i int) *regex.Regexp {
	return compiledRegex(f, l, f.TextArg(l, i).String())
}

// compiledRegex compiles a pattern, or finds it among those that the session used last.
func compiledRegex(f *eval.Frame, l *value.List, pattern string) *regex.Regexp {
	cache := f.Session().Slot(patternsKey{}, func() any { return regex.NewCache(patternBytes) }).(*regex.Cache)
	re, err := cache.Compile(pattern)
	if err != nil {
		throwRegex(f, l, err)
	}
	return re
}

// regexOptions bounds a search as a part of the evaluation. Others get their turn meanwhile.
func regexOptions(f *eval.Frame) regex.Options {
	limits := f.Executor().Evaluation().Limits()
	return regex.Options{
		Tick: func() error {
			f.Turn()
			return nil
		},
		Steps: limits.RegexSteps,
		Reserve: func(n int64) error {
			f.Charge(n)
			return nil
		},
		Longest: limits.StringLen,
	}
}

// throwRegex raises the error of a regular expression.
func throwRegex(f *eval.Frame, l *value.List, err error) {
	typ := eval.IllegalArgument
	switch err := err.(type) {
	case *regex.SyntaxError:
		typ = eval.PatternSyntax
	case *regex.StepLimitError: // also for too many pending alternatives, which only many steps leave behind
		eval.ExceedLimit("regex-steps", f.Executor().Evaluation().Limits().RegexSteps)
	case *regex.LengthError:
		eval.ExceedLimit("string-len", err.Longest)
	case *regex.ReplacementError:
		if err.UnknownNumber {
			typ = eval.IndexOutOfBounds
		}
	}
	panic(eval.WithCause(eval.NewException(typ, "%s: %v", eval.FunctionName(l), err), err))
}
