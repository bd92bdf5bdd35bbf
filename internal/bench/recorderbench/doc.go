// Package recorderbench measures what a call of a recorder costs its caller, while
// Kafka is up, slow, paused, refuses connections, or cannot be resolved.
//
// Each measured call stands between two looks at the clock, and so does a call of
// an empty function right before it: its quantiles are what the clock, the
// scheduler and the machine cost by themselves.
package recorderbench
