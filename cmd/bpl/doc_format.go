package main

import (
	"encoding/json"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bpl-lang/bpl/interp"
)

// A documentedFunction is a function with its help.
type documentedFunction struct {
	name string
	hard bool
	help interp.Help
}

// coreLibrary is the name of the library that every interpreter has.
const coreLibrary = "core"

type functionGroup struct {
	library   string
	functions []documentedFunction // by name
}

// functionGroups returns all functions by library, the core library first.
func functionGroups(s *interp.Session) []functionGroup {
	var groups []functionGroup
	at := map[string]int{}
	for _, core := range []bool{true, false} {
		for _, fn := range s.Functions() {
			if (fn.Library == coreLibrary) != core {
				continue
			}
			i, ok := at[fn.Library]
			if !ok {
				i = len(groups)
				at[fn.Library] = i
				groups = append(groups, functionGroup{library: fn.Library})
			}
			help, _ := s.Help(fn.Name)
			groups[i].functions = append(groups[i].functions, documentedFunction{fn.Name, fn.Hard, help})
		}
	}
	return groups
}

// only leaves the function of one name; "" leaves all.
func only(groups []functionGroup, name string) []functionGroup {
	if name == "" {
		return groups
	}
	for _, g := range groups {
		for _, fn := range g.functions {
			if fn.name == name {
				return []functionGroup{{g.library, []documentedFunction{fn}}}
			}
		}
	}
	return nil
}

// selected returns the functions that are asked for, grouped; an exit code other than
// exitOK tells that there are none.
func (c *command) selected(cmd *cobra.Command, name string) ([]functionGroup, int) {
	s, err := documented()
	if err != nil {
		return nil, c.report(err)
	}
	defer s.Close()
	groups := only(functionGroups(s), name)
	if groups == nil {
		return nil, c.fail(cmd, noFunction(s, name, nil))
	}
	return groups, exitOK
}

// docMarkdown prints the reference as Markdown.
func (c *command) docMarkdown(cmd *cobra.Command, name string) int {
	groups, code := c.selected(cmd, name)
	if code != exitOK {
		return code
	}
	return c.print(markdown(groups, name == ""))
}

// The shape of what bpl doc --json prints: a list of functions, one function where it is
// named.
type (
	jsonFunction struct {
		Name      string        `json:"name"`
		Library   string        `json:"library"`
		Hard      bool          `json:"hard"` // no variable can hide it
		Signature string        `json:"signature"`
		Summary   string        `json:"summary"`
		Arguments []jsonArg     `json:"arguments,omitempty"`
		Result    string        `json:"result,omitempty"`
		Errors    []string      `json:"errors,omitempty"`
		Related   []string      `json:"related,omitempty"`
		Examples  []jsonExample `json:"examples,omitempty"`
	}
	jsonArg struct {
		Name    string `json:"name"`
		Type    string `json:"type"`
		Meaning string `json:"meaning"`
	}
	jsonExample struct {
		Expression string `json:"expression"`
		Result     string `json:"result,omitempty"`
	}
)

func (c *command) docJSON(cmd *cobra.Command, name string) int {
	groups, code := c.selected(cmd, name)
	if code != exitOK {
		return code
	}
	all := []jsonFunction{}
	for _, g := range groups {
		for _, fn := range g.functions {
			all = append(all, asJSON(g.library, fn))
		}
	}
	var shape any = all
	if name != "" {
		shape = all[0]
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(shape); err != nil {
		return c.report(err)
	}
	return c.print(b.String())
}

func asJSON(library string, fn documentedFunction) jsonFunction {
	h := fn.help
	j := jsonFunction{Name: fn.name, Library: library, Hard: fn.hard, Signature: h.Signature, Summary: h.Summary,
		Result: h.Result, Errors: h.Errors, Related: h.Related}
	for _, a := range h.Args {
		j.Arguments = append(j.Arguments, jsonArg(a))
	}
	for _, e := range h.Examples {
		j.Examples = append(j.Examples, jsonExample(e))
	}
	return j
}
