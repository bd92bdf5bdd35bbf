package kafkalib

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
)

// ping connects a client of a configuration to the broker at an address of
// this machine, as to any real server.
func ping(t *testing.T, server string, refs references, pairs ...any) *Error {
	t.Helper()
	if !slices.Contains(pairs, any("socket-connection-setup-timeout-ms")) {
		pairs = append([]any{"socket-connection-setup-timeout-ms", int64(30_000)}, pairs...)
	}
	c, err := resolve(Admin, refs, named(append([]any{"servers", server}, pairs...)...))
	if err != nil {
		return errorFrom(err)
	}
	opts, err := c.clientOptions(network{dial: systemDial, refs: refs}, nil)
	if err != nil {
		return errorFrom(err)
	}
	watch := newConnections(c)
	cl, err := kgo.NewClient(append(opts, kgo.WithHooks(watch))...)
	if err != nil {
		t.Fatal(err)
	}
	defer cl.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	return errorFrom(watch.contact(ctx, cl))
}

// listening starts a broker on a free port of the loopback interface: over
// the virtual network's pipes, TLS alerts would wait for the other side.
func listening(t *testing.T, opts ...kfake.Opt) string {
	t.Helper()
	cluster, err := kfake.NewCluster(append([]kfake.Opt{kfake.NumBrokers(1)}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Close)
	_, port, err := net.SplitHostPort(cluster.ListenAddrs()[0])
	if err != nil {
		t.Fatal(err)
	}
	return "127.0.0.1:" + port
}

func wantCode(t *testing.T, e *Error, code string) {
	t.Helper()
	switch {
	case code == "" && e != nil:
		t.Errorf("got %v, want no error", e)
	case code != "" && (e == nil || e.Code != code):
		t.Errorf("got %v, want %s", e, code)
	}
}

func TestTLS(t *testing.T) {
	alwaysSideBySide(t)
	ca, other := newTestCA(t), newTestCA(t)
	e := listening(t, kfake.TLS(ca.server(nil, "127.0.0.1")))
	elsewhere := listening(t, kfake.TLS(ca.server(nil, "kafka.example")))
	plainText := listening(t)
	for _, tc := range []struct {
		name   string
		broker string
		pairs  []any
		code   string
	}{
		{"CA in line", e, []any{"security-protocol", "SSL", "ssl-ca-pem", ca.pem}, ""},
		{"CA in Java's option", e, []any{"security-protocol", "SSL", "ssl-truststore-certificates", ca.pem}, ""},
		{"CA from a file", e, []any{"security-protocol", "SSL", "ssl-ca-location", "ca.pem"}, ""},
		{"CA from Java's PEM store", e, []any{"security-protocol", "SSL", "ssl-truststore-location", "ca.pem", "ssl-truststore-type", "PEM"}, ""},
		{"another CA", e, []any{"security-protocol", "SSL", "ssl-ca-pem", other.pem}, "TLS_HANDSHAKE_FAILED"},
		{"the system's CAs", e, []any{"security-protocol", "SSL"}, "TLS_HANDSHAKE_FAILED"},
		{"plain text to TLS", e, nil, "TLS_HANDSHAKE_FAILED"},
		{"TLS to plain text", plainText, []any{"security-protocol", "SSL", "ssl-ca-pem", ca.pem, "socket-connection-setup-timeout-ms", int64(2000)}, "TLS_HANDSHAKE_FAILED"},
		{"another host", elsewhere, []any{"security-protocol", "SSL", "ssl-ca-pem", ca.pem}, "TLS_HANDSHAKE_FAILED"},
		{"another host, check off", elsewhere, []any{"security-protocol", "SSL", "ssl-ca-pem", ca.pem, "ssl-endpoint-identification-algorithm", ""}, ""},
		{"another CA, host check off", e, []any{"security-protocol", "SSL", "ssl-ca-pem", other.pem, "ssl-endpoint-identification-algorithm", ""}, "TLS_HANDSHAKE_FAILED"},
		{"no certificate in the text", e, []any{"security-protocol", "SSL", "ssl-ca-pem", "nothing"}, "INVALID_CONFIG"},
		{"two CAs", e, []any{"security-protocol", "SSL", "ssl-ca-pem", ca.pem, "ssl-ca-location", "ca.pem"}, "INVALID_CONFIG"},
		{"missing file", e, []any{"security-protocol", "SSL", "ssl-ca-location", "no-such.pem"}, "INVALID_CONFIG"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			refs := references{file: func(path string) ([]byte, error) {
				if path == "ca.pem" {
					return []byte(ca.pem), nil
				}
				return nil, fs.ErrNotExist
			}}
			wantCode(t, ping(t, tc.broker, refs, tc.pairs...), tc.code)
		})
	}
}

