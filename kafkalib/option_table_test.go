package kafkalib

import (
	"slices"
	"strings"
	"testing"
)

func TestOptionTable(t *testing.T) {
	for _, o := range optionTable {
		if o.name != strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(o.name), ".", "-"), "_", "-") {
			t.Errorf("%s is not a dashed name", o.name)
		}
		if o.meaning == "" {
			t.Errorf("%s has no meaning", o.name)
		}
		if o.kinds == 0 {
			t.Errorf("%s belongs to no kind", o.name)
		}
		if o.form == specialOption && o.parse == nil {
			t.Errorf("%s has no parse", o.name)
		}
		if (o.form == integerOption || o.form == millisOption || o.form == bytesOption) && o.max <= o.min {
			t.Errorf("%s has no range", o.name)
		}
		if o.form == millisOption && !strings.HasSuffix(o.name, "-ms") {
			t.Errorf("%s is in milliseconds and does not say so", o.name)
		}
		if o.ignored != "" || o.standard == nil {
			continue
		}
		// The default is a value that the option itself accepts.
		given := o.standard
		if l, ok := given.([]string); ok {
			given = strings.Join(l, ",")
		}
		if _, err := o.convert(given); err != nil {
			t.Errorf("%s: its default %v is refused: %v", o.name, o.standard, err)
		}
	}
}

func TestOptionsOfKinds(t *testing.T) {
	for k := range kindCount {
		infos := Options(k)
		if !slices.IsSortedFunc(infos, func(a, b OptionInfo) int { return strings.Compare(a.Name, b.Name) }) {
			t.Errorf("%s: the options are not sorted", k)
		}
		seen := make(map[string]bool)
		for _, i := range infos {
			if seen[i.Name] {
				t.Errorf("%s: %s stands twice", k, i.Name)
			}
			seen[i.Name] = true
		}
		if !seen["servers"] || !seen["client-id"] {
			t.Errorf("%s: options of all kinds are missing", k)
		}
	}
	if got := Options(kindCount); got != nil {
		t.Errorf("an unknown kind: got %d options", len(got))
	}
}

func TestKinds(t *testing.T) {
	for _, tc := range []struct {
		id     string
		handle bool
		kind   Kind
	}{
		{"p1", true, Producer}, {"c12", true, Consumer}, {"a3", true, Admin}, {"r4", true, Recorder},
		{"s5", true, Stream}, {"g6", true, ShareConsumer},
		{"p", false, 0}, {"", false, 0}, {"x1", false, 0}, {"p1:9092", false, 0}, {"p1a", false, 0}, {"P1", false, 0}, {"p-1", false, 0},
	} {
		t.Run(quote(tc.id), func(t *testing.T) {
			if got := IsHandleText(tc.id); got != tc.handle {
				t.Errorf("got  %t\nwant %t", got, tc.handle)
			}
			if tc.handle && tc.kind.Letter() != tc.id[0] {
				t.Errorf("letter of %s\ngot  %c\nwant %c", tc.kind, tc.kind.Letter(), tc.id[0])
			}
		})
	}
	for k := range kindCount {
		if got, ok := ParseKind(k.String()); !ok || got != k {
			t.Errorf("%s is not read back", k)
		}
	}
}
