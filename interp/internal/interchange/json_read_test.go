package interchange

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

func TestReadJSON(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"array", `[1,2,3]`, `(1 2 3)`},
		{"empty array", ` [ ] `, `()`},
		{"empty object", "{\n}", `()`},
		{"object", `{"a":1,"b":{"c":[]}}`, `("a" => 1 "b" => ("c" => ()))`},
		{"empty name", `{"":1}`, `("" => 1)`},
		{"repeated name", `{"a":1,"b":2,"a":3}`, `("a" => 3 "b" => 2)`},
		{"repeated first name", `[{"":1,"":2},{"":1,"":2}]`, `(("" => 2) ("" => 2))`},
		{"repeated name with list", `{"a":1,"a":[{"a":2}]}`, `("a" => (("a" => 2)))`},
		{"same names in another order", `[{"a":1,"b":2},{"b":1,"a":2},{"a":3,"b":4}]`, `(("a" => 1 "b" => 2) ("b" => 1 "a" => 2) ("a" => 3 "b" => 4))`},
		{"words", `[true,false,null]`, `(true false null)`},
		{"word alone", ` null `, `null`},
		{"integers", `[0,-0,7,-2147483648]`, `(0 0 7 -2147483648)`},
		{"longs", `[2147483648,9223372036854775807,-9223372036854775808]`, `(2147483648 9223372036854775807 -9223372036854775808)`},
		{"beyond longs", `[9223372036854775808]`, `(9.223372036854776E18)`},
		{"doubles", `[1.5,-0.5e1,1E3,1e+2,2e-3]`, `(1.5 -5 1000 100 0.002)`},
		{"beyond doubles", `[1e400,-1e400,1e-400]`, `(Infinity -Infinity 0)`},
		{"string", `"a\"\\\/\b\f\n\r\tz"`, "\"a\\\"\\\\/\b\f\\n\\r\\tz\""},
		{"unicode escapes", `"\u0041\u00e9\u65E5"`, `"Aé日"`},
		{"surrogate pair", `"\ud83d\ude00"`, `"😀"`},
		{"surrogates without partner", `"\ud83d\ud83dx\ude00"`, "\"\uFFFD\uFFFDx\uFFFD\""},
		{"surrogate before another escape", `"\ud83d\u0041\ud83d\n"`, "\"\uFFFDA\uFFFD\\n\""},
		{"surrogate and then a pair", `"\ud83d\ud83d\ude00"`, "\"\uFFFD😀\""},
		{"bytes that are no UTF-8", "\"\xff\xc3\"", "\"\xff\xc3\""},
		{"delete character", "\"\x7f\"", "\"\x7f\""},
		{"byte-order mark", "\uFEFF[1]", `(1)`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, err := ReadJSON(tt.src, ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if got := v.String(); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestReadJSONErrors(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"array not closed", `[1,2`, "Unmatched parenthesis"},
		{"just opened", `[`, "Unmatched parenthesis"},
		{"object just opened", ` { `, "Unmatched parenthesis"},
		{"after comma", `[1,`, "Unmatched parenthesis"},
		{"after name", `{"a"`, "Unmatched parenthesis"},
		{"after colon", `{"a":`, "Unmatched parenthesis"},
		{"after comma of object", `{"a":1,`, "Unmatched parenthesis"},
		{"two values", `1 2`, "Unmatched parenthesis"},
		{"bracket after the value", `[1]]`, "Unmatched parenthesis"},
		{"comma after the value", `1,`, "Unmatched parenthesis"},
		{"nothing open", `]`, "Unmatched parentheses"},
		{"nothing open, brace", ` }`, "Unmatched parentheses"},
		{"no name", `{:1}`, "Missing slot name"},
		{"number as name", `{1:2}`, "Missing slot name"},
		{"colon in array", `[1:2]`, "Missing slot name"},
		{"colon first in array", `[:2]`, "Missing slot name"},
		{"colon alone", `:`, "Missing slot name"},
		{"second colon", `{"a"::1}`, "Missing slot name"},
		{"colon after value", `{"a":1:2}`, "Missing slot name"},
		{"unknown word", `[abc]`, "Unexpected token: abc"},
		{"word in other case", `True`, "Unexpected token: True"},
		{"words of the language", `[NaN]`, "Unexpected token: NaN"},
		{"word as name", `{abc:1}`, "Unexpected token: abc"},
		{"other quotes", `['a']`, "Unexpected token: 'a'"},
		{"other blanks", "[\u00a01]", "Unexpected token: \u00a01"},
		{"words without space", `truefalse`, "Unexpected token: truefalse"},
		{"letters behind digits", `[1x]`, "Invalid number: 1x"},
		{"leading zero", `01`, "Invalid number: 01"},
		{"negative leading zero", `[-01]`, "Invalid number: -01"},
		{"plus", `+1`, "Invalid number: +1"},
		{"minus", `[-]`, "Invalid number: -"},
		{"bare point", `.5`, "Invalid number: .5"},
		{"nothing behind the point", `1.`, "Invalid number: 1."},
		{"nothing behind the exponent", `[1e]`, "Invalid number: 1e"},
		{"nothing behind the sign", `[1e+]`, "Invalid number: 1e+"},
		{"hex", `0x10`, "Invalid number: 0x10"},
		{"negative infinity", `-Infinity`, "Invalid number: -Infinity"},
		{"string not closed", `"abc`, "Unexpected end of file"},
		{"string not closed in a list", `["abc]`, "Unexpected end of file"},
		{"name not closed", `{"abc`, "Unexpected end of file"},
		{"ends after backslash", `"\`, "Unexpected end of file"},
		{"ends in unicode escape", `"\u00`, "Unexpected end of file"},
		{"line end", "\"a\nb\"", "Invalid character: 0xa"},
		{"tab", "\"\t\"", "Invalid character: 0x9"},
		{"null byte", "\"\x00\"", "Invalid character: 0x0"},
		{"line end behind escape", "\"\\n\n\"", "Invalid character: 0xa"},
		{"unknown escape", `"a\qb"`, `Invalid character: \q`},
		{"capital escape", `"\U0041"`, `Invalid character: \U`},
		{"escape of the language", `"\'"`, `Invalid character: \'`},
		{"escaped letter beyond ASCII", `"\é"`, `Invalid character: \é`},
		{"bad digits", `"\u00g0"`, `Invalid character: \u00, want four hexadecimal digits at 1:2`},
		{"blank", " \n", "Unexpected end of file, want a value at 2:1"},
		{"empty", "", "Unexpected end of file, want a value at 1:1"},
		{"trailing comma", `[1,2,]`, "Unexpected ], want a value at 1:6"},
		{"trailing comma of object", `{"a":1,}`, "Unexpected }, want a name after the comma at 1:8"},
		{"no comma", `[1 2]`, "Missing comma at 1:4"},
		{"no comma before string", `[true"a"]`, "Missing comma at 1:6"},
		{"no colon", `{"a" 1}`, "Missing colon at 1:6"},
		{"no value", `{"a":}`, "Unexpected }, want a value at 1:6"},
		{"other bracket", `[1,2}`, "Unexpected }, want the other kind of bracket at 1:5"},
		{"other brace", `{"a":1]`, "Unexpected ], want the other kind of bracket at 1:7"},
		{"other bracket at once", `[}`, "Unexpected }, want a value at 1:2"},
		{"two commas", `[1,,2]`, "Unexpected comma, want a value at 1:4"},
		{"list as name", `{[1]:2}`, "Unexpected [, want a name at 1:2"},
		{"word without colon", `{true}`, "Unexpected true, want a name in quotes at 1:2"},
		{"byte-order mark inside", "[\uFEFF1]", "Unexpected token: \uFEFF1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, err := ReadJSON(tt.src, ReadOptions{})
			var wrong *SyntaxError
			if !errors.As(err, &wrong) {
				t.Fatalf("got  %v, error %v\nwant a SyntaxError", v, err)
			}
			if wrong.Msg != tt.want {
				t.Errorf("got  %s\nwant %s", wrong.Msg, tt.want)
			}
		})
	}
}

