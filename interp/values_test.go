package interp

import "testing"

func TestReferenceSteps(t *testing.T) {
	type index uint8
	for _, test := range []struct {
		name string
		path []any
		want string
	}{
		{"name alone", []any{"a"}, "a"},
		{"int", []any{"a", 1, "b"}, "a/1/b"},
		{"small integer", []any{"a", int8(7)}, "a/7"},
		{"unsigned integer", []any{"a", uint64(8)}, "a/8"},
		{"integer of a type of its own", []any{"a", index(9)}, "a/9"},
		{"largest index", []any{"a", 1<<31 - 1}, "a/2147483647"},
		{"no steps", nil, "reference: got no path, want at least a name"},
		{"index first", []any{1}, "reference: first step: got an index, want a name"},
		{"index below 0", []any{"a", -1}, "reference: step 1: got index -1, want 0 to 2147483647"},
		{"index too large", []any{"a", uint32(1 << 31)}, "reference: step 1: got index 2147483648, want 0 to 2147483647"},
		{"double", []any{"a", 1.0}, "reference: step 1: got float64, want a string or an integer"},
		{"nil", []any{"a", nil}, "reference: step 1: got <nil>, want a string or an integer"},
	} {
		t.Run(test.name, func(t *testing.T) {
			v, err := Reference(test.path...)
			got := v.String()
			if err != nil {
				got = err.Error()
			}
			if got != test.want {
				t.Errorf("\ngot  %s\nwant %s", got, test.want)
			}
		})
	}
}
