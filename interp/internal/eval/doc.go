// Package eval evaluates the language. It knows frames and scopes, calls, exceptions,
// executors, limits and the session's lock; what the built-in functions do is told to it
// by the packages above (interp/core and the libraries of a host).
//
// The files: walk.go evaluates by walking over lists and is the definition of the
// language; call.go calls functions; throw.go and protect.go are exceptions; executor.go,
// session.go, gate.go and wait.go are executors and the lock; limits.go bounds them all.
package eval
