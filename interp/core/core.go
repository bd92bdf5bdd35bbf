// Package core is the core library of the language: the built-in functions whose names the
// reader binds, and the additions, which variables may hide (spec/language.md, Names of
// functions).
//
// There is one file per topic with one table of built-ins, their help beside them. The
// examples of the help run as tests. Tables are composite literals of constants and
// functions, which Go lays out when it links: nothing is computed at start.
package core

import (
	"slices"

	"github.com/bpl-lang/bpl/interp/internal/eval"
)

// hard are the tables of the functions that the reader binds itself.
var hard = [][]eval.Builtin{
	codeTable, conditionTable, loopTable, exceptionTable,
	variableTable, scopeTable, referenceTable, typeTable, helpTable,
	executorTable, waitTable, monitorTable, timerTable,
	systemTable, httpTable, randomTable,
	logicTable, equalityTable, orderTable,
	arithmeticTable, incrementTable, bitTable, mathTable, powerTable,
	listTable, listAccessTable, listPutTable, listWholeTable, listNamesTable,
	listIterateTable, sortTable, matchTable, mergeTable,
	concatTable, textPartTable, textCaseTable, locateStringTable,
	stringTable, numberTable, parseTable, dateTable, regexTable, functionsTable,
}

// additions are the tables of the functions that variables may hide.
var additions = [][]eval.Builtin{
	printTable, prettyTable, inputTable, fileTable, fileLineTable, loadTable,
	processTable, clockTable, waitAllTable, uuidTable,
	listFoldTable, listTextTable, numberListTable, rangeTable,
	affixTable, repeatTable, findStringTable, formatTable, bytesTable, hashTable,
}

// Functions returns the functions of the core library, new ones at each call, for one
// registry.
func Functions() []*eval.Function {
	return append(functionsOf(hard, true), functionsOf(additions, false)...)
}

// functionsOf returns the functions of some tables.
func functionsOf(tables [][]eval.Builtin, isHard bool) []*eval.Function {
	builtins := slices.Concat(tables...)
	functions := make([]eval.Function, len(builtins)) // in one piece of memory
	all := make([]*eval.Function, len(builtins))
	for i, b := range builtins {
		functions[i] = eval.Function{Builtin: b, Hard: isHard, Compile: compiled(b.Name), Pure: pure(b.Name)}
		all[i] = &functions[i]
	}
	return all
}
