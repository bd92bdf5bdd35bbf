package value

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// model is the plain truth about a list: elements with or without names, and with whom it
// shares its names visibly (nobody: 0).
type model struct {
	elems []modelElement
	group int
}

type modelElement struct {
	name  string
	named bool
	value int32
}

func (m *model) find(name string) int {
	return slices.IndexFunc(m.elems, func(e modelElement) bool { return e.named && e.name == name })
}

func (m *model) named() bool {
	return slices.ContainsFunc(m.elems, func(e modelElement) bool { return e.named })
}

func (m *model) unname(name string) {
	if i := m.find(name); i >= 0 {
		m.elems[i].name, m.elems[i].named = "", false
	}
}

// pool is some lists with their models.
type pool struct {
	r      *rand.Rand
	lists  []*List
	models []*model
	groups int
	names  int // how many different names are used
}

func newPool(seed uint64, names int) *pool {
	p := &pool{r: rand.New(rand.NewPCG(seed, 9)), names: names}
	p.add(NewList(0), &model{})
	return p
}

func (p *pool) add(l *List, m *model) {
	if len(p.lists) < 6 {
		p.lists, p.models = append(p.lists, l), append(p.models, m)
		return
	}
	i := p.r.IntN(len(p.lists))
	p.lists[i], p.models[i] = l, m
}

func (p *pool) name() string { return fmt.Sprint("n", p.r.IntN(p.names)) }

// step changes a random list and its model in the same way and says what it did.
func (p *pool) step() string {
	at := p.r.IntN(len(p.lists))
	l, m := p.lists[at], p.models[at]
	v := int32(p.r.IntN(1000))
	i := 0
	if len(m.elems) > 0 {
		i = p.r.IntN(len(m.elems))
	}
	switch op := p.r.IntN(16); {
	case op == 0:
		l.Push(Int(v))
		m.elems, m.group = append(m.elems, modelElement{value: v}), 0
		return "push"
	case op <= 3:
		name := p.name()
		l.Put(name, Int(v))
		if j := m.find(name); j >= 0 {
			m.elems[j].value = v
		} else {
			m.elems, m.group = append(m.elems, modelElement{name, true, v}), 0
		}
		return "put " + name
	case op == 4 && len(m.elems) > 0:
		l.SetAt(i, Int(v))
		m.elems[i].value = v
		return "set"
	case op == 5:
		i = p.r.IntN(len(m.elems) + 1)
		l.Insert(i, Int(v))
		m.elems, m.group = slices.Insert(m.elems, i, modelElement{value: v}), 0
		return fmt.Sprint("insert ", i)
	case op <= 7 && len(m.elems) > 0:
		if p.r.IntN(2) == 0 {
			i = 0
		}
		l.Remove(i)
		m.elems, m.group = slices.Delete(m.elems, i, i+1), 0
		return fmt.Sprint("remove ", i)
	case op == 8:
		l.Pop()
		if n := len(m.elems); n > 0 {
			m.elems, m.group = m.elems[:n-1], 0
		}
		return "pop"
	case op <= 10 && len(m.elems) > 0:
		if p.r.IntN(4) == 0 {
			l.SetName(i, nil)
			m.elems[i].name, m.elems[i].named, m.group = "", false, 0
			return fmt.Sprint("unname ", i)
		}
		name := p.name()
		l.SetName(i, NewText(name))
		m.unname(name)
		m.elems[i].name, m.elems[i].named, m.group = name, true, 0
		return fmt.Sprint("name ", i, " ", name)
	case op == 11:
		l.Reverse()
		for a, b := 0, len(m.elems)-1; a < b; a, b = a+1, b-1 {
			m.elems[a].value, m.elems[b].value = m.elems[b].value, m.elems[a].value
		}
		return "reverse"
	case op == 12:
		if m.named() && m.group == 0 {
			p.groups++
			m.group = p.groups
		}
		p.add(l.Copy(), &model{elems: slices.Clone(m.elems), group: m.group})
		return "copy"
	case op == 13 && p.r.IntN(8) == 0:
		n := p.r.IntN(len(m.elems) + 1)
		l.Truncate(n)
		if n < len(m.elems) {
			m.elems, m.group = m.elems[:n], 0
		}
		return fmt.Sprint("truncate ", n)
	case op == 14:
		p.add(ListOfShape(ShapeOf(l), slices.Clone(l.Elements())), &model{elems: slices.Clone(m.elems)})
		return "list of its shape"
	}
	n := len(m.elems) + p.r.IntN(3)
	l.Pad(n)
	for len(m.elems) < n {
		m.elems, m.group = append(m.elems, modelElement{value: -1}), 0
	}
	return "pad"
}

