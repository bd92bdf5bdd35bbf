//lint:file-ignore SA4006 the README leaves the handling of errors to its reader

package repository

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp"
)

func lookUp(_ context.Context, sku string) (float64, error) {
	return map[string]float64{"a": 1.5, "b": 4}[sku], nil
}

// TestReadmeGo runs the Go code of the README, which stands between the two
// comments, and compares it with the README's text.
func TestReadmeGo(t *testing.T) {
	ctx := t.Context()
	// README
	type Item struct {
		SKU string `bpl:"sku"`
		N   int    `bpl:"n"`
	}

	price := interp.Func("price", func(ctx context.Context, sku string) (float64, error) { return lookUp(ctx, sku) },
		interp.Help{Summary: "price of one piece of an article"})
	in, err := interp.New(interp.With(interp.Lib("shop", price)))
	s := in.NewSession()
	defer s.Close()
	err = s.Set("cart", []Item{{"a", 2}, {"b", 1}})
	v, err := s.Eval(ctx, `(do (set t 0) (for-each cart i (++ t (* i/n (price i/sku)))) t)`)
	total, err := interp.As[float64](v)
	// README
	if err != nil || total != 7 {
		t.Errorf("total\n got %v, %v\nwant 7", total, err)
	}

	self, err := os.ReadFile("readme_go_test.go")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var here strings.Builder
	for line := range strings.Lines(strings.Split(string(self), "\t// README\n")[1]) {
		here.WriteString(strings.TrimPrefix(line, "\t"))
	}
	if there := strings.Join(blocks(string(readme), "go"), ""); there != here.String() {
		t.Errorf("the README's Go code\n got %s\nwant %s", there, here.String())
	}
}
