package date

import (
	"fmt"
	"sync"
	"time"
	_ "time/tzdata" // not every system has the rules of the zones
)

// A ZoneError reports a text that is not the name of a zone.
type ZoneError struct{ Name string }

// Error names the text and what is expected instead.
func (e *ZoneError) Error() string {
	return fmt.Sprintf(`unknown zone %q, want a name such as "Europe/Paris" or an offset such as "+01:00"`, e.Name)
}

// LoadZone returns the zone of a name: one of the time zone database such as
// "Europe/Paris", UTC, or an offset such as "+01:00", "+0100" or "GMT+1:00". The
// error is a *[ZoneError]. Each call may read a file, see [Zones].
func LoadZone(name string) (*time.Location, error) {
	if r := (reader{text: name}); r.offset() && r.pos == len(name) {
		if r.found.offset == 0 {
			return time.UTC, nil
		}
		return time.FixedZone(name, int(r.found.offset/second)), nil
	}
	// To package time these two are the zone of the process and UTC.
	if name == "Local" || name == "" {
		return nil, &ZoneError{name}
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, &ZoneError{name}
	}
	return zone, nil
}

// Zones remembers the zones that were loaded. Its zero value is ready to use,
// and it is safe for concurrent use.
type Zones struct {
	mu    sync.Mutex
	known map[string]*time.Location
}

// maxZones bounds what Zones remembers. It is above the number of zones.
const maxZones = 1000

// Load is [LoadZone] with a memory.
func (z *Zones) Load(name string) (*time.Location, error) {
	z.mu.Lock()
	defer z.mu.Unlock()
	if zone := z.known[name]; zone != nil {
		return zone, nil
	}
	zone, err := LoadZone(name)
	if err != nil {
		return nil, err
	}
	if z.known == nil {
		z.known = map[string]*time.Location{}
	}
	if len(z.known) < maxZones {
		z.known[name] = zone
	}
	return zone, nil
}