func TestLongNumbers(t *testing.T) {
	digits := strings.Repeat("1234567890", 100)
	for _, tt := range []struct {
		name, src string
		want      string // "" if it is no number of JSON
	}{
		{"digits", digits, "Infinity"},
		{"fraction", "-0." + digits, "-0.12345678901234568"},
		{"exponent", digits + "e-999", "1.2345678901234567"},
		{"exponent at once", "1e-" + strings.Repeat("0", 1000) + "1", "0.1"},
		{"zero and exponent", "0e" + digits, "0"},
		{"zeros", "0." + strings.Repeat("0", 1000), "0"},
		{"leading zero", "0" + digits, ""},
		{"hexadecimal", "0x" + digits, ""},
		{"binary", "0b" + strings.Repeat("1", 1000), ""},
		{"plus", "+" + digits, ""},
		{"bare point", "-." + digits, ""},
		{"nothing behind the point", digits + ".", ""},
		{"exponent behind the point", digits + ".e5", ""},
		{"letter", digits + "x", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, err := ReadJSON("["+tt.src+"]", ReadOptions{})
			if tt.want == "" {
				if err == nil || err.Error() != "Invalid number: "+tt.src {
					t.Errorf("got  %v, error %.80v\nwant an invalid number", v, err)
				}
				return
			}
			if err != nil || v.String() != "("+tt.want+")" {
				t.Errorf("got  %v, error %.80v\nwant (%s)", v, err, tt.want)
			}
		})
	}
}

