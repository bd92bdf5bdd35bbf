package regex

import "strings"

// A generator makes patterns and texts out of the bytes of a fuzzer.
type generator struct {
	data   []byte
	groups int
	// common restricts it to what means the same in package regexp.
	common bool
	// linear leaves out what needs backtracking.
	linear bool
}

// choose returns a number below n.
func (g *generator) choose(n int) int {
	if len(g.data) == 0 {
		return 0
	}
	b := g.data[0]
	g.data = g.data[1:]
	return int(b) % n
}

func (g *generator) pick(choices ...string) string { return choices[g.choose(len(choices))] }

func (g *generator) class() string {
	if g.common {
		return g.pick("[ab]", "[^a]", "[b-d]", "[^b-dé]", `[\d_]`, `[^\w]`, "[à-ü]", `[\n ]`)
	}
	return g.pick("[ab]", "[^a]", "[b-d&&[^c]]", "[^b-dé]", `[\d_\h]`, `[^\w&&[^ ]]`, "[à-ü[a]]", `[\n\r]`, `[\P{L}b]`)
}

func (g *generator) atom(depth int) string {
	switch k := g.choose(16); {
	case k < 6:
		return g.pick("a", "b", "ab", "c", "é", "😀", " ", `\n`, "A", "_")
	case k < 8:
		return g.class()
	case k == 8:
		return g.pick(`\d`, `\w`, `\D`, `\W`, `\pL`, `\P{Lu}`, "(?s:.)", "(?i:aB)")
	case k == 9:
		if g.common {
			return g.pick(`\A`, `\z`, `\b`, `\B`)
		}
		return g.pick("^", "$", `\b`, `\B`, `\Z`, "(?m:^)", "(?m:$)", ".", `\R`, `\Qa.\E`)
	case k == 10 && !g.linear && g.groups > 0:
		return `\` + string(rune('1'+g.choose(min(g.groups, 9))))
	case depth == 0:
		return g.pick("a", "b", "c")
	case k < 13:
		g.groups++
		return "(" + g.alternatives(depth-1) + ")"
	case k == 13 && !g.linear:
		return "(?" + g.pick("=", "!", "<=", "<!", ">") + g.alternatives(depth-1) + ")"
	}
	return "(?:" + g.alternatives(depth-1) + ")"
}

func (g *generator) alternatives(depth int) string {
	var b strings.Builder
	for {
		for range g.choose(4) {
			b.WriteString(g.atom(depth))
			if g.choose(3) != 1 {
				continue
			}
			b.WriteString(g.pick("*", "+", "?", "{2}", "{0,2}", "{1,3}", "{2,}"))
			switch g.choose(4) {
			case 1:
				b.WriteString("?")
			case 2:
				if !g.linear {
					b.WriteString("+")
				}
			}
		}
		if g.choose(3) != 1 { // always so when the bytes are used up
			return b.String()
		}
		b.WriteString("|")
	}
}

func (g *generator) text() string {
	var b strings.Builder
	for range g.choose(16) {
		b.WriteString(g.pick("a", "b", "ab", "c", "é", "😀", "A", "\n", "\r\n", " ", "1", "_", "\u2028", "\xff", "\xc3", "\x80"))
	}
	return b.String()
}
