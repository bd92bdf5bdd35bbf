package kafkalib

import "slices"

// Settings returns the effective configuration: dashed names, sorted, with
// their values as scripts would write them and every secret masked. Options
// without value and default are left out, and so is what has no effect.
func (c *Config) Settings() []Setting {
	var out []Setting
	for _, o := range optionTable {
		if !o.kinds.has(c.kind) || o.ignored != "" {
			continue
		}
		v := c.value(o.name)
		if o.name == "enable-idempotence" {
			v = c.idempotent()
		}
		if shown := o.shown(v); shown != nil {
			out = append(out, Setting{o.name, shown})
		}
	}
	slices.SortFunc(out, func(a, b Setting) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	return out
}

// A Setting is an option and its value as it is shown: bool, int64, string or
// a list of these.
type Setting struct {
	Name  string
	Value any
}

// idempotent reports whether the producer is idempotent: it is unless acks is
// not all, or it was switched off.
func (c *Config) idempotent() bool {
	if c.given("enable-idempotence") {
		return c.truth("enable-idempotence")
	}
	return c.value("acks") == "all"
}
