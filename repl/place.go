package repl

import "strings"

// A scanned place is what the text before the cursor says about what may stand there.
type scanned struct {
	inString bool
	head     bool   // the word is the first of a list
	word     string // what is typed of the word or string
	function string // the head of the innermost list that has a word there, "" for none
	first    string // the first argument of the function, if that is a string
	argument int    // number of the argument, without the function
	nested   bool   // in a list inside the argument
	option   string // name of the argument or element, "" for none
}

// An openList is a list that is open where a scan stands.
type openList struct {
	function string
	first    string
	elements int
	begun    bool   // it has had an element
	last     string // the last element, if it is a string or a word
	option   string // name that waits for its value
}

// scanPlace reads the text before the cursor. What is wrong with it does not matter.
func scanPlace(text string) scanned {
	lists := []openList{{}}
	for i := 0; i < len(text); {
		top := &lists[len(lists)-1]
		switch c := text[i]; {
		case c == '(':
			lists = append(lists, openList{})
			i++
		case c == ')':
			if len(lists) > 1 {
				lists = lists[:len(lists)-1]
			}
			lists[len(lists)-1].add("")
			i++
		case c <= ' ':
			i++
		case strings.HasPrefix(text[i:], "=>"):
			top.option = top.last
			top.elements = max(0, top.elements-1)
			if top.elements == 1 {
				top.first = "" // it is a name
			}
			i += 2
		case c == '"':
			content, end, closed := scanString(text, i)
			if !closed {
				return placeIn(lists, scanned{inString: true, word: content})
			}
			if top.elements == 1 && top.option == "" {
				top.first = content
			}
			top.add(content)
			i = end
		default:
			end := i
			for end < len(text) && text[end] > ' ' && text[end] != '(' && text[end] != ')' {
				end++
			}
			if end == len(text) {
				return placeIn(lists, scanned{word: text[i:], head: top.elements == 0 && len(lists) > 1})
			}
			if !top.begun && !isNumber([]rune(text[i:end])) {
				top.function = text[i:end]
			}
			top.add(text[i:end])
			i = end
		}
	}
	top := lists[len(lists)-1]
	return placeIn(lists, scanned{head: top.elements == 0 && len(lists) > 1})
}

func (o *openList) add(element string) {
	o.elements++
	o.last, o.option, o.begun = element, "", true
}

// placeIn says in which call a place is: that of the innermost list that has a function.
func placeIn(lists []openList, s scanned) scanned {
	s.option = lists[len(lists)-1].option
	for i := len(lists) - 1; i >= 0; i-- {
		if l := lists[i]; l.function != "" {
			s.function, s.first, s.argument = l.function, l.first, max(0, l.elements-1)
			s.nested = i < len(lists)-1
			break
		}
	}
	return s
}

// scanString reads a string that begins at a quote; its escapes stay as they are.
func scanString(text string, start int) (content string, end int, closed bool) {
	for i := start + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return text[start+1 : i], i + 1, true
		}
	}
	return text[start+1:], len(text), false
}
