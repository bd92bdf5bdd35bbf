package interp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/netip"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"
)

type item struct {
	SKU string `bpl:"sku"`
	N   int    `bpl:"n"`
}

type embedded struct {
	ID      int
	Created time.Time `bpl:",rfc3339"`
}

type order struct {
	embedded
	*Extra
	OrderID  string
	HTTPCode uint16 `bpl:",omitempty"`
	Items    []item `bpl:"items,omitempty"`
	Secret   string `bpl:"-"`
	hidden   int
	Any      any `bpl:"any,omitempty"`
}

// Extra is embedded by pointer.
type Extra struct{ Note string }

type celsius float64

func (c celsius) ToBPL() (Value, error) { return String(fmt.Sprintf("%.1f°", float64(c))), nil }

func (c *celsius) FromBPL(v Value) error {
	s, ok := v.AsString()
	if !ok {
		return fmt.Errorf("got %s, want degrees", v.Kind())
	}
	_, err := fmt.Sscanf(s, "%f°", c)
	return err
}

type node struct {
	Name string
	Next *node `bpl:"next,omitempty"`
}

func pointerTo[T any](v T) *T { return &v }

func TestToValue(t *testing.T) {
	shared := &node{Name: "s"}
	at := time.Date(2024, 2, 29, 12, 0, 0, 123456789, time.FixedZone("", 3600))
	list := NewList(0)
	list.Append(Int(1))
	tests := []struct {
		name string
		in   any
		want string
	}{
		{"nil", nil, "null"},
		{"nil pointer", (*int)(nil), "null"},
		{"nil slice", []int(nil), "null"},
		{"nil map", map[string]int(nil), "null"},
		{"nil bytes", []byte(nil), "null"},
		{"nil func", (func())(nil), "null"},
		{"nil list", (*List)(nil), "null"},
		{"nil interface inside", []error{nil}, "(null)"},
		{"empty slice", []int{}, "()"},
		{"empty map", map[string]int{}, "()"},
		{"bool", true, "true"},
		{"string", "a\"b", `"a\"b"`},
		{"int8", int8(-5), "-5"},
		{"uint64", uint64(math.MaxInt64), "9223372036854775807"},
		{"float32", float32(0.5), "0.5"},
		{"float64", 1e300, "1.0E300"},
		{"named type", time.Month(3), "3"},
		{"bytes", []byte("xyz"), `"xyz"`},
		{"array of bytes", [3]byte{'a', 'b', 'c'}, `"abc"`},
		{"time", at, "1709204400123"},
		{"duration", 1500 * time.Microsecond, "1.5"},
		{"slice", []any{1, "a", nil, 2.5}, `(1 "a" null 2.5)`},
		{"array", [2]int{1, 2}, "(1 2)"},
		{"map by text", map[string]int{"b": 2, "a": 1, "": 0}, `("" => 0 "a" => 1 "b" => 2)`},
		{"map by number", map[int8]bool{10: true, 9: false, -1: true}, `("-1" => true "9" => false "10" => true)`},
		{"map by uint", map[uint]int{10: 1, 9: 2}, `("9" => 2 "10" => 1)`},
		{"map by TextMarshaler", map[netip.Addr]int{netip.MustParseAddr("10.0.0.2"): 2, netip.MustParseAddr("10.0.0.1"): 1}, `("10.0.0.1" => 1 "10.0.0.2" => 2)`},
		{"map of lists", map[string][]int{"x": {1}, "y": nil}, `("x" => (1) "y" => null)`},
		{"struct", order{embedded: embedded{ID: 7, Created: at}, OrderID: "o", Secret: "s", hidden: 1}, `("id" => 7 "created" => "2024-02-29T12:00:00.123456789+01:00" "order-id" => "o")`},
		{"struct with all fields", order{Extra: &Extra{"n"}, HTTPCode: 1, Items: []item{{"a", 2}}, Any: 1},
			`("id" => 0 "created" => "0001-01-01T00:00:00Z" "note" => "n" "order-id" => "" "http-code" => 1 "items" => (("sku" => "a" "n" => 2)) "any" => 1)`},
		{"pointers", pointerTo(pointerTo(7)), "7"},
		{"shared pointers", []*node{shared, shared}, `((<#1> "name" => "s") <@1>)`},
		{"shared maps", []map[string]int{}, "()"},
		{"own method", celsius(21.5), `"21.5°"`},
		{"own method inside", []celsius{1}, `("1.0°")`},
		{"own method of a pointer", pointerTo(celsius(2)), `"2.0°"`},
		{"error", io.EOF, `("Exception" "message" => "EOF")`},
		{"exception", Throw("Bad", "x"), `("Bad" "message" => "x")`},
		{"error in a struct", struct{ Err error }{io.EOF}, `("err" => ("Exception" "message" => "EOF"))`},
		{"value", Long(1), "1"},
		{"value in a struct", struct{ V Value }{Null()}, `("v" => null)`},
		{"list", []*List{list, list}, "((<#1> 1) <@1>)"},
		{"slice twice", func() any { s := []int{1}; return [][]int{s, s} }(), "((<#1> 1) <@1>)"},
		{"json.Number", json.Number("12"), `"12"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			v, err := ToValue(test.in)
			if err != nil {
				t.Fatal(err)
			}
			if got := v.String(); got != test.want {
				t.Errorf("\ngot  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestToValueErrors(t *testing.T) {
	circle := &node{Name: "a"}
	circle.Next = &node{Name: "b", Next: circle}
	var self any
	self = &self
	inItself := []any{nil}
	inItself[0] = inItself
	m := map[string]any{}
	m["m"] = m
	tests := []struct {
		name string
		in   any
		want string
	}{
		{"channel", struct{ Servers []any }{[]any{1, make(chan int)}}, "servers/1: chan int has no counterpart in the language"},
		{"complex", 1i, "complex128 has no counterpart in the language"},
		{"big uint", map[string]uint64{"x": 1 << 63}, "x: 9223372036854775808 is above the largest long, 9223372036854775807"},
		{"circle of pointers", circle, "next/next: the data contains itself"},
		{"pointer to itself", self, "more than 1000 pointers lead to one another"},
		{"slice in itself", inItself, "0: the data contains itself"},
		{"map in itself", m, "m: the data contains itself"},
		{"map keys", map[float64]int{1: 1}, "a map key must be a string, an integer or a TextMarshaler, not float64"},
		{"keys with the same text", map[sameText]int{1: 1, 2: 2}, `two keys have the same text "x"`},
		{"same names", struct {
			OrderID int
			OrderId int
		}{}, "have the same name \"order-id\""},
		{"unknown option", struct {
			A int `bpl:"a,omitzero"`
		}{}, "unknown option \"omitzero\""},
		{"unsuitable func", func() (int, int) { return 1, 2 }, "want at most one and an error"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			v, err := ToValue(test.in)
			if err == nil || !strings.Contains(err.Error(), test.want) || !v.IsNull() {
				t.Errorf("\ngot  %v, %v\nwant null, %s", v, err, test.want)
			}
		})
	}
}

// sameText is a key of a map that is always the same text.
type sameText int

func (sameText) MarshalText() ([]byte, error) { return []byte("x"), nil }

// read returns the value of a text.
func read(t *testing.T, src string) Value {
	t.Helper()
	in, err := New()
	if err != nil {
		t.Fatal(err)
	}
	v, err := in.ParseOne("", src)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestFromValue(t *testing.T) {
	type tree struct {
		Kids []tree
		V    Value
	}
	at := time.Date(2024, 2, 29, 11, 0, 0, 123000000, time.UTC)
	tests := []struct {
		name, in string
		target   any // a pointer; what it points to is the zero value or a default
		want     any
	}{
		{"bool", "true", new(bool), true},
		{"string", `"a"`, new(string), "a"},
		{"int8", "-128", new(int8), int8(-128)},
		{"whole double", "3.0", new(int), 3},
		{"long", "9223372036854775807", new(int64), int64(math.MaxInt64)},
		{"uint64", "9223372036854775807", new(uint64), uint64(math.MaxInt64)},
		{"float32", "0.5", new(float32), float32(0.5)},
		{"float of an integer", "7", new(float64), 7.0},
		{"infinite float32", "Infinity", new(float32), float32(math.Inf(1))},
		{"bytes", `"ab"`, new([]byte), []byte("ab")},
		{"array of bytes", `"ab"`, new([2]byte), [2]byte{'a', 'b'}},
		{"time", "1709204400123", new(time.Time), at},
		{"duration", "1.5", new(time.Duration), 1500 * time.Microsecond},
		{"null to int", "null", pointerTo(5), 0},
		{"null to slice", "null", pointerTo([]int{1}), []int(nil)},
		{"null to pointer", "null", pointerTo(pointerTo(1)), (*int)(nil)},
		{"null to any", "null", pointerTo[any](1), any(nil)},
		{"slice", "(1 2 3)", new([]int), []int{1, 2, 3}},
		{"empty slice", "()", new([]int), []int{}},
		{"empty map", "()", new(map[string]int), map[string]int{}},
		{"array", "(1 2)", new([2]int), [2]int{1, 2}},
		{"map", `("a" => 1 "b" => 2)`, new(map[string]int), map[string]int{"a": 1, "b": 2}},
		{"map by number", `("-1" => true)`, new(map[int8]bool), map[int8]bool{-1: true}},
		{"map by text", `("10.0.0.1" => 1)`, new(map[netip.Addr]int), map[netip.Addr]int{netip.MustParseAddr("10.0.0.1"): 1}},
		{"map of structs", `("x" => ("sku" => "a" "n" => 1))`, new(map[string]item), map[string]item{"x": {"a", 1}}},
		{"map of slices", `("x" => (1 2))`, new(map[string][]int), map[string][]int{"x": {1, 2}}},
		{"struct keeps what is missing", `("n" => 2 "other" => 1)`, &item{SKU: "kept"}, item{"kept", 2}},
		{"struct", `("id" => 7 "created" => "2024-02-29T11:00:00.123Z" "order-id" => "o" "http-code" => 404 "note" => "n" "items" => (("sku" => "a")) "any" => (1))`,
			new(order), order{embedded: embedded{7, at}, Extra: &Extra{"n"}, OrderID: "o", HTTPCode: 404, Items: []item{{SKU: "a"}}, Any: []any{int64(1)}}},
		{"any", `(1 2.5 "s" true null (3) ("a" => (1)) ("a" => 1 2) ())`, new(any),
			[]any{int64(1), 2.5, "s", true, nil, []any{int64(3)}, map[string]any{"a": []any{int64(1)}}, []any{int64(1), int64(2)}, []any{}}},
		{"pointer", "7", new(*int), pointerTo(7)},
		{"own method", `"21.5°"`, new(celsius), celsius(21.5)},
		{"own method inside", `("1.0°" "2.0°")`, new([]celsius), []celsius{1, 2}},
		{"recursive type", `("kids" => (("kids" => null)))`, new(tree), tree{Kids: []tree{{V: Null()}}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if err := FromValue(read(t, test.in), test.target); err != nil {
				t.Fatal(err)
			}
			got := reflect.ValueOf(test.target).Elem().Interface()
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("\ngot  %#v\nwant %#v", got, test.want)
			}
		})
	}
}

func TestFromValueErrors(t *testing.T) {
	type server struct {
		Port int
		TLS  *struct{ Cert []byte }
	}
	type config struct {
		Servers []server
		Limits  map[string]uint8
		Ratio   [2]float64
		At      time.Time
		For     time.Duration
		Day     time.Time `bpl:"day,rfc3339"`
		F       float32
		Ok      bool
	}
	tests := []struct{ in, want string }{
		{`("servers" => (("port" => 1) ("port" => 2) ("port" => "x")))`, "servers/2/port: got string, want integer"},
		{`("servers" => (("port" => 1.5)))`, "servers/0/port: got number 1.5, want integer"},
		{`("servers" => (("port" => NaN)))`, "servers/0/port: got number NaN, want integer"},
		{`("servers" => (1))`, "servers/0: got number 1, want list with names"},
		{`("servers" => ((1 2)))`, "servers/0: got a list without names, want one with names for interp.server"},
		{`("servers" => (("tls" => ("cert" => 1))))`, "servers/0/tls/cert: got number 1, want string"},
		{`("limits" => ("a/b" => 256))`, `limits/"a/b": got 256, which does not fit uint8`},
		{`("limits" => ("x" => -1))`, "limits/x: got -1, which does not fit uint8"},
		{`("limits" => ("x" => 1 2))`, "limits/1: the element has no name, which a map[string]uint8 needs"},
		{`("ratio" => (1 2 3))`, "ratio: got a list of 3 elements, want 2"},
		{`("at" => "now")`, "at: got string, want integer of milliseconds since 1970"},
		{`("for" => 1e300)`, "for: got 1.0E300 milliseconds, which do not fit time.Duration"},
		{`("day" => "now")`, `day: got "now", want a time by RFC 3339 such as 2006-01-02T15:04:05Z`},
		{`("f" => 1e300)`, "f: got 1.0E300, which does not fit float32"},
		{`("ok" => "true")`, "ok: got string, want boolean"},
		{`(x)`, "got a list without names"},
		{`7`, "got number 7, want list with names"},
	}
	for _, test := range tests {
		t.Run(test.in, func(t *testing.T) {
			got, err := As[config](read(t, test.in))
			if err == nil || !strings.Contains(err.Error(), test.want) || !reflect.DeepEqual(got, config{}) {
				t.Errorf("\ngot  %v\nwant %s", err, test.want)
			}
		})
	}
}

func TestFromValueKeepsSharing(t *testing.T) {
	v := read(t, `("a" => (<#1> "name" => "x") "b" => <@1> "c" => (<#2> 1) "d" => <@2>)`)
	var target struct {
		A, B *node
		C, D []int
	}
	if err := FromValue(v, &target); err != nil {
		t.Fatal(err)
	}
	if target.A != target.B || &target.C[0] != &target.D[0] {
		t.Error("lists that are met twice were copied twice")
	}
}

func TestCirclesAreErrors(t *testing.T) {
	v := read(t, `(<#1> 1 ("a" => <@1>))`)
	for name, target := range map[string]any{"any": new(any), "typed": new([]any)} {
		t.Run(name, func(t *testing.T) {
			if err := FromValue(v, target); err == nil || err.Error() != "1/a: the list contains itself" {
				t.Errorf("got  %v\nwant 1/a: the list contains itself", err)
			}
		})
	}
	type loop struct{ Next *loop }
	var target loop
	err := FromValue(read(t, `(<#1> "next" => ("next" => <@1>))`), &target)
	if err == nil || !strings.Contains(err.Error(), "contains itself") {
		t.Errorf("got  %v\nwant an error that the list contains itself", err)
	}
}

func TestDeepAndSharedDataIsConverted(t *testing.T) {
	const depth = 100_000
	v := read(t, strings.Repeat("(", depth)+strings.Repeat(")", depth))
	got, err := As[any](v)
	if err != nil {
		t.Fatal(err)
	}
	levels := 0
	for s, ok := got.([]any); ok; s, ok = s[0].([]any) {
		levels++
		if len(s) == 0 {
			break
		}
	}
	if levels != depth {
		t.Errorf("got  %d levels\nwant %d", levels, depth)
	}
	back, err := ToValue(got)
	if err != nil || !back.Equal(v) {
		t.Errorf("the way back: %v", err)
	}
	wide := any(1) // 2^100 elements if nothing is shared
	for range 100 {
		wide = []any{wide, wide}
	}
	shared, err := ToValue(wide)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := As[any](shared); err != nil {
		t.Fatal(err)
	}
}

func TestReferencesAndForeignValuesStay(t *testing.T) {
	list := NewList(0)
	r := strings.NewReader("x")
	ref, err := Reference("a", 1)
	if err != nil {
		t.Fatal(err)
	}
	list.Append(ref, Foreign("reader", r))
	got, err := As[[]any](list.Value())
	if err != nil {
		t.Fatal(err)
	}
	if got[0].(Value).String() != "a/1" || got[1].(Value).Kind() != KindForeign {
		t.Errorf("got  %v\nwant the values themselves", got)
	}
	reader, err := As[io.Reader](list.At(1))
	if err != nil || reader != r {
		t.Errorf("got  %v, %v\nwant what the host put in", reader, err)
	}
	if _, err := As[io.Reader](Int(1)); err == nil || !strings.Contains(err.Error(), "io.Reader") {
		t.Errorf("got  %v\nwant an error that names io.Reader", err)
	}
}

func TestErrorsGoInAndOut(t *testing.T) {
	v, err := ToValue(fmt.Errorf("reading: %w", io.ErrUnexpectedEOF))
	if err != nil {
		t.Fatal(err)
	}
	back, err := As[error](v)
	var e *Exception
	if err != nil || !errors.Is(back, io.ErrUnexpectedEOF) || !errors.As(back, &e) || e.Message != "reading: unexpected EOF" {
		t.Errorf("got  %v, %v\nwant the error with its cause", back, err)
	}
}

func TestFuncs(t *testing.T) {
	ctx := context.Background()
	type shop struct {
		Price func(sku string, n int) (float64, error)
		Tags  func(prefix string, rest ...string) []string
		Fail  func(ctx context.Context) error
	}
	s := newSession(t)
	err := s.Set("go", shop{
		Price: func(sku string, n int) (float64, error) { return float64(len(sku) * n), nil },
		Tags:  func(prefix string, rest ...string) []string { return append([]string{prefix}, rest...) },
		Fail:  func(context.Context) error { return io.ErrClosedPipe },
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := evaluated(t, s, `(list (go/price "abc" 2) (go/tags "a" "b" "c") (go/tags "a"))`); got != `(6 ("a" "b" "c") ("a"))` {
		t.Errorf("got  %s", got)
	}
	if _, err := s.Eval(ctx, `(go/fail)`); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("got  %v\nwant io.ErrClosedPipe", err)
	}
	if _, err := s.Eval(ctx, `(go/price 1 2)`); err == nil || !strings.Contains(err.Error(), "price: argument 1: got number 1, want string") {
		t.Errorf("got  %v", err)
	}
	v, err := s.Eval(ctx, `(list "price" => (function (sku n) (* n 2)) "tags" => (function args (list "x")) "fail" => (function () (throw "Boom" "b")))`)
	if err != nil {
		t.Fatal(err)
	}
	back, err := As[shop](v)
	if err != nil {
		t.Fatal(err)
	}
	if p, err := back.Price("q", 21); p != 42 || err != nil {
		t.Errorf("got  %v, %v\nwant 42", p, err)
	}
	if tags := back.Tags("a", "b"); !reflect.DeepEqual(tags, []string{"x"}) {
		t.Errorf("got  %v\nwant [x]", tags)
	}
	var e *Exception
	if err := back.Fail(ctx); !errors.As(err, &e) || e.Type != "Boom" {
		t.Errorf("got  %v\nwant Boom", err)
	}
}

func TestAListKeepsNoSessionInMemory(t *testing.T) {
	fn := func() Value {
		in, err := New()
		if err != nil {
			t.Fatal(err)
		}
		s := in.NewSession()
		v, err := s.Eval(context.Background(), `(function () 1)`)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := As[func() int](v); err != nil {
			t.Fatal(err)
		}
		return v
	}()
	for range 100 {
		runtime.GC()
		if _, err := As[func() int](fn); err != nil {
			if !strings.Contains(err.Error(), "belongs to no session") {
				t.Errorf("got  %v", err)
			}
			return
		}
	}
	t.Error("the session is still there")
}

func TestFunctionsMadeAtRunTime(t *testing.T) {
	s := newSession(t)
	v, err := s.Eval(context.Background(), `(list (list "f" => (parse "(function (x) (+ x 1))") "g" => (list function (quote (x)) (quote (* x 2)))))`)
	if err != nil {
		t.Fatal(err)
	}
	fs, err := As[[]map[string]func(int) int](v)
	if err != nil {
		t.Fatal(err)
	}
	if f, g := fs[0]["f"](20), fs[0]["g"](20); f != 21 || g != 40 {
		t.Errorf("got  %d, %d\nwant 21, 40", f, g)
	}
}
