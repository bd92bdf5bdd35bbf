package kafkatest

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// tokenHeader carries the token of cluster.json, so that only who can read this
// file can disturb the brokers.
const tokenHeader = "X-Kafkatest-Token"

// A controlService lets other processes of this machine operate on the brokers:
// POST /OPERATION/ID, and POST /stop.
type controlService struct {
	address, token string
	server         *http.Server
	done           chan struct{} // closed when the serving goroutine has ended
}

func serveControl(o *owner) (*controlService, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &controlService{address: listener.Addr().String(), token: rand.Text(), done: make(chan struct{})}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /stop", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, o.stopBrokers())
	})
	mux.HandleFunc("POST /{operation}/{id}", func(w http.ResponseWriter, r *http.Request) {
		id, err := strconv.Atoi(r.PathValue("id"))
		if err != nil || id < 1 || id > len(o.brokers) {
			http.Error(w, "no such broker", http.StatusNotFound)
			return
		}
		answer(w, o.operate(r.Context(), operation(r.PathValue("operation")), id))
	})
	s.server = &http.Server{Handler: s.authorized(mux), ReadHeaderTimeout: 10 * time.Second}
	go func() {
		defer close(s.done)
		_ = s.server.Serve(listener) // ends with ErrServerClosed
	}()
	return s, nil
}

func (s *controlService) authorized(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if subtle.ConstantTimeCompare([]byte(r.Header.Get(tokenHeader)), []byte(s.token)) != 1 {
			http.Error(w, "wrong token", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func answer(w http.ResponseWriter, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// close ends the service once the answers under way are given. A nil service is
// closed already.
func (s *controlService) close() {
	if s == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := s.server.Shutdown(ctx); err != nil {
		_ = s.server.Close()
	}
	<-s.done
}

// A remote operates on brokers through their owner's control service.
type remote struct {
	address, token string
}

func (r remote) operate(ctx context.Context, op operation, id int) error {
	return r.post(ctx, fmt.Sprintf("/%s/%d", op, id))
}

func (r remote) stop(ctx context.Context) error {
	err := r.post(ctx, "/stop")
	var refused *net.OpError
	if errors.As(err, &refused) && refused.Op == "dial" {
		return nil // the owner is gone, and its brokers with it
	}
	return err
}

func (r remote) post(ctx context.Context, path string) error {
	ctx, cancel := withDefaultTimeout(ctx)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+r.address+path, nil)
	if err != nil {
		return err
	}
	request.Header.Set(tokenHeader, r.token)
	// A transport of its own, without proxies and without idle connections.
	transport := &http.Transport{DisableKeepAlives: true}
	response, err := transport.RoundTrip(request)
	if err != nil {
		return fmt.Errorf("kafkatest: the process that started the cluster does not answer: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusNoContent {
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, 64<<10))
	if err != nil {
		return err
	}
	return errors.New(strings.TrimSpace(string(text)))
}
