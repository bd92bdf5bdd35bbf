package transcript

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/bpl-lang/bpl/interp"
)

// limitExceeded is how a transcript names an exceeded limit.
const limitExceeded = "! LimitExceeded"

// outcome is what an evaluation came to.
type outcome struct {
	text      string // as a transcript would show it
	exception bool   // an exception of the language, whose type text begins with
	shown     bool   // a transcript can show it: neither a timeout nor a crash
}

// outcomeOf describes a result.
func outcomeOf(v interp.Value, err error) outcome {
	var (
		wrong *interp.SyntaxError
		e     *interp.Exception
		limit *interp.LimitError
		exit  *interp.ExitError
	)
	switch {
	case err == nil:
		return outcome{text: v.String(), shown: true}
	case errors.As(err, &limit):
		return outcome{text: limitExceeded, shown: true}
	case errors.As(err, &wrong):
		return thrown(wrong.Type, interp.String(wrong.Msg))
	case errors.As(err, &e):
		message := interp.Null()
		if e.Data != nil {
			message, _ = e.Data.Get("message")
		}
		return thrown(e.Type, message)
	case errors.As(err, &exit):
		return outcome{text: fmt.Sprintf("(the evaluation ended with exit code %d)", exit.Code)}
	case errors.Is(err, context.DeadlineExceeded):
		return outcome{text: "(ran longer than the time limit)"}
	}
	return outcome{text: fmt.Sprintf("(ended by: %v)", err)}
}

func thrown(typ string, message interp.Value) outcome {
	text := "! " + typ
	if s, ok := message.AsString(); ok {
		text += " " + interp.String(s).String()
	}
	return outcome{text: text, exception: true, shown: true}
}

// matches reports whether the outcome is what a result line asks for.
func (o outcome) matches(want string) bool {
	if !strings.HasPrefix(want, "! ") {
		return o.shown && o.text == want
	}
	if o.text == want {
		return o.shown
	}
	if !o.exception {
		return false
	}
	typ := strings.TrimPrefix(want, "! ")
	return typ == "*" || !hasMessage(typ) && (o.text == want || strings.HasPrefix(o.text, want+` "`))
}

// hasMessage reports whether an expected exception names its message: a quoted text at
// the end, after a blank.
func hasMessage(want string) bool {
	return strings.HasSuffix(want, `"`) && strings.Contains(want, ` "`)
}
