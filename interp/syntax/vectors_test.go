package syntax

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp/value"
)

// fakeFunction stands for a built-in.
type fakeFunction string

func (f fakeFunction) FunctionName() string { return string(f) }
func (f fakeFunction) Overridable() bool    { return false }

// hardNames are the hard names that tests use.
func hardNames(name string) (value.Function, bool) {
	f, ok := testNames[name]
	return f, ok
}

var testNames = func() map[string]value.Function {
	m := make(map[string]value.Function)
	for _, n := range strings.Fields("set list quote + - * / = < if function parse string do concat and or push get put size while") {
		m[n] = fakeFunction(n)
	}
	return m
}()

var withNames = Options{Lookup: hardNames}

type pair struct{ where, expression, result string }

func readPairs(t *testing.T, file string) []pair {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var pairs []pair
	var lines []string
	scan := bufio.NewScanner(f)
	for n := 1; scan.Scan(); n++ {
		switch line := scan.Text(); {
		case line == "" && lines == nil, strings.HasPrefix(line, "# "):
		case strings.HasPrefix(line, "> "):
			lines = []string{line[2:]}
		case strings.HasPrefix(line, ". "), line == ".":
			lines = append(lines, strings.TrimPrefix(line[1:], " "))
		default:
			where := fmt.Sprintf("%s:%d", filepath.Base(file), n)
			pairs = append(pairs, pair{where, strings.Join(lines, "\n"), line})
			lines = nil
		}
	}
	return pairs
}

// constant returns the value of expressions that need no evaluator: data, quoted data, and
// a parse of a string.
func constant(v value.Value) (result value.Value, err error, ok bool) {
	l := v.List()
	if l == nil {
		return v, nil, v.Ref() == nil
	}
	if l.Len() == 0 || l.At(0).Ref() == nil {
		return v, nil, true
	}
	if l.Len() != 2 {
		return v, nil, false
	}
	switch text, isText := l.At(1).AsString(); l.At(0).Ref().Text() {
	case "quote":
		return l.At(1), nil, true
	case "parse":
		if isText {
			v, err := Read(text, withNames)
			return v, err, true
		}
	case "string", "concat":
		if inner := l.At(1); inner.Ref() == nil && (inner.List() == nil || inner.List().Len() == 0 || inner.List().At(0).Ref() == nil) {
			return value.String(Text(inner)), nil, true
		}
	}
	return v, nil, false
}

// TestVectors compares what reading and printing alone decide.
func TestVectors(t *testing.T) {
	files, err := filepath.Glob("../../spec/vectors/[0-9]*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	compared := 0
	for _, file := range files {
		base := filepath.Base(file)
		for _, p := range readPairs(t, file) {
			v, err := Read(p.expression, withNames)
			if err == nil {
				var ok bool
				if v, err, ok = constant(v); !ok {
					continue
				}
			}
			got := Print(v)
			if err != nil {
				e, ok := err.(*Error)
				if !ok {
					t.Errorf("%s: %v", p.where, err)
					continue
				}
				got = "! " + e.Type + " " + string(appendQuoted(nil, e.Msg))
				if p.result == "! *" || p.result == "! "+e.Type {
					got = p.result
				}
			}
			if base > "4" && err == nil && strings.HasPrefix(p.result, "! ") {
				continue // an error of evaluation
			}
			compared++
			if got != p.result {
				t.Errorf("%s: %s\n got %s\nwant %s", p.where, p.expression, got, p.result)
			}
		}
	}
	if compared < 250 {
		t.Errorf("only %d pairs were compared", compared)
	}
	t.Logf("%d pairs compared", compared)
}
