package regex

// group reads a group from its "(" on; it gives nil for one that only sets flags.
func (p *parser) group() (*node, error) {
	start := p.pos
	p.nesting++
	defer func() { p.nesting-- }()
	if p.nesting > maxNesting {
		return nil, p.failf(start, "groups nested more than %d deep", maxNesting)
	}
	outer := p.flags
	p.pos++
	var wrap func(*node) *node
	switch {
	case !p.has("?"):
		number := p.openGroup("")
		wrap = func(n *node) *node { return wrapNode(nodeCapture, n, number) }
	case p.skip("?:"):
		wrap = func(n *node) *node { return n }
	case p.skip("?>"):
		wrap = func(n *node) *node { return wrapNode(nodeAtomic, n, 0) }
	case p.skip("?="):
		wrap = lookNode(false, false)
	case p.skip("?!"):
		wrap = lookNode(false, true)
	case p.skip("?<="):
		wrap = lookNode(true, false)
	case p.skip("?<!"):
		wrap = lookNode(true, true)
	case p.skip("?<"):
		name, err := p.groupName(start)
		if err != nil {
			return nil, err
		}
		if _, taken := p.numbers[name]; taken {
			return nil, p.failf(start, "second group named %s", name)
		}
		number := p.openGroup(name)
		wrap = func(n *node) *node { return wrapNode(nodeCapture, n, number) }
	default:
		p.pos++
		scoped, err := p.setFlags(start)
		if err != nil || !scoped {
			return nil, err
		}
		wrap = func(n *node) *node { return n }
	}
	n, err := p.alternatives()
	if err != nil {
		return nil, err
	}
	if !p.skip(")") {
		return nil, p.failf(start, `group without its ")"`)
	}
	p.flags = outer
	return wrap(n), nil
}

func lookNode(behind, negative bool) func(*node) *node {
	return func(n *node) *node {
		return &node{kind: nodeLook, behind: behind, negative: negative, subs: []*node{n}}
	}
}

// openGroup gives the next group its number.
func (p *parser) openGroup(name string) int32 {
	number := int32(len(p.groups))
	p.groups = append(p.groups, name)
	if name != "" {
		if p.numbers == nil {
			p.numbers = map[string]int32{}
		}
		p.numbers[name] = number
	}
	return number
}

// groupName reads a name and the ">" after it; the construct began at offset start.
func (p *parser) groupName(start int) (string, error) {
	from := p.pos
	for p.pos < len(p.src) && isNameByte(p.src[p.pos], p.pos > from) {
		p.pos++
	}
	name := p.src[from:p.pos]
	if name == "" || !p.skip(">") {
		return "", p.failf(start, `group name that is not a letter, then letters and digits, then ">"`)
	}
	return name, nil
}

func isNameByte(c byte, digits bool) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || digits && '0' <= c && c <= '9'
}

// setFlags reads flags after "(?". With a ":" after them a group begins, with a ")" they hold to the end of
// the group around.
func (p *parser) setFlags(start int) (scoped bool, err error) {
	on := true
	for p.pos < len(p.src) {
		switch c := p.src[p.pos]; {
		case c == 'i':
			p.flags.ignoreCase = on
		case c == 'm':
			p.flags.multiLine = on
		case c == 's':
			p.flags.dotAll = on
		case c == 'x':
			p.flags.comments = on
		case c == '-' && on:
			on = false
		case c == ')' || c == ':':
			p.pos++
			return c == ':', nil
		case isNameByte(c, false) && c != 'P' && c != 'R':
			return false, p.failf(p.pos, `unsupported flag "%c", there are i, m, s and x`, c)
		default:
			end := p.pos + sizeAt(p.src, p.pos)
			if c == 'P' && end < len(p.src) {
				end += sizeAt(p.src, end)
			}
			return false, p.failf(start, `unsupported construct "%s"`, p.src[start:end])
		}
		p.pos++
	}
	return false, p.failf(start, `group without its ")"`)
}
