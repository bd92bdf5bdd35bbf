package regex

type nodeKind uint8

const (
	nodeEmpty     nodeKind = iota
	nodeLiteral            // runes, at least one
	nodeSet                // one symbol of set
	nodeConcat             // subs in order
	nodeAlternate          // one of subs, the first that leads to a match
	nodeCapture            // group number group around subs[0]
	nodeRepeat             // subs[0] min to max times
	nodeAssert             // a condition on the position
	nodeBackref            // the text of group number group
	nodeLook               // look-ahead or look-behind with subs[0]
	nodeAtomic             // subs[0], its first match only
)

// A repeatMode is the kind of a quantifier.
type repeatMode uint8

const (
	greedy repeatMode = iota
	lazy
	possessive
)

// unlimited as the greatest count or width: there is none.
const unlimited = 1 << 30

// A node is a part of a parsed pattern. Nodes do not change after parsing and may be shared.
type node struct {
	kind     nodeKind
	mode     repeatMode // nodeRepeat
	assert   assertion  // nodeAssert
	negative bool       // nodeLook
	behind   bool       // nodeLook
	fold     bool       // nodeBackref: letter case does not matter
	group    int32      // nodeCapture, nodeBackref
	min, max int32      // nodeRepeat; max may be unlimited
	// minWidth and maxWidth bound the number of symbols of a match; both stop at unlimited.
	minWidth, maxWidth int32
	runes              []symbol
	set                *charSet
	subs               []*node
}

var emptyNode = node{kind: nodeEmpty}

func literalNode(runes ...symbol) *node {
	w := int32(len(runes))
	return &node{kind: nodeLiteral, runes: runes, minWidth: w, maxWidth: w}
}

func setNode(set *charSet) *node {
	return &node{kind: nodeSet, set: set, minWidth: 1, maxWidth: 1}
}

func assertNode(a assertion) *node { return &node{kind: nodeAssert, assert: a} }

func concatNode(subs []*node) *node {
	switch len(subs) {
	case 0:
		return &emptyNode
	case 1:
		return subs[0]
	}
	n := &node{kind: nodeConcat, subs: subs}
	for _, sub := range subs {
		n.minWidth = addWidth(n.minWidth, sub.minWidth)
		n.maxWidth = addWidth(n.maxWidth, sub.maxWidth)
	}
	return n
}

func alternateNode(subs []*node) *node {
	if len(subs) == 1 {
		return subs[0]
	}
	n := &node{kind: nodeAlternate, subs: subs, minWidth: unlimited}
	for _, sub := range subs {
		n.minWidth = min(n.minWidth, sub.minWidth)
		n.maxWidth = max(n.maxWidth, sub.maxWidth)
	}
	return n
}

// wrapNode makes a node of kind nodeCapture or nodeAtomic around sub.
func wrapNode(kind nodeKind, sub *node, group int32) *node {
	return &node{kind: kind, group: group, subs: []*node{sub}, minWidth: sub.minWidth, maxWidth: sub.maxWidth}
}

// repeatNode repeats sub. An iteration that matched nothing ends a repetition, so that a part without
// width is never needed twice.
func repeatNode(sub *node, lo, hi int32, mode repeatMode) *node {
	if sub.maxWidth == 0 {
		lo, hi = min(lo, 1), min(hi, 1)
	}
	switch {
	case hi == 0 || sub.kind == nodeEmpty:
		return &emptyNode
	case lo == 1 && hi == 1 && mode == possessive:
		return wrapNode(nodeAtomic, sub, 0)
	case lo == 1 && hi == 1:
		return sub
	}
	return &node{
		kind: nodeRepeat, subs: []*node{sub}, min: lo, max: hi, mode: mode,
		minWidth: mulWidth(sub.minWidth, lo), maxWidth: mulWidth(sub.maxWidth, hi),
	}
}

func addWidth(a, b int32) int32 { return int32(min(int64(a)+int64(b), unlimited)) }

func mulWidth(a, b int32) int32 { return int32(min(int64(a)*int64(b), unlimited)) }

// backtracks tells whether n holds a construct that a matcher of linear time cannot do.
func (n *node) backtracks() bool {
	switch {
	case n.kind == nodeBackref, n.kind == nodeLook, n.kind == nodeAtomic:
		return true
	case n.kind == nodeRepeat && n.mode == possessive:
		return true
	}
	for _, sub := range n.subs {
		if sub.backtracks() {
			return true
		}
	}
	return false
}

// startsAtBegin tells whether every match of n begins at the beginning of the text.
func (n *node) startsAtBegin() bool {
	switch n.kind {
	case nodeAssert:
		return n.assert == beginText
	case nodeConcat:
		for _, sub := range n.subs {
			if sub.startsAtBegin() {
				return true
			}
			if sub.maxWidth > 0 {
				return false
			}
		}
	case nodeAlternate:
		for _, sub := range n.subs {
			if !sub.startsAtBegin() {
				return false
			}
		}
		return true
	case nodeCapture, nodeAtomic:
		return n.subs[0].startsAtBegin()
	case nodeRepeat:
		return n.min > 0 && n.subs[0].startsAtBegin()
	}
	return false
}

// literalPrefix is the text of valid UTF-8 with which every match of n begins; whole tells that there is
// nothing else in n.
func (n *node) literalPrefix() (prefix string, whole bool) {
	switch n.kind {
	case nodeEmpty:
		return "", true
	case nodeLiteral:
		b := make([]byte, 0, len(n.runes))
		for _, r := range n.runes {
			if r >= firstRaw {
				// Found by its bytes it could be a part of a code point.
				return string(b), false
			}
			b = appendSymbol(b, r)
		}
		return string(b), true
	case nodeConcat:
		whole = true
		for _, sub := range n.subs {
			if sub.maxWidth == 0 && sub.kind != nodeEmpty {
				whole = false // a condition on the place, the text goes on after it
				continue
			}
			p, w := sub.literalPrefix()
			prefix += p
			if !w {
				return prefix, false
			}
		}
		return prefix, whole
	case nodeCapture, nodeAtomic:
		p, _ := n.subs[0].literalPrefix()
		return p, false
	case nodeRepeat:
		if n.min > 0 {
			p, _ := n.subs[0].literalPrefix()
			return p, false
		}
	}
	return "", false
}