// check compares all lists with their models.
func (p *pool) check() error {
	for k, l := range p.lists {
		m := p.models[k]
		if l.Len() != len(m.elems) {
			return fmt.Errorf("list %d: size\n got %d\nwant %d", k, l.Len(), len(m.elems))
		}
		if l.Named() != m.named() {
			return fmt.Errorf("list %d: named\n got %v\nwant %v", k, l.Named(), m.named())
		}
		for i, e := range m.elems {
			want := Null()
			if e.value >= 0 {
				want = Int(e.value)
			}
			if got := l.At(i); !got.Strict(want) {
				return fmt.Errorf("list %d: element %d\n got %s\nwant %s", k, i, show(got), show(want))
			}
			if got := l.Name(i); got != e.name || (l.NameText(i) != nil) != e.named {
				return fmt.Errorf("list %d: name %d\n got %q\nwant %q", k, i, got, e.name)
			}
		}
		for n := range p.names {
			name := fmt.Sprint("n", n)
			if got, want := l.Find(name), m.find(name); got != want {
				return fmt.Errorf("list %d: position of %s\n got %d\nwant %d", k, name, got, want)
			}
		}
		for j, other := range p.models[:k] {
			want := m.group != 0 && m.group == other.group && m.named()
			if got := sharesVisibly(l, p.lists[j]); got != want {
				return fmt.Errorf("lists %d and %d: visible sharing\n got %v\nwant %v", j, k, got, want)
			}
		}
	}
	return nil
}

func TestListsFollowTheModel(t *testing.T) {
	for _, names := range []int{3, 12, 60} {
		t.Run(fmt.Sprint(names, " names"), func(t *testing.T) {
			for seed := range uint64(60) {
				p := newPool(seed, names)
				var done []string
				for range 300 {
					done = append(done, p.step())
					if err := p.check(); err != nil {
						t.Fatalf("seed %d, after %v:\n%v", seed, done[max(0, len(done)-12):], err)
					}
				}
			}
		})
	}
}

// Long names tables go through many moves between two look-ups.
func TestNamesAreFoundAfterManyMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	l, order := NewList(0), []string{}
	for i := range 3000 {
		name := fmt.Sprint("n", i)
		l.Put(name, Int(int32(i)))
		order = append(order, name)
	}
	for k := range 6000 {
		switch i := r.IntN(len(order)); {
		case k%3 == 0:
			l.Remove(i)
			order = slices.Delete(order, i, i+1)
		case k%3 == 1:
			l.Insert(i, Null())
			name := fmt.Sprint("m", k)
			l.SetName(i, NewText(name))
			order = slices.Insert(order, i, name)
		default:
			l.Remove(0)
			order = order[1:]
			l.Put(fmt.Sprint("q", k), Null())
			order = append(order, fmt.Sprint("q", k))
		}
		if i := r.IntN(len(order)); k%7 == 0 && l.Find(order[i]) != i {
			t.Fatalf("after %d changes: position of %s\n got %d\nwant %d", k, order[i], l.Find(order[i]), i)
		}
	}
	for i, name := range order {
		if got := l.Find(name); got != i {
			t.Fatalf("position of %s\n got %d\nwant %d", name, got, i)
		}
	}
}

func TestQueueOfManyElementsIsFast(t *testing.T) {
	const n = 1_000_000 // moving all elements each time would take hours
	l := NewList(n)
	for i := range n {
		l.SetAt(i, Int(int32(i)))
	}
	for i := range n {
		if got := l.Remove(0); !got.Strict(Int(int32(i))) {
			t.Fatalf("element %d\n got %s\nwant %d", i, show(got), i)
		}
		if i%2 == 0 {
			l.Push(Null())
		}
	}
	if got := l.Len(); got != n/2 {
		t.Errorf("size\n got %d\nwant %d", got, n/2)
	}
	for l.Len() > 0 {
		l.Remove(0)
	}
	if got, most := cap(l.elems), 64; got > most {
		t.Errorf("capacity of the empty queue\n got %d\nwant at most %d", got, most)
	}
}
