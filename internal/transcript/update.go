package transcript

import (
	"fmt"
	"slices"
	"strings"
)

// Update returns the text of the file with the results that the pairs have come to.
// Expected exceptions that match stay as they are written. A result that a transcript
// cannot show, or that did not come about, is an error.
func (f *File) Update(r *Result) (string, error) {
	lines := slices.Clone(f.lines)
	for _, c := range slices.Backward(f.Cases) { // what is inserted moves only what is behind
		for _, p := range slices.Backward(c.Pairs) {
			got := r.got[p]
			switch {
			case got == nil:
				return "", &Error{File: f.Name, Line: p.Line, Msg: "the expression was not run"}
			case p.result >= 0 && got.matches(p.Want):
			case !got.shown || strings.Contains(got.text, "\n") || !isResult(got.text) || !got.exception && got.text != limitExceeded && strings.HasPrefix(got.text, "! "):
				return "", &Error{File: f.Name, Line: p.Line, Msg: fmt.Sprintf("a transcript cannot show the result %s", got.text)}
			case p.result >= 0:
				lines[p.result] = got.text
			default:
				lines = slices.Insert(lines, p.end, got.text)
			}
		}
	}
	return strings.Join(lines, "\n"), nil
}
