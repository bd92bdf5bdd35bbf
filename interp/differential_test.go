package interp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// The compiler must do exactly what walking does, also while a program rewrites its own
// code. Random programs run both ways; results, output, exceptions and the global scope
// must agree.

// A programmer writes random programs. All names it uses are a few globals, locals and
// functions, so that aliases and rewritten code meet often.
type programmer struct {
	*rand.Rand
	b     strings.Builder
	depth int
}

func (p *programmer) pick(choices ...string) string { return choices[p.IntN(len(choices))] }

func (p *programmer) write(parts ...any) {
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			p.b.WriteString(part)
		case func():
			part()
		}
	}
}

func (p *programmer) number() {
	p.write(p.pick("0", "1", "2", "3", "1.5", "-1", "-0.0", "9007199254740993", "2147483647", "NaN", "0.5",
		"0", "1", "2", "\"s\"", "null", "true", "4294967296", "-7"))
}

func (p *programmer) variable() { p.write(p.pick("a", "b", "c", "x", "y", "z", "i", "r", "l", "m")) }

// code writes an expression whose value is a list of code that some function contains.
func (p *programmer) code() {
	p.write(p.pick("f", "g", "h", "k", "code", "l", "m", "(get f 2)", "(get g 2)", "(get h 3)", "(get k 2)",
		"(get f (2 1))", "(get g (2 2))", "(get f 1)", "(get h (2 3))", "code/2", "(last f)", "(last g)", "(first code)"))
}

func (p *programmer) mutation() {
	switch p.IntN(13) {
	case 12:
		p.write(p.pick("(set max f)", "(delete max)", "(put (local-scope) \"max\" g)", "(put (local-scope 1) \"min\" h)", "(set-local min f)",
			"(put-name (global-scope) 0 \"max\")", "(delete min)", "(set remainder g)"))
	case 0:
		p.write("(put ", p.code, " ", p.pick("0", "1", "2", "3"), " (quote ", p.expr, "))")
	case 1:
		p.write("(push ", p.code, " (quote ", p.expr, "))")
	case 2:
		p.write("(pop ", p.code, ")")
	case 3:
		p.write("(reverse ", p.code, ")")
	case 4:
		p.write("(insert ", p.code, " ", p.pick("1", "2", "3"), " (quote ", p.expr, "))")
	case 5:
		p.write("(remove ", p.code, " ", p.pick("1", "2", "3"), ")")
	case 6:
		p.write("(put-name ", p.code, " ", p.pick("1", "2"), " ", p.pick("\"x\"", "\"n\"", "null"), ")")
	case 7:
		p.write("(append ", p.code, " (quote (", p.expr, ")))")
	case 8:
		p.write("(put ", p.code, " ", p.pick("0", "1"), " ", p.pick("+", "-", "do", "if", "list", "(quote f)", "(quote x)", "while"), ")")
	case 9:
		p.write("(set ", p.pick("f", "g", "h", "k", "code", "l", "m"), " ", p.code, ")")
	case 10:
		p.write("(", p.pick("put", "set-local"), " ", p.pick("(local-scope)", "(local-scope 1)", "(global-scope)", "x", "y"), " \"", p.pick("x", "y", "z", "f", "a"), "\" ", p.expr, ")")
	case 11:
		p.write("(delete ", p.pick("x", "y", "a", "f", "g"), ")")
	}
}

// target writes an expression that is a list or string, unless it does more.
func (p *programmer) target() {
	if p.IntN(3) == 0 {
		p.expr()
		return
	}
	p.write(p.pick("l", "m", "r", "code", "(list 3 1 2)", "\"abcab\"", "\"äö\"", "(quote (1 2))"))
}

// key writes an expression that is a place in a list or string, unless it does more.
func (p *programmer) key() {
	if p.IntN(3) == 0 {
		p.expr()
		return
	}
	p.write(p.pick("0", "1", "2", "i", "x", "\"n\"", "\"a\"", "(0 1)", "(+ i 1)", "-1"))
}

