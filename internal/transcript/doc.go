// Package transcript reads and runs transcripts: expressions of the language with the
// results that they print. The format is described in spec/README.md.
package transcript
