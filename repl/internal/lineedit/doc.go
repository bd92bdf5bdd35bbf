// Package lineedit edits a line on a terminal: history, search, completion, colours, and
// output of other goroutines above the line.
//
// It exists because chzyer/readline, the library that the session began with, cannot do
// what a session with text of any script and with executors in the background needs: it
// takes an emoji for one column, so that the cursor stands in another place than the text
// says; it takes a paste for keys; and it redraws from several goroutines without a lock.
// Here one lock guards line and screen, columns are those of syntax.Columns, and reading
// ends when a context does, without a goroutine that stays behind.
package lineedit
