package repository

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// TestExits asserts that the process is ended in one place only, so that
// everything else returns and cleans up.
func TestExits(t *testing.T) { check(t, exitFindings) }

// TestValueSlices asserts that slices of values are made in one place, which
// fills them: the Go zero value of a Value is the number 0.0, not null.
func TestValueSlices(t *testing.T) { check(t, valueSliceFindings) }

// TestSkips asserts that every skipped test says why.
func TestSkips(t *testing.T) { check(t, skipFindings) }

// TestSleeps asserts that a test that sleeps does so in a loop, which polls, gives
// its reason, or has the simulated time of testing/synctest.
func TestSleeps(t *testing.T) { check(t, sleepFindings) }

// calls applies f to every call in a file; selected are the package path and
// name of a called function of another package, or "" and the name.
func calls(file file, f func(call *ast.CallExpr, pkg, name string)) {
	imports := file.imports()
	ast.Inspect(file.ast, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch fun := call.Fun.(type) {
		case *ast.Ident:
			f(call, "", fun.Name)
		case *ast.SelectorExpr:
			pkg := ""
			if x, ok := fun.X.(*ast.Ident); ok {
				pkg = imports[x.Name]
			}
			f(call, pkg, fun.Sel.Name)
		}
		return true
	})
}

func exitFindings(files []file) []string {
	var places []string
	for _, f := range goFiles(files) {
		calls(f, func(call *ast.CallExpr, pkg, name string) {
			if pkg == "os" && name == "Exit" {
				places = append(places, f.at(call)+": os.Exit is called in several places")
			}
		})
	}
	if len(places) > 1 {
		return places
	}
	return nil
}

func valueSliceFindings(files []file) []string {
	places := make(map[string][]string) // file → findings
	for _, f := range goFiles(files) {
		if f.isTest() {
			continue
		}
		calls(f, func(call *ast.CallExpr, pkg, name string) {
			if pkg == "" && name == "make" && len(call.Args) > 0 && isValueSlice(f, call.Args[0]) {
				places[f.path] = append(places[f.path], f.at(call)+": a slice of values is made outside the one helper, so its elements may be 0.0 for null")
			}
		})
	}
	var findings []string
	helpers := 0
	for _, f := range files {
		if len(places[f.path]) > 0 && f.folder() == "interp/value" {
			helpers++
		}
	}
	for _, f := range files {
		if f.folder() != "interp/value" || helpers > 1 {
			findings = append(findings, places[f.path]...)
		}
	}
	return findings
}

// isValueSlice tells whether an expression is the type []Value of the language.
func isValueSlice(f file, e ast.Expr) bool {
	array, ok := e.(*ast.ArrayType)
	if !ok || array.Len != nil {
		return false
	}
	switch elem := array.Elt.(type) {
	case *ast.Ident:
		return elem.Name == "Value" && beneath(f.folder(), "interp")
	case *ast.SelectorExpr:
		x, ok := elem.X.(*ast.Ident)
		return ok && elem.Sel.Name == "Value" && beneath(f.imports()[x.Name], module+"/interp")
	}
	return false
}

func skipFindings(files []file) []string {
	var findings []string
	for _, f := range goFiles(files) {
		calls(f, func(call *ast.CallExpr, pkg, name string) {
			if pkg != "" || !f.isTest() {
				return
			}
			bare := name == "SkipNow" || name == "Skip" && (len(call.Args) == 0 || isEmptyString(call.Args[0]))
			if _, method := call.Fun.(*ast.SelectorExpr); method && bare {
				findings = append(findings, f.at(call)+": the skipped test does not say why")
			}
		})
	}
	return findings
}

func isEmptyString(e ast.Expr) bool {
	literal, ok := e.(*ast.BasicLit)
	return ok && literal.Kind == token.STRING && len(strings.Trim(literal.Value, "\"`")) == 0
}

