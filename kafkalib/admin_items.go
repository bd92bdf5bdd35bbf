package kafkalib

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/bpl-lang/bpl/interp"
)

// An itemResult is what became of one item of an administrative call.
type itemResult struct {
	name string
	done bool
	err  *Error
}

// itemResults are the results of items in their order; an item without an
// error is done.
func itemResults(names []string, failed map[string]*Error) []itemResult {
	results := make([]itemResult, len(names))
	for i, name := range names {
		results[i] = itemResult{name, failed[name] == nil, failed[name]}
	}
	return results
}

// resultList is name => true / false, or with detail
// name => (done "code" "message").
func resultList(results []itemResult, done string, detail bool) interp.Value {
	out := interp.NewList(0)
	for _, r := range results {
		if !detail {
			out.Put(r.name, interp.Bool(r.done))
			continue
		}
		l := interp.NewList(0)
		l.Put(done, interp.Bool(r.done))
		putFailure(l, r.err)
		out.Put(r.name, interp.FromList(l))
	}
	return interp.FromList(out)
}

// putFailure adds "code" and "message", both null where nothing failed.
func putFailure(l *interp.List, e *Error) {
	l.Put("code", codeOf(e))
	message := interp.Null()
	if e != nil {
		message = interp.String(e.Message)
	}
	l.Put("message", message)
}

// codeOf is the code of an error, null where there is none.
func codeOf(e *Error) interp.Value {
	if e == nil {
		return interp.Null()
	}
	return interp.String(e.Code)
}

// askItems asks the cluster about several items at once. What could not be
// answered for the moment (no leader, no coordinator, a lost connection) is
// asked for again until ctx ends; then its last failure counts, so that it
// hides no other item. Where the cluster answered about none, the failure is
// that of the call. ask returns the failures by item; its own error is that of
// a whole question. The result has the items that failed.
func askItems[K comparable](ctx context.Context, w *administration, items []K, ask func(ctx context.Context, items []K) (map[K]*Error, error)) (map[K]*Error, error) {
	failed := make(map[K]*Error)
	pending := items
	for attempt := 1; len(pending) > 0; attempt++ {
		answers, err := ask(ctx, pending)
		if errors.Is(ctx.Err(), context.Canceled) {
			return nil, ctx.Err()
		}
		if err != nil && (attempt == 1 || ctx.Err() == nil && !transient(errorFrom(err))) {
			return nil, err
		}
		var again []K
		for _, item := range pending {
			e := answers[item]
			if err != nil {
				e = errorFrom(err)
			}
			if e == nil {
				delete(failed, item)
				continue
			}
			// At the end of the time the last answer of the cluster tells more
			// than that there was no other.
			if ctx.Err() == nil || failed[item] == nil {
				failed[item] = e
			}
			if transient(e) {
				again = append(again, item)
			}
		}
		if pending = again; len(pending) > 0 {
			w.pause(ctx, attempt)
		}
		if ctx.Err() != nil {
			break
		}
	}
	if e := unanswered(items, failed); e != nil {
		return nil, e
	}
	return failed, nil
}

// unanswered is a failure where the cluster answered about no item: that of
// the call.
func unanswered[K comparable](items []K, failed map[K]*Error) error {
	var last *Error
	for _, item := range items {
		e := failed[item]
		if e == nil || e.Origin != OriginClient {
			return nil
		}
		last = e
	}
	if last == nil {
		return nil
	}
	return last
}

// askBrokers asks brokers about their items, all brokers at the same time, and
// adds the failures to failed. It returns when all have answered; ask is called
// by several goroutines.
func askBrokers[K comparable](ctx context.Context, byBroker map[int32][]K, failed map[K]*Error, ask func(ctx context.Context, broker int32, items []K) (map[K]*Error, error)) {
	var mu sync.Mutex
	var all sync.WaitGroup
	for broker, items := range byBroker {
		all.Go(func() {
			answers, err := ask(ctx, broker, items)
			if err != nil {
				answers = allFailed(items, errorFrom(err))
			}
			mu.Lock()
			defer mu.Unlock()
			for item, e := range answers {
				if e != nil {
					failed[item] = e
				}
			}
		})
	}
	all.Wait()
}

// allFailed is an error that all items of a question share.
func allFailed[K comparable](items []K, e *Error) map[K]*Error {
	failed := make(map[K]*Error, len(items))
	for _, item := range items {
		failed[item] = e
	}
	return failed
}

// brokerErrorFrom is an Error with the text that the broker gave beside it.
func brokerErrorFrom(err error, text string) *Error {
	if err == nil {
		return nil
	}
	e := *errorFrom(err)
	if text != "" {
		e.Message = strings.TrimSuffix(text, ".")
	}
	return &e
}

// sortedKeys are the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
