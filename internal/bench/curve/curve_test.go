package curve

import "testing"

// TestCostsDoNotGrow compares sizes that are only a hundred times apart, to be quick, and
// allows several times what is asked for, since other work disturbs the caches. A cost that
// grows with the size would be a hundred times as large.
func TestCostsDoNotGrow(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const leeway = 4
	for _, c := range Curves() {
		t.Run(c.Name, func(t *testing.T) {
			cost, err := c.Measure(t.Context(), Small, Large/10)
			if err != nil {
				t.Fatal(err)
			}
			if cost.Ratio() > Most*leeway {
				t.Errorf("cost per element\n got %v of %d, %v of %d\nwant at most %d times as much",
					cost.Small, Small, cost.Large, Large/10, Most*leeway)
			}
		})
	}
}

func TestMistakesInCurves(t *testing.T) {
	for _, c := range []Curve{{"setup", "(", "1"}, {"run", "1", "(get (list) 0)"}} {
		if _, err := c.Measure(t.Context(), 1, 2); err == nil {
			t.Errorf("%s that fails: got no error", c.Name)
		}
	}
}
