package eval

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// What an error shows at most.
const (
	shownValue   = 200  // characters of a value
	shownMessage = 2000 // characters of the message
	shownCalls   = 20   // calls of the stack
)

// Show writes the exception for people: type and message, the source line with the culprit
// marked, what a library added, the calls, the innermost first, and a hint. Long values end
// in "… n more". color adds the marks of a terminal. The list of the exception is live
// data: call Show where no executor changes it.
func (e *Exception) Show(w io.Writer, color bool) {
	p := newPage(color)
	message := ""
	if e.HasMessage {
		message = ": " + shorten(e.Message, shownMessage)
	}
	code := ""
	if e.Code != "" {
		code = " (" + e.Code + ")"
	}
	p.headline(e.Pos, e.Type+code, message)
	switch excerpt := p.excerpt(e.source, e.Pos); {
	case excerpt != "":
		p.text(excerpt)
	case e.hasExpression:
		p.line("  in %s", plain(syntax.MaskSecrets(syntax.Cut(e.Expression, shownValue))))
	}
	p.fields(e.Data)
	p.stack(e.Stack)
	if e.hint != "" {
		p.line("%s %s", p.style("hint", "hint:"), e.hint)
	}
	_, _ = w.Write(p.Bytes())
}

// ShowText writes an error in a source text the same way; source may be nil.
func ShowText(w io.Writer, source *syntax.Source, pos Pos, message string, color bool) {
	p := newPage(color)
	p.headline(pos, "", shorten(message, shownMessage))
	p.text(p.excerpt(source, pos))
	_, _ = w.Write(p.Bytes())
}

// ShowStack writes another error of an evaluation with the calls in which it happened.
func ShowStack(w io.Writer, err error, stack []CallInfo, color bool) {
	p := newPage(color)
	p.headline(Pos{}, "", shorten(err.Error(), shownMessage))
	p.stack(stack)
	_, _ = w.Write(p.Bytes())
}

// A page is what Show writes at once.
type page struct {
	bytes.Buffer
	color bool
}

func newPage(color bool) *page { return &page{color: color} }

// style gives a part of the page its colour.
func (p *page) style(part, text string) string {
	if !p.color || text == "" {
		return text
	}
	code := map[string]string{"type": "1;31", "caret": "1;31", "margin": "2", "place": "1", "hint": "1;36"}[part]
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (p *page) text(s string) { p.WriteString(s) }

func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

func (p *page) headline(pos Pos, typ, rest string) {
	if at := pos.String(); at != "" {
		p.text(p.style("place", plain(at)+":") + " ")
	}
	p.text(p.style("type", plain(typ)))
	p.line("%s", plain(rest))
}

func (p *page) excerpt(source *syntax.Source, pos Pos) string {
	if source == nil {
		return ""
	}
	return source.Excerpt(pos, p.style)
}

// fields shows the elements that a library added.
func (p *page) fields(data *value.List) {
	if data == nil {
		return
	}
	for name, v := range data.All() {
		switch name {
		case "", "message", "code", "expression", "stack":
		default:
			p.line("  %s: %s", plain(shorten(name, shownValue)), plain(syntax.Cut(v, shownValue)))
		}
	}
}

// stack shows the calls, the innermost first, the middle of many left out.
func (p *page) stack(calls []CallInfo) {
	for i := len(calls) - 1; i >= 0; i-- {
		if left := i - shownCalls/2 + 1; len(calls) > shownCalls && len(calls)-1-i == shownCalls/2 {
			p.line("  … %d more", left)
			i = shownCalls/2 - 1
		}
		c := calls[i]
		name := plain(shorten(c.Func, shownValue))
		if at := c.Pos.String(); at != "" {
			p.line("  in %s, called at %s", name, plain(at))
		} else {
			p.line("  in %s", name)
		}
	}
}

// shorten cuts a text to about n characters.
func shorten(s string, n int) string {
	if len(s) <= n {
		return s
	}
	t := value.NewText(s)
	if t.Len() <= n {
		return s
	}
	return fmt.Sprintf("%s… %d more", t.Slice(0, n), t.Len()-n)
}

// plain replaces what a terminal might take for a command.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return '·'
		}
		return r
	}, s)
}
