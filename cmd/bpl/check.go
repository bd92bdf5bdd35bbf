package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bpl-lang/bpl/cmd/bpl/internal/check"
	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib"
)

func (c *command) newCheck() *cobra.Command {
	strict, asJSON := false, false
	cmd := &cobra.Command{
		Use:   "check [flags] [FILE...]",
		Short: "find mistakes without evaluating anything",
		Long: `Looks for mistakes in programs: functions and variables that nobody defines (a misspelt
function is no error at run time but data), calls with too few arguments, unknown options,
functions taken for variables. Without files it checks standard input; of a folder every
file *.bpl beneath. Names that files set which the program loads are known.

Errors are mistakes whatever else happens; warnings may be intended, or right together
with other files. The exit code is 1 if there are errors, with --strict also for warnings,
and 3 for text that cannot be read.`,
		Args: argCount(0, -1, "FILE"),
	}
	cmd.Flags().BoolVar(&strict, "strict", false, "let warnings fail the check, too")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a list of findings as JSON: file, line, col, endLine, endCol, severity, message")
	return c.subcommand(cmd, func(ctx context.Context, args []string) int { return c.check(ctx, args, strict, asJSON) })
}

// A finding is one problem as --json prints it. Columns count code points from 1; endCol
// is that behind the last one.
type finding struct {
	File     string         `json:"file"`
	Line     int            `json:"line"`
	Col      int            `json:"col"`
	EndLine  int            `json:"endLine"`
	EndCol   int            `json:"endCol"`
	Severity check.Severity `json:"severity"`
	Message  string         `json:"message"`
}

// check checks files and prints what it finds.
func (c *command) check(ctx context.Context, paths []string, strict, asJSON bool) int {
	in, err := interp.New(interp.With(kafkalib.New()))
	if err != nil {
		return c.report(err)
	}
	checker := check.New(in, kafkaOption, func(path string) (string, error) {
		text, err := os.ReadFile(path)
		return string(text), err
	})
	code := exitOK
	findings := []finding{}
	one := func(name, text string) {
		found, failed := c.checkText(checker, name, text, strict)
		findings = append(findings, found...)
		code = max(code, failed)
	}
	if len(paths) == 0 || len(paths) == 1 && paths[0] == "-" {
		paths = nil
		text, err := readInput(ctx, c.in)
		if err != nil {
			return c.report(err)
		}
		one("standard input", text)
	}
	files, err := sources(paths)
	if err != nil {
		return c.report(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return c.report(misuse("%v", err))
		}
		one(file, string(text))
	}
	if printed := c.print(findingsText(findings, asJSON)); printed != exitOK {
		return printed
	}
	return code
}

// checkText checks one text. What cannot be read is a finding, too.
func (c *command) checkText(checker *check.Checker, name, text string, strict bool) ([]finding, int) {
	problems, err := checker.Check(name, text)
	code := exitOK
	if err != nil {
		code = codeOf(err)
		problems = []check.Problem{{Pos: interp.Pos{File: name, Line: 1, Column: 1}, Severity: check.Error, Message: err.Error()}}
		if wrong, ok := err.(*interp.SyntaxError); ok {
			problems[0].Pos, problems[0].Message = wrong.Pos, wrong.Msg
		}
		problems[0].End = problems[0].Pos
	}
	var findings []finding
	for _, p := range problems {
		if p.Severity == check.Error || strict {
			code = max(code, exitFailure)
		}
		findings = append(findings, finding{name, p.Pos.Line, p.Pos.Column, p.End.Line, p.End.Column, p.Severity, p.Message})
	}
	return findings, code
}

func findingsText(findings []finding, asJSON bool) string {
	var b strings.Builder
	if asJSON {
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		_ = e.Encode(findings) // to memory, of strings and numbers
		return b.String()
	}
	for _, f := range findings {
		fmt.Fprintf(&b, "%s:%d:%d: %s: %s\n", f.File, f.Line, f.Col, f.Severity, f.Message)
	}
	return b.String()
}

// kafkaOption says whether a function of the Kafka library knows a named argument.
func kafkaOption(function, first, option string) (hint string, known, sure bool) {
	kind := kafkalib.Producer
	switch function {
	case "kafka-producer":
	case "kafka-consumer":
		kind = kafkalib.Consumer
	case "kafka-create":
		client, ok := kafkalib.ParseKind(first)
		if !ok {
			return "", false, false
		}
		kind = client
	default:
		return kafkaAdminOption(function, option)
	}
	if err := kafkalib.CheckOption(kind, option); err != nil {
		return ": " + err.Error(), false, true
	}
	return "", true, true
}

// kafkaAdminOption says whether another function of the Kafka library knows a named
// argument. Those that take servers take the options of a connection, too.
func kafkaAdminOption(function, option string) (hint string, known, sure bool) {
	for _, b := range kafkalib.New().Builtins() {
		if b.Name() != function {
			continue
		}
		signature := b.Help().Signature
		options := append(quotedParts(signature), kafkalib.WaitingOptions(function)...)
		same := func(o string) bool { return kafkalib.OptionName(o) == kafkalib.OptionName(option) }
		switch {
		case slices.ContainsFunc(options, same):
			return "", true, true
		case strings.HasPrefix(signature, "("+function+" where"):
			kind := kafkalib.Admin
			if function == "kafka-read" {
				kind = kafkalib.Consumer
			}
			return "", kafkalib.CheckOption(kind, option) == nil, true
		}
		return "", false, true
	}
	return "", false, false
}

// quotedParts are the texts between quotes.
func quotedParts(text string) []string {
	var parts []string
	for i, part := range strings.Split(text, `"`) {
		if i%2 == 1 {
			parts = append(parts, part)
		}
	}
	return parts
}