func (p *programmer) expr() {
	if p.depth > 4 {
		if p.IntN(2) == 0 {
			p.number()
		} else {
			p.variable()
		}
		return
	}
	p.depth++
	defer func() { p.depth-- }()
	e := p.expr
	switch p.IntN(47) {
	case 34:
		p.write("(", p.pick("div", "bit-and", "bit-or", "bit-shift", "remainder", "mod", "min", "max", "pow"), " ", e, " ", e, ")")
	case 35:
		p.write("(", p.pick("abs", "floor", "sqrt", "round", "size", "length", "not", "-", "/", "bit-not"), " ", e, ")")
	case 36:
		p.write("(set ", p.pick("r/n", "l/0", "m/n", "r/n/x", "m/5", "code/2"), " ", e, ")")
	case 37:
		p.write("(", p.pick("++", "--"), " ", p.pick("r/n", "l/0", "m/n", "x", "y", "a"), " ", e, ")")
	case 38:
		p.write("(put ", p.pick("l", "m", "r", "x", "(list 1 2)"), " ", p.pick("0", "1", "\"n\"", "i", "x", "(+ i 1)", "2"), " ", e, ")")
	case 39:
		p.write("(get ", e, " ", p.pick("0", "\"n\"", "(- i 1)", "x", "(0 1)"), ")")
	case 40:
		p.write("(", p.pick("concat", "*", "-", "and", "or", "push"), " ", e, " ", e, p.pick("", " 2"), ")")
	case 41:
		p.write("(", p.pick("f", "g", "h", "x", "max", "call v", "call f"), " ", e, " ", e, " ", e, p.pick("", " 7"), ")")
	case 42:
		p.write("(", p.pick("type-of", "subtype-of", "boolean", "bit-not", "first", "last", "empty", "pop"), " ",
			p.target, ")")
	case 43:
		p.write("(", p.pick("has", "sublist", "substring", "locate-string", "starts-with", "ends-with", "get"), " ", p.target, " ", p.key,
			p.pick("", "", " 1", " null", " \"a\""), ")")
	case 44:
		p.write("(", p.pick("bit-and", "bit-or", "bit-xor", "min", "max", "<", "<=", ">", ">=", "=", "==", "===", "concat", "+", "*"),
			" ", e, " ", e, " ", e, p.pick("", " 2"), ")")
	case 45:
		p.write("(reduce ", p.target, " ", p.pick("x", "y", "z", "a"), " ", e, " ", p.pick("x", "y", "r", "b"), " ", e, p.pick("", " (+ x y)"), ")")
	case 46:
		p.write("(", p.pick("locate", "group-by"), " ", p.target, " ", p.pick("x", "y", "r"), " ", e, p.pick("", " 1"), ")")
	case 0, 1:
		p.number()
	case 2, 3, 4:
		p.variable()
	case 5:
		p.write("(", p.pick("+", "-", "*", "/", "mod", "+", "-"), " ", e, " ", e, ")")
	case 6:
		p.write("(+ ", e, " ", e, " ", e, ")")
	case 7:
		p.write("(", p.pick("<", "<=", ">", ">=", "=", "!=", "=="), " ", e, " ", e, ")")
	case 8, 9:
		p.write("(if ", e, " ", e, " ", e, ")")
	case 10:
		p.write("(when ", e, " ", e, " ", e, ")")
	case 11:
		p.write("(set ", p.variable, " ", e, ")")
	case 12:
		p.write("(", p.pick("set-local", "set"), " ", p.pick("x", "y", "z", "i"), " ", e, ")")
	case 13, 14, 15:
		p.write("(", p.pick("f", "g", "h", "k", "v", "x"), " ", e, ")")
	case 16:
		p.write("(", p.pick("f", "g", "h", "k", "v"), " ", e, " ", e, " \"n\" => ", e, ")")
	case 17:
		p.write("(do ", e, " ", e, ")")
	case 18:
		p.write("(for (set ", p.pick("i", "j"), " 0) (< ", p.pick("i", "j"), " ", p.pick("2", "3", "12"), ") (++ ", p.pick("i", "j"), ") ", e, ")")
	case 19:
		p.write("(for-each ", p.pick("l", "m", "code", "(1 2 3)", "(list 3 1 2)"), " ", p.pick("x", "y", "r"), " ", e, " ", e, ")")
	case 20:
		p.write("(", p.pick("apply", "find"), " ", p.pick("l", "m", "(1 2 3)"), " ", p.pick("x", "y"), " ", e, ")")
	case 21:
		p.write("(list ", e, " \"n\" => ", e, ")")
	case 22:
		p.write("(get ", p.pick("l", "m", "code", "r"), " ", p.pick("0", "1", "\"n\"", "i"), ")")
	case 23:
		p.write("(try ", e, " (", p.pick("r", "x"), " \"*\" => ", e, ") ", e, ")")
	case 24:
		p.write("(eval ", e, p.pick("", " (local-scope)", " (local-scope 1)", " (global-scope)", " (local-scope 2)"), ")")
	case 25:
		p.write("(", p.pick("and", "or"), " ", e, " ", e, ")")
	case 26:
		p.write("(", p.pick("++", "--"), " ", p.variable, ")")
	case 27, 28, 29, 30:
		p.mutation()
	case 31:
		p.write("(sort ", p.pick("l", "(3 1 2)"), " (function (x y) ", e, "))")
	case 32:
		p.write(p.pick("r/n", "l/0", "(local x y)", "(throw \"T\" 1)", "(local-scope)", "(size l)", "(print x)", "(not x)", "code/1/1"))
	case 33:
		p.write("(call ", p.pick("f", "g", "h", "v", "(function (x) (+ x 1))"), " ", e, ")")
	}
}

