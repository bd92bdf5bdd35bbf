package repository

import (
	"fmt"
	"go/ast"
	"slices"
	"testing"
)

// selfEvident are methods whose meaning their interfaces define.
var selfEvident = []string{"String", "Error", "Unwrap"}

// TestDocComments asserts that whatever a package exports is documented, and
// every package itself.
func TestDocComments(t *testing.T) { check(t, commentFindings) }

func commentFindings(files []file) []string {
	var findings []string
	documented := make(map[string]bool) // folder → whether its package has a comment
	first := make(map[string]string)    // folder → its first file
	for _, f := range goFiles(files) {
		if f.isTest() {
			continue
		}
		folder := f.folder()
		documented[folder] = documented[folder] || f.ast.Doc != nil
		if first[folder] == "" {
			first[folder] = f.path
		}
		if f.ast.Name.Name == "main" {
			continue
		}
		for _, d := range f.ast.Decls {
			for _, name := range undocumented(d) {
				findings = append(findings, fmt.Sprintf("%s: %s has no doc comment", f.at(d), name))
			}
		}
	}
	for _, f := range files {
		if folder := f.folder(); first[folder] == f.path && !documented[folder] {
			findings = append(findings, fmt.Sprintf("%s: no file of the package has a package comment", f.path))
		}
	}
	return findings
}

// undocumented returns the exported names of a declaration without a comment.
func undocumented(d ast.Decl) []string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Doc != nil || !d.Name.IsExported() {
			return nil
		}
		if d.Recv != nil && (!exportedReceiver(d.Recv) || slices.Contains(selfEvident, d.Name.Name)) {
			return nil
		}
		return []string{d.Name.Name}
	case *ast.GenDecl:
		var names []string
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				if s.Name.IsExported() && s.Doc == nil && d.Doc == nil {
					names = append(names, s.Name.Name)
				}
			case *ast.ValueSpec:
				for _, name := range s.Names {
					if name.IsExported() && s.Doc == nil && s.Comment == nil && d.Doc == nil {
						names = append(names, name.Name)
					}
				}
			}
		}
		return names
	}
	return nil
}

// exportedReceiver tells whether the type of a method's receiver is exported.
func exportedReceiver(list *ast.FieldList) bool {
	e := list.List[0].Type
	for {
		switch x := e.(type) {
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.IndexListExpr:
			e = x.X
		case *ast.Ident:
			return x.IsExported()
		default:
			return true
		}
	}
}

func TestCommentRule(t *testing.T) {
	tests := []struct {
		name, text string
		want       int
	}{
		{"all documented", "// Package a is a.\npackage a\n// F does.\nfunc F() {}\n// T is.\ntype T int\n// M does.\nfunc (T) M() {}\n", 0},
		{"package", "package a\n", 1},
		{"function", "// Package a is a.\npackage a\nfunc F() {}\n", 1},
		{"own function", "// Package a is a.\npackage a\nfunc f() {}\n", 0},
		{"type", "// Package a is a.\npackage a\ntype T int\n", 1},
		{"method of an exported type", "// Package a is a.\npackage a\n// T is.\ntype T[K any] int\nfunc (*T[K]) M() {}\n", 1},
		{"method of an own type", "// Package a is a.\npackage a\ntype t int\nfunc (t) M() {}\n", 0},
		{"method of an interface that all know", "// Package a is a.\npackage a\n// T is.\ntype T int\nfunc (T) String() string { return \"\" }\n", 0},
		{"constants of one group", "// Package a is a.\npackage a\n// Sizes.\nconst (\nA = 1\nB = 2\n)\n", 0},
		{"constants", "// Package a is a.\npackage a\nconst (\nA = 1\nB = 2 // b\n)\n", 1},
		{"a command", "// Command a does.\npackage main\nfunc F() {}\n", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { expect(t, commentFindings, tt.want, sample(t, "a/b.go", tt.text)) })
	}
}
