package eval

import (
	"slices"
	"sync"
	"sync/atomic"
)

// A gate is the lock of a session: whoever evaluates holds it. It is handed over first
// come, first served. Waiting is a channel receive, which testing/synctest sees as
// blocked.
type gate struct {
	mu      sync.Mutex
	held    bool
	queue   []chan struct{}
	waiting atomic.Int32
}

// lock waits for the gate; it returns false without it if cancel is closed first.
func (g *gate) lock(cancel <-chan struct{}) bool {
	g.mu.Lock()
	if !g.held {
		g.held = true
		g.mu.Unlock()
		return true
	}
	turn := g.enqueue()
	g.mu.Unlock()
	select {
	case <-turn:
		return true
	case <-cancel:
	}
	if !g.withdraw(turn) {
		g.unlock() // the turn came at the same moment
	}
	return false
}

// withdraw takes somebody out of the queue, and reports whether they were still in it.
func (g *gate) withdraw(turn chan struct{}) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.Index(g.queue, turn)
	if i < 0 {
		return false
	}
	g.queue = slices.Delete(g.queue, i, i+1)
	g.waiting.Add(-1)
	return true
}

// join enters somebody into the queue, on behalf of whom the holder of the gate calls it;
// the gate is theirs when the channel is closed.
func (g *gate) join() <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.enqueue()
}

// enqueue waits in the queue; g.mu is held.
func (g *gate) enqueue() chan struct{} {
	turn := make(chan struct{})
	g.queue = append(g.queue, turn)
	g.waiting.Add(1)
	return turn
}

// unlock hands the gate to the first that waits.
func (g *gate) unlock() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.queue) == 0 {
		g.held = false
		return
	}
	g.handOver()
}

// yield lets those that wait have their turn. The caller is in the queue before anybody
// else runs, so it is never passed over.
func (g *gate) yield() {
	g.mu.Lock()
	if len(g.queue) == 0 {
		g.mu.Unlock()
		return
	}
	turn := g.enqueue()
	g.handOver()
	g.mu.Unlock()
	<-turn
}

// handOver gives the gate to the first that waits; g.mu is held.
func (g *gate) handOver() {
	turn := g.queue[0]
	g.queue = g.queue[1:]
	g.waiting.Add(-1)
	close(turn)
}
