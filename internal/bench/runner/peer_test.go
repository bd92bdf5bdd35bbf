package runner

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/internal/bench/suite"
)

// TestPeers asserts that what the list of peers names exists, and that every peer has
// something to run.
func TestPeers(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	for _, p := range Peers("programs") {
		if p.Package != "" {
			if _, err := os.Stat(filepath.Join(root, p.Package, "main.go")); err != nil {
				t.Errorf("%s: %v", p.Name, err)
			}
		}
		if (p.Package == "") == (p.Program == "") {
			t.Errorf("%s\n got package %q, program %q\nwant one of them", p.Name, p.Package, p.Program)
		}
		if !slices.ContainsFunc(suite.Programs(), func(q suite.Program) bool { return p.Runs(q.Name) }) {
			t.Errorf("%s has no program to run", p.Name)
		}
	}
}

func TestSelect(t *testing.T) {
	peers := Peers("")
	name := func(p Peer) string { return p.Name }
	usual := func(p Peer) bool { return !p.Extra }
	all, err := Select(peers, nil, name, usual)
	if err != nil || len(all) != len(peers)-1 {
		t.Errorf("all peers\n got %d, %v\nwant %d", len(all), err, len(peers)-1)
	}
	two, err := Select(peers, []string{"lua5.4", "bpl-walker"}, name, usual)
	if got := Names(two); err != nil || !slices.Equal(got, []string{"bpl-walker", "lua5.4"}) {
		t.Errorf("two peers\n got %v, %v\nwant bpl-walker and lua5.4", got, err)
	}
	if _, err := Select(peers, []string{"cobol"}, name, usual); err == nil || !strings.Contains(err.Error(), "gopher-lua") {
		t.Errorf("unknown peer\n got %v\nwant an error that names the known ones", err)
	}
}

func TestPrepare(t *testing.T) {
	root, err := Root(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	shop := Workshop{Root: root, Bin: t.TempDir()}
	ready, skipped := shop.Prepare(t.Context(), []Peer{
		{Name: "native", Package: "internal/bench/cmd/nativebench"},
		{Name: "go", Program: "go", Version: "version", Locate: []string{"env", "GOROOT"}},
		{Name: "missing", Program: "no-such-interpreter"},
		{Name: "broken", Package: "internal/bench/cmd/none"},
		{Name: "silent", Program: "go", Version: "no-such-command"},
	})
	if len(ready) != 2 || ready[0].Path == "" || !filepath.IsAbs(ready[1].Path) || !strings.HasPrefix(ready[1].Release, "go version") {
		t.Errorf("ready\n got %+v\nwant native, and go as it says itself", ready)
	}
	var reasons []string
	for _, s := range skipped {
		reasons = append(reasons, s.Name+" "+s.Reason)
	}
	if want := []string{"missing is not installed", "broken could not be built", "silent does not run"}; !slices.Equal(reasons, want) {
		t.Errorf("skipped\n got %q\nwant %q", reasons, want)
	}
}

func TestRelease(t *testing.T) {
	for out, want := range map[string]string{
		"Lua 5.4.4  Copyright (C) 1994-2022 Lua.org\n":             "Lua 5.4.4",
		"LuaJIT 2.1.0 -- Copyright (C) 2005-2022 Mike Pall. url\n": "LuaJIT 2.1.0",
		"Python 3.11.7\nmore\n":                                    "Python 3.11.7",
	} {
		if got := release(out); got != want {
			t.Errorf("release of %q\n got %q\nwant %q", out, got, want)
		}
	}
}