func sleepFindings(files []file) []string {
	var findings []string
	for _, f := range goFiles(files) {
		if !f.isTest() || slices.ContainsFunc(f.ast.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"testing/synctest"` }) {
			continue
		}
		explained := make(map[int]bool) // lines on which, or below which, a comment ends
		for _, group := range f.ast.Comments {
			end := f.fset.Position(group.End()).Line
			explained[end], explained[end+1] = true, true
		}
		polls := loops(f)
		calls(f, func(call *ast.CallExpr, pkg, name string) {
			if slices.ContainsFunc(polls, func(loop ast.Node) bool { return loop.Pos() <= call.Pos() && call.End() <= loop.End() }) {
				return
			}
			if pkg == "time" && name == "Sleep" && !explained[f.fset.Position(call.Pos()).Line] {
				findings = append(findings, f.at(call)+": a test that sleeps to wait for something is slow or fails; "+
					"poll with a bound, use testing/synctest, or say in a comment why nothing else will do")
			}
		})
	}
	return findings
}

// loops returns the loops of a file.
func loops(f file) []ast.Node {
	var found []ast.Node
	ast.Inspect(f.ast, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			found = append(found, n)
		}
		return true
	})
	return found
}

func TestCallRules(t *testing.T) {
	exit := "package a\nimport \"os\"\nfunc F() { os.Exit(1) }\n"
	values := "package value\nfunc f() { g(make([]Value, 3)) }\n"
	sleep := func(imports, before string) file {
		return sample(t, "a/a_test.go", "package a\nimport \"time\"\n"+imports+"func f() {\n"+before+"time.Sleep(1)\n}\n")
	}
	skip := func(call string) file {
		return sample(t, "a/a_test.go", "package a\nimport \"testing\"\nfunc TestA(t *testing.T) { "+call+" }\n")
	}
	tests := []struct {
		name  string
		rule  func([]file) []string
		files []file
		want  int
	}{
		{"one exit", exitFindings, []file{sample(t, "cmd/a/a.go", exit)}, 0},
		{"two exits", exitFindings, []file{sample(t, "cmd/a/a.go", exit), sample(t, "b/a_test.go", exit)}, 2},
		{"another Exit", exitFindings, []file{sample(t, "cmd/a/a.go", exit), sample(t, "b/b.go", "package b\nfunc F(os T) { os.Exit(1) }\n")}, 0},
		{"exit under another name", exitFindings, []file{sample(t, "cmd/a/a.go", exit),
			sample(t, "b/b.go", "package b\nimport sys \"os\"\nfunc F() { sys.Exit(1) }\n")}, 2},
		{"values in one file", valueSliceFindings, []file{sample(t, "interp/value/a.go", values)}, 0},
		{"values in two files", valueSliceFindings, []file{sample(t, "interp/value/a.go", values), sample(t, "interp/value/b.go", values)}, 2},
		{"values elsewhere", valueSliceFindings, []file{sample(t, "interp/value/a.go", values),
			sample(t, "kafkalib/b.go", "package b\nimport v \""+module+"/interp/value\"\nvar x = make([]v.Value, 0, 1)\n")}, 1},
		{"values of the face", valueSliceFindings, []file{
			sample(t, "kafkalib/b.go", "package b\nimport \""+module+"/interp\"\nvar x = make([]interp.Value, 1)\n")}, 1},
		{"values of reflection", valueSliceFindings, []file{
			sample(t, "interp/b.go", "package b\nimport \"reflect\"\nvar x = make([]reflect.Value, 1)\n")}, 0},
		{"values in a test", valueSliceFindings, []file{sample(t, "interp/core/a_test.go", values)}, 0},
		{"skip with reason", skipFindings, []file{skip(`t.Skip("needs three brokers")`)}, 0},
		{"skip without", skipFindings, []file{skip(`t.Skip()`)}, 1},
		{"skip with nothing", skipFindings, []file{skip(`t.Skip("")`)}, 1},
		{"SkipNow", skipFindings, []file{skip(`t.SkipNow()`)}, 1},
		{"sleep", sleepFindings, []file{sleep("", "")}, 1},
		{"sleep with reason above", sleepFindings, []file{sleep("", "// the clock itself is tested\n")}, 0},
		{"sleep in a loop", sleepFindings, []file{sleep("", "for range 9 {\ntime.Sleep(1)\n}\n//\n")}, 0},
		{"sleep with simulated time", sleepFindings, []file{sleep("import \"testing/synctest\"\nvar _ = synctest.Wait\n", "")}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { expect(t, tt.rule, tt.want, tt.files...) })
	}
}
