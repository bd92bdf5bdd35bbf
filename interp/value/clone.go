package value

// Clone returns a deep copy of v: new lists for all that are reachable from it, with the
// cycles and the sharing between them. Each copy shares its name table visibly with its
// original, so that lists that shared one do so in the copy too. Other values, foreign
// ones included, are returned as they are.
func (v Value) Clone() Value { return Clone(v, nil) }

// Clone is the method Clone with a tick, called before lists are copied.
func Clone(v Value, tick Tick) Value {
	root := v.List()
	if root == nil {
		return v
	}
	c := cloner{meter: meter{tick: tick}}
	copied := c.one(root)
	c.work = append(c.work, copied)
	for len(c.work) > 0 {
		last := len(c.work) - 1
		l := c.work[last]
		c.work = c.work[:last]
		for i, e := range l.elems {
			if e.IsList() {
				if c.copies == nil {
					c.copies = map[*List]*List{root: copied}
				}
				l.elems[i] = c.list((*List)(e.p)).Value()
			}
		}
	}
	return copied.Value()
}

// A cloner is one deep copy. Lists in work are copies whose elements are still originals.
type cloner struct {
	meter
	copies map[*List]*List // original → copy; made when the first list inside is met
	work   []*List
}

func (c *cloner) list(l *List) *List {
	if done, ok := c.copies[l]; ok {
		return done
	}
	made := c.one(l)
	c.copies[l] = made
	if made.holdsLists() {
		c.work = append(c.work, made)
	}
	return made
}

func (c *cloner) one(l *List) *List {
	c.add(len(l.elems) + 1)
	return l.Copy()
}

func (l *List) holdsLists() bool {
	for _, e := range l.elems {
		if e.IsList() {
			return true
		}
	}
	return false
}
