package main

import (
	"strings"
	"testing"
	"time"
)

func TestParseDuration(t *testing.T) {
	for _, c := range []struct {
		text string
		want time.Duration
		err  string // a part of the message
	}{
		{text: "5", want: 5 * time.Second},
		{text: "0.25", want: 250 * time.Millisecond},
		{text: ".5", want: 500 * time.Millisecond},
		{text: "0", want: 0},
		{text: "1e1", want: 10 * time.Second},
		{text: "20ms", want: 20 * time.Millisecond},
		{text: "1m30s", want: 90 * time.Second},
		{text: "", err: `got "", want a time such as`},
		{text: "soon", err: `got "soon", want a time such as`},
		{text: "5 s", err: "want a time such as"},
		{text: "NaN", err: "want a time such as"},
		{text: "inf", err: "want a time such as"},
		{text: "1e300", err: "want a time such as"},
		{text: "99999999999", err: "want a time such as"},
		{text: "-1", err: "want a time of 0 or more"},
		{text: "-1s", err: "want a time of 0 or more"},
	} {
		t.Run(c.text, func(t *testing.T) {
			got, err := parseDuration(c.text)
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Fatalf("error\ngot  %v\nwant one with %q", err, c.err)
				}
				return
			}
			if err != nil || got != c.want {
				t.Errorf("parseDuration\ngot  %v, %v\nwant %v", got, err, c.want)
			}
		})
	}
}
