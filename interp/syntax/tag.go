package syntax

import (
	"strings"

	"github.com/bpl-lang/bpl/interp/value"
)

// tags holds what the tags of one expression declared.
type tags struct {
	ids    map[string]*value.List
	owners map[*value.List]*value.List // list → list whose names it takes
	order  []*value.List               // the lists of owners, as declared
	owns   map[*value.List]bool        // the lists that others take names of
}

// tag handles a tag; if it stands for an element, ok is true and v the element.
func (r *reader) tag(t token, word string) (v value.Value, ok bool, err error) {
	if len(r.frames) == 0 {
		return value.Null(), false, r.fail(t.start, "Invalid tag", false)
	}
	text := word[2 : len(word)-1]
	if word[1] == '@' {
		l := r.tags.ids[text]
		if l == nil {
			return value.Null(), false, r.fail(t.start, "Invalid link tag", false)
		}
		return l.Value(), true, nil
	}
	f := &r.frames[len(r.frames)-1]
	l := r.list(f)
	id, owner, takes := strings.Cut(text, ":")
	if takes {
		from := r.tags.ids[owner]
		circular, err := r.tags.circular(l, from, &r.gauge)
		if err != nil {
			return value.Null(), false, err
		}
		if from == nil || circular {
			return value.Null(), false, r.fail(t.start, "Invalid declaration tag", false)
		}
		r.tags.take(l, from)
		f.ignore = true
	}
	if id != "" {
		if r.tags.ids == nil {
			r.tags.ids = make(map[string]*value.List)
		}
		r.tags.ids[r.pool.keep(id)] = l
	}
	return value.Null(), false, nil
}

// circular reports whether the names of from depend on those of l.
func (t *tags) circular(l, from *value.List, g *gauge) (bool, error) {
	if from == l {
		return true, nil
	}
	if !t.owns[l] {
		return false, nil
	}
	for ; from != nil; from = t.owners[from] {
		if from == l {
			return true, nil
		}
		if err := g.step(0); err != nil {
			return false, err
		}
	}
	return false, nil
}

// take notes that l gets the names of from.
func (t *tags) take(l, from *value.List) {
	if t.owners == nil {
		t.owners = make(map[*value.List]*value.List)
		t.owns = make(map[*value.List]bool)
	}
	if t.owners[l] == nil {
		t.order = append(t.order, l)
	}
	t.owners[l] = from
	t.owns[from] = true
}

// resolve gives every list that takes names those of its owner, after the owner has its
// own, and forgets all tags.
func (t *tags) resolve(g *gauge) error {
	var chain []*value.List
	for _, l := range t.order {
		for ; t.owners[l] != nil; l = t.owners[l] {
			chain = append(chain, l)
		}
		for len(chain) > 0 {
			l := chain[len(chain)-1]
			chain = chain[:len(chain)-1]
			owner := t.owners[l]
			delete(t.owners, l)
			pad := 0
			if owner.Named() {
				pad = max(owner.Len()-l.Len(), 0)
			}
			g.elements += pad
			if err := g.step(pad * elementBytes); err != nil {
				return err
			}
			l.ShareNames(owner)
		}
	}
	*t = tags{}
	return nil
}
