package syntax

// A level is a list that is being written over several lines.
type level struct {
	mode   mode
	code   bool // its first element is a reference
	head   int  // columns of that reference if the others are aligned behind it
	indent int  // of its further lines
	keep   int  // elements behind the first that belong on its line
	align  int  // columns of the names, 0 if values are not aligned
	after  int  // parentheses that close right behind it
	end    int  // offset behind its closing parenthesis
	count  int  // elements begun
	tokens int  // elements and tags begun
}

// A mode says which elements of a list begin a line.
type mode uint8

const (
	modeFill mode = iota // those that do not fit on the line before
	modeEach             // all
	modeHang             // all but the first few
	modeKeep             // those that do in the text
)

// alignUpTo is the size of names, in columns, up to which values are aligned.
const alignUpTo = 30

// An item is an element of a list, or a tag in it.
type item struct {
	name       token // kind tokenEnd if it has none
	first      token // of the value: an atom or an opening parenthesis
	breaks     int   // line ends before it in the text
	tag, named bool
}

// item reads the item that begins with t, behind the gap; it stops behind the atom, or
// behind the opening parenthesis.
func (l *layout) item(t token, gap int) item {
	it := item{first: t}
	if l.source {
		it.breaks = lineEnds(l.src[gap:t.start])
	}
	if t.kind == tokenOpen {
		return it
	}
	if t.kind == tokenWord {
		word := l.src[t.start:t.end]
		it.tag = isTag(word) && word[1] == '#'
	}
	pos := l.pos
	if !it.tag && beginsOperator(l.src[skipSeparators(l.src, pos):]) {
		l.token()
		it.name, it.named = t, true
		it.first = l.token()
	}
	return it
}

// atom is the text of a token.
func (l *layout) atom(t token) string { return l.src[t.start:t.end] }

// enter begins the list whose opening parenthesis was just read and makes a level of it.
// hanging tells that it ends the list around it, which is code.
func (l *layout) enter(hanging bool, after int) error {
	b := &l.blocks[l.next]
	l.next++
	lv := level{after: after, end: b.end}
	if err := l.study(&lv, b); err != nil {
		return err
	}
	switch {
	case !lv.code:
		lv.indent = l.column + 1
	case lv.head > 0:
		lv.indent = l.column + lv.head + 2
	case hanging || l.column == l.indent:
		lv.indent = l.indent + 2
	default:
		lv.indent = l.column + 2
	}
	l.put("(")
	l.levels = append(l.levels, lv)
	return nil
}

// study looks over the elements of a list to find how to lay it out, and returns to its
// beginning.
func (l *layout) study(lv *level, b *block) error {
	lists, names := 0, 0
	head := ""
	err := l.eachItem(func(i int, it item) {
		if it.first.kind == tokenOpen {
			lists++
		}
		if it.named {
			names++
		}
		if i == 0 && !it.named && l.isReference(it.first) {
			lv.code, head = true, l.atom(it.first)
		}
	})
	if err != nil {
		return err
	}
	if lv.code {
		var form bool
		if lv.keep, form = headArguments(head); !form && len(head) <= shortHead {
			lv.head = len(head)
		}
	}
	switch {
	case b.broken:
		lv.mode = modeKeep
	case lists == 0 && names == 0:
		lv.mode = modeFill
	case lv.code:
		lv.mode = modeHang
	default:
		lv.mode = modeEach
	}
	if names == 0 || lv.mode == modeFill {
		return nil
	}
	return l.alignNames(lv)
}

// alignNames finds the width to which names are padded, so that the values of those that
// stand alone on their lines are aligned. Names that belong on the first line, and may be on
// another for want of room, do not count.
func (l *layout) alignNames(lv *level) error {
	waiting := 0 // columns of a name that begins a line, while the next line is not seen
	err := l.eachItem(func(i int, it item) {
		begins := i == 0 || lv.mode != modeKeep && i > lv.keep || lv.mode == modeKeep && it.breaks > 0
		if begins {
			lv.align = max(lv.align, waiting)
		}
		waiting = 0
		if begins && it.named && lv.aligns(i) {
			if n := Columns(l.atom(it.name)); n <= alignUpTo {
				waiting = n
			}
		}
	})
	lv.align = max(lv.align, waiting)
	return err
}

// eachItem calls visit for the elements of the list that was begun, without those of lists
// in it, and returns to its beginning.
func (l *layout) eachItem(visit func(i int, it item)) error {
	pos, next := l.pos, l.next
	defer func() { l.pos, l.next = pos, next }()
	for i := 0; ; {
		gap := l.pos
		t := l.token()
		if err := l.gauge.step(0); err != nil || t.kind == tokenClose {
			return err
		}
		it := l.item(t, gap)
		if it.first.kind == tokenOpen {
			inner := &l.blocks[l.next]
			l.next += 1 + inner.inner
			l.pos = inner.end
		}
		if !it.tag {
			visit(i, it)
			i++
		}
	}
}

// aligns reports whether the value of element i is aligned with others, if the element
// begins a line.
func (lv *level) aligns(i int) bool { return !lv.code || i > lv.keep }

// isReference reports whether a token is a reference.
func (l *layout) isReference(t token) bool {
	if t.kind == tokenPath {
		return true
	}
	if t.kind != tokenWord {
		return false
	}
	word := l.atom(t)
	_, isLiteral := literal(word)
	return !isLiteral && !numberCandidate(word) && !isTag(word) && word[0] != moreMark[0]
}

// shortHead is the length of names behind which arguments are aligned: operators mostly.
const shortHead = 3

// headArguments returns how many arguments of a call belong on its first line, and
// whether the function is one that takes code, which is indented as such.
func headArguments(name string) (keep int, form bool) {
	switch name {
	case "do", "cond", "try", "time", "list", "quote":
		return 0, true
	case "if", "when", "while", "function", "sync", "###":
		return 1, true
	case "set", "set-local", "for-each", "for-each-line", "apply", "find", "locate", "match", "put", "group-by":
		return 2, true
	case "for":
		return 3, true
	case "reduce":
		return 4, true
	}
	return 1, false
}
