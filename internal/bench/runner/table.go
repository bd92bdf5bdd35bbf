package runner

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// A Table has a title, the heads of its columns, and rows whose first cell is a name.
type Table struct {
	Title string
	Note  string // below the title; may be empty
	Heads []string
	Rows  [][]string
}

// add appends a row.
func (t *Table) add(name string, cells ...string) {
	t.Rows = append(t.Rows, append([]string{name}, cells...))
}

// Text writes the table for a terminal: names to the left, everything else to the right.
func (t *Table) Text(w io.Writer) error {
	widths := make([]int, len(t.Heads))
	for _, row := range append([][]string{t.Heads}, t.Rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s\n", t.Title)
	if t.Note != "" {
		fmt.Fprintf(&b, "%s\n", t.Note)
	}
	for _, row := range append([][]string{t.Heads}, t.Rows...) {
		var line strings.Builder
		for i, cell := range row {
			gap := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i == 0 {
				line.WriteString(cell + gap)
			} else {
				line.WriteString("  " + gap + cell)
			}
		}
		fmt.Fprintln(&b, strings.TrimRight(line.String(), " "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Markdown writes the table as a section of a Markdown document.
func (t *Table) Markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s\n\n", t.Title)
	if t.Note != "" {
		fmt.Fprintf(&b, "%s\n\n", t.Note)
	}
	rule := []string{"---"}
	for range len(t.Heads) - 1 {
		rule = append(rule, "--:")
	}
	for _, row := range append([][]string{t.Heads, rule}, t.Rows...) {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
