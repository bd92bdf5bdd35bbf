package eval

import "github.com/bpl-lang/bpl/interp/value"

// An Expr is the compiled form of one expression and what is known of it.
type Expr struct {
	Run  Node
	Test Test // nil: the truth of Run's value
	// Runs says that evaluation may change a list, itself or by running code of the script:
	// the code around it must ask whether it is still valid before it relies on a list.
	Runs   bool
	Const  bool        // the value is always Value
	Value  value.Value // of a constant
	Slot   int         // the local variable of the frame's own slots that is read, else -1
	Global *Global     // the variable without a slot that is read, else nil
	// Num evaluates an expression that changes nothing, if its value is a double, a 32-bit
	// integer or a long that a double holds exactly, without making a value of it; false
	// sends the caller to Run, which evaluates it again. nil if the expression is of no such
	// kind.
	Num        Num
	Calculates bool // what Num gives is a double, not an integer read from somewhere
	Form       Form // what + and comparisons are made of, so that set and if can do it at once
	depth      int  // nested evaluations
}

// A Form describes an operation on variables and numbers, most often on a local variable
// of the frame's own slots and another one or a number.
type Form struct {
	Kind        FormKind
	Left, Right int     // slots; Right is -1 for a number
	Number      float64 // of the other operand
	A, B        Operand // of FormOperands

	// Of FormCompare: whether it holds for a left operand that is less, equal or greater;
	// Equal speaks of zeros only with Zeros.
	Less, Equal, Greater, Zeros bool
}

// A FormKind is the operation of a Form.
type FormKind uint8

// The operations that a Form may be.
const (
	NoForm FormKind = iota
	FormSum
	FormOperands // the sum of A and B
	FormCompare  // of two operands
)

// A Num evaluates to a double, or not at all (false).
type Num func(f *Frame) (float64, bool)

// Const returns the expression whose value is v.
//
//go:noinline
func Const(v value.Value) Expr {
	truth := v.Truth()
	e := Expr{Run: func(*Frame) value.Value { return v }, Const: true, Value: v, Slot: -1}
	if k, ok := v.Float(); ok {
		e.Num = func(*Frame) (float64, bool) { return k, true }
	}
	if v.Kind() != value.KindList { // the truth of a list changes with it
		e.Test = func(*Frame) bool { return truth }
	}
	return e
}

// Join returns an expression made of parts, without its Run: what is known of it follows
// from them.
func Join(parts ...Expr) Expr {
	e := Expr{Slot: -1}
	for i := range parts {
		e.Runs = e.Runs || parts[i].Runs
		e.depth = max(e.depth, parts[i].depth)
	}
	return e
}

// WithTest completes an expression whose value is the boolean that test gives.
//
//go:noinline
func (e Expr) WithTest(test Test) Expr {
	e.Test = test
	e.Run = func(f *Frame) value.Value { return value.Bool(test(f)) }
	return e
}

// WithNum completes an expression that changes nothing with its Num; general is its Run
// where that gives no double.
//
//go:noinline
func (e Expr) WithNum(num Num, general Node) Expr {
	e.Num, e.Calculates = num, true
	e.Run = func(f *Frame) value.Value {
		if x, ok := num(f); ok {
			return value.Double(x)
		}
		return general(f)
	}
	return e
}

// With completes an expression with its Run.
func (e Expr) With(run Node) Expr {
	e.Run = run
	return e
}

// Condition returns the expression as a test.
//
//go:noinline
func (e Expr) Condition() Test {
	if e.Test != nil {
		return e.Test
	}
	run := e.Run
	return func(f *Frame) bool {
		v := run(f)
		if b, ok := v.AsBool(); ok {
			return b
		}
		return v.Truth()
	}
}

// Local returns what slot i of the frame itself holds, Absent if there is no such local.
func (f *Frame) Local(i int) value.Value { return f.slots[i&(inlineSlots-1)] }

// LocalRef returns slot i of the frame itself, for assigning a local that exists.
func (f *Frame) LocalRef(i int) *value.Value { return &f.slots[i&(inlineSlots-1)] }

// MakeLocal assigns the local of slot i of the frame itself, which the name ref has, also
// where it does not exist yet.
func (f *Frame) MakeLocal(i int, ref *value.Ref, v value.Value) {
	if at := &f.slots[i&(inlineSlots-1)]; !at.IsAbsent() {
		*at = v
		return
	}
	if f.scope == nil {
		f.order = append(f.order, uint8(i))
		f.slots[i&(inlineSlots-1)] = v
		return
	}
	f.SetLocal(ref, v)
}
