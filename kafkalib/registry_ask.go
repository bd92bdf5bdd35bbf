package kafkalib

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/twmb/franz-go/pkg/sr"
)

// maxRegistryTries is how often a request that fails is made in all.
const maxRegistryTries = 4

// ask makes a request, and repeats it while its failure may pass. The time of
// each request is bounded; ctx bounds all.
func (r *registry) ask(ctx context.Context, what string, request func(ctx context.Context) error) error {
	pause := r.pause
	for try := 1; ; try++ {
		limited, cancel := context.WithTimeout(ctx, r.limit)
		err := request(limited)
		cancel()
		if err == nil {
			return nil
		}
		fault := r.fault(what, err)
		if !fault.Retriable || try == maxRegistryTries || ctx.Err() != nil {
			return fault
		}
		sleep(ctx, pause)
		if pause *= 2; pause > time.Second {
			pause = time.Second
		}
	}
}

// fault is SCHEMA_REGISTRY_ERROR for an error of a request; its cause tells
// what is not there.
func (r *registry) fault(what string, err error) *Error {
	message := fmt.Sprintf("the schema registry %s: %s: ", r.shown, what)
	answer, answered := errors.AsType[*sr.ResponseError](err)
	if !answered {
		e := clientError("SCHEMA_REGISTRY_ERROR", message+connectionText(err), err)
		e.Retriable = !isCertificateError(err)
		return e
	}
	text := answer.Message
	if text == "" {
		text = http.StatusText(answer.StatusCode)
	}
	message += fmt.Sprintf("%s (status %d", text, answer.StatusCode)
	if answer.ErrorCode != 0 && answer.ErrorCode != answer.StatusCode {
		message += fmt.Sprintf(", code %d", answer.ErrorCode)
	}
	message += ")"
	switch answer.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden:
		message += `; user and password are given by "basic-auth-user-info"`
	}
	e := clientError("SCHEMA_REGISTRY_ERROR", message, err)
	e.Retriable = answer.StatusCode >= 500 || answer.StatusCode == http.StatusTooManyRequests || answer.StatusCode == http.StatusRequestTimeout
	return e
}

// connectionText says why there was no answer.
func connectionText(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return "no answer in time"
	}
	if errors.Is(err, context.Canceled) {
		return "the call ended before the answer"
	}
	return errorFrom(err).Message
}

func isCertificateError(err error) bool {
	_, unknown := errors.AsType[x509.UnknownAuthorityError](err)
	_, invalid := errors.AsType[x509.CertificateInvalidError](err)
	_, host := errors.AsType[x509.HostnameError](err)
	return unknown || invalid || host
}

// isNotThere reports whether the registry knows no such thing.
func isNotThere(err error) bool {
	answer, ok := errors.AsType[*sr.ResponseError](err)
	return ok && answer.StatusCode == http.StatusNotFound
}
