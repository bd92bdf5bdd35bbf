package interp_test

import (
	"context"
	"fmt"
	"log"
	"testing/fstest"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

func ExampleInterp_NewSession() {
	in, err := interp.New()
	if err != nil {
		log.Fatal(err)
	}
	one, two := in.NewSession(), in.NewSession()
	defer one.Close()
	defer two.Close()
	show(one, `(set x 1)`)
	show(two, `x`)
	// Output:
	// 1
	// null
}

func ExampleSession_Eval() {
	s := session()
	defer s.Close()
	v, err := s.Eval(context.Background(), `(set square (function (x) (* x x))) (square 7)`)
	fmt.Println(v, err)
	_, err = s.Eval(context.Background(), `(square 7`)
	fmt.Println(err)
	// Output:
	// 49 <nil>
	// 1:1: Unmatched parenthesis
}

func ExampleSession_EvalFile() {
	s := session(interp.WithFiles(interp.FSFiles(fstest.MapFS{
		"job/main.bpl":  {Data: []byte("#!/usr/bin/env bpl\n(load \"rates.bpl\")\n(* 100 vat)")},
		"job/rates.bpl": {Data: []byte("(set vat 0.2)")},
	})))
	defer s.Close()
	v, err := s.EvalFile(context.Background(), "job/main.bpl")
	fmt.Println(v, err)
	// Output: 20 <nil>
}

func ExampleSession_EvalValue() {
	s := session()
	defer s.Close()
	code, err := s.Interp().ParseOne("", `(+ 1 2)`)
	if err != nil {
		log.Fatal(err)
	}
	v, err := s.EvalValue(context.Background(), code)
	fmt.Println(v, err)
	// Output: 3 <nil>
}

func ExampleSession_Call() {
	s := session()
	defer s.Close()
	show(s, `(set handlers (list "on-order" => (function (order) (concat "got " order/sku))))`)
	v, err := s.Call(context.Background(), "handlers/on-order", Item{"a", 1})
	fmt.Println(v, err)
	_, err = s.Call(context.Background(), "handlers/on-odrer")
	fmt.Println(err)
	// Output:
	// ("on-order" => (function (order) (concat "got " order/sku)))
	// "got a" <nil>
	// IllegalArgumentException: call: handlers/on-odrer is null, want a function
}

func ExampleSession_CallValue() {
	s := session()
	defer s.Close()
	fn, err := s.Eval(context.Background(), `(function (a b) (- a b))`)
	if err != nil {
		log.Fatal(err)
	}
	v, err := s.CallValue(context.Background(), fn, interp.Int(7), interp.Int(2))
	fmt.Println(v, err)
	// Output: 5 <nil>
}

func ExampleSession_Set() {
	s := session()
	defer s.Close()
	fmt.Println(s.Set("limits", map[string]any{"cpu": 2, "tags": []string{"a", "b"}}))
	show(s, `limits/tags/1`)
	v, ok := s.Get("limits")
	fmt.Println(v, ok, s.Globals())
	fmt.Println(s.Delete("limits"), s.Delete("limits"))
	// Output:
	// <nil>
	// "b"
	// ("cpu" => 2 "tags" => ("a" "b")) true [limits]
	// true false
}

func ExampleSession_SetAll() {
	s := session()
	defer s.Close()
	scope, err := s.Interp().ParseOne("", `("x" => 1 "f" => (function () (+ x 1)))`)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.SetAll(scope.List()))
	show(s, `(f)`)
	// Output:
	// <nil>
	// 2
}

func ExampleSession_Snapshot() {
	s := session()
	defer s.Close()
	show(s, `(set l (list 1))`)
	before := s.Snapshot()
	show(s, `(push l 2)`)
	fmt.Println(before)
	// Output:
	// (1)
	// (1 2)
	// ("l" => (1))
}

func ExampleSession_Do() {
	s := session()
	defer s.Close()
	show(s, `(set queue (list 1 2 3))`)
	s.Do(func(locked *interp.Session) { // no executor changes the list meanwhile
		queue, _ := locked.Get("queue")
		for name, v := range queue.List().All() {
			fmt.Printf("%q %v\n", name, v)
		}
		queue.List().Append(interp.Int(4))
	})
	show(s, `(size queue)`)
	// Output:
	// (1 2 3)
	// "" 1
	// "" 2
	// "" 3
	// 4
}

func ExampleSession_Wait() {
	s := session()
	defer s.Close()
	show(s, `(spawn (do (sleep 10) (set done true)))`)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	fmt.Println(s.Wait(ctx))
	show(s, `done`)
	// Output:
	// 1
	// <nil>
	// true
}

func ExampleSession_SetLimits() {
	s := session()
	defer s.Close()
	s.SetLimits(interp.Limits{Steps: 10_000})
	show(s, `(while true null)`)
	s.SetLimits(interp.Limits{}) // those of the Interp again
	show(s, `(size (range 100000))`)
	// Output:
	// limit exceeded: steps (at most 10000)
	// 100000
}

func ExampleSession_SetFallback() {
	s := session()
	defer s.Close()
	last := interp.Null()
	s.SetFallback(func(name string) (interp.Value, bool) { return last, name == "*1" })
	for _, line := range []string{`(+ 1 2)`, `(* *1 10)`} {
		v, err := s.Eval(context.Background(), line)
		if err != nil {
			log.Fatal(err)
		}
		last = v
	}
	fmt.Println(last)
	// Output: 30
}

func ExampleSession_Functions() {
	s := session()
	defer s.Close()
	show(s, `(set area (function (width "height") (* width height)))`)
	for _, f := range s.Functions() {
		if f.Library == "" || f.Name == "size" {
			fmt.Println(f.Signature, f.Hard)
		}
	}
	help, ok := s.Help("size")
	fmt.Println(help.Signature, ok)
	// Output:
	// (function (width "height") (* width height))
	// (area width "height") false
	// (size l) true
	// (size l) true
}

func ExampleSession_Stats() {
	s := session(interp.WithLimits(interp.Limits{Spawned: 10}))
	defer s.Close()
	show(s, `(spawn (sleep 60000))`)
	st := s.Stats()
	fmt.Println(st.Executors, st.Timers, st.Left.Spawned)
	// Output:
	// 1
	// 1 0 9
}

func ExampleSession_Break() {
	s := session()
	defer s.Close()
	show(s, `(set f (function (n) (if (> n 0) (f (- n 1)) "done")))`)
	remove := s.Break("f", func(c *interp.Call) error {
		fmt.Println(c.Name(), c.Locals().Value(), c.Pos())
		return nil
	})
	show(s, `(f 1)`)
	remove()
	show(s, `(f 1)`)
	// Output:
	// (function (n) (if (> n 0) (f (- n 1)) "done"))
	// f ("n" => 1) 1:1
	// f ("n" => 0) 1:34
	// "done"
	// "done"
}
