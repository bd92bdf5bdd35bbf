package kafkalib

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
)

func TestErrorFrom(t *testing.T) {
	refusedErr := refused("tcp", "h:9092")
	for _, tc := range []struct {
		name         string
		err          error
		code, origin string
		retriable    bool
		message      string // part of it
	}{
		{"broker", kerr.NotLeaderForPartition, "NOT_LEADER_FOR_PARTITION", "broker", true, "not the leader"},
		{"broker wrapped", fmt.Errorf("fetch: %w", kerr.TopicAuthorizationFailed), "TOPIC_AUTHORIZATION_FAILED", "broker", false, "fetch"},
		{"broker with detail", fmt.Errorf("%w: bad name", kerr.PolicyViolation), "POLICY_VIOLATION", "broker", false, "bad name"},
		{"refused", refusedErr, "CONNECTION_REFUSED", "client", true, "connection to h:9092 was refused"},
		{"refused wrapped", fmt.Errorf("unable to dial: %w", refusedErr), "CONNECTION_REFUSED", "client", true, "h:9092"},
		{"unreachable", &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.EHOSTUNREACH)}, "CONNECTION_REFUSED", "client", true, "host"},
		{"reset", &net.OpError{Op: "read", Net: "tcp", Err: os.NewSyscallError("read", syscall.ECONNRESET)}, "TIMED_OUT", "client", true, "reset"},
		{"unresolved", &net.OpError{Op: "dial", Err: &net.DNSError{Name: "nowhere", IsNotFound: true}}, "HOST_UNRESOLVED", "client", false, `"nowhere" has no address`},
		{"name service down", &net.DNSError{Err: "server misbehaving", Name: "x"}, "HOST_UNRESOLVED", "client", false, "misbehaving"},
		{"not TLS", tls.RecordHeaderError{Msg: "first record does not look like a TLS handshake"}, "TLS_HANDSHAKE_FAILED", "client", false, "does not look like"},
		{"unknown CA", &tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}, "TLS_HANDSHAKE_FAILED", "client", false, "unknown authority"},
		{"wrong host", x509.HostnameError{Host: "h", Certificate: &x509.Certificate{}}, "TLS_HANDSHAKE_FAILED", "client", false, ""},
		{"alert", &net.OpError{Op: "remote error", Err: tls.AlertError(42)}, "TLS_HANDSHAKE_FAILED", "client", false, "bad certificate"},
		{"closed client", kgo.ErrClientClosed, "CLOSED", "client", false, "closed"},
		{"record timeout", kgo.ErrRecordTimeout, "DELIVERY_TIMED_OUT", "client", true, ""},
		{"deadline", context.DeadlineExceeded, "TIMED_OUT", "client", true, ""},
		{"i/o timeout", &net.OpError{Op: "read", Err: os.ErrDeadlineExceeded}, "TIMED_OUT", "client", true, "timeout"},
		{"dial timeout", &net.OpError{Op: "dial", Err: os.ErrDeadlineExceeded}, "TIMED_OUT", "client", true, "timeout"},
		{"EOF", io.ErrUnexpectedEOF, "TIMED_OUT", "client", true, "closed the connection"},
		{"SASL in the broker's words", fmt.Errorf("unable to authenticate: %w", kerr.SaslAuthenticationFailed), "SASL_AUTHENTICATION_FAILED", "broker", false, ""},
		{"own", clientError("QUEUE_FULL", "m", nil), "QUEUE_FULL", "client", true, "m"},
		{"own wrapped", fmt.Errorf("w: %w", invalidConfig("m")), "INVALID_CONFIG", "client", false, "m"},
		{"unknown", errors.New("odd"), "UNKNOWN_SERVER_ERROR", "client", false, "odd"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := errorFrom(tc.err)
			if e.Code != tc.code || e.Origin != tc.origin || e.Retriable != tc.retriable {
				t.Errorf("got  %s %s retriable=%v\nwant %s %s retriable=%v", e.Code, e.Origin, e.Retriable, tc.code, tc.origin, tc.retriable)
			}
			if !strings.Contains(e.Message, tc.message) {
				t.Errorf("message:\ngot  %s\nwant %s in it", e.Message, tc.message)
			}
			if errorEntry(e.Code, e.Origin) == nil {
				t.Errorf("%s of origin %s is not in the code table", e.Code, e.Origin)
			}
		})
	}
	if errorFrom(nil) != nil {
		t.Error("no error became one")
	}
}

func TestErrorKeepsItsCause(t *testing.T) {
	err := error(errorFrom(fmt.Errorf("x: %w", refused("tcp", "h:1"))))
	if !errors.Is(err, syscall.ECONNREFUSED) {
		t.Error("the system's error is lost")
	}
	if !errors.Is(err, &Error{Code: "CONNECTION_REFUSED"}) {
		t.Error("the code is not found by errors.Is")
	}
	if errors.Is(err, &Error{Code: "CONNECTION_REFUSED", Origin: OriginBroker}) {
		t.Error("another origin is taken for the same")
	}
}

func TestBrokerErrorCode(t *testing.T) {
	if got := brokerErrorCode(0, nil); got != nil {
		t.Errorf("code 0: got %v, want none", got)
	}
	text := "Topic 'a.b' collides with 'a_b'."
	got := brokerErrorCode(kerr.InvalidTopicException.Code, &text)
	if got.Code != "INVALID_TOPIC_EXCEPTION" || got.Origin != OriginBroker || got.Message != "Topic 'a.b' collides with 'a_b'" {
		t.Errorf("got %+v", got)
	}
}
