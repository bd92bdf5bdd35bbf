package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// scopeTable holds the functions that give scopes as lists.
var scopeTable = []eval.Builtin{
	{
		Name: "global-scope", Plain: globalScope,
		Help: eval.Help{
			Signature: "(global-scope)",
			Summary:   "Gives the global variables as a list. It is the scope itself: changing the list changes variables.",
			Result:    "a list of the values under their names",
			Related:   []string{"local-scope", "set"},
			Examples: []eval.HelpExample{
				{"(set a 1)", "1"},
				{"(global-scope)", "(\"a\" => 1)"},
				{"(put (global-scope) \"b\" 2)", "null"},
				{"b", "2"},
			},
		},
	},
	{
		Name: "local-scope", Plain: localScope,
		Help: eval.Help{
			Signature: "(local-scope [depth])",
			Summary: "Gives the local variables as a list, or those of a caller. It is the scope itself: " +
				"changing the list changes variables, and eval can evaluate code in it.",
			Args:    []eval.HelpArg{{"depth", "number", "0 for the current scope, 1 for that of the caller, and so on"}},
			Result:  "a list of the values under their names, null if there is no scope that far up",
			Errors:  []string{"IllegalArgumentException if depth is no number"},
			Related: []string{"global-scope", "eval", "local"},
			Examples: []eval.HelpExample{
				{"(do (set-local a 5) (local-scope))", "(\"a\" => 5)"},
				{"(set evaluated (function args (eval (first args) (local-scope 1))))", "(function args (eval (first args) (local-scope 1)))"},
				{"(do (set-local n 7) (evaluated (+ n 1)))", "8"},
				{"(local-scope 9)", "null"},
			},
		},
	},
}

func globalScope(f *eval.Frame, _ *value.List) value.Value { return f.Session().Global.Value() }

func localScope(f *eval.Frame, l *value.List) value.Value {
	depth := int64(0)
	if l.Len() > 1 {
		depth = indexArg(f, l, 1)
	}
	if depth < 0 || int64(int(depth)) != depth {
		return value.Null()
	}
	scope := f.ScopeAt(int(depth))
	if scope == nil {
		return value.Null()
	}
	return scope.Scope().Value()
}
