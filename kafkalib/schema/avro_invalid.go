package schema

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/twmb/avro"
)

// avroMessage is an error of the library without its name in front. Of bytes that
// are no value of the schema it says what is wrong with them: the library words that
// as a failure of Go types.
func avroMessage(err error) string {
	if e, ok := errors.AsType[*avro.ShortBufferError](err); ok {
		if e.Need > 0 {
			return fmt.Sprintf("the bytes end too early: %d more are needed, there are %d", e.Need, e.Have)
		}
		return "the bytes end too early, within " + e.Type
	}
	if e, ok := errors.AsType[*avro.SemanticError](err); ok && e.GoType == nil && e.Err != nil {
		return avroMessage(e.Err)
	}
	return strings.TrimPrefix(err.Error(), "avro: ")
}

// dottedPointer turns the library's paths into pointers.
func dottedPointer(path string) string {
	if path == "" {
		return ""
	}
	return pointer(strings.Split(path, "."))
}

// invalidAvro is the error about a text, with the place. The library says what
// is wrong but not where, so the place is looked for: by the structure, then
// by the names that the message quotes.
func invalidAvro(text string, tree *jsonNode, reference string, err error) error {
	e := &InvalidError{Type: Avro, Reference: reference, Line: 1, Message: avroMessage(err)}
	if fault, ok := errors.AsType[*jsonFault](err); ok {
		e.Line, e.Column = lineColumn(text, fault.offset)
		return e
	}
	if tree == nil {
		return e
	}
	path, n := faultyAvro(tree, e.Message)
	e.Path = pointer(path)
	e.Line, e.Column = lineColumn(text, n.offset)
	return e
}

// avroLacks are messages of the library about a type that lacks something,
// and how such a type looks.
var avroLacks = []struct {
	message string
	broken  func(n *jsonNode) bool
}{
	{"record is missing fields", lacks("fields", jsonArray, "record", "error")},
	{"enum is missing symbols", lacks("symbols", jsonArray, "enum")},
	{"array is missing items", lacks("items", 0, "array")},
	{"map is missing values", lacks("values", 0, "map")},
	{"fixed is missing size", lacks("size", jsonNumber, "fixed")},
	{"invalid fixed size", func(n *jsonNode) bool {
		size := n.get("size")
		return isAvroType(n, "fixed") && size != nil && (size.kind != jsonNumber || strings.HasPrefix(size.text, "-"))
	}},
	{"decimal", func(n *jsonNode) bool {
		logical, _ := n.get("logicalType").str()
		return logical == "decimal" && badDecimal(n)
	}},
	{"immediately contain other unions", func(n *jsonNode) bool {
		return n.kind == jsonArray && slices.ContainsFunc(n.items, func(item *jsonNode) bool { return item.kind == jsonArray })
	}},
	{"is not a primitive, complex, nor union", func(n *jsonNode) bool {
		return n.kind == jsonObject && n.get("name") != nil && n.get("type") == nil
	}},
}

func isAvroType(n *jsonNode, names ...string) bool {
	t, ok := n.get("type").str()
	return ok && slices.Contains(names, t)
}

// lacks recognises a type whose member is missing or of another kind; kind 0
// takes any.
func lacks(member string, kind jsonKind, types ...string) func(n *jsonNode) bool {
	return func(n *jsonNode) bool {
		m := n.get(member)
		return isAvroType(n, types...) && (m == nil || kind != 0 && m.kind != kind)
	}
}

func badDecimal(n *jsonNode) bool {
	whole := func(name string, missing int) int {
		m := n.get(name)
		if m == nil {
			return missing
		}
		i, err := strconv.Atoi(m.text)
		if err != nil || m.kind != jsonNumber {
			return -1
		}
		return i
	}
	precision, scale := whole("precision", 0), whole("scale", 0)
	size := whole("size", 1<<20)
	return precision <= 0 || scale < 0 || scale > precision || float64(precision) > float64(8*size-1)*0.30103
}

var quotedText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`) })

// faultyAvro is the place of a message in a schema; the whole where it cannot
// be told.
func faultyAvro(tree *jsonNode, message string) (path []string, n *jsonNode) {
	path, n = nil, tree
	found := func(test func(path []string, n *jsonNode) bool) bool {
		return !tree.each(nil, func(p []string, candidate *jsonNode) bool {
			if !test(p, candidate) {
				return true
			}
			path, n = slices.Clone(p), candidate
			return false
		})
	}
	for _, l := range avroLacks {
		if strings.Contains(message, l.message) && found(func(_ []string, n *jsonNode) bool { return l.broken(n) }) {
			return path, n
		}
	}
	names := quotedText().FindAllStringSubmatch(message, -1)
	if strings.Contains(message, "default") && len(names) > 0 {
		if found(func(_ []string, n *jsonNode) bool {
			name, _ := n.get("name").str()
			return name == names[0][1] && n.get("default") != nil
		}) {
			return append(path, "default"), n.get("default")
		}
	}
	seen := 0
	for _, m := range slices.Backward(names) {
		text := m[1]
		if found(func(p []string, n *jsonNode) bool {
			if s, ok := n.str(); !ok || s != text {
				return false
			}
			seen++ // of what is there twice, the second is the mistake
			return !strings.Contains(message, "duplicate") || seen > 1
		}) {
			return path, n
		}
	}
	return path, n
}
