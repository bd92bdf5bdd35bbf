package variant

import (
	"slices"

	"github.com/bpl-lang/bpl/interp/value"
)

// mirrored are the operators that mean the same with their two operands swapped.
var mirrored = map[string]string{
	"+": "+", "*": "*", "=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<=",
}

// swap turns the operands of sums, products and comparisons around; of comparisons those
// with two operands only.
func (r *rewriter) swap() {
	r.each(func(e value.Value) value.Value {
		return bottomUp(e, func(call *value.List) value.Value {
			operator := call.At(0).Ref().Text()
			other, ok := mirrored[operator]
			if !ok || other != operator && call.Len() != 3 {
				return call.Value()
			}
			operands := slices.Clone(call.Elements()[1:])
			slices.Reverse(operands)
			return list(append([]value.Value{r.built(other)}, operands...)...)
		})
	})
}

// bodies tells where the body of a form begins.
var bodies = map[string]int{"function": 2, "while": 2, "for": 4, "when": 2, "for-each": 3}

// wrap puts do around the bodies of functions, loops and conditions.
func (r *rewriter) wrap() {
	do := r.built("do")
	r.each(func(e value.Value) value.Value {
		return bottomUp(e, func(call *value.List) value.Value {
			name := call.At(0).Ref().Text()
			if name == "if" {
				return mapElements(call, func(i int, v value.Value) (value.Value, bool) {
					if i < 2 {
						return v, true
					}
					return list(do, v), true
				})
			}
			from, ok := bodies[name]
			if !ok || call.Len() <= from {
				return call.Value()
			}
			body := append([]value.Value{do}, call.Elements()[from:]...)
			return list(append(slices.Clone(call.Elements()[:from]), list(body...))...)
		})
	})
}

// increment writes (set x (+ x n)) as (++ x n), and likewise with -- for -.
func (r *rewriter) increment() {
	operators := map[string]value.Value{"+": r.built("++"), "-": r.built("--")}
	r.each(func(e value.Value) value.Value {
		return bottomUp(e, func(call *value.List) value.Value {
			if call.At(0).Ref().Text() != "set" || call.Len() != 3 {
				return call.Value()
			}
			operator, ok := operators[head(call.At(2))]
			change := call.At(2).List()
			if !ok || change.Len() != 3 {
				return call.Value()
			}
			variable, a, b := call.At(1), change.At(1), change.At(2)
			if !a.Equal(variable) {
				a, b = b, a
			}
			switch {
			case !a.Equal(variable), head(call.At(2)) == "-" && !change.At(1).Equal(variable):
				return call.Value()
			case b.Equal(value.Int(1)):
				return list(operator, variable)
			}
			return list(operator, variable, b)
		})
	})
}
