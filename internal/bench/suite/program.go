package suite

import (
	"embed"
	"fmt"
	"strings"
)

// A Program is one of the suite.
type Program struct {
	Name string
	What string // it measures
	// Size is the number in the source that says how much there is to do. It occurs once
	// in the source of every language; empty for words, whose size is that of the text.
	Size string
	Sum  string // what run returns, in decimal
	// First and Reach are targets for the time as a ratio to gopher-lua, ReachLua one as a
	// ratio to PUC Lua 5.4.
	First, Reach, ReachLua float64
}

// programs is the suite in the order of the tables.
var programs = []Program{
	{"fib", "calls", "30", "832040", 0.35, 0.25, 1.1},
	{"loop", "a while loop with a sum", "10000000", "49999995000000", 0.35, 0.25, 1.05},
	{"strcat", "texts that grow by one character", "200000", "200000", 0.50, 0.30, 0.7},
	{"strjoin", "one call of many arguments", "200000", "400000", 0.30, 0.20, 0.9},
	{"sort", "sort with a comparator", "300000", "3222438407", 0.25, 0.14, 0.45},
	{"qsort", "quicksort in the language", "100000", "3217942942", 0.45, 0.30, 1.4},
	{"records", "lists with names, filter, map, count", "200000", "10139469457", 0.20, 0.12, 0.75},
	{"sieve", "a long list of booleans", "2000000", "148933", 0.35, 0.22, 1.2},
	{"words", "split and count", "", "6656494953", 0.20, 0.11, 0.55},
	{"named", "calls with arguments by name", "1000000", "2000009000000", 0.10, 0.05, 0.3},
	{"variadic", "calls with any number of arguments", "500000", "125004750000", 0.70, 0.45, 2.0},
}

// Programs returns the suite in the order of the tables.
func Programs() []Program { return append([]Program(nil), programs...) }

// Find returns the program of that name.
func Find(name string) (Program, error) {
	var names []string
	for _, p := range programs {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return Program{}, fmt.Errorf("program %q: got an unknown name, want one of %s", name, strings.Join(names, ", "))
}

//go:embed programs
var sources embed.FS

// Source returns the text of a program for the languages whose files end in ext, such as
// "lua", and whether there is one.
func Source(program, ext string) (text string, ok bool) {
	b, err := sources.ReadFile("programs/" + program + "/" + program + "." + ext)
	return string(b), err == nil
}

// Scaled returns the program's source in the language with another size, for tests and for
// short runs. Its result is another one, too.
func (p Program) Scaled(ext, size string) (string, error) {
	text, ok := Source(p.Name, ext)
	if !ok {
		return "", fmt.Errorf("program %s: no source in the language of .%s files", p.Name, ext)
	}
	if p.Size == "" {
		return text, nil
	}
	if n := strings.Count(text, p.Size); n != 1 {
		return "", fmt.Errorf("program %s: its size %s occurs %d times in the .%s file, want once", p.Name, p.Size, n, ext)
	}
	return strings.Replace(text, p.Size, size, 1), nil
}