func TestMutualTLS(t *testing.T) {
	ca := newTestCA(t)
	e := listening(t, kfake.TLS(ca.server(ca, "127.0.0.1")))
	chain, key := ca.issue("")
	sealedChain, sealedKey := ca.issue("key-password")
	_, otherKey := ca.issue("")
	const legacy = "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nAAAA\n-----END RSA PRIVATE KEY-----\n"
	for _, tc := range []struct {
		name  string
		pairs []any
		code  string
	}{
		{"in line", []any{"ssl-certificate-pem", chain, "ssl-key-pem", key}, ""},
		{"Java's options", []any{"ssl-keystore-certificate-chain", chain, "ssl-keystore-key", key}, ""},
		{"encrypted key", []any{"ssl-certificate-pem", sealedChain, "ssl-key-pem", sealedKey, "ssl-key-password", "key-password"}, ""},
		{"wrong key password", []any{"ssl-certificate-pem", sealedChain, "ssl-key-pem", sealedKey, "ssl-key-password", "x"}, "INVALID_CONFIG"},
		{"missing key password", []any{"ssl-certificate-pem", sealedChain, "ssl-key-pem", sealedKey}, "INVALID_CONFIG"},
		{"old encryption", []any{"ssl-certificate-pem", chain, "ssl-key-pem", legacy}, "INVALID_CONFIG"},
		{"key of another certificate", []any{"ssl-certificate-pem", chain, "ssl-key-pem", otherKey}, "INVALID_CONFIG"},
		{"certificate without key", []any{"ssl-certificate-pem", chain}, "INVALID_CONFIG"},
		{"key without certificate", []any{"ssl-key-pem", key}, "INVALID_CONFIG"},
		{"both from a key store", []any{"ssl-keystore-location", "both.pem", "ssl-keystore-type", "PEM"}, ""},
		{"none", nil, "TLS_HANDSHAKE_FAILED"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			refs := references{file: func(string) ([]byte, error) { return []byte(key + chain), nil }}
			err := ping(t, e, refs, append([]any{"security-protocol", "SSL", "ssl-ca-pem", ca.pem}, tc.pairs...)...)
			wantCode(t, err, tc.code)
			if err != nil && strings.Contains(err.Error(), "PRIVATE KEY-----") {
				t.Errorf("the message shows the key: %v", err)
			}
		})
	}
}

func TestSASL(t *testing.T) {
	e := listening(t, kfake.EnableSASL(),
		kfake.Superuser("PLAIN", "alice", "alice-secret"),
		kfake.Superuser("SCRAM-SHA-256", "alice", "alice-secret"),
		kfake.Superuser("SCRAM-SHA-512", "alice", "alice-secret"))
	for _, mechanism := range []string{"PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"} {
		t.Run(mechanism, func(t *testing.T) {
			for _, tc := range []struct {
				name  string
				pairs []any
				code  string
			}{
				{"right", []any{"sasl-username", "alice", "sasl-password", "alice-secret"}, ""},
				{"jaas", []any{"sasl-jaas-config", `ScramLoginModule required username="alice" password="alice-secret";`}, ""},
				{"wrong password", []any{"sasl-username", "alice", "sasl-password", "wrong"}, "AUTHENTICATION_FAILED"},
				{"unknown user", []any{"sasl-username", "bob", "sasl-password", "x"}, "AUTHENTICATION_FAILED"},
			} {
				t.Run(tc.name, func(t *testing.T) {
					err := ping(t, e, references{}, append([]any{"security-protocol", "SASL_PLAINTEXT", "sasl-mechanism", mechanism}, tc.pairs...)...)
					wantCode(t, err, tc.code)
				})
			}
		})
	}
	t.Run("no SASL where it is wanted", func(t *testing.T) {
		wantCode(t, ping(t, e, references{}), "AUTHENTICATION_FAILED")
	})
}

func TestRefusedAtOnce(t *testing.T) {
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := closed.Addr().String()
	closed.Close()
	start := time.Now()
	e := ping(t, address, references{})
	wantCode(t, e, "CONNECTION_REFUSED")
	if !strings.Contains(e.Message, address) {
		t.Errorf("the message does not name the address: %v", e)
	}
	wantCode(t, ping(t, "no-such-host.invalid", references{}), "HOST_UNRESOLVED")
	inTime(t, start, 3*time.Second)
}

func TestSilentServerTimesOut(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	start := time.Now()
	e := ping(t, silent.Addr().String(), references{}, "request-timeout-ms", int64(200))
	wantCode(t, e, "TIMED_OUT")
	inTime(t, start, 3*time.Second)
}

func TestDialerPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fail := true
		d := &dialer{timeout: time.Second, pause: backoff{50 * time.Millisecond, 200 * time.Millisecond},
			dial: func(_ context.Context, network, address string) (net.Conn, error) {
				if fail {
					return nil, refused(network, address)
				}
				a, b := net.Pipe()
				t.Cleanup(func() { b.Close() })
				return a, nil
			}}
		last := time.Now()
		for i, want := range []time.Duration{0, 50, 100, 200, 200} {
			if _, err := d.connect(t.Context(), "tcp", "h:1"); err == nil {
				t.Fatal("connected")
			}
			if got := time.Since(last); got != want*time.Millisecond {
				t.Errorf("attempt %d: paused %v, want %v", i, got, want*time.Millisecond)
			}
			last = time.Now()
		}
		if _, err := d.connect(t.Context(), "tcp", "h:2"); err == nil || time.Since(last) != 0 {
			t.Error("another address had to wait")
		}
		fail = false
		for i := range 2 {
			conn, err := d.connect(t.Context(), "tcp", "h:1")
			if err != nil {
				t.Fatal(err)
			}
			conn.Close()
			if i == 1 && time.Since(last) != 200*time.Millisecond {
				t.Errorf("after a success there is still a pause: %v", time.Since(last))
			}
		}
		fail = true
		d.connect(t.Context(), "tcp", "h:1")
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		if _, err := d.connect(ctx, "tcp", "h:1"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the context ends the pause: got %v", err)
		}
	})
}

func TestDialerTimesOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		silent := func(ctx context.Context, _, _ string) (net.Conn, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		d := &dialer{timeout: 3 * time.Second, dial: silent}
		start := time.Now()
		_, err := d.connect(t.Context(), "tcp", "h:1")
		wantCode(t, errorFrom(err), "TIMED_OUT")
		if got := time.Since(start); got != 3*time.Second {
			t.Errorf("it took %v, want 3s", got)
		}
	})
}

func TestCompressionLevels(t *testing.T) {
	for _, tc := range []struct {
		pairs []any
		want  kgo.CompressionCodec
	}{
		{nil, kgo.NoCompression()},
		{[]any{"compression-type", "snappy"}, kgo.SnappyCompression()},
		{[]any{"compression-type", "gzip", "compression-level", int64(9)}, kgo.GzipCompression().WithLevel(9)},
		{[]any{"compression-type", "gzip", "compression-level", int64(-1)}, kgo.GzipCompression()},
		{[]any{"compression-type", "gzip", "compression.gzip.level", int64(3)}, kgo.GzipCompression().WithLevel(3)},
		{[]any{"compression-type", "lz4", "compression-level", int64(1)}, kgo.Lz4Compression().WithLevel(512)},
		{[]any{"compression-type", "lz4", "compression-level", int64(17)}, kgo.Lz4Compression().WithLevel(1 << 17)},
		{[]any{"compression-type", "zstd", "compression-level", int64(19)}, kgo.ZstdCompression().WithLevel(4)},
		{[]any{"compression-type", "zstd", "compression-gzip-level", int64(3)}, kgo.ZstdCompression()},
	} {
		if got := mustResolve(t, Producer, tc.pairs...).compression(); got != tc.want {
			t.Errorf("%v:\ngot  %v\nwant %v", tc.pairs, got, tc.want)
		}
	}
}

func TestProducerOptionsAreAcceptedByTheClient(t *testing.T) {
	e := newEmbedded(t)
	for _, tc := range []struct {
		name  string
		pairs []any
	}{
		{"defaults", nil},
		{"acks 0", []any{"acks", int64(0)}},
		{"acks 1 with several requests", []any{"acks", int64(1), "max-in-flight-requests-per-connection", int64(3)}},
		{"all, not idempotent", []any{"enable-idempotence", false}},
		{"smallest", []any{"max-request-size", int64(512), "batch-size", int64(0), "linger-ms", int64(0), "max-in-flight-records", int64(1), "metadata-max-age-ms", int64(10), "connections-max-idle-ms", int64(100), "request-timeout-ms", int64(100), "retries", int64(0)}},
		{"largest", []any{"max-request-size", int64(maxBatch), "linger-ms", int64(60_000), "max-in-flight-records", int64(noLimit), "metadata-max-age-ms", int64(3_600_000), "connections-max-idle-ms", int64(900_000), "request-timeout-ms", int64(900_000), "client-id", strings.Repeat("x", 256), "client-rack", strings.Repeat("x", 512)}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := mustResolve(t, Producer, append([]any{"servers", "embedded"}, tc.pairs...)...)
			opts, err := c.clientOptions(network{embedded: func() (*Embedded, error) { return e, nil }}, nil)
			if err != nil {
				t.Fatal(err)
			}
			cl, err := kgo.NewClient(append(opts, c.producerOptions()...)...)
			if err != nil {
				t.Fatal(err)
			}
			cl.Close()
		})
	}
}
