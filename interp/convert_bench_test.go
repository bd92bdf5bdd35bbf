package interp

import (
	"context"
	"testing"
)

// benchItems is data of a usual form.
func benchItems() []item {
	items := make([]item, 1000)
	for i := range items {
		items[i] = item{SKU: "article", N: i}
	}
	return items
}

func BenchmarkToValue(b *testing.B) {
	items := benchItems()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ToValue(items); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFromValue(b *testing.B) {
	v, err := ToValue(benchItems())
	if err != nil {
		b.Fatal(err)
	}
	b.Run("structs", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := As[[]item](v); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("any", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := As[any](v); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkFunc(b *testing.B) {
	in, err := New(With(Lib("l",
		Func("go-func", func(a, b int) int { return a + b }, Help{Summary: "For tests."}),
		Special("go-special", func(c *Call) (Value, error) {
			x, err := c.Eval(0)
			if err != nil {
				return Null(), err
			}
			n, _ := x.AsInt()
			return Long(n), nil
		}, Help{Signature: "(go-special x)", Summary: "For tests."}))))
	if err != nil {
		b.Fatal(err)
	}
	for name, src := range map[string]string{"func": "(go-func i 1)", "special": "(go-special i)"} {
		b.Run(name, func(b *testing.B) {
			s := in.NewSession()
			if err := s.Set("n", b.N); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			if _, err := s.Eval(context.Background(), "(for (set i 0) (< i n) (++ i) "+src+")"); err != nil {
				b.Fatal(err)
			}
		})
	}
}

func BenchmarkCall(b *testing.B) {
	in, err := New()
	if err != nil {
		b.Fatal(err)
	}
	s := in.NewSession()
	ctx := context.Background()
	fn, err := s.Eval(ctx, "(set f (function (x) (+ x 1)))")
	if err != nil {
		b.Fatal(err)
	}
	one := Int(1)
	b.Run("name", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := s.Call(ctx, "f", 1); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("value", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := s.CallValue(ctx, fn, one); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("text", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := s.Eval(ctx, "(f 1)"); err != nil {
				b.Fatal(err)
			}
		}
	})
	goFunc, err := As[func(int) (int, error)](fn)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("go func", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := goFunc(1); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkNewSession(b *testing.B) {
	in, err := New()
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		s := in.NewSession()
		if _, err := s.Eval(context.Background(), "1"); err != nil {
			b.Fatal(err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New(); err != nil {
			b.Fatal(err)
		}
	}
}
