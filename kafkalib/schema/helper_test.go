package schema

import (
	"errors"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp"
)

// script evaluates an expression.
func script(t testing.TB, text string) interp.Value {
	t.Helper()
	in, err := interp.New()
	if err != nil {
		t.Fatal(err)
	}
	v, err := in.NewSession().Eval(t.Context(), text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func mustParse(t testing.TB, typ Type, text string, references ...Reference) Schema {
	t.Helper()
	s, err := Parse(Source{Type: typ, Text: text, References: references})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// roundTrip encodes and decodes the value of an expression.
func roundTrip(t *testing.T, s Schema, expression, want string) {
	t.Helper()
	v := script(t, expression)
	if problems := s.Validate(v); len(problems) > 0 {
		t.Fatalf("%s: %v", expression, problems)
	}
	data, err := s.Encode(v)
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	got, err := s.Decode(data)
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	if got.String() != want {
		t.Errorf("%s:\n got %s\nwant %s", expression, got, want)
	}
}

// An invalidTest is a text that is no schema, and where that has to be said.
type invalidTest struct {
	name, text string
	line       int
	path       string
}

func checkInvalid(t *testing.T, typ Type, tests []invalidTest) {
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse(Source{Type: typ, Text: tt.text})
			e, ok := errors.AsType[*InvalidError](err)
			if !ok || e.Line != tt.line || e.Path != tt.path {
				t.Errorf("got %+v\nwant line %d, path %q", err, tt.line, tt.path)
			}
		})
	}
}

// A compatibleTest is a change of a schema, and what stands in its way.
type compatibleTest struct {
	name, old, new string
	mode           Mode
	paths          string // of the problems, with commas; "-" for none
}

func checkCompatible(t *testing.T, typ Type, tests []compatibleTest) {
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			problems := Compatible(mustParse(t, typ, tt.old), mustParse(t, typ, tt.new), tt.mode)
			paths := make([]string, len(problems))
			for i, p := range problems {
				paths[i] = p.Path
			}
			got := strings.Join(paths, ",")
			if len(problems) == 0 {
				got = "-"
			}
			if got != tt.paths {
				t.Errorf("got %v\nwant the paths %s", problems, tt.paths)
			}
		})
	}
}
