// Package number turns text into numbers and numbers into text.
//
// It knows three forms of text:
//
//   - number syntax of the language: [Parse] and [ParseWord] read it,
//     [AppendDouble] and [AppendLong] write it, [AppendJSON] writes the variant
//     used in JSON documents;
//   - whole numbers in a radix from 2 to 36: [ParseRadix], [AppendRadix] and
//     [AppendUnsigned];
//   - decimal patterns such as "#,##0.00": [ParsePattern] gives a [Pattern],
//     which writes and reads numbers with the marks of a locale.
//
// All functions are safe for concurrent use, and so are patterns, which never
// change after they were made.
package number
