package interp

import (
	"errors"
	"testing"
)

func TestJSONRoundTrip(t *testing.T) {
	in, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{`null`, `true`, `"a\"é"`, `9007199254740993`, `1.5`, `[]`, `[1,"x",[null]]`, `{"a":1,"b":{"c":[2]}}`} {
		v, err := in.ParseJSON(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got, err := in.AppendJSON([]byte("x"), v); err != nil || string(got) != "x"+text {
			t.Errorf("got  %s, %v\nwant x%s", got, err, text)
		}
	}
	for _, text := range []string{``, `{`, `[1`, `nope`, `1 2`} {
		var wrong *SyntaxError
		if _, err := in.ParseJSON(text); !errors.As(err, &wrong) {
			t.Errorf("%q: got %v, want a *SyntaxError", text, err)
		}
	}
	l := NewList(1)
	l.SetAt(0, FromList(l))
	if _, err := in.AppendJSON(nil, FromList(l)); err == nil {
		t.Error("a list that contains itself was written")
	}
}
