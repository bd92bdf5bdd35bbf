package repl

import (
	"errors"
	"io"
	"os"
	"strings"

	"github.com/bpl-lang/bpl/interp"
)

// A recorder writes forms and their results as a transcript, which bpl test runs. Its zero
// value records nothing.
type recorder struct {
	file *os.File
	err  error
}

// start begins a transcript in a new file.
func (r *recorder) start(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	r.close()
	r.file, r.err = f, nil
	_, err = io.WriteString(f, "# recorded in a session\n")
	return err
}

// close ends the transcript.
func (r *recorder) close() {
	if r.file != nil {
		if err := r.file.Close(); r.err == nil {
			r.err = err
		}
		r.file = nil
	}
}

// form writes a form and what it came to. What a transcript cannot show stands in a
// comment, and so does a form that may hold a secret.
func (r *recorder) form(s *interp.Session, source string, v interp.Value, err error) {
	if r.file == nil {
		return
	}
	var b strings.Builder
	result, ok := "", false
	s.Do(func(*interp.Session) { result, ok = recorded(v, err) })
	switch {
	case holdsSecret(source):
		b.WriteString("# a form is left out, since it may hold a secret\n")
	case !ok:
		b.WriteString("# not recorded: " + strings.ReplaceAll(source, "\n", "\n# ") + "\n# " + result + "\n")
	default:
		b.WriteString("> " + strings.ReplaceAll(source, "\n", "\n. ") + "\n" + result + "\n")
	}
	if _, err := r.file.WriteString(b.String()); err != nil && r.err == nil {
		r.err = err
	}
}

// recorded is a result as a transcript shows it; ok is false if it cannot.
func recorded(v interp.Value, err error) (text string, ok bool) {
	var thrown *interp.Exception
	var limit *interp.LimitError
	switch {
	case err == nil:
		text = v.String()
		return text, text != "." && !strings.HasPrefix(text, "! ") && !strings.HasPrefix(text, "> ")
	case errors.As(err, &limit):
		return "! LimitExceeded", true
	case errors.As(err, &thrown):
		text = "! " + thrown.Type
		if thrown.Message != "" {
			text += " " + interp.String(thrown.Message).String()
		}
		return text, !strings.Contains(text, "\n")
	}
	return OneLine(err.Error(), messageBytes), false
}