func (p *programmer) function(name, params string) {
	p.write("(set ", name, " (function ", params, " ", p.expr)
	if p.IntN(2) == 0 {
		p.write(" ", p.expr)
	}
	p.write("))\n")
}

// program returns the text of a random program.
func program(seed uint64) string {
	p := &programmer{Rand: rand.New(rand.NewPCG(seed, 1))}
	p.write("(set l (list 1 2 3)) (set m (list \"n\" => 1 2)) (set r (list \"n\" => 5)) (set a 1) (set b 2)\n")
	p.function("f", "(x)")
	p.function("g", "(x y)")
	p.function("h", "(x \"n\" => y)")
	p.function("k", p.pick("(x)", "()", "(y x)", "(x x)"))
	p.write("(set v (function args (for-each args e (eval e (local-scope 1)))))\n")
	p.write("(set code ", p.pick("f", "(get g 2)", "(get h 2)", "(quote (+ 1 2))"), ")\n")
	for range 4 + p.IntN(6) {
		switch p.IntN(6) {
		case 0:
			p.mutation()
		case 1:
			p.write("(for (set j 0) (< j ", p.pick("3", "12", "30"), ") (set j (+ j 1)) ", p.expr, ")")
		case 2:
			p.write("(do (spawn ", p.mutation, ") (try (f 1) (e \"*\" => e)) (wait-all 1000) (f 2))")
		default:
			p.expr()
		}
		p.write("\n")
	}
	return p.b.String()
}

// observe runs a program and tells all that can be seen of it. same is false if the run
// was cut off by a limit, after which only that can be compared.
func observe(in *interp.Interp, src string) (seen string, whole bool) {
	var out bytes.Buffer
	tenant, err := in.Extend(interp.WithStdio(strings.NewReader(""), &out, &out))
	if err != nil {
		return err.Error(), true
	}
	s := tenant.NewSession()
	defer func() { _ = s.Close() }()
	var b strings.Builder
	for _, line := range strings.Split(src, "\n") {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		v, err := s.Eval(ctx, line)
		cancel()
		var limit *interp.LimitError
		var cancelled *interp.CancelError
		var e *interp.Exception
		switch {
		case errors.As(err, &limit):
			return b.String() + "limit " + limit.Limit, false
		case errors.As(err, &cancelled):
			return b.String() + "too slow", false
		case errors.As(err, &e) && e.Type == "StackOverflowError":
			return b.String() + "overflow", false
		case errors.As(err, &e):
			fmt.Fprintf(&b, "! %s %q\n", interp.FromList(e.Data), e.Message)
		case err != nil:
			fmt.Fprintf(&b, "error %v\n", err)
		default:
			fmt.Fprintf(&b, "%s\n", v)
		}
		if b.Len() > 1<<20 {
			return b.String(), false
		}
	}
	fmt.Fprintf(&b, "globals %s\noutput %s\n", s.Snapshot(), out.String())
	return b.String(), true
}

// newPair returns an interpreter with and one without the compiler. The step limit ends
// runaway recursion before the bound of nested evaluations can, which compiled code reaches
// a little earlier: it counts what a call may nest, not what it does.
func newPair(t testing.TB) (compiled, walked *interp.Interp) {
	t.Helper()
	limits := interp.WithLimits(interp.Limits{Steps: 1500, Depth: 10_000, StringLen: 1 << 16, ListLen: 1 << 12, Output: 1 << 16})
	compiled, err := interp.New(limits)
	if err != nil {
		t.Fatal(err)
	}
	walked, err = interp.New(limits, interp.WithoutCompiler())
	if err != nil {
		t.Fatal(err)
	}
	return compiled, walked
}

func checkProgram(t testing.TB, compiled, walked *interp.Interp, src string) {
	t.Helper()
	got, whole := observe(compiled, src)
	want, wholeWalked := observe(walked, src)
	for range 3 { // the machine may have stood still during one of them
		if whole == wholeWalked {
			break
		}
		got, whole = observe(compiled, src)
		want, wholeWalked = observe(walked, src)
	}
	if whole != wholeWalked || whole && got != want {
		t.Fatalf("program\n%s\ngot  (compiled, whole %v)\n%s\nwant (walked, whole %v)\n%s", src, whole, got, wholeWalked, want)
	}
}

// TestCompilerAgrees runs random programs both ways, for as long as FUZZ_TIME says.
func TestCompilerAgrees(t *testing.T) {
	compiled, walked := newPair(t)
	limit, _ := time.ParseDuration(os.Getenv("FUZZ_TIME"))
	begin := time.Now()
	first := uint64(1)
	if limit > 0 {
		first = rand.Uint64()
		t.Logf("seeds from %d", first)
	}
	for seed := first; seed < first+300 || time.Since(begin) < limit; seed++ {
		src := program(seed)
		checkProgram(t, compiled, walked, src)
	}
}
