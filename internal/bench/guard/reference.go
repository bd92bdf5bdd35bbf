package guard

// The reference is a small interpreter's inner loop: closures that call each other, values
// of two words, a slice that grows, and a map. Speed and memory of a machine change it
// much as they change the real interpreter.

type (
	word  struct{ tag, n uint64 }
	frame struct{ slots [4]word }
	node  func(*frame) word
)

func slot(i int) node        { return func(f *frame) word { return f.slots[i] } }
func constant(n uint64) node { return func(*frame) word { return word{n: n} } }

func add(a, b node) node {
	return func(f *frame) word {
		x, y := a(f), b(f)
		if x.tag|y.tag != 0 {
			return word{tag: 1}
		}
		return word{n: x.n + y.n}
	}
}

func less(a, b node) func(*frame) bool {
	return func(f *frame) bool { return a(f).n < b(f).n }
}

func assign(i int, v node) node {
	return func(f *frame) word {
		f.slots[i] = v(f)
		return f.slots[i]
	}
}

func while(condition func(*frame) bool, body ...node) node {
	return func(f *frame) (last word) {
		for condition(f) {
			for _, n := range body {
				last = n(f)
			}
		}
		return last
	}
}

// turns of the reference loop: some milliseconds.
const turns = 300_000

// elements is how many elements the list has that the loop fills again and again.
const elements = 4096

// newReference returns the reference, which uses the same memory each time: fresh memory
// would cost more or less as the system has it at hand. The result depends on all that is
// done, so that nothing is left out.
func newReference() func() uint64 {
	list := make([]*word, elements)
	for i := range list {
		list[i] = new(word)
	}
	counts := make(map[uint64]uint64, elements)
	keep := func(f *frame) word {
		i := f.slots[0].n
		list[i%elements].n = f.slots[1].n
		if i%16 == 0 {
			counts[i%elements]++
		}
		return f.slots[1]
	}
	loop := while(less(slot(0), constant(turns)),
		assign(1, add(slot(1), slot(0))),
		keep,
		assign(0, add(slot(0), constant(1))))
	return func() uint64 {
		sum := loop(&frame{}).n
		for _, w := range list {
			sum += w.n
		}
		return sum + uint64(len(counts))
	}
}
