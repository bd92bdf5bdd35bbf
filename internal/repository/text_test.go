package repository

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// places are what no file may name: folders of one machine, and the hosts of
// package registries, which are a setting of each machine. (They are put
// together here because this file is searched, too.)
var places = []string{
	"/" + "work/", "/" + "root/", "/" + "tmp/team", "/" + "farm/",
	"proxy." + "golang.org", "repo1." + "maven", "repo." + "maven", "registry." + "npmjs", "pypi" + ".org", "deb." + "debian.org",
}

// vague are names that say nothing about what a package is for.
var vague = []string{"util", "utils", "common", "misc", "helper", "helpers", "tools"}

// unfinished marks work that was put off.
var unfinished = regexp.MustCompile(`\b(TODO|FIXME|HACK|XXX)\b`)

// TestPlaces asserts that the repository says nothing about the machine on which
// a change was made.
func TestPlaces(t *testing.T) { check(t, placeFindings) }

func TestPackageNames(t *testing.T) { check(t, packageNameFindings) }

func TestNothingIsPutOff(t *testing.T) { check(t, unfinishedFindings) }

func placeFindings(files []file) []string {
	var findings []string
	for _, f := range files {
		for i, line := range bytes.Split(f.text, []byte("\n")) {
			for _, place := range places {
				if bytes.Contains(line, []byte(place)) {
					findings = append(findings, fmt.Sprintf("%s:%d: %s belongs to one machine, not to the project", f.path, i+1, place))
				}
			}
		}
	}
	return findings
}

func packageNameFindings(files []file) []string {
	var findings []string
	for _, f := range goFiles(files) {
		if name := strings.TrimSuffix(f.ast.Name.Name, "_test"); slices.Contains(vague, name) {
			findings = append(findings, fmt.Sprintf("%s: package %s does not say what it is for", f.path, name))
		}
	}
	return findings
}

func unfinishedFindings(files []file) []string {
	var findings []string
	for _, f := range goFiles(files) {
		for _, group := range f.ast.Comments {
			for _, c := range group.List {
				if word := unfinished.FindString(c.Text); word != "" {
					findings = append(findings, fmt.Sprintf("%s: %s", f.at(c), word))
				}
			}
		}
	}
	return findings
}

func TestTextRules(t *testing.T) {
	tests := []struct {
		name string
		rule func([]file) []string
		file file
		want int
	}{
		{"machine path", placeFindings, sample(t, "a/b.md", "x\nsee "+"/"+"work/x\n"), 1},
		{"registry", placeFindings, sample(t, "a/b.md", "from pypi"+".org"), 1},
		{"words", placeFindings, sample(t, "a/b.md", "work/home, the root of all, /home/ada"), 0},
		{"vague package", packageNameFindings, sample(t, "a/b.go", "package "+"util\n"), 1},
		{"test of a vague package", packageNameFindings, sample(t, "a/b_test.go", "package "+"utils_test\n"), 1},
		{"clear package", packageNameFindings, sample(t, "a/b.go", "package spool\n"), 0},
		{"put off", unfinishedFindings, sample(t, "a/b.go", "package a\n// TO"+"DO: later\n"), 1},
		{"in a string", unfinishedFindings, sample(t, "a/b.go", "package a\nconst c = \"TO"+"DO\"\n"), 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { expect(t, tt.rule, tt.want, tt.file) })
	}
}
