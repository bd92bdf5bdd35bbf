package repl

import (
	"errors"
	"strconv"
	"strings"

	"github.com/bpl-lang/bpl/interp"
)

// messageBytes is how much of the message of an error is shown in one line.
const messageBytes = 400

// OneLine returns a text without line ends, cut to about that many bytes.
func OneLine(text string, most int) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}

// LostError describes in one line the error that ended an executor of which nobody else
// hears; number -1 is one that could not begin.
func LostError(executor int, err error) string {
	text := err.Error()
	var thrown *interp.Exception
	if errors.As(err, &thrown) && thrown.Pos != (interp.Pos{}) {
		text += " (" + thrown.Pos.String() + ")"
	}
	text = OneLine(text, messageBytes)
	if executor < 0 {
		return "an executor could not begin: " + text
	}
	return "executor " + strconv.Itoa(executor) + " ended: " + text
}
