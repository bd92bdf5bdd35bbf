package syntax_test

import (
	"fmt"

	"github.com/bpl-lang/bpl/interp/syntax"
)

func ExampleRead() {
	v, err := syntax.Read(`(a => 1.0 "b" => (2 3))`, syntax.Options{})
	fmt.Println(syntax.Print(v), err)
	_, err = syntax.Read("(1\n 2x)", syntax.Options{})
	fmt.Println(err)
	// Output:
	// ("a" => 1 "b" => (2 3)) <nil>
	// 2:2: Invalid token: 2x
}

func ExamplePretty() {
	v, _ := syntax.Read(`("id" => 7 "tags" => ("new" "urgent") "note" => "call back")`, syntax.Options{})
	text, _ := syntax.Pretty(v, syntax.PrettyOptions{Width: 40})
	fmt.Println(text)
	// Output:
	// ("id"   => 7
	//  "tags" => ("new" "urgent")
	//  "note" => "call back")
}

func ExampleFormat() {
	text, _ := syntax.Format("(set double (function (x)\n(* 2   x)\n))", syntax.FormatOptions{})
	fmt.Print(text)
	// Output:
	// (set double (function (x)
	//   (* 2 x)))
}

func ExampleCut() {
	v, _ := syntax.Read(`("ok" (1 2 3 4 5 6 7 8) "end")`, syntax.Options{})
	fmt.Println(syntax.Cut(v, 12))
	// Output:
	// ("ok" (1 2 3 … 5 more) … 1 more)
}
