// Package repl is the interactive session of the language: it reads forms, evaluates them
// and prints their values, on a terminal with editing, history and completion, and from a
// pipe without all that.
//
// It evaluates in a session of package interp that the host makes. What else the host
// knows (Kafka, limits) it adds as commands and as sources of completions.
package repl
