package curve

import "testing"

// TestCostsDoNotGrow compares sizes that are only forty times apart, to be quick, and
// allows several times what is asked for, since other work disturbs the caches. A cost that
// grows with the size would be forty times as large.
func TestCostsDoNotGrow(t *testing.T) {
	const few, many, leeway = 500, 20_000, 4
	for _, c := range Curves() {
		t.Run(c.Name, func(t *testing.T) {
			cost, err := c.Measure(t.Context(), few, many, Effort{Tries: 3, Elements: many})
			if err != nil {
				t.Fatal(err)
			}
			if cost.Ratio() > Most*leeway {
				t.Errorf("cost per element\n got %v of %d, %v of %d\nwant at most %d times as much",
					cost.Small, few, cost.Large, many, Most*leeway)
			}
		})
	}
}

func TestMistakesInCurves(t *testing.T) {
	for _, c := range []Curve{{"setup", "(", "1"}, {"run", "1", "(get (list) 0)"}} {
		if _, err := c.Measure(t.Context(), 1, 2, Effort{Tries: 1, Elements: 1}); err == nil {
			t.Errorf("%s that fails: got no error", c.Name)
		}
	}
}
