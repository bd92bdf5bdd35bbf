package check

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp"
)

func newChecker(t *testing.T) *Checker {
	t.Helper()
	in, err := interp.New()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"lib.bpl":        `(set from-lib (function (x) x)) (load "deeper.bpl")`,
		"deeper.bpl":     `(set from-deeper 1)`,
		"circle.bpl":     `(set in-circle 1) (load "circle.bpl") (load "main.bpl")`,
		"broken.bpl":     `(set x`,
		"dir/in.bpl":     `(load "beside.bpl")`,
		"dir/beside.bpl": `(set from-beside 1)`,
	}
	return New(in, nil, func(path string) (string, error) {
		if text, ok := files[path]; ok {
			return text, nil
		}
		return "", os.ErrNotExist
	})
}

func TestCheck(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string // "line:col severity part of the message"
	}{
		{"nothing", "", nil},
		{"right", `(set x 1) (print (+ x 2))`, nil},

		{"a misspelt function", `(prnt "x")`, []string{"1:2 error there is no function prnt, did you mean print?"}},
		{"a misspelt function inside", "(do\n  (set x 1)\n  (pirnt x))", []string{"3:4 error there is no function pirnt"}},
		{"nothing near", `(frobnicate 1)`, []string{"1:2 error there is no function frobnicate; if the list is data, quote it"}},
		{"arguments of an unknown function are data", `(prnt (forr 1))`, []string{"1:2 error"}},
		{"data is not looked into", `(set l ("a" (unknown 1) other))`, nil},
		{"quoted", `(print (quote (unknown x)))`, nil},
		{"comments", `(### unknown (unknown))`, nil},
		{"a misspelt function of the program", `(set area (function (w h) (* w h))) (aera 1 2)`, []string{"1:38 error there is no function aera, did you mean area?"}},
		{"a function that is set later", `(set f (function () (g))) (set g (function () 1))`, nil},
		{"a function in a list", `(set lib ("f" => (function (x) x))) (lib/f 1)`, nil},
		{"a function in an unknown list", `(lob/f 1)`, []string{"1:2 error there is no function lob"}},
		{"a parameter that is called", `(set twice (function (f x) (f (f x))))`, nil},

		{"an unknown variable", `(print nme)`, []string{"1:8 warning nothing sets the variable nme"}},
		{"a misspelt variable", `(set name 1) (print nmae)`, []string{"1:21 warning nothing sets the variable nmae, did you mean name?"}},
		{"an unknown variable by a path", `(print ordr/total)`, []string{"1:8 warning nothing sets the variable ordr"}},
		{"loops bind", `(for-each (1 2) x (print x)) (apply (1) y (* y 2))`, nil},
		{"a name is bound in its expression only", `(for-each (1 2) x (print x)) (print x)`, []string{"1:37 warning nothing sets the variable x"}},
		{"reduce binds two", `(reduce (1 2) acc 0 x (+ acc x))`, nil},
		{"local names", `(do (local a b) (set-local c 1) (print a b c))`, nil},
		{"counters", `(do (++ n) (print n))`, nil},
		{"handlers", `(try (throw "X") (e "*" => (print e/message)))`, nil},
		{"handlers know no other name", `(try (throw "X") (e "*" => (print f)))`, []string{"1:35 warning nothing sets the variable f"}},
		{"no variable for handlers", `(try (throw "X") ("*" => 1))`, []string{"1:26 error the handlers of try begin with a variable"}},
		{"a handler without a type", `(try (throw "X") (e (print 1)))`, []string{"1:21 warning this handler is for no type"}},
		{"patterns", `(match (1 2 3) (x? rest...) (print x? rest... match$))`, nil},
		{"quoted patterns", `(match (1 2 3) (quote (x? rest...)) (print x?))`, nil},
		{"exists and delete", `(if (exists x) (delete x))`, nil},
		{"an option that is evaluated", `(string 1 "radix" => base)`, []string{"1:22 warning nothing sets the variable base"}},

		{"no closures", `(set f (function (x) (apply (1 2) y (+ x y)) (function (z) (+ x z))))`,
			[]string{"1:63 warning nothing sets the variable x (a function does not see the local variables of the code around it)"}},
		{"global names are seen", `(set x 1) (set f (function () x))`, nil},
		{"named parameters", `(set f (function (a "b" => c "d") (list a c d)))`, nil},
		{"a parameter that is a function", `(set f (function (size) size))`, []string{"1:19 error size is a function and cannot be read as a parameter"}},
		{"all arguments", `(set f (function args (print args))) (f (anything x))`, nil},
		{"functions in data are checked", `(set handlers ("a" => (function (x) (prnt x))))`, []string{"1:38 error there is no function prnt"}},
		{"functions in arguments", `(sort (2 1) (function (a b) (- a c)))`, []string{"1:34 warning nothing sets the variable c"}},

		{"too few arguments", `(substring "abc")`, []string{"1:1 error substring: got 1 arguments, want at least 2"}},
		{"too few arguments of an addition", `(join)`, []string{"1:1 error join: got 0 arguments, want at least 1"}},
		{"options do not count", `(string "radix" => 2)`, []string{"1:1 error string: got 0 arguments"}},
		{"too many arguments", `(abs 1 2)`, []string{"1:1 warning abs: got 2 arguments, takes at most 1"}},
		{"a function that is hidden", `(set join (function () 1)) (join)`, nil},
		{"an unknown option", `(string 1 "redix" => 2)`, []string{`1:11 error string has no option "redix", did you mean "radix"?`}},
		{"names where there are no options", `(list "a" => 1) (print "x" => 1)`, nil},
		{"too many arguments of a function", `(set f (function (a) a)) (f 1 2)`, []string{"1:31 warning f takes 1 arguments by their place and never evaluates this one"}},
		{"an unknown parameter", `(set f (function (a "height" => h) (* a h))) (f 1 "hight" => 2)`, []string{`1:51 warning f has no parameter "hight", did you mean "height"?`}},
		{"a named argument by its place", `(set f (function (a b) (+ a b))) (f 1 "b" => 2)`, nil},
		{"a function that is set twice", `(set f (function (a) a)) (set f (function (a b) b)) (f 1 2)`, nil},

		{"a function as a variable", `(set size 1)`, []string{"1:6 error size is a function and cannot be a variable"}},
		{"a function as a loop variable", `(for-each (1) size 1)`, []string{"1:15 error size is a function"}},
		{"a local path", `(set-local a/b 1)`, []string{"1:12 error a local variable has no path"}},

		{"loaded names", `(load "lib.bpl") (from-lib from-deeper)`, nil},
		{"required names", `(require "lib.bpl") (from-lib 1) (from-lub 1)`, []string{"1:35 error there is no function from-lub, did you mean from-lib?"}},
		{"a circle of files", `(load "circle.bpl") (print in-circle)`, nil},
		{"a file that is not there", `(load "missing.bpl") (print anything) (unknown)`, []string{"1:40 warning there is no function unknown"}},
		{"a file that cannot be read", `(load "broken.bpl") (print anything)`, nil},
		{"a file that is computed", `(set p "x") (load p) (print anything)`, nil},
		{"a name that is computed", `(set (reference "x") 1) (print y)`, nil},
		{"code that is evaluated in another scope", `(do (eval (quote x) ("x" => 1)) (print y))`, nil},

		{"tags", `(do (set a (<#1> 1 <@1>)) (print a))`, nil},
		{"lines and columns", "(print \"日本\")\r\n\t(prnt 1)", []string{"2:3 error"}},
		{"deep", strings.Repeat("(do ", 5000) + strings.Repeat(")", 5000), []string{"1:8005 warning nested too deeply"}},
		{"a small function", `(function (x))`, nil},
	}
	checker := newChecker(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			problems, err := checker.Check("main.bpl", test.text)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, p := range problems {
				got = append(got, fmt.Sprintf("%d:%d %s %s", p.Pos.Line, p.Pos.Column, p.Severity, p.Message))
			}
			if len(got) != len(test.want) {
				t.Fatalf("got  %q\nwant %q", got, test.want)
			}
			for i, part := range test.want {
				if !strings.HasPrefix(got[i], part) {
					t.Errorf("got  %s\nwant %s", got[i], part)
				}
			}
		})
	}
}

func TestFilesAreFoundBesideTheLoadingOne(t *testing.T) {
	problems, err := newChecker(t).Check("dir/in.bpl", `(load "beside.bpl") (print from-beside nothing)`)
	if err != nil || len(problems) != 1 || !strings.Contains(problems[0].Message, "nothing") {
		t.Errorf("got  %v, %v\nwant one problem", problems, err)
	}
}

func TestSyntaxErrors(t *testing.T) {
	_, err := newChecker(t).Check("main.bpl", "(print 1")
	var wrong *interp.SyntaxError
	if !errors.As(err, &wrong) {
		t.Errorf("got  %v\nwant a syntax error", err)
	}
}

func TestRanges(t *testing.T) {
	problems, err := newChecker(t).Check("main.bpl", "(do\n  (prnt\n    1))")
	if err != nil || len(problems) != 1 {
		t.Fatalf("got  %v, %v\nwant one problem", problems, err)
	}
	if p := problems[0]; p.Pos.Line != 2 || p.Pos.Column != 4 || p.End.Line != 2 || p.End.Column != 8 {
		t.Errorf("got  %v to %v\nwant 2:4 to 2:8", p.Pos, p.End)
	}
}
