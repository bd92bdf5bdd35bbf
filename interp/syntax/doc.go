// Package syntax turns text of the language into values and values into text.
//
// [Read] reads exactly one value, [ReadAll] the expressions of a source file,
// [ParseReference] one reference. [Append], [Print] and [Text] print; [Cut] prints the
// beginning of a value for messages, [Pretty] breaks long values over several lines,
// [Format] lays out source text, and [Compact] puts it on one line.
//
// Nothing here is recursive over data: a million nested lists are read and printed with
// the memory that they need and no more. Printing knows shared and circular lists.
//
// All functions are safe for concurrent use as long as the lists that they are given are
// not changed meanwhile.
package syntax
