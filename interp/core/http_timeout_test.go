package core_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp"
)

// TestHTTPTimeout asks a server that never answers: the message has to say whose time was
// over, and what to do.
func TestHTTPTimeout(t *testing.T) {
	stop := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-stop:
		}
	}))
	defer server.Close()
	defer close(stop)
	s := sessionWith(t, map[string]interp.Value{"url": interp.String(server.URL)}, interp.WithHTTP(server.Client()))
	_, err := s.Eval(context.Background(), `(http "GET" url "timeout-ms" => 40)`)
	var e *interp.Exception
	if !errors.As(err, &e) || e.Type != "IOException" {
		t.Fatalf("error\n got %v\nwant an IOException", err)
	}
	want := server.URL + `: the answer is not there after 40 ms: set "timeout-ms" to more, or to 0`
	if !strings.Contains(e.Message, want) {
		t.Errorf("message\n got %q\nwant %q in it", e.Message, want)
	}
}
