package runner

import (
	"slices"
	"strconv"

	"github.com/bpl-lang/bpl/internal/bench/suite"
)

// A Peer is something that runs the programs of one language.
type Peer struct {
	Name string
	Ext  string // of its programs
	// Package is the Go command to build, a folder from the root of the repository; the
	// command may be of another module, which the folder of its go.mod tells.
	Package, Module string
	Library         string // the module that the command is about, whose version is shown
	// Program is an executable that must be installed, where Package is empty, and Version
	// the argument that makes it print its version.
	Program, Version string
	// Locate are arguments that make it print the path of the real executable, which the
	// installed one may only be a way to; nil if it cannot.
	Locate []string
	// Args stand before program, repetitions and text file.
	Args []string
	// Start are the arguments that make it evaluate 1 and print it; nil if it cannot.
	Start []string
	// Repetitions of a program within one process.
	Repetitions int
	// Extra marks peers that run only when they are asked for by name.
	Extra bool
}

const peerModule = "internal/bench/peers"

func embedded(name, command, ext, library string, repetitions int) Peer {
	return Peer{
		Name: name, Ext: ext, Package: peerModule + "/cmd/" + command, Module: peerModule, Library: library,
		Start: []string{"-eval", "1"}, Repetitions: repetitions,
	}
}

// Peers returns all that are known, this language first. programs is the folder of the
// programs' sources.
func Peers(programs string) []Peer {
	own := Peer{Name: "bpl", Ext: "bpl", Package: "internal/bench/cmd/bplbench", Repetitions: 3}
	walker := own
	walker.Name, walker.Args, walker.Extra, walker.Repetitions = "bpl-walker", []string{"-walk"}, true, 1
	return []Peer{
		own,
		walker,
		{Name: "go", Ext: "go", Package: "internal/bench/cmd/nativebench", Repetitions: 3},
		embedded("gopher-lua", "gopherlua", "lua", "github.com/yuin/gopher-lua", 3),
		embedded("goja", "goja", "js", "github.com/dop251/goja", 3),
		embedded("tengo", "tengo", "tengo", "github.com/d5/tengo/v2", 3),
		embedded("starlark", "starlark", "star", "go.starlark.net", 2),
		embedded("goawk", "goawk", "awk", "github.com/benhoyt/goawk", 2),
		embedded("yaegi", "yaegi", "go", "github.com/traefik/yaegi", 1),
		embedded("gojq", "gojq", "jq", "github.com/itchyny/gojq", 1),
		embedded("expr", "expr", "expr", "github.com/expr-lang/expr", 1),
		{Name: "lua5.4", Ext: "lua", Program: "lua5.4", Version: "-v", Args: []string{programs + "/driver.lua", programs},
			Start: []string{"-e", "print(1)"}, Repetitions: 3},
		{Name: "luajit", Ext: "lua", Program: "luajit", Version: "-v", Args: []string{programs + "/driver.lua", programs},
			Start: []string{"-e", "print(1)"}, Repetitions: 3},
		{Name: "python3", Ext: "py", Program: "python3", Version: "--version", Args: []string{programs + "/driver.py", programs},
			Locate: []string{"-c", "import sys; print(sys.executable)"}, Start: []string{"-c", "print(1)"}, Repetitions: 3},
	}
}

// Names returns the names of peers.
func Names(peers []Peer) []string {
	var names []string
	for _, p := range peers {
		names = append(names, p.Name)
	}
	return names
}

// Runs reports whether the peer has a source of the program.
func (p Peer) Runs(program string) bool {
	_, ok := suite.Source(program, p.Ext)
	return ok
}

// A Command is a peer that is there and can be started.
type Command struct {
	Peer
	Path    string // of the executable
	Release string // its version, "" if it is that of this repository
}

// arguments returns the command line for a program.
func (c Command) arguments(program, text string) []string {
	return append(slices.Clone(c.Args), program, strconv.Itoa(max(c.Repetitions, 1)), text)
}

// A Skipped peer is not there. The reason has no place of this machine in it, the detail
// may.
type Skipped struct{ Name, Reason, Detail string }
