// Package eval evaluates the language. It knows frames and scopes, calls, exceptions,
// executors, limits and the session's lock; what the built-in functions do is told to it
// by the packages above (interp/core and the libraries of a host).
//
// Where things are:
//
//   - walk.go evaluates by walking over lists and is the definition of the language; call.go
//     calls functions, arguments.go serves built-ins;
//   - frame.go and layout.go hold local variables;
//   - compile*.go make closures of lists that are evaluated often, for which code.go and
//     heat.go decide; enter.go, site.go and callee.go call compiled functions; expr.go and
//     operand.go say what is known of an expression;
//   - throw.go, protect.go, exception_data.go and errors.go are exceptions, trace.go their
//     call stacks, show.go, hint.go and source.go what people see of them;
//   - session.go, evaluation.go, executor.go and spawn.go are what runs; gate.go is the lock,
//     wait.go, monitor.go and timer.go wait without it; entry.go lets a host's code in;
//   - limits.go, memory.go and depth.go bound all of that.
package eval
