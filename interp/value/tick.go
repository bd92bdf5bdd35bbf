package value

// A Tick is called by operations on large data about every thousand elements, with the
// number of elements handled, or about to be copied, since the last call. It may panic to
// end the operation; what the operation has made is then garbage, its inputs are whole.
// A nil Tick is never called.
type Tick func(elements int)

// tickEvery is the number of elements between two calls of a Tick.
const tickEvery = 1000

// A meter counts elements and calls a Tick when it is time.
type meter struct {
	tick Tick
	n    int
}

func (m *meter) add(n int) {
	if m.n += n; m.n >= tickEvery {
		m.flush()
	}
}

func (m *meter) flush() {
	n := m.n
	m.n = 0
	if m.tick != nil {
		m.tick(n)
	}
}
