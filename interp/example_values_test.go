package interp_test

import (
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

func ExampleNull() {
	l := interp.NewList(2) // filled with null
	l.SetAt(0, interp.Int(1))
	l.Append(interp.Long(2), interp.Double(0.5), interp.Bool(true), interp.String("text"), interp.Null())
	l.Put("name", interp.Bytes([]byte{'b', 'y', 't', 'e', 's'}))
	fmt.Println(interp.FromList(l))
	// Output: (1 null 2 0.5 true "text" null "name" => "bytes")
}

func ExampleValue() {
	v := interp.Long(1 << 40)
	n, ok := v.AsInt()
	fmt.Println(v.Kind(), n, ok, v.Truth(), v.Equal(interp.Double(1<<40)))
	_, ok = v.AsString()
	fmt.Println(ok)
	// Output:
	// long 1099511627776 true true true
	// false
}

func ExampleReference() {
	r, err := interp.Reference("servers", 0, "host name")
	fmt.Println(r, err)
	_, err = interp.Reference(0)
	fmt.Println(err)
	// Output:
	// servers/0/"host name" <nil>
	// reference: first step: got an index, want a name
}

func ExampleForeign() {
	handle := interp.Foreign("file", os.Stdout)
	f, ok := handle.AsForeign()
	fmt.Println(handle, ok, f == os.Stdout)
	// Output: <foreign:file> true true
}

func ExampleNewList() {
	l := interp.NewList(0)
	l.Put("a", interp.Int(1))
	l.Append(interp.Int(2))
	l.Put("a", interp.Int(3))
	v, ok := l.Get("a")
	fmt.Println(l.Len(), l.At(1), l.Name(0), v, ok)
	c := l.Value().Clone()
	l.Put("b", interp.Null())
	fmt.Println(l.Value(), c)
	// Output:
	// 2 2 a 3 true
	// ("a" => 3 2 "b" => null) ("a" => 3 2)
}

func ExampleNewListBuilder() {
	b := interp.NewListBuilder(interp.NewShape("topic", "offset", "value"), 100, 4096)
	for i := range 2 {
		b.Bytes([]byte("orders"))
		b.Long(int64(i))
		fmt.Println(b.List().Value()) // what is missing is null
	}
	// Output:
	// ("topic" => "orders" "offset" => 0 "value" => null)
	// ("topic" => "orders" "offset" => 1 "value" => null)
}

func ExampleToValue() {
	type Server struct {
		Host    string
		Port    int           `bpl:",omitempty"`
		Timeout time.Duration `bpl:"timeout-ms"`
		Secret  string        `bpl:"-"`
	}
	v, err := interp.ToValue(map[string]any{
		"servers": []Server{{Host: "a", Port: 80, Timeout: time.Second}, {Host: "b"}},
		"none":    nil,
	})
	fmt.Println(v, err)
	_, err = interp.ToValue(map[string]any{"servers": []any{1, make(chan int)}})
	fmt.Println(err)
	// Output:
	// ("none" => null "servers" => (("host" => "a" "port" => 80 "timeout-ms" => 1000) ("host" => "b" "timeout-ms" => 0))) <nil>
	// servers/1: chan int has no counterpart in the language
}

func ExampleFromValue() {
	in, err := interp.New()
	if err != nil {
		log.Fatal(err)
	}
	v, err := in.ParseOne("", `("servers" => (("host" => "a" "port" => 80) ("host" => "b" "port" => "x")))`)
	if err != nil {
		log.Fatal(err)
	}
	var config struct {
		Servers []struct {
			Host string
			Port int
		}
	}
	fmt.Println(interp.FromValue(v, &config))
	// Output: servers/1/port: got string, want integer
}

func ExampleAs() {
	in, err := interp.New()
	if err != nil {
		log.Fatal(err)
	}
	v, err := in.ParseOne("", `("a" => (1 2.5 "x") "b" => null)`)
	if err != nil {
		log.Fatal(err)
	}
	m, err := interp.As[map[string]any](v)
	fmt.Println(m["a"], m["b"], err)
	// Output: [1 2.5 x] <nil> <nil>
}

func ExampleAs_function() {
	s := session()
	defer s.Close()
	show(s, `(set greet (function (name) (concat "Hello, " name)))`)
	fn, _ := s.Get("greet")
	greet, err := interp.As[func(string) (string, error)](fn)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(greet("Ada"))
	// Output:
	// (function (name) (concat "Hello, " name))
	// Hello, Ada <nil>
}

func ExampleThrow() {
	withdraw := interp.Func("withdraw", func(amount int) error {
		return interp.Throw("NotEnough", "%d are missing", amount)
	}, interp.Help{Summary: "takes money"})
	s := session(interp.With(interp.Lib("bank", withdraw)))
	defer s.Close()
	show(s, `(try (withdraw 5) (e "NotEnough" => e/message))`)
	show(s, `(withdraw 5)`)
	// Output:
	// "5 are missing"
	// NotEnough: 5 are missing
}

func ExampleException() {
	s := session(interp.With(interp.Lib("files", interp.Func("open", func(name string) error {
		_, err := os.Open(name)
		return err
	}, interp.Help{Summary: "opens a file"}))))
	defer s.Close()
	_, err := s.Eval(ctx, "(set f (function ()\n  (open \"/does/not/exist\")))\n(f)")
	var e *interp.Exception
	fmt.Println(errors.As(err, &e), errors.Is(err, os.ErrNotExist))
	fmt.Println(e.Type, e.Pos, e.Stack[0].Func, e.Stack[0].Pos)
	// Output:
	// true true
	// Exception 2:3 f 3:1
}

func ExampleShow() {
	s := session()
	defer s.Close()
	_, err := s.Eval(ctx, "(set total (function (order)\n  (* order/price (get order \"pieces\"))))\n(total (list \"price\" => 2))\n(total 7)")
	var b strings.Builder
	interp.Show(&b, err, false)
	fmt.Print(b.String())
	// Output:
	// 2:3: IllegalArgumentException: order/price: got number, want list before price
	// 2 |   (* order/price (get order "pieces"))))
	//   |   ^
	//   in total, called at 4:1
}
