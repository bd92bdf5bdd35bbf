package repository

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
)

// layers are the packages of the language from the bottom to the top. None
// depends on one above it, directly or through others.
var layers = []string{"interp/value", "interp/syntax", "interp/internal/eval", "interp/core", "interp"}

// clients are parts of the import paths of what only the Kafka library, the
// session and the command may use.
var clients = []string{"franz-go", "kafka", "readline", "cobra", "golang.org/x/term"}

// A boundary forbids a part of the repository to import others.
type boundary struct {
	part  string   // a folder and all beneath
	tests bool     // whether it holds for test files, too
	from  []string // folders, with all beneath; of other modules: parts of the path
	why   string
}

var boundaries = []boundary{
	{"interp", true, []string{"kafkalib", "repl", "cmd"}, "the language knows no library and no command"},
	{"kafkalib", false, []string{"repl", "cmd"}, "hosts use the library without session and command"},
	{"repl", false, []string{"kafkalib", "cmd"}, "the session knows Kafka through small interfaces only"},
	{"repl", false, []string{"franz-go"}, "the session knows Kafka through small interfaces only"},
}

func TestLayers(t *testing.T)     { check(t, layerFindings) }
func TestBoundaries(t *testing.T) { check(t, boundaryFindings) }

// TestLanguageDependencies asserts what the interpreter needs of other modules.
func TestLanguageDependencies(t *testing.T) { check(t, dependencyFindings) }

// TestProductIsFreeOfTestHelpers asserts that the folder internal is used by
// tests, benchmarks and tools only.
func TestProductIsFreeOfTestHelpers(t *testing.T) { check(t, helperFindings) }

func layerFindings(files []file) []string {
	graph := make(map[string]map[string]bool) // package → packages of this module that it imports
	for _, f := range goFiles(files) {
		if f.isTest() {
			continue
		}
		if graph[f.folder()] == nil {
			graph[f.folder()] = make(map[string]bool)
		}
		for _, p := range f.imports() {
			if folder, ok := strings.CutPrefix(p, module+"/"); ok {
				graph[f.folder()][folder] = true
			}
		}
	}
	var findings []string
	for rank, layer := range layers {
		reached := reachable(graph, layer)
		for _, above := range layers[rank+1:] {
			if reached[above] {
				findings = append(findings, fmt.Sprintf("%s depends on %s, which is above it", layer, above))
			}
		}
	}
	return findings
}

func reachable(graph map[string]map[string]bool, from string) map[string]bool {
	seen, open := map[string]bool{}, []string{from}
	for len(open) > 0 {
		next := open[len(open)-1]
		open = open[:len(open)-1]
		for folder := range graph[next] {
			if !seen[folder] {
				seen[folder] = true
				open = append(open, folder)
			}
		}
	}
	return seen
}

func boundaryFindings(files []file) []string {
	var findings []string
	for _, f := range goFiles(files) {
		for _, b := range boundaries {
			if !beneath(f.folder(), b.part) || f.isTest() && !b.tests {
				continue
			}
			for _, p := range f.imports() {
				if slices.ContainsFunc(b.from, func(from string) bool { return forbidden(p, from) }) {
					findings = append(findings, fmt.Sprintf("%s imports %s, but %s", f.path, p, b.why))
				}
			}
		}
	}
	return findings
}

func forbidden(imported, from string) bool {
	if folder, ok := strings.CutPrefix(imported, module+"/"); ok {
		return beneath(folder, from)
	}
	return strings.Contains(imported, "/"+from)
}

func beneath(folder, part string) bool { return folder == part || strings.HasPrefix(folder, part+"/") }

func dependencyFindings(files []file) []string {
	var findings []string
	others := make(map[string]string) // module that is no part of golang.org/x/text → a file that imports it
	for _, f := range goFiles(files) {
		if !beneath(f.folder(), "interp") {
			continue
		}
		for _, p := range f.imports() {
			switch {
			case !strings.Contains(strings.Split(p, "/")[0], "."), beneath(p, module):
			case slices.ContainsFunc(clients, func(c string) bool { return strings.Contains(p, c) }):
				findings = append(findings, fmt.Sprintf("%s imports %s, but the language knows nothing of it", f.path, p))
			case f.isTest(), beneath(p, "golang.org/x/text"):
			default:
				others[moduleOf(p)] = f.path
			}
		}
	}
	if len(others) > 1 {
		for _, m := range slices.Sorted(maps.Keys(others)) {
			findings = append(findings, fmt.Sprintf("%s imports %s: besides the standard library and golang.org/x/text "+
				"the language may need one library, for regular expressions", others[m], m))
		}
	}
	return findings
}

