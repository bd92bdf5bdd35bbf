//go:build integration

package kafkalib

import (
	"context"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/internal/kafkatest"
)

// TestRealHostNames: the name by which a broker is reached has to be in its
// certificate, unless the check is switched off.
func TestRealHostNames(t *testing.T) {
	c := kafkatest.FromEnv(t)
	first, _, _ := strings.Cut(c.BootstrapTLS(), ",")
	_, port, err := net.SplitHostPort(first)
	if err != nil {
		t.Fatal(err)
	}
	// Names lead to the broker without a name server.
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		host, port, err := net.SplitHostPort(address)
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix(host, ".invalid") {
			host = "127.0.0.1"
		}
		return systemDial(ctx, network, net.JoinHostPort(host, port))
	}
	for _, tt := range []struct{ name, host, more, code string }{
		{"an address in the certificate", "127.0.0.1", ``, ""},
		{"a name in the certificate", "localhost", ``, ""},
		{"another name", "broker.invalid", ``, "TLS_HANDSHAKE_FAILED"},
		{"another name, spelt out", "broker.invalid", `"ssl.endpoint.identification.algorithm" => "https"`, "TLS_HANDSHAKE_FAILED"},
		{"another name, unchecked", "broker.invalid", `"ssl-endpoint-identification-algorithm" => ""`, ""},
		{"unchecked, but of an unknown authority", "broker.invalid", `"ssl-endpoint-identification-algorithm" => "" "ssl-ca-pem" => other`, "TLS_HANDSHAKE_FAILED"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newRealScript(t, WithDialer(dial))
			setCertificates(t, s, c)
			s.Set("other", newTestCA(t).pem)
			options := `"security-protocol" => "SSL" "ssl-certificate-pem" => certificate "ssl-key-pem" => key "default-api-timeout-ms" => 60000 ` + tt.more
			if !strings.Contains(tt.more, "ssl-ca-pem") {
				options += ` "ssl-ca-pem" => ca`
			}
			call := fmt.Sprintf(`(get (kafka-cluster "%s:%s" %s) "id")`, tt.host, port, options)
			began := time.Now()
			if tt.code == "" {
				s.eval(call)
				return
			}
			e := s.fails(call, tt.code)
			inTime(t, began, 5*time.Second)
			if !strings.Contains(tt.more, "other") && !strings.Contains(e.Message, tt.host) {
				t.Errorf("message\n got %q\nwant the name in it", e.Message)
			}
		})
	}
}