func TestReadJSONDepth(t *testing.T) {
	const depth = 1_000_000
	for _, tt := range []struct{ name, begin, end string }{
		{"arrays", "[", "]"},
		{"objects", `{"a":`, "}"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src := strings.Repeat(tt.begin, depth) + "1" + strings.Repeat(tt.end, depth)
			v, err := ReadJSON(src, ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			again, err := AppendJSON(nil, v, WriteOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if string(again) != src {
				t.Error("what was read is not written again")
			}
			var deep *syntax.DepthError
			if _, err := ReadJSON(src, ReadOptions{Depth: depth - 1}); !errors.As(err, &deep) || deep.Max != depth-1 {
				t.Errorf("one level too deep\n got %v\nwant a DepthError of %d", err, depth-1)
			}
		})
	}
}

// Objects of all kinds, more than the tree of names has room for, are told apart.
func TestReadJSONManyNames(t *testing.T) {
	var src, want strings.Builder
	src.WriteString("[")
	want.WriteString("(")
	for i := range 300 {
		if i > 0 {
			src.WriteString(",")
			want.WriteString(" ")
		}
		size := i % 100
		for j := range size {
			sep, blank := ",", " "
			if j == 0 {
				sep, blank = "{", "("
			}
			fmt.Fprintf(&src, `%s"k%d":%d`, sep, i*j%997, j)
			fmt.Fprintf(&want, `%s"k%d" => %d`, blank, i*j%997, j)
		}
		if size == 0 {
			src.WriteString("{}")
			want.WriteString("()")
			continue
		}
		fmt.Fprintf(&src, `,"last":0,"last":%d}`, i)
		fmt.Fprintf(&want, ` "last" => %d)`, i)
	}
	src.WriteString("]")
	want.WriteString(")")
	v, err := ReadJSON(src.String(), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	again, err := syntax.Read(want.String(), syntax.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !value.Equal(v, again, nil) {
		t.Errorf("got  %.300s\nwant %.300s", v, again)
	}
	for i := range v.List().Len() {
		l := v.List().At(i).List()
		for j := range l.Len() {
			if got := l.Find(l.Name(j)); got != j {
				t.Fatalf("position of name %q of object %d\n got %d\nwant %d", l.Name(j), i, got, j)
			}
		}
	}
}

// A list that was read can be changed without a trace in others with the same names.
func TestReadJSONSharesNamesInvisibly(t *testing.T) {
	v, err := ReadJSON(`[{"a":1,"b":2},{"a":3,"b":4},{"a":5,"b":6}]`, ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	l := v.List()
	l.At(0).List().Remove(0)
	l.At(1).List().Put("c", value.Int(0))
	if got, want := v.String(), `(("b" => 2) ("a" => 3 "b" => 4 "c" => 0) ("a" => 5 "b" => 6))`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func FuzzReadJSON(f *testing.F) {
	for _, src := range []string{`{"a":[1,-2.5e+3,"x\u00e9\ud83d"],"b":null,"a":true}`, `[[[]],{},"\\\/"]`, "{\"\":\"\xff\"}", "1e", `[1,]`, "\"\n\""} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		v, err := ReadJSON(src, ReadOptions{Depth: 1000})
		if strings.Count(src, "[")+strings.Count(src, "{") > 1000 || strings.HasPrefix(src, byteOrderMark) {
			return
		}
		if valid := json.Valid([]byte(src)); valid != (err == nil) {
			t.Fatalf("%q is JSON: %v, but the error is %v", src, valid, err)
		}
		if err != nil {
			return
		}
		written, err := AppendJSON(nil, v, WriteOptions{Replace: true})
		if err != nil {
			t.Fatal(err)
		}
		if !json.Valid(written) {
			t.Fatalf("%q became %q, which is no JSON", src, written)
		}
		again, err := ReadJSON(string(written), ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		rewritten, err := AppendJSON(nil, again, WriteOptions{})
		if err != nil || string(rewritten) != string(written) {
			t.Fatalf("written and read\n got %s, error %v\nwant %s", rewritten, err, written)
		}
	})
}