// moduleOf guesses the module of an import path: host, owner and name.
func moduleOf(p string) string {
	parts := strings.Split(p, "/")
	return path.Join(parts[:min(3, len(parts))]...)
}

func helperFindings(files []file) []string {
	var findings []string
	for _, f := range goFiles(files) {
		if f.isTest() || beneath(f.folder(), "internal") {
			continue
		}
		for _, p := range f.imports() {
			if runsTranscripts := beneath(f.folder(), "cmd") && p == module+"/internal/transcript"; runsTranscripts {
				continue // that is what bpl test is for
			}
			if beneath(p, module+"/internal") {
				findings = append(findings, fmt.Sprintf("%s imports %s, which is for tests", f.path, p))
			}
		}
	}
	return findings
}

func TestImportRules(t *testing.T) {
	imports := func(p, name, imported string) file {
		return sample(t, p, "package "+name+"\nimport _ \""+imported+"\"\n")
	}
	tests := []struct {
		name  string
		rule  func([]file) []string
		files []file
		want  int
	}{
		{"upwards", layerFindings, []file{imports("interp/value/a.go", "value", module+"/interp/core")}, 1},
		{"upwards through another", layerFindings, []file{
			imports("interp/syntax/a.go", "syntax", module+"/interp/internal/x"),
			imports("interp/internal/x/a.go", "x", module+"/interp"),
		}, 1},
		{"downwards", layerFindings, []file{imports("interp/a.go", "interp", module+"/interp/value")}, 0},
		{"a test upwards", layerFindings, []file{imports("interp/value/a_test.go", "value_test", module+"/interp")}, 0},
		{"language to library", boundaryFindings, []file{imports("interp/core/a_test.go", "core", module+"/kafkalib/x")}, 1},
		{"library to language", boundaryFindings, []file{imports("kafkalib/a.go", "kafkalib", module+"/interp")}, 0},
		{"library to command", boundaryFindings, []file{imports("kafkalib/spool/a.go", "spool", module+"/cmd/bpl")}, 1},
		{"session to client", boundaryFindings, []file{imports("repl/a.go", "repl", "github.com/twmb/franz-go/pkg/kgo")}, 1},
		{"test of the session to library", boundaryFindings, []file{imports("repl/a_test.go", "repl", module+"/kafkalib")}, 0},
		{"a name that begins alike", boundaryFindings, []file{imports("interpreter/a.go", "x", module+"/kafkalib")}, 0},
		{"language to client", dependencyFindings, []file{imports("interp/a_test.go", "interp", "github.com/twmb/franz-go/pkg/kgo")}, 1},
		{"language to readline", dependencyFindings, []file{imports("interp/a.go", "interp", "github.com/chzyer/readline")}, 1},
		{"one library", dependencyFindings, []file{
			imports("interp/a.go", "interp", "github.com/o/regex/v2"),
			imports("interp/b.go", "interp", "github.com/o/regex/syntax"),
			imports("interp/c.go", "interp", "golang.org/x/text/cases"),
			imports("interp/d.go", "interp", "math/rand/v2"),
		}, 0},
		{"two libraries", dependencyFindings, []file{
			imports("interp/a.go", "interp", "github.com/o/regex"),
			imports("interp/value/b.go", "value", "github.com/o/json"),
		}, 2},
		{"product to test helper", helperFindings, []file{imports("kafkalib/a.go", "kafkalib", module+"/internal/kafkatest")}, 1},
		{"test to test helper", helperFindings, []file{imports("kafkalib/a_test.go", "kafkalib", module+"/internal/kafkatest")}, 0},
		{"language to its own internal", helperFindings, []file{imports("interp/a.go", "interp", module+"/interp/internal/eval")}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { expect(t, tt.rule, tt.want, tt.files...) })
	}
}
