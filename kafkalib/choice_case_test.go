package kafkalib

import (
	"strings"
	"testing"
)

// TestChoicesWithoutLetterCase asserts that an option with a few values takes
// them in any letter case, and keeps its own.
func TestChoicesWithoutLetterCase(t *testing.T) {
	for _, kind := range []Kind{Producer, Consumer, Admin, Recorder} {
		for _, o := range optionIndex[kind] {
			if o.form != choiceOption || o.ignored != "" {
				continue
			}
			for _, c := range o.choices {
				for _, spelling := range []string{strings.ToUpper(c), strings.ToLower(c), " " + c + " "} {
					got, err := o.convert(spelling)
					if err != nil || got != c {
						t.Errorf("%s of a %v, %q:\ngot  %v, %v\nwant %q", o.name, kind, spelling, got, err, c)
					}
				}
			}
		}
	}
}
