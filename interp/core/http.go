package core

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// httpTable holds the function that asks web servers.
var httpTable = []eval.Builtin{
	{
		Name: "http", Min: 2, Plain: sendHTTP,
		Help: eval.Help{
			Signature: "(http method url \"headers\" => l \"body\" => text \"timeout-ms\" => n)",
			Summary:   "Sends an HTTP request and waits for the answer. Other executors run meanwhile.",
			Args: []eval.HelpArg{
				{"method", "string", "\"GET\", \"POST\" and so on"},
				{"url", "string", "the address"},
				{`"headers"`, "list", "the header fields under their names; a list as a field stands for several"},
				{`"body"`, "string", "what to send"},
				{`"timeout-ms"`, "number", "the longest time until the whole answer is there; 0, null or absent: no limit"},
			},
			Result: "(\"status\" => 200 \"message\" => \"OK\" \"headers\" => fields \"body\" => text); " +
				"fields that occur several times are joined by commas",
			Errors: []string{
				"IOException with the address if there is no answer",
				"IllegalArgumentException for arguments of other types, a malformed address or method",
				"PermissionDenied if the host grants no network",
				"LimitExceeded if the answer is longer than a string may be",
			},
			Related: []string{"system", "parse"},
			Examples: []eval.HelpExample{
				{"(set answer (http \"GET\" \"http://example.com/stock\" \"timeout-ms\" => 5000))",
					"(\"status\" => 200 \"message\" => \"OK\" \"headers\" => (\"Content-Type\" => \"text/plain\") \"body\" => \"GET /stock: \")"},
				{"(get (http \"POST\" \"http://example.com/orders\" \"headers\" => (\"X-Shop\" => 7) \"body\" => \"one\") \"body\")",
					"\"POST /orders: one\""},
			},
		},
	},
}

// A request is what is asked for.
type request struct {
	method, address string
	header          http.Header
	body            string
	timeout         time.Duration // 0 for none
}

// An answer is what came back.
type answer struct {
	status  int
	message string
	header  http.Header
	body    []byte
}

func sendHTTP(f *eval.Frame, l *value.List) value.Value {
	asked := requestOf(f, l)
	client := f.Config().HTTP
	if client == nil {
		eval.Throw(eval.PermissionDenied, "http: no network access granted")
	}
	longest := f.Executor().Evaluation().Limits().StringLen
	var got answer
	err := f.Unlocked(func(ctx context.Context) (err error) {
		got, err = asked.exchangeInTime(ctx, client, longest)
		return err
	})
	if err != nil {
		throwHTTP(asked.address, err)
	}
	f.CheckText(len(got.body))
	if int64(len(got.body)) > longest {
		eval.ExceedLimit("string-len", longest)
	}
	result := value.NewListCap(4)
	result.Put("status", value.Int(int32(got.status)))
	result.Put("message", value.String(got.message))
	result.Put("headers", headerList(got.header))
	result.Put("body", value.String(stringOf(got.body)))
	return result.Value()
}

// requestOf evaluates the arguments of http.
func requestOf(f *eval.Frame, l *value.List) request {
	asked := request{method: f.TextArg(l, 1).String(), address: f.TextArg(l, 2).String()}
	asked.header = headerOption(f, l)
	if v, ok := f.Option(l, "body"); ok && !v.IsNull() {
		if !v.IsString() {
			eval.WrongType(l, v, "string as the body")
		}
		asked.body = v.Text().String()
	}
	if v, ok := f.Option(l, "timeout-ms"); ok && !v.IsNull() {
		asked.timeout = durationOf(l, "timeout-ms", v)
	}
	return asked
}

// exchangeInTime is exchange within the timeout of the request.
func (q *request) exchangeInTime(ctx context.Context, client eval.Doer, longest int64) (answer, error) {
	if q.timeout == 0 {
		return q.exchange(ctx, client, longest)
	}
	late := fmt.Errorf("the answer is not there after %d ms: set \"timeout-ms\" to more, or to 0 to wait without a limit", q.timeout.Milliseconds())
	ctx, cancel := context.WithTimeoutCause(ctx, q.timeout, late)
	defer cancel()
	got, err := q.exchange(ctx, client, longest)
	if err != nil && errors.Is(context.Cause(ctx), late) {
		return answer{}, late
	}
	return got, err
}

// A requestError says that a request cannot be made of the arguments.
type requestError struct{ error }

// Unwrap returns what was wrong.
func (e requestError) Unwrap() error { return e.error }

// exchange sends the request and reads the answer, one byte more than the longest string at
// most.
func (q *request) exchange(ctx context.Context, client eval.Doer, longest int64) (answer, error) {
	var content io.Reader
	if q.body != "" {
		content = strings.NewReader(q.body)
	}
	sent, err := http.NewRequestWithContext(ctx, q.method, q.address, content)
	if err != nil {
		return answer{}, requestError{err}
	}
	sent.Header = q.header
	if host := q.header.Get("Host"); host != "" {
		sent.Host = host
	}
	response, err := client.Do(sent)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(response.Body, longest+1))
	if err != nil {
		return answer{}, err
	}
	return answer{
		status:  response.StatusCode,
		message: strings.TrimPrefix(response.Status, strconv.Itoa(response.StatusCode)+" "),
		header:  response.Header,
		body:    text,
	}, nil
}

// throwHTTP raises why there is no answer; secrets in the address are not shown.
func throwHTTP(address string, err error) {
	if u, parseErr := url.Parse(address); parseErr == nil {
		address = u.Redacted()
	}
	cause := err
	var of *url.Error
	if errors.As(err, &of) {
		cause = of.Err // without the address, which the message has anyway
	}
	var wrong requestError
	if errors.As(err, &wrong) {
		eval.Throw(eval.IllegalArgument, "http: %s: %v", address, cause)
	}
	throwAnswer(err, "http: %s: %v", address, cause)
}

// headerOption returns the header fields of a request.
func headerOption(f *eval.Frame, l *value.List) http.Header {
	header := http.Header{}
	v, ok := f.Option(l, "headers")
	if !ok || v.IsNull() {
		return header
	}
	fields := v.List()
	if fields == nil {
		eval.WrongType(l, v, "list as the headers")
	}
	for i := 0; i < fields.Len(); i++ {
		name := fields.Name(i)
		if name == "" {
			eval.Throw(eval.IllegalArgument, "http: got a header without a name, want (\"NAME\" => text …)")
		}
		several := fields.At(i).List()
		if several == nil {
			header.Add(name, textForm(f, fields.At(i)))
			continue
		}
		for j := 0; j < several.Len(); j++ {
			header.Add(name, textForm(f, several.At(j)))
		}
	}
	return header
}

// headerList returns header fields as a list, in the order of their names.
func headerList(header http.Header) value.Value {
	l := value.NewListCap(len(header))
	for _, name := range slices.Sorted(maps.Keys(header)) {
		l.Put(name, value.String(strings.Join(header[name], ", ")))
	}
	return l.Value()
}
