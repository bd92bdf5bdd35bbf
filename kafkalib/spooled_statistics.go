package kafkalib

import "time"

// spoolFigures are the group "spool" of the statistics of a handle with one.
func (h *handle) spoolFigures() []Figure {
	stats := h.spool.Stats()
	age := Count("age", 0)
	if !stats.Oldest.IsZero() {
		age = Count("age", max(time.Since(stats.Oldest).Milliseconds(), 0))
	}
	return []Figure{
		Count("records", stats.Records), Count("bytes", stats.Bytes), Count("disk-bytes", stats.DiskBytes), age,
		Count("segments", int64(stats.Segments)), Count("recovered", stats.Recovered), Count("rejected", stats.Rejected),
	}
}
