package main

import (
	"bufio"
	"context"
	"encoding/json"
	"unicode/utf8"

	"github.com/bpl-lang/bpl/kafkalib/spool"
)

// An exported is a record as a line of JSON.
type exported struct {
	Sequence  uint64 `json:"sequence"`
	Time      int64  `json:"time"` // ms since 1970
	Timestamp *int64 `json:"timestamp"`
	Topic     string `json:"topic"`
	Partition *int32 `json:"partition"`
	Key       any    `json:"key"`
	Value     any    `json:"value"`
	Headers   []any  `json:"headers"` // of [name, value], as records of the language have them
	Original  uint64 `json:"original,omitempty"`
	Code      string `json:"code,omitempty"`
	Message   string `json:"message,omitempty"`
}

// exportedBytes returns null, a string if b is text, or {"base64": "…"}.
func exportedBytes(b []byte) any {
	switch {
	case b == nil:
		return nil
	case utf8.Valid(b):
		return string(b)
	}
	return map[string][]byte{"base64": b}
}

// exportSpool prints records as JSON.
func (c *command) exportSpool(ctx context.Context, dir string, f spoolFlags) int {
	w := bufio.NewWriter(&outlet{w: c.out})
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	report, err := findSpool(dir, func(r spool.Rejected) error {
		if (r.Code != "") != f.rejected {
			return ended(ctx)
		}
		if err := e.Encode(exportedRecord(r)); err != nil {
			return err
		}
		return ended(ctx)
	})
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		return c.report(err)
	}
	for _, n := range report.Findings {
		c.say("%s", spoolFinding(n, report.InUse))
	}
	if len(report.Damage()) > 0 {
		return exitFailure
	}
	return exitOK
}

func exportedRecord(r spool.Rejected) exported {
	x := exported{Sequence: r.Sequence, Time: r.Time.UnixMilli(), Topic: r.Topic, Key: exportedBytes(r.Key), Value: exportedBytes(r.Value),
		Headers: []any{}, Original: r.Original, Code: r.Code, Message: r.Message}
	if !r.Timestamp.IsZero() {
		ms := r.Timestamp.UnixMilli()
		x.Timestamp = &ms
	}
	if r.Partition >= 0 {
		x.Partition = &r.Partition
	}
	for _, h := range r.Headers {
		x.Headers = append(x.Headers, []any{h.Key, exportedBytes(h.Value)})
	}
	return x
}
