package core

import "github.com/bpl-lang/bpl/interp/internal/eval"

// compiled returns how calls of a built-in are compiled, nil for those that compiled code
// calls in their plain form. Each compiled form must do exactly what the plain one does;
// the differential tests hold them together.
func compiled(name string) eval.Compile {
	switch name {
	case "quote", "function":
		return compileConstant
	case "do":
		return compileDo
	case "if":
		return compileIf
	case "when":
		return compileWhen
	case "cond":
		return compileCond
	case "while":
		return compileWhile
	case "for":
		return compileFor
	case "and":
		return compileAnd
	case "or":
		return compileOr
	case "not":
		return compileNot
	case "set":
		return compileSet
	case "set-local":
		return compileSetLocal
	case "local":
		return compileLocal
	case "++":
		return compileIncrement
	case "--":
		return compileDecrement
	case "+":
		return compilePlus
	case "-":
		return compileMinus
	case "*":
		return compileTimes
	case "/", "mod":
		return compileDivision
	case "div", "remainder", "bit-and", "bit-or", "bit-xor", "bit-shift":
		return compileWhole
	case "abs", "ceil", "floor", "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "log10", "logn":
		return compileDoubleFunction
	case "round":
		return compileRound
	case "min", "max":
		return compileExtreme
	case "<", "<=", ">", ">=":
		return compileOrder
	case "=", "!=":
		return compileEqual
	case "==":
		return compileAllEqual(named)
	case "===":
		return compileAllEqual(strict)
	case "list":
		return compileList
	case "get":
		return compileGet
	case "put":
		return compilePut
	case "push":
		return compilePush
	case "size":
		return compileSize
	case "for-each":
		return compileForEach
	case "apply":
		return compileApply
	case "find":
		return compileFind
	case "locate":
		return compileLocate
	case "reduce":
		return compileReduce
	case "group-by":
		return compileGroupBy
	case "concat":
		return compileConcat
	case "length":
		return compileLength
	case "type-of":
		return typeFunction.compile
	case "subtype-of":
		return subtypeFunction.compile
	case "boolean":
		return booleanFunction.compile
	case "first":
		return firstFunction.compile
	case "last":
		return lastFunction.compile
	case "empty":
		return emptyFunction.compile
	case "has":
		return hasFunction.compile
	case "sublist":
		return sublistFunction.compile
	case "pop":
		return popFunction.compile
	case "bit-not":
		return bitNotFunction.compile
	case "pow":
		return powerFunction.compile
	case "string":
		return compileString
	case "substring":
		return substringFunction.compile
	case "locate-string":
		return locateStringFunction.compile
	case "starts-with":
		return startsWithFunction.compile
	case "ends-with":
		return endsWithFunction.compile
	case "eval":
		return compileEval
	case "call":
		return compileCall
	}
	return nil
}

// pure reports whether compiled calls of a built-in change nothing but by their arguments.
func pure(name string) bool {
	switch name {
	case "+", "-", "*", "/", "mod", "div", "remainder", "bit-and", "bit-or", "bit-xor", "bit-shift",
		"abs", "ceil", "floor", "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "log10", "logn", "round",
		"min", "max", "<", "<=", ">", ">=", "=", "!=", "==", "===", "and", "or", "not", "get", "size", "concat", "length",
		"type-of", "subtype-of", "boolean", "first", "last", "empty", "has", "sublist", "bit-not", "pow",
		"substring", "locate-string", "starts-with", "ends-with":
		return true
	}
	return false
}
