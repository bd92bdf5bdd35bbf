// Package bench measures the interpreter: the programs of package suite and single
// operations, here as Go benchmarks, in cmd/bench beside other languages.
//
//	go run ./internal/bench/cmd/bench            everything, as tables of ratios
//	go run ./internal/bench/cmd/bench guard      compares with the stored baselines
//	go run ./internal/bench/cmd/bench curves     costs per element of small and large data
//	go test -bench . ./internal/bench            programs and operations, in this process
package bench
