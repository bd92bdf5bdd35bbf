package regex

// tickEvery is the work between two calls of Options.Tick, in units of roughly one instruction or byte.
const tickEvery = 8192

// A pace counts work and calls tick regularly.
type pace struct {
	tick func() error
	left int
}

// spend counts units of work and returns the error of a tick that is due.
func (p *pace) spend(units int) error {
	if p.left -= units; p.left > 0 {
		return nil
	}
	return p.due()
}

func (p *pace) due() error {
	p.left = tickEvery
	if p.tick == nil {
		return nil
	}
	return p.tick()
}
