package kafkalib

import (
	"context"
	"time"
)

// repeat does work again while it fails by what another attempt may cure,
// until ctx ends; connection errors only once a server was reached. Work must
// be safe to repeat.
func (h *handle) repeat(ctx context.Context, work func(ctx context.Context) error) error {
	pauses := backoff{h.config.millis("retry-backoff-ms"), h.config.millis("retry-backoff-max-ms")}
	for attempt := 1; ; attempt++ {
		err := work(ctx)
		if err == nil || ctx.Err() != nil {
			return err
		}
		if !h.curable(err) {
			return errorFrom(err)
		}
		sleep(ctx, max(pauses.after(attempt), 10*time.Millisecond))
		if ctx.Err() != nil {
			return err
		}
	}
}

// curable reports whether another attempt may cure an error.
func (h *handle) curable(err error) bool {
	return transient(errorFrom(err)) && h.conns.everReached()
}
