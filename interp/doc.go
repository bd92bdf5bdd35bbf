// Package interp embeds the language BPL in Go programs.
//
// An [Interp] is the immutable registry of functions, limits and capabilities; New makes
// one that can do nothing outside the language. A [Session] of it is a global scope with
// everything that lives in it. Every call that evaluates takes a context. Effects (streams,
// files, environment, network, processes) exist only as far as the host grants them.
//
// Go values that go in and out are copied, by the rules of [ToValue] and [FromValue]; a
// [Value], a [List] and what [Foreign] holds are handed over as they are.
//
// # The lock
//
// A session's lock is held by whoever evaluates in it. Eval, Run, Call, Set, Get, Delete,
// Snapshot, Do and Close wait for it. A built-in made by [Func] runs without the lock; one
// made by [Special] holds it, and gives it back for blocking work inside [Call.Unlocked].
// Inside a built-in use [Call.Session], inside [Session.Do] the session that is passed:
// their methods do not wait but come back into the evaluation. A context of
// [Call.Context] passed to the outer session does the same.
//
// Lists that a session gives out are live: its executors change them. Look at them inside
// Do, or copy them ([As], [FromValue], [Value.Clone], [Session.Snapshot]).
//
// A Go function made from a function of the language takes the lock, from whatever
// goroutine it is called. If it was made of an argument of a Func, or if its first
// parameter is a context that comes from Call.Context, it is part of that evaluation as
// long as the built-in has not returned. A special form that calls such a function while
// it holds the lock must pass that context.
package interp
