package curve

import (
	"context"
	"fmt"

	"github.com/bpl-lang/bpl/internal/bench/runner"
)

// Table measures all curves and shows them.
func Table(ctx context.Context) (*runner.Table, error) {
	t := &runner.Table{
		Title: "Costs per element of small and large data",
		Note: fmt.Sprintf("Nanoseconds of processor time for data of %d and of %d elements; "+
			"the ratio should not be above %d.", Small, Large, Most),
		Heads: []string{"", "small", "large", "ratio"},
	}
	for _, c := range Curves() {
		cost, err := c.Measure(ctx, Small, Large, Effort{Tries: 5, Elements: 200_000})
		if err != nil {
			return nil, err
		}
		t.Rows = append(t.Rows, []string{c.Name, fmt.Sprint(cost.Small.Nanoseconds()), fmt.Sprint(cost.Large.Nanoseconds()),
			fmt.Sprintf("%.2f", cost.Ratio())})
	}
	return t, nil
}
