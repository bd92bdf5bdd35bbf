// Package recorderbench measures what a call of a recorder costs its caller, while
// Kafka is up, slow, paused, refuses connections, or cannot be resolved.
//
// Each measured call stands between two looks at the clock, and so do, right
// before it, a call of an empty function and the making of the event. The first
// has the quantiles of the clock, the scheduler and the machine. The second is the
// application's own, with whatever recorder; it costs more while Kafka is away,
// since events that are kept need memory that the process did not have before.
package recorderbench
