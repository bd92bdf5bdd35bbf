package interp_test

import (
	"context"
	"fmt"
	"log"

	"github.com/bpl-lang/bpl/interp"
)

// Item is a line of an order.
type Item struct {
	SKU string `bpl:"sku"`
	N   int    `bpl:"n"`
}

// lookUp finds the price of an article.
func lookUp(_ context.Context, sku string) (float64, error) {
	prices := map[string]float64{"a": 2.5, "b": 10}
	if p, ok := prices[sku]; ok {
		return p, nil
	}
	return 0, fmt.Errorf("no article %q", sku)
}

// A Go function in a script, Go data in and out.
func Example() {
	ctx := context.Background()
	price := interp.Func("price", func(ctx context.Context, sku string) (float64, error) { return lookUp(ctx, sku) },
		interp.Help{Summary: "price of one piece of an article"})
	in, err := interp.New(interp.With(interp.Lib("shop", price)))
	if err != nil {
		log.Fatal(err)
	}
	s := in.NewSession()
	defer s.Close()
	if err := s.Set("cart", []Item{{"a", 2}, {"b", 1}}); err != nil {
		log.Fatal(err)
	}
	v, err := s.Eval(ctx, `(do (set t 0) (for-each cart i (++ t (* i/n (price i/sku)))) t)`)
	if err != nil {
		log.Fatal(err)
	}
	total, err := interp.As[float64](v)
	fmt.Println(total, err)
	// Output: 15 <nil>
}

// ctx is the context of the examples.
var ctx = context.Background()

// session returns a session for an example.
func session(opts ...interp.Option) *interp.Session {
	in, err := interp.New(opts...)
	if err != nil {
		log.Fatal(err)
	}
	return in.NewSession()
}

// show evaluates a text and prints what it comes to.
func show(s *interp.Session, src string) {
	v, err := s.Eval(context.Background(), src)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(v)
}

func ExampleNew() {
	in, err := interp.New() // the language alone, without any effect
	if err != nil {
		log.Fatal(err)
	}
	s := in.NewSession()
	defer s.Close()
	show(s, `(reverse (list 1 2 3))`)
	show(s, `(read-file "/etc/passwd")`)
	// Output:
	// (3 2 1)
	// PermissionDenied: read-file: no file access granted
}

func ExampleInterp_Extend() {
	base, err := interp.New(interp.WithLocale("de"))
	if err != nil {
		log.Fatal(err)
	}
	tenant, err := base.Extend(interp.WithArgs("--tenant", "blue"))
	if err != nil {
		log.Fatal(err)
	}
	s := tenant.NewSession()
	defer s.Close()
	show(s, `(list (args) (string 1234.5 "pattern" => "#,##0.00"))`)
	// Output: (("--tenant" "blue") "1.234,50")
}

func ExampleInterp_Compile() {
	ctx := context.Background()
	s := session()
	defer s.Close()
	p, err := s.Interp().Compile("count.bpl", `(push (list 0) (size (quote (a b c))))`)
	if err != nil {
		log.Fatal(err)
	}
	for range 2 {
		v, err := s.Run(ctx, p)
		fmt.Println(v, err)
	}
	// Output:
	// (0 3) <nil>
	// (0 3) <nil>
}

func ExampleSession_Run() {
	in, err := interp.New()
	if err != nil {
		log.Fatal(err)
	}
	p, err := in.Compile("double.bpl", `(* 2 n)`)
	if err != nil {
		log.Fatal(err)
	}
	for n := range 3 { // a Program may run in many sessions, also at the same time
		s := in.NewSession()
		if err := s.Set("n", n); err != nil {
			log.Fatal(err)
		}
		v, err := s.Run(context.Background(), p)
		fmt.Println(v, err)
		s.Close()
	}
	// Output:
	// 0 <nil>
	// 2 <nil>
	// 4 <nil>
}

func ExampleInterp_Parse() {
	in, err := interp.New()
	if err != nil {
		log.Fatal(err)
	}
	expressions, spans, err := in.Parse("a.bpl", "(set x 1)\n(+ x 2)")
	if err != nil {
		log.Fatal(err)
	}
	for i, e := range expressions {
		fmt.Println(spans.Source().Pos(spans.Expression(i).Start), e)
	}
	// Output:
	// a.bpl:1:1 (set x 1)
	// a.bpl:2:1 (+ x 2)
}

func ExampleInterp_ParseOne() {
	in, err := interp.New()
	if err != nil {
		log.Fatal(err)
	}
	v, err := in.ParseOne("", `("name" => "x" "size" => 0x10)`)
	fmt.Println(v, err)
	_, err = in.ParseOne("", `(1 2`)
	fmt.Println(err)
	// Output:
	// ("name" => "x" "size" => 16) <nil>
	// 1:1: Unmatched parenthesis
}
