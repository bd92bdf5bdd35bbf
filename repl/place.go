package repl

import "strings"

// A scanned place is what the text before the cursor says about what may stand there.
type scanned struct {
	inString bool
	head     bool   // the word is the first of a list
	word     string // what is typed of the word or string
	function string // the head of the innermost list, "" if that is no word
	argument int    // number of the argument, without the function
	option   string // name of the argument, "" for none
}

// An openList is a list that is open where a scan stands.
type openList struct {
	function string
	elements int
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
			i += 2
		case c == '"':
			content, end, closed := scanString(text, i)
			if !closed {
				return top.place(scanned{inString: true, word: content})
			}
			top.add(content)
			i = end
		default:
			end := i
			for end < len(text) && text[end] > ' ' && text[end] != '(' && text[end] != ')' {
				end++
			}
			if end == len(text) {
				return top.place(scanned{word: text[i:], head: top.elements == 0 && len(lists) > 1})
			}
			if top.elements == 0 {
				top.function = text[i:end]
			}
			top.add(text[i:end])
			i = end
		}
	}
	top := lists[len(lists)-1]
	return top.place(scanned{head: top.elements == 0 && len(lists) > 1})
}

func (o *openList) add(element string) {
	o.elements++
	o.last, o.option = element, ""
}

func (o *openList) place(s scanned) scanned {
	s.function, s.option = o.function, o.option
	s.argument = max(0, o.elements-1)
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
