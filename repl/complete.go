package repl

import (
	"slices"
	"strings"
	"time"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/repl/internal/lineedit"
)

// complete answers the Tab key.
func (s *session) complete(line []rune, pos int) lineedit.Completion {
	text := string(line[:pos])
	if strings.HasPrefix(text, ":") {
		return s.completeCommand(text, pos)
	}
	place := scanPlace(text)
	if place.inString {
		return s.completeString(place, pos)
	}
	c := lineedit.Completion{Start: pos - len([]rune(place.word))}
	if place.word == "" && !place.head {
		return c
	}
	if list, rest, ok := cutLast(place.word, '/'); ok && list != "" {
		for _, name := range s.elements(list) {
			if strings.HasPrefix(name, rest) {
				c.Candidates = append(c.Candidates, list+"/"+name)
			}
		}
		return c
	}
	for _, name := range s.names(place.head) {
		if strings.HasPrefix(name, place.word) {
			c.Candidates = append(c.Candidates, name)
		}
	}
	if len(c.Candidates) == 1 {
		if help, ok := s.help(c.Candidates[0]); ok {
			c.Hint = help.Signature
		}
	}
	return c
}

func cutLast(text string, sep byte) (before, after string, ok bool) {
	if i := strings.LastIndexByte(text, sep); i >= 0 {
		return text[:i], text[i+1:], true
	}
	return text, "", false
}

// completeCommand completes the name of a command, and the argument of those that take
// the name of a function.
func (s *session) completeCommand(text string, pos int) lineedit.Completion {
	name, arg, hasArg := strings.Cut(text[1:], " ")
	if !hasArg {
		c := lineedit.Completion{Start: 1}
		for _, known := range s.commandNames() {
			if strings.HasPrefix(known, name) {
				c.Candidates = append(c.Candidates, known)
			}
		}
		return c
	}
	i := slices.IndexFunc(s.commands, func(c Command) bool { return c.Name == name })
	c := lineedit.Completion{Start: pos - len([]rune(arg))}
	if i >= 0 && s.commands[i].names {
		for _, known := range s.names(true) {
			if strings.HasPrefix(known, arg) {
				c.Candidates = append(c.Candidates, known)
			}
		}
	}
	return c
}

// completeString completes a string: what the sources of the host know, and the names of
// options.
func (s *session) completeString(place scanned, pos int) lineedit.Completion {
	c := lineedit.Completion{Start: pos - len([]rune(place.word))}
	var found []Candidate
	add := func(candidate Candidate) {
		if strings.HasPrefix(candidate.Text, place.word) && !slices.Contains(c.Candidates, candidate.Text) {
			c.Candidates = append(c.Candidates, candidate.Text)
			found = append(found, candidate)
		}
	}
	at := Place{Function: place.function, First: place.first, Argument: place.argument, Nested: place.nested,
		Option: place.option, Word: place.word}
	for _, source := range s.Completers {
		for _, candidate := range source.Complete(at) {
			add(candidate)
		}
	}
	if place.option == "" && !place.nested {
		if help, ok := s.help(place.function); ok {
			for _, option := range optionsOf(help.Signature) {
				add(Candidate{Text: option, Hint: optionHint(help, option), Option: true})
			}
		}
	}
	if len(found) == 1 {
		c.Hint = found[0].Hint
		if found[0].Option {
			c.Candidates[0] += `" => `
		} else {
			c.Candidates[0] += `"`
		}
	}
	return c
}

// optionsOf are the names of the options in a signature.
func optionsOf(signature string) []string {
	var options []string
	for i, part := range strings.Split(signature, `"`) {
		if i%2 == 1 {
			options = append(options, part)
		}
	}
	return options
}

func optionHint(help interp.Help, option string) string {
	for _, arg := range help.Args {
		if strings.Trim(arg.Name, `"`) == option {
			return arg.Type + ": " + arg.Meaning
		}
	}
	return ""
}

// names are those of functions and, unless only functions may stand there, of variables.
func (s *session) names(functions bool) []string {
	var names []string
	s.briefly(func() {
		for _, fn := range s.s.Functions() {
			names = append(names, fn.Name)
		}
		if !functions {
			names = append(names, s.s.Globals()...)
		}
	})
	slices.Sort(names)
	return slices.Compact(names)
}

// elements are the names in the list that a path leads to.
func (s *session) elements(path string) []string {
	var names []string
	s.briefly(func() {
		s.s.Do(func(locked *interp.Session) {
			steps := strings.Split(path, "/")
			v, _ := locked.Get(steps[0])
			for _, step := range steps[1:] {
				l, ok := v.AsList()
				if !ok {
					return
				}
				v = element(l, step)
			}
			if l, ok := v.AsList(); ok {
				for name := range l.All() {
					if name != "" && !strings.ContainsAny(name, "/\" ()") {
						names = append(names, name)
					}
				}
			}
		})
	})
	return names
}

// element is the element of a list by name or index, null if there is none.
func element(l *interp.List, step string) interp.Value {
	if v, ok := l.Get(step); ok {
		return v
	}
	n := 0
	for _, digit := range step {
		if digit < '0' || digit > '9' || n > l.Len() {
			return interp.Null()
		}
		n = 10*n + int(digit-'0')
	}
	if step == "" || n >= l.Len() {
		return interp.Null()
	}
	return l.At(n)
}

func (s *session) help(name string) (help interp.Help, ok bool) {
	if name != "" {
		s.briefly(func() { help, ok = s.s.Help(name) })
	}
	return help, ok
}

// briefly runs f, which needs the lock of the session, unless that cannot be had soon:
// completion must not hold up typing.
func (s *session) briefly(f func()) {
	if !s.asking.CompareAndSwap(false, true) {
		return
	}
	done := make(chan struct{})
	go func() {
		defer s.asking.Store(false)
		s.s.Do(func(*interp.Session) {})
		close(done)
	}()
	timer := time.NewTimer(keepTime)
	defer timer.Stop()
	select {
	case <-done:
		f()
	case <-timer.C:
	}
}
