package interchange

import "github.com/bpl-lang/bpl/interp/value"

// A listPlace is how far a list was written.
type listPlace struct {
	list *value.List
	next int
	kind placeKind
}

// placeKind says what a list is written as.
type placeKind uint8

// openLists is the stack of lists that are being written, the outermost first. It knows
// which are in it, and so finds lists that contain themselves.
type openLists struct {
	places []listPlace
	deep   map[*value.List]bool // those behind the first linearPlaces
}

// linearPlaces is the depth up to which lists are compared one by one.
const linearPlaces = 16

// push adds a list; false if it is there already.
func (o *openLists) push(l *value.List, kind placeKind) bool {
	for i := range min(len(o.places), linearPlaces) {
		if o.places[i].list == l {
			return false
		}
	}
	if len(o.places) >= linearPlaces {
		if o.deep[l] {
			return false
		}
		if o.deep == nil {
			o.deep = make(map[*value.List]bool)
		}
		o.deep[l] = true
	}
	o.places = append(o.places, listPlace{list: l, kind: kind})
	return true
}

// top returns the innermost list.
func (o *openLists) top() *listPlace { return &o.places[len(o.places)-1] }

// pop removes the innermost list.
func (o *openLists) pop() {
	last := len(o.places) - 1
	if last >= linearPlaces {
		delete(o.deep, o.places[last].list)
	}
	o.places = o.places[:last]
}
