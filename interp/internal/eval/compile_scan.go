package eval

import (
	"strings"

	"github.com/bpl-lang/bpl/interp/value"
)

// mostScanned bounds the lists that are looked at for names and loops: a program of data
// must not be walked through at every compilation.
const mostScanned = 20_000

// scan visits the lists of code that evaluation may reach from the elements of l from
// index from on: not what is quoted, nor functions inside. It stops when visit says so.
func scan(l *value.List, from int, visit func(head *value.Ref, call *value.List) (more bool)) {
	var stack []*value.List
	push := func(l *value.List, from int) {
		for i := l.Len() - 1; i >= from; i-- {
			if inner := l.At(i).List(); inner != nil && inner.Len() > 0 {
				stack = append(stack, inner)
			}
		}
	}
	push(l, from)
	for seen := 0; len(stack) > 0 && seen < mostScanned; seen++ {
		call := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		head := call.At(0).Ref()
		if head == nil { // data, or the handlers of try
			push(call, 0)
			continue
		}
		switch head.Text() {
		case "quote", "function", "###":
			continue
		}
		if !visit(head, call) {
			return
		}
		push(call, 1)
	}
}

// hasLoop reports whether a call of the function may turn a loop, so that compiling it
// pays from the first call on.
func hasLoop(fn *value.List) bool {
	found := false
	scan(fn, 2, func(head *value.Ref, _ *value.List) bool {
		switch head.Text() {
		case "while", "for", "for-each", "apply", "find", "locate", "reduce", "group-by", "match", "sort":
			found = true
		}
		return !found
	})
	return found
}

// localNames returns the names that the code of l from index from on may create in the
// local scope, in the order of the text. More or fewer than really occur do no harm: a
// name without a slot is kept in the scope list.
func localNames(l *value.List, from int, add func(*value.Ref)) {
	at := func(call *value.List, i int) {
		if i < call.Len() {
			if r := call.At(i).Ref(); r != nil {
				add(r)
			}
		}
	}
	scan(l, from, func(head *value.Ref, call *value.List) bool {
		switch head.Text() {
		case "local":
			for i := 1; i < call.Len(); i++ {
				at(call, i)
			}
		case "set-local":
			at(call, 1)
		case "for-each", "apply", "find", "locate", "group-by", "for-each-line":
			at(call, 2)
		case "reduce":
			at(call, 2)
			at(call, 4)
		case "kafka-for-each":
			at(call, 3)
		case "try":
			if call.Len() > 2 {
				if handlers := call.At(2).List(); handlers != nil {
					at(handlers, 0)
				}
			}
		case "match":
			if call.Len() > 2 {
				patternNames(call.At(2), add)
			}
		}
		return true
	})
}

// patternNames adds the variables of a pattern of match.
func patternNames(pattern value.Value, add func(*value.Ref)) {
	stack := []value.Value{pattern}
	for n := 0; len(stack) > 0 && n < mostScanned; n++ {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if r := v.Ref(); r != nil && (strings.HasSuffix(r.Text(), "?") || strings.HasSuffix(r.Text(), "...")) {
			add(r)
		}
		if l := v.List(); l != nil {
			stack = append(stack, l.Elements()...)
		}
	}
}
