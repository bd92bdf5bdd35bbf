package main

import (
	"encoding/xml"
	"fmt"
	"os"
	"strings"
	"time"
)

// The XML that tools for JUnit read.
type (
	junitReport struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Time     string       `xml:"time,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Time     string      `xml:"time,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		Time    string        `xml:"time,attr"`
		Failure *junitFailure `xml:"failure,omitempty"`
		Output  string        `xml:"system-out,omitempty"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// writeJUnit writes a report of all tests.
func writeJUnit(path string, suites []testSuite) error {
	var report junitReport
	var total time.Duration
	for _, s := range suites {
		j := junitSuite{Name: s.name, Tests: len(s.tests)}
		var sum time.Duration
		for _, t := range s.tests {
			c := junitCase{Name: t.name, Class: s.name, Time: seconds(t.took), Output: xmlText(t.output)}
			if t.failure != "" {
				first, _, _ := strings.Cut(t.failure, "\n")
				c.Failure = &junitFailure{Message: xmlText(first), Text: xmlText(t.failure)}
				j.Failures++
			}
			j.Cases = append(j.Cases, c)
			sum += t.took
		}
		j.Time = seconds(sum)
		total += sum
		report.Tests += j.Tests
		report.Failures += j.Failures
		report.Suites = append(report.Suites, j)
	}
	report.Time = seconds(total)
	text, err := xml.MarshalIndent(report, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(xml.Header+string(text)+"\n"), 0o644)
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }

// xmlText replaces what XML cannot hold.
func xmlText(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\n' && r != '\t' && r != '\r' {
			return '\ufffd'
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
}
