package syntax

import "strings"

// measure fills the blocks from the position of the scanner to the end of the text, which
// is well formed.
func (l *layout) measure() error {
	type open struct {
		block, width int
		any          bool // it has a token
	}
	var stack []open
	closed := -1 // the block that the last token closed
	before := tokenEnd
	for s := l.scanner; ; {
		gap := s.pos
		t := s.next()
		if err := l.gauge.step(0); err != nil {
			return err
		}
		var top *open
		if len(stack) > 0 {
			top = &stack[len(stack)-1]
		}
		switch {
		case t.kind == tokenEnd:
			return nil
		case t.kind == tokenClose:
			if closed >= 0 {
				l.blocks[closed].last = true
			}
			closed = top.block
			b := &l.blocks[closed]
			b.end, b.width, b.inner = t.end, top.width+2, len(l.blocks)-1-closed
			stack = stack[:len(stack)-1]
			if len(stack) > 0 {
				outer := &stack[len(stack)-1]
				outer.width += b.width
				l.blocks[outer.block].broken = l.blocks[outer.block].broken || b.broken
			}
			before = t.kind
			continue
		case top != nil:
			if top.any {
				top.width++
				if l.source && before != tokenOperator && t.kind != tokenOperator && lineEnds(s.src[gap:t.start]) > 0 {
					l.blocks[top.block].broken = true
				}
			}
			top.any = true
			if t.kind != tokenOpen {
				top.width += Columns(s.src[t.start:t.end])
			}
		}
		closed = -1
		if t.kind == tokenOpen {
			stack = append(stack, open{block: len(l.blocks)})
			l.blocks = append(l.blocks, block{})
		}
		before = t.kind
	}
}

// lineEnds returns the number of line ends in a gap between tokens.
func lineEnds(gap string) int { return strings.Count(gap, "\n") }
