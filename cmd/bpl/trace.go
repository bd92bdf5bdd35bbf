package main

import (
	"io"
	"strconv"
	"strings"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/repl"
)

// A tracer writes every call and its result, indented by the depth of the executor. It
// serves one session, under whose lock it is called.
type tracer struct {
	w      io.Writer
	depths map[int]int // by executor
}

// traceWidth is to how many characters the values in a trace are cut.
const traceWidth = 60

// Enter implements interp.Tracer.
func (t *tracer) Enter(c *interp.Call) {
	var b strings.Builder
	depth := t.depths[c.Executor()]
	indent(&b, c.Executor(), depth)
	t.depths[c.Executor()] = depth + 1
	b.WriteString("(" + c.Name())
	for i := range c.Len() {
		if b.Len() > 4*traceWidth {
			b.WriteString(" …")
			break
		}
		b.WriteByte(' ')
		if name := c.ArgName(i); name != "" {
			b.WriteString(interp.String(name).String() + " => ")
		}
		b.WriteString(syntax.Cut(c.Arg(i), traceWidth))
	}
	b.WriteByte(')')
	if at := c.Pos(); at != (interp.Pos{}) {
		b.WriteString("  at " + at.String())
	}
	t.write(&b)
}

// Leave implements interp.Tracer.
func (t *tracer) Leave(c *interp.Call, result interp.Value, err error) {
	var b strings.Builder
	depth := t.depths[c.Executor()] - 1
	if depth > 0 {
		t.depths[c.Executor()] = depth
	} else {
		delete(t.depths, c.Executor())
	}
	indent(&b, c.Executor(), depth)
	if err != nil {
		b.WriteString("! " + repl.OneLine(err.Error(), 2*traceWidth))
	} else {
		b.WriteString("→ " + syntax.Cut(result, traceWidth))
	}
	t.write(&b)
}

func indent(b *strings.Builder, executor, depth int) {
	if executor > 0 {
		b.WriteString("[" + strconv.Itoa(executor) + "] ")
	}
	b.WriteString(strings.Repeat("  ", min(depth, 40)))
}

func (t *tracer) write(b *strings.Builder) {
	b.WriteByte('\n')
	io.WriteString(t.w, syntax.MaskSecrets(b.String())) //nolint:errcheck // nobody could be told
}
