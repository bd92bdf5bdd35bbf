package elementary

import (
	"math"
	"testing"
)

func BenchmarkFunctions(b *testing.B) {
	for _, test := range []struct {
		name        string
		exact, fast func(float64) float64
	}{
		{"sin", Sin, math.Sin}, {"atan", Atan, math.Atan}, {"log", Log, math.Log},
		{"pow", func(x float64) float64 { return Pow(x, 1.7) }, func(x float64) float64 { return math.Pow(x, 1.7) }},
	} {
		for _, way := range []struct {
			name     string
			function func(float64) float64
		}{{"exact", test.exact}, {"plain", test.fast}} {
			b.Run(test.name+"/"+way.name, func(b *testing.B) {
				for i := 0; i < b.N; i++ {
					way.function(1.5 + float64(i%1000))
				}
			})
		}
	}
}
