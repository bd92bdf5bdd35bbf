// Package core is the core library of the language: the built-in functions of
// language.md §9, which are hard, and the additions of §10, which variables may hide.
//
// There is one file per topic with one table of built-ins, their help beside them. The
// examples of the help run as tests. Tables are composite literals of constants and
// functions, which Go lays out when it links: nothing is computed at start.
package core

import "github.com/bpl-lang/bpl/interp/internal/eval"

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
	count := 0
	for _, tables := range [][][]eval.Builtin{hard, additions} {
		for _, table := range tables {
			count += len(table)
		}
	}
	functions := make([]eval.Function, 0, count)
	all := make([]*eval.Function, 0, count)
	for i, tables := range [][][]eval.Builtin{hard, additions} {
		for _, table := range tables {
			for j := range table {
				functions = append(functions, eval.Function{Builtin: table[j], Hard: i == 0, Compile: compiled(table[j].Name), Pure: pure(table[j].Name)})
				all = append(all, &functions[len(functions)-1])
			}
		}
	}
	return all
}
