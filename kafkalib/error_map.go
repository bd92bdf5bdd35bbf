package kafkalib

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"syscall"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
)

// errorFrom turns an error of the client, the network or a broker into an
// Error. What is one already stays as it is. nil gives nil.
func errorFrom(err error) *Error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	if broker, ok := errors.AsType[*kerr.Error](err); ok {
		return brokerError(broker, err)
	}
	code, message := clientCode(err)
	return clientError(code, message, err)
}

// brokerError makes an Error of a broker's answer. Text that the client or
// the broker added to the bare answer is kept.
func brokerError(broker *kerr.Error, err error) *Error {
	message := strings.TrimSuffix(broker.Description, ".")
	whole := err.Error()
	if i := strings.Index(whole, broker.Error()); i >= 0 {
		added := strings.Trim(whole[:i]+" "+whole[i+len(broker.Error()):], " :.")
		message = sentence(": ", message, added)
	} else {
		message = whole
	}
	return &Error{Code: broker.Message, Origin: OriginBroker, Retriable: broker.Retriable, Message: message, Cause: err}
}

// brokerErrorCode makes an Error of a code in an answer, with the text that
// the broker gave beside it. Code 0 gives nil.
func brokerErrorCode(code int16, text *string) *Error {
	broker := kerr.TypedErrorForCode(code)
	if broker == nil {
		return nil
	}
	e := brokerError(broker, broker)
	if text != nil && *text != "" {
		e.Message = strings.TrimSuffix(*text, ".")
	}
	return e
}

// clientCode is the code and the message of an error that no broker answered
// with. The order matters: a failed handshake is a failed dial, too.
func clientCode(err error) (code, message string) {
	text := err.Error()
	if firstRead, ok := errors.AsType[*kgo.ErrFirstReadEOF](err); ok {
		if strings.Contains(firstRead.Error(), "SASL") {
			return "AUTHENTICATION_FAILED", "the broker closed the connection after the first request: it seems to want SASL; check security-protocol and sasl-mechanism"
		}
		return "TLS_HANDSHAKE_FAILED", "the broker closed the connection at once: one side seems to speak TLS and the other does not; check security-protocol and the port"
	}
	if isTLS(err) {
		return "TLS_HANDSHAKE_FAILED", text
	}
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		if dns.IsNotFound {
			return "HOST_UNRESOLVED", "host " + quote(dns.Name) + " has no address"
		}
		return "HOST_UNRESOLVED", text
	}
	switch {
	case errors.Is(err, kgo.ErrClientClosed):
		return "CLOSED", "the handle was closed"
	case errors.Is(err, kgo.ErrRecordTimeout), errors.Is(err, kgo.ErrRecordRetries):
		return "DELIVERY_TIMED_OUT", text
	case errors.Is(err, kgo.ErrMaxBuffered):
		return "QUEUE_FULL", text
	case errors.Is(err, kgo.ErrMaxDecompress):
		return "DESERIALIZATION", text
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		return "TIMED_OUT", text
	case errors.Is(err, context.Canceled):
		return "CLOSED", "the call was ended: " + text
	}
	if op, ok := errors.AsType[*net.OpError](err); ok {
		if op.Timeout() || op.Op != "dial" {
			return "TIMED_OUT", text
		}
		if errors.Is(err, syscall.ECONNREFUSED) {
			return "CONNECTION_REFUSED", "connection to " + address(op) + " was refused"
		}
		return "CONNECTION_REFUSED", text
	}
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed):
		return "TIMED_OUT", "the broker closed the connection: " + text
	case strings.Contains(text, "broker is too old"), strings.Contains(text, "request key is unknown"):
		return "UNSUPPORTED_VERSION", "the broker does not support the request: " + text
	}
	return "UNKNOWN_SERVER_ERROR", text
}

func address(op *net.OpError) string {
	if op.Addr == nil {
		return "the server"
	}
	return op.Addr.String()
}

// isTLS reports whether err comes from a TLS handshake.
func isTLS(err error) bool {
	if _, ok := errors.AsType[tls.RecordHeaderError](err); ok {
		return true
	}
	if _, ok := errors.AsType[tls.AlertError](err); ok {
		return true
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return true
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return true
	}
	if _, ok := errors.AsType[x509.HostnameError](err); ok {
		return true
	}
	if _, ok := errors.AsType[x509.CertificateInvalidError](err); ok {
		return true
	}
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "remote error" {
		return true // an alert of the other side
	}
	return strings.Contains(err.Error(), "tls: ")
}
