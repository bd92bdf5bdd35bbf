package main

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/bpl-lang/bpl/kafkalib/spool"
	"github.com/bpl-lang/bpl/repl"
)

// listSpool prints the figures of a spool and a line for each record.
func (c *command) listSpool(ctx context.Context, dir string, f spoolFlags) int {
	var waiting, rejected spoolTable
	report, err := findSpool(dir, func(r spool.Rejected) error {
		if r.Code == "" {
			waiting.add(r, f.most)
		} else {
			rejected.add(r, f.most)
		}
		return ended(ctx)
	})
	if err != nil {
		return c.report(err)
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "id\t%s\nrecords\t%d\nrejected\t%d\nbytes\t%d\nsegments\t%d\n",
		cmp.Or(report.ID, "unknown"), report.Records, report.Rejected, report.Bytes, report.Segments)
	if !waiting.oldest.IsZero() {
		fmt.Fprintf(w, "oldest\t%s\n", waiting.oldest.UTC().Format(timeLayout))
	}
	if report.InUse {
		fmt.Fprintf(w, "in use\tyes\n")
	}
	_ = w.Flush() // to memory
	waiting.print(&b, "\n", "")
	rejected.print(&b, "\nrejected\n", "\tcode\tmessage")
	code := c.print(b.String())
	for _, n := range report.Findings {
		if _, torn := n.(spool.Torn); !torn || !report.InUse {
			c.say("%s", spoolFinding(n, report.InUse))
		}
	}
	return code
}

// timeLayout is a time with ms, as the columns of a list have it.
const timeLayout = "2006-01-02T15:04:05.000Z"

// A spoolTable is the lines of the first records of a kind, and figures of all.
type spoolTable struct {
	lines  []string
	total  int64
	oldest time.Time
}

func (t *spoolTable) add(r spool.Rejected, most int) {
	if t.total == 0 || r.Time.Before(t.oldest) {
		t.oldest = r.Time
	}
	t.total++
	if most == 0 || len(t.lines) < most {
		t.lines = append(t.lines, spoolLine(r))
	}
}

// spoolLine describes a record in columns.
func spoolLine(r spool.Rejected) string {
	partition, size := "-", "null"
	if r.Partition >= 0 {
		partition = strconv.Itoa(int(r.Partition))
	}
	if r.Value != nil {
		size = strconv.Itoa(len(r.Value))
	}
	line := fmt.Sprintf("%d\t%s\t%s\t%s\t%s\t%s", r.Sequence, r.Time.UTC().Format(timeLayout), repl.OneLine(r.Topic, 100),
		partition, shownKey(r.Key), size)
	if r.Code != "" {
		line += fmt.Sprintf("\t%s\t%s", repl.OneLine(r.Code, 50), repl.OneLine(r.Message, 200))
	}
	return line
}

func (t *spoolTable) print(b *strings.Builder, title, more string) {
	if t.total == 0 {
		return
	}
	b.WriteString(title)
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "sequence\taccepted\ttopic\tpartition\tkey\tbytes"+more)
	for _, line := range t.lines {
		fmt.Fprintln(w, line)
	}
	_ = w.Flush() // to memory
	if n := t.total - int64(len(t.lines)); n > 0 {
		fmt.Fprintf(b, "and %d more: --max 0 lists all\n", n)
	}
}

// longestKey is how many bytes of a key a list shows.
const longestKey = 40

// shownKey returns a key as a column shows it.
func shownKey(key []byte) string {
	if key == nil {
		return "-"
	}
	if len(key) > longestKey {
		return strconv.Quote(string(key[:longestKey])) + "…"
	}
	return strconv.Quote(string(key))
}
