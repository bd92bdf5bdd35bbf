package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib"
	"github.com/bpl-lang/bpl/repl"
)

const (
	namesTime = 2 * time.Second // how long names are waited for, in the background
	namesKeep = 5 * time.Second // how long they count as new
)

// A nameCache keeps the names of topics, groups and clients for completion. They are
// asked for in the background: the answer is there for the next Tab. It is used under the
// lock of its kafkaSession.
type nameCache struct {
	ctx    context.Context // of the session
	asking bool
	asked  time.Time
	found  map[string][]string // by kind
}

func (n *nameCache) reset(ctx context.Context) { n.ctx, n.found, n.asked = ctx, nil, time.Time{} }

// Complete implements repl.Completer for the strings in calls of the library.
func (k *kafkaSession) Complete(p repl.Place) []repl.Candidate {
	if !strings.HasPrefix(p.Function, "kafka-") {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	kind := parameterKinds[p.Option]
	if p.Option == "" && !p.Nested {
		kind = parameterKinds[parameterOf(p.Function, p.Argument)]
	}
	candidates := kafkaOptions(p)
	if kind == "" || k.session == nil {
		return candidates
	}
	k.ask()
	for _, name := range k.names.found[kind] {
		candidates = append(candidates, repl.Candidate{Text: name})
	}
	return candidates
}

// parameterKinds says which names stand for the parameters and options of functions.
var parameterKinds = map[string]string{"topic": "topics", "topics": "topics", "group": "groups", "groups": "groups", "kid": "handles"}

// ask asks for the names in the background, unless that was done just now. The goroutine
// ends after namesTime, or with the session.
func (k *kafkaSession) ask() {
	n := &k.names
	if n.asking || time.Since(n.asked) < namesKeep {
		return
	}
	n.asking = true
	session := k.session
	ctx, cancel := context.WithTimeout(n.ctx, namesTime)
	go func() {
		defer cancel()
		found := askNames(ctx, session)
		k.mu.Lock()
		defer k.mu.Unlock()
		n.asking, n.asked = false, time.Now()
		if session == k.session {
			n.found = found
		}
	}()
}

// askNames asks for all names that can be had.
func askNames(ctx context.Context, s *interp.Session) map[string][]string {
	found := map[string][]string{}
	clients, err := callFunction(ctx, s, "kafka-clients")
	if err == nil {
		found["handles"] = firstTexts(s, clients)
	}
	where, err := servers(ctx, s, "")
	if err != nil {
		return found
	}
	for kind, fn := range map[string]string{"topics": "kafka-list-topics", "groups": "kafka-groups"} {
		if v, err := callFunction(ctx, s, fn, where); err == nil {
			found[kind] = firstTexts(s, v)
		}
	}
	return found
}

// firstTexts are the texts of a list, and of the lists in it the first one.
func firstTexts(s *interp.Session, v interp.Value) []string {
	var texts []string
	s.Do(func(*interp.Session) {
		l, ok := v.AsList()
		if !ok {
			return
		}
		for _, e := range l.All() {
			if inner, ok := e.AsList(); ok && inner.Len() > 0 {
				e = inner.At(0)
			}
			if text, ok := e.AsString(); ok {
				texts = append(texts, text)
			}
		}
	})
	slices.Sort(texts)
	return texts
}

// signatures are those of the functions of the library.
var signatures = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, b := range kafkalib.New().Builtins() {
		all[b.Name()] = b.Help().Signature
	}
	return all
})

// parameterOf is the name of a parameter of a function of the library, "" if there is none.
func parameterOf(function string, argument int) string {
	words := strings.Fields(strings.NewReplacer("[", "", "]", "", "(", "", ")", "").Replace(signatures()[function]))
	if argument+1 >= len(words) {
		return ""
	}
	return words[argument+1]
}

// kindCandidates are the kinds of clients.
func kindCandidates() []repl.Candidate {
	var candidates []repl.Candidate
	for _, k := range kafkalib.CreatableKinds() {
		candidates = append(candidates, repl.Candidate{Text: k.String()})
	}
	return candidates
}

// kafkaOptions are the options of a client, where one is created.
func kafkaOptions(p repl.Place) []repl.Candidate {
	kind, known := kafkalib.Producer, true
	switch p.Function {
	case "kafka-producer":
	case "kafka-consumer":
		kind = kafkalib.Consumer
	case "kafka-create":
		if p.Argument == 0 && p.Option == "" {
			return kindCandidates()
		}
		kind, known = kafkalib.ParseKind(p.First)
	default:
		known = false
	}
	if !known || p.Option != "" {
		return nil
	}
	var candidates []repl.Candidate
	for _, o := range kafkalib.Options(kind) {
		if o.Ignored != "" {
			continue
		}
		hint := o.Type
		if o.Default != nil {
			hint += fmt.Sprintf(", %v by default", o.Default)
		}
		candidates = append(candidates, repl.Candidate{Text: o.Name, Hint: hint + ": " + o.Meaning, Option: true})
	}
	return candidates
}
