// The other interpreters that are embedded in Go. They are a module of their own so that
// the project does not depend on them.
module github.com/bpl-lang/bpl/internal/bench/peers

go 1.26.0

require (
	github.com/benhoyt/goawk v1.31.0
	github.com/bpl-lang/bpl v0.0.0
	github.com/d5/tengo/v2 v2.17.0
	github.com/dop251/goja v0.0.0-20260917113740-793a2a65c13b
	github.com/expr-lang/expr v1.17.8
	github.com/itchyny/gojq v0.12.20
	github.com/traefik/yaegi v0.16.1
	github.com/yuin/gopher-lua v1.1.2
	go.starlark.net v0.0.0-20260908191801-89a6a09411d5
)

require (
	github.com/dlclark/regexp2/v2 v2.5.2 // indirect
	github.com/go-sourcemap/sourcemap v2.1.3+incompatible // indirect
	github.com/google/pprof v0.0.0-20230207041349-798e818bf904 // indirect
	github.com/itchyny/timefmt-go v0.1.9 // indirect
	golang.org/x/sys v0.44.0 // indirect
	golang.org/x/text v0.41.0 // indirect
)

replace github.com/bpl-lang/bpl => ../../..
