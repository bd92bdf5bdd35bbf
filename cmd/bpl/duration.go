package main

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// A durationFlag is a length of time on the command line: a number of seconds, as
// timeout(1) takes it, or a duration as Go writes it, such as 500ms or 1m30s.
type durationFlag time.Duration

// Set reads the text of the flag.
func (d *durationFlag) Set(text string) error {
	parsed, err := parseDuration(text)
	if err == nil {
		*d = durationFlag(parsed)
	}
	return err
}

// String shows what the flag holds; nothing where it was not given.
func (d *durationFlag) String() string {
	if *d == 0 {
		return ""
	}
	return time.Duration(*d).String()
}

// Type names the kind of the flag.
func (d *durationFlag) Type() string { return "duration" }

func parseDuration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil {
		seconds, notNumber := strconv.ParseFloat(text, 64)
		// A time.Duration counts nanoseconds in 64 bits; NaN is not below the bound either.
		if notNumber != nil || !(math.Abs(seconds) < math.MaxInt64/float64(time.Second)) {
			return 0, fmt.Errorf("got %q, want a time such as 500ms, 2m or 10 (seconds)", text)
		}
		d = time.Duration(seconds * float64(time.Second))
	}
	if d < 0 {
		return 0, fmt.Errorf("got %q, want a time of 0 or more", text)
	}
	return d, nil
}
