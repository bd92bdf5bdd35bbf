package kafkalib

// A condition compares the value of a metric.
type condition struct {
	operator string // one of alarmOperators
	number   float64
	text     string
	isText   bool
	clear    *float64 // the value at which a raised alarm is over; nil: when the condition does not hold
}

var alarmOperators = []string{">", ">=", "<", "<=", "=", "!="}

// rising reports whether larger values are worse, falling whether smaller
// ones are.
func (c *condition) rising() bool  { return c.operator == ">" || c.operator == ">=" }
func (c *condition) falling() bool { return c.operator == "<" || c.operator == "<=" }

// holds compares a value. One of the other type never fits.
func (c *condition) holds(r metricValue) bool {
	if r.isText != c.isText {
		return false
	}
	if r.isText {
		return (r.text == c.text) == (c.operator == "=")
	}
	switch c.operator {
	case ">":
		return r.number > c.number
	case ">=":
		return r.number >= c.number
	case "<":
		return r.number < c.number
	case "<=":
		return r.number <= c.number
	case "=":
		return r.number == c.number
	}
	return r.number != c.number
}

// keeps reports whether a value keeps a raised alarm from being cleared.
func (c *condition) keeps(r metricValue) bool {
	switch {
	case c.holds(r):
		return true
	case r.isText || c.clear == nil:
		return false
	case c.rising():
		return r.number > *c.clear
	}
	return r.number < *c.clear
}

// worst is the reading that is furthest beyond the condition; false where it
// holds for none.
func (c *condition) worst(readings []metricValue) (worst metricValue, holds bool) {
	for _, r := range readings {
		if !c.holds(r) {
			continue
		}
		if !holds || c.rising() && r.number > worst.number || c.falling() && r.number < worst.number {
			worst, holds = r, true
		}
	}
	return worst, holds
}
