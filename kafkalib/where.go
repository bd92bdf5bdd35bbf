package kafkalib

import (
	"context"
	"time"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
)

// An administration is where an administrative call works: the handle whose options and
// connections it uses, and its client.
type administration struct {
	h       *handle
	client  *kgo.Client
	admin   *kadm.Client
	timeout time.Duration
}

// where reads the first argument of an administrative call: a handle of any
// kind, or servers, to which the connection options among the named arguments
// belong. Options of the call itself are taken before.
func (a *arguments) where(own ...string) (*administration, error) {
	s := stateOf(a.call)
	timeout, limited, err := a.numberOption("timeout-ms", 0)
	if err != nil {
		return nil, err
	}
	var h *handle
	if id, ok := a.at(0).AsString(); ok && IsHandleText(id) {
		if err := a.done(append(own, "timeout-ms")...); err != nil {
			return nil, err
		}
		h, err = s.find(id)
	} else {
		h, err = a.poolOf(s, own)
	}
	if err != nil {
		return nil, err
	}
	client, err := h.requestClient()
	if err != nil {
		return nil, err
	}
	w := &administration{h: h, client: client, admin: kadm.NewClient(client), timeout: h.config.millis("default-api-timeout-ms")}
	if limited {
		w.timeout = boundedMillis(timeout)
	}
	w.admin.SetTimeoutMillis(int32(min(w.timeout.Milliseconds(), noLimit)))
	return w, nil
}

// poolOf is the pooled client for servers and the connection options that
// nobody took.
func (a *arguments) poolOf(s *state, own []string) (*handle, error) {
	config, err := configSettings(a.at(0))
	if err != nil {
		return nil, err
	}
	var named []setting
	for i := range a.named {
		n := &a.named[i]
		if n.taken {
			continue
		}
		if findOption(Admin, n.name) == nil {
			if _, _, ok := referenceName(Admin, n.name); !ok {
				known := append(append([]string{}, own...), "timeout-ms")
				return nil, invalidArgument(a.call.Name() + ": unknown option " + quote(n.name) + hint(n.name, known))
			}
		}
		v, err := optionValue(n.value, 0)
		if err != nil {
			return nil, invalidConfig("option " + quote(n.name) + ": " + err.Error())
		}
		named = append(named, setting{n.name, v})
	}
	layers, err := s.withProfile([]layer{{settings: named}, {settings: config}, {}})
	if err != nil {
		return nil, err
	}
	resolved, err := resolve(Admin, s.lib.refs, layers...)
	if err != nil {
		return nil, err
	}
	if !resolved.given("servers") {
		return nil, invalidConfig(a.call.Name() + `: where: give a handle, "host:port", a list of such texts, or "embedded"`)
	}
	return s.pooled(resolved)
}

// run does the work of an administrative call without the session's lock,
// within its time. Connection errors are tried again until then, once a
// server was reached; work must be safe to repeat.
func (w *administration) run(call *interp.Call, waitedFor string, work func(ctx context.Context) error) error {
	return unlocked(call, func(ctx context.Context) error {
		waiting, cancel := w.h.waiting(ctx, w.timeout)
		defer cancel()
		if err := w.h.conns.contact(waiting, w.client); err != nil {
			if waiting.Err() != nil {
				return w.h.over(ctx, waiting, waitedFor)
			}
			return err
		}
		for attempt := 1; ; attempt++ {
			err := work(waiting)
			if err == nil {
				return nil
			}
			if waiting.Err() != nil {
				return w.ended(ctx, waiting, waitedFor)
			}
			e := errorFrom(err)
			if !transient(e) {
				return e
			}
			pause := backoff{w.h.config.millis("retry-backoff-ms"), w.h.config.millis("retry-backoff-max-ms")}
			sleep(waiting, max(pause.after(attempt), 10*time.Millisecond))
			if waiting.Err() != nil {
				return w.ended(ctx, waiting, waitedFor)
			}
		}
	})
}

// ended is the error of a call whose time is over.
func (w *administration) ended(ctx, waiting context.Context, waitedFor string) error {
	if ctx.Err() == nil && w.h.ended.Err() == nil && w.h.conns.allDown() {
		e := clientError("ALL_BROKERS_DOWN", "every broker that was reached before is down, waited for "+waitedFor, nil)
		if last := w.h.conns.lastError(); last != nil {
			e.Message += "; last connection error: " + last.Message
			e.Cause = last
		}
		return e
	}
	return w.h.over(ctx, waiting, waitedFor)
}

// transient reports whether an error of a whole request is one that another
// attempt may cure.
func transient(e *Error) bool {
	switch e.Code {
	case "CONNECTION_REFUSED", "TIMED_OUT", "NOT_CONTROLLER", "COORDINATOR_NOT_AVAILABLE", "COORDINATOR_LOAD_IN_PROGRESS",
		"NOT_COORDINATOR", "LEADER_NOT_AVAILABLE", "NOT_LEADER_FOR_PARTITION", "BROKER_NOT_AVAILABLE", "NETWORK_EXCEPTION":
		return true
	}
	return false
}
