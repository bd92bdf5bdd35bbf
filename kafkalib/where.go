package kafkalib

import (
	"context"
	"slices"
	"time"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
)

// An administration is where an administrative call works.
type administration struct {
	h       *handle      // whose end ends the call, and whose events it raises
	client  *kgo.Client  // the handle's own, or a pooled one of the same servers
	conns   *connections // of client
	admin   *kadm.Client
	timeout time.Duration
}

// callOptions are the options that every administrative call has, whatever
// stands as where.
var callOptions = waitingOptions("default-api-timeout-ms")

// where reads the first argument of an administrative call: a handle of any
// kind, or servers, to which the connection options among the named arguments
// belong. Options of the call itself are taken before.
func (a *arguments) where(own ...string) (*administration, error) {
	s := stateOf(a.call)
	timeout, limited, err := a.numberOption("timeout-ms", 0)
	if err != nil {
		return nil, err
	}
	var w *administration
	if id, ok := a.at(0).AsString(); ok && IsHandleText(id) {
		w, err = a.handleWhere(s, id, own)
	} else {
		w, err = a.serversWhere(s, own)
	}
	if err != nil {
		return nil, err
	}
	w.admin = kadm.NewClient(w.client)
	if limited {
		w.timeout = boundedMillis(timeout)
	}
	w.admin.SetTimeoutMillis(w.brokerTime())
	return w, nil
}

// handleWhere works on an open handle. A consumer's client comes and goes with
// its subscription, so a pooled client of the same servers asks for it; the
// same where the call has a request-timeout-ms of its own.
func (a *arguments) handleWhere(s *state, id string, own []string) (*administration, error) {
	timing, err := a.timing("default-api-timeout-ms", "request-timeout-ms")
	if err != nil {
		return nil, err
	}
	if err := a.done(slices.Concat(own, callOptions)...); err != nil {
		return nil, err
	}
	h, err := s.find(id)
	if err != nil {
		return nil, err
	}
	w := &administration{h: h, conns: h.conns, timeout: h.config.millis("default-api-timeout-ms")}
	if ms, ok := timing["default-api-timeout-ms"].(int64); ok {
		w.timeout = boundedMillis(ms)
	}
	_, hurried := timing["request-timeout-ms"]
	if h.kind != Consumer && !hurried {
		w.client, err = h.requestClient()
		return w, err
	}
	config := h.config.connection()
	if hurried {
		config.values["request-timeout-ms"] = timing["request-timeout-ms"]
	}
	pooled, err := s.pooled(config)
	if err != nil {
		return nil, err
	}
	w.client, w.conns = pooled.client, pooled.conns
	return w, nil
}

// serversWhere is the pooled client for servers and the connection options
// that nobody took.
func (a *arguments) serversWhere(s *state, own []string) (*administration, error) {
	if err := a.repeated(); err != nil {
		return nil, err
	}
	config, err := configSettings(a.at(0))
	if err != nil {
		return nil, err
	}
	named, err := a.connectionSettings(own)
	if err != nil {
		return nil, err
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
		return nil, invalidConfig(a.call.Name() + `: where: got ` + shownScript(a.at(0)) + `, expected a handle, "host:port", a list of such texts, or "embedded"`)
	}
	h, err := s.pooled(resolved)
	if err != nil {
		return nil, err
	}
	return &administration{h: h, client: h.client, conns: h.conns, timeout: h.config.millis("default-api-timeout-ms")}, nil
}

// connectionSettings are the named arguments that nobody took.
func (a *arguments) connectionSettings(own []string) ([]setting, error) {
	var named []setting
	for i := range a.named {
		n := &a.named[i]
		if n.taken {
			continue
		}
		if findOption(Admin, n.name) == nil {
			if _, _, ok := referenceName(Admin, n.name); !ok {
				return nil, a.unknownOption(n.name, own)
			}
		}
		v, err := optionValue(n.value, 0)
		if err != nil {
			return nil, invalidConfig("option " + quote(n.name) + ": " + err.Error())
		}
		named = append(named, setting{n.name, v})
	}
	return named, nil
}

// unknownOption names the nearest option of the call or of the connection.
func (a *arguments) unknownOption(name string, own []string) error {
	known := append(slices.Clone(own), "timeout-ms")
	nearby := hint(name, known)
	if nearby == "" {
		nearby = optionHint(Admin, name)
	}
	return invalidConfig(a.call.Name() + ": unknown option " + quote(name) + nearby + "; expected " + orList(known) + " or a connection option")
}

// connection is the part of a configuration that an admin handle has. The
// caller may change it.
func (c *Config) connection() *Config {
	admin := &Config{kind: Admin, values: make(map[string]any)}
	for name, v := range c.values {
		if o := findOption(Admin, name); o != nil && o.ignored == "" {
			admin.values[o.name] = v
		}
	}
	return admin
}

// run does the work of an administrative call without the session's lock,
// within its time. Connection errors are tried again until then, once a
// server was reached; work must be safe to repeat.
func (w *administration) run(call *interp.Call, waitedFor string, work func(ctx context.Context) error) error {
	return unlocked(call, func(ctx context.Context) error {
		waiting, cancel := w.h.waiting(ctx, w.timeout)
		defer cancel()
		if err := w.conns.contact(waiting, w.client); err != nil {
			if waiting.Err() != nil {
				return w.ended(ctx, waiting, waitedFor)
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
			w.pause(waiting, attempt)
			if waiting.Err() != nil {
				return w.ended(ctx, waiting, waitedFor)
			}
		}
	})
}

// pause waits before a repeat, longer after each.
func (w *administration) pause(ctx context.Context, attempt int) {
	retry := backoff{w.h.config.millis("retry-backoff-ms"), w.h.config.millis("retry-backoff-max-ms")}
	sleep(ctx, max(retry.after(attempt), 10*time.Millisecond))
}

// ended is the error of a call whose time is over.
func (w *administration) ended(ctx, waiting context.Context, waitedFor string) error {
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case w.h.ended.Err() != nil:
		return clientError("CLOSED", "handle "+quote(w.h.id)+" was closed while the call waited for "+waitedFor, nil)
	case w.conns.allDown():
		e := clientError("ALL_BROKERS_DOWN", "every broker that was reached before is down, waited for "+waitedFor, nil)
		if last := w.conns.lastError(); last != nil {
			e.Message += "; last connection error: " + last.Message
			e.Cause = last
		}
		return e
	}
	return w.conns.timedOut(waiting, waitedFor)
}

// brokerTime is the time that a broker may take for a request, in ms: the
// call's own, so that the broker does not end it before.
func (w *administration) brokerTime() int32 {
	return int32(max(min(w.timeout.Milliseconds(), noLimit), 1))
}

// transient reports whether an error, of a whole request or of one item, is
// one that another attempt may cure.
func transient(e *Error) bool {
	switch e.Code {
	case "CONNECTION_REFUSED", "TIMED_OUT", "NOT_CONTROLLER", "COORDINATOR_NOT_AVAILABLE", "COORDINATOR_LOAD_IN_PROGRESS",
		"NOT_COORDINATOR", "LEADER_NOT_AVAILABLE", "NOT_LEADER_FOR_PARTITION", "NETWORK_EXCEPTION",
		"OFFSET_NOT_AVAILABLE", "UNSTABLE_OFFSET_COMMIT", "THROTTLING_QUOTA_EXCEEDED":
		return true
	}
	return false
}
