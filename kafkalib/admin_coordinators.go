package kafkalib

import (
	"context"

	"github.com/twmb/franz-go/pkg/kerr"
)

// askCoordinators asks each group's coordinator about it, all brokers at the
// same time; as long as a coordinator starts, moves or does not answer, again
// until ctx ends. ask is called by several goroutines.
func (w *administration) askCoordinators(ctx context.Context, groups []string, ask func(ctx context.Context, broker int32, groups []string) (map[string]*Error, error)) (map[string]*Error, error) {
	return askItems(ctx, w, groups, func(ctx context.Context, groups []string) (map[string]*Error, error) {
		failed := make(map[string]*Error)
		byBroker := make(map[int32][]string)
		coordinators := w.admin.FindGroupCoordinators(ctx, groups...)
		for _, group := range groups {
			c, ok := coordinators[group]
			switch {
			case !ok:
				failed[group] = brokerErrorCode(kerr.CoordinatorNotAvailable.Code, nil)
			case c.Err != nil:
				failed[group] = brokerErrorFrom(c.Err, c.ErrMessage)
			default:
				byBroker[c.NodeID] = append(byBroker[c.NodeID], group)
			}
		}
		askBrokers(ctx, byBroker, failed, ask)
		return failed, nil
	})
}
