//go:build integration

package kafkalib

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/internal/kafkatest"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// TestRealSecurity sends and polls through every listener of a real broker.
func TestRealSecurity(t *testing.T) {
	c := kafkatest.FromEnv(t)
	emptyReal(t)
	login := func(mechanism, user, password string) string {
		return fmt.Sprintf(`"security-protocol" => "SASL_SSL" "ssl-ca-pem" => ca "sasl-mechanism" => %q "sasl-username" => %q "sasl-password" => %q`,
			mechanism, user, password)
	}
	const trusting = `"security-protocol" => "SSL" "ssl-ca-pem" => ca`
	const mutual = trusting + ` "ssl-certificate-pem" => certificate "ssl-key-pem" => key`
	for _, tt := range []struct{ name, servers, options, code string }{
		{"plain text", c.Bootstrap(), ``, ""},
		{"mutual TLS", c.BootstrapTLS(), mutual, ""},
		{"PLAIN", c.BootstrapSASL(), login("PLAIN", kafkatest.Writer, kafkatest.WriterPassword), ""},
		{"SCRAM-SHA-256", c.BootstrapSASL(), login("SCRAM-SHA-256", kafkatest.Writer, kafkatest.WriterPassword), ""},
		{"SCRAM-SHA-512", c.BootstrapSASL(), login("SCRAM-SHA-512", kafkatest.Writer, kafkatest.WriterPassword), ""},
		{"wrong password, PLAIN", c.BootstrapSASL(), login("PLAIN", kafkatest.Writer, "wrong-secret"), "SASL_AUTHENTICATION_FAILED"},
		{"wrong password, SCRAM", c.BootstrapSASL(), login("SCRAM-SHA-256", kafkatest.Writer, "wrong-secret"), "SASL_AUTHENTICATION_FAILED"},
		{"no TLS at a TLS listener", c.BootstrapTLS(), ``, "*"},
		{"TLS without a client certificate", c.BootstrapTLS(), trusting, "TLS_HANDSHAKE_FAILED"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newRealScript(t)
			setCertificates(t, s, c)
			s.eval(fmt.Sprintf(`(do (set servers %q) (kafka-create-topics "embedded" "secure" "if-not-exists" => true))`, tt.servers))
			create := func(kind, more string) string {
				return fmt.Sprintf(`(kafka-create %q servers "default-api-timeout-ms" => 60000 %s %s)`, kind, tt.options, more)
			}
			s.eval(`(set p ` + create("producer", `"delivery-timeout-ms" => 60000`) + `)`)
			send := `(get (first (kafka-send p "secure" "hello" "report" => true)) "offset")`
			if tt.code != "" {
				_, err := s.try(send)
				if err == nil {
					t.Fatal("got no error")
				}
				if strings.Contains(err.Error(), "wrong-secret") {
					t.Errorf("the password is in the error: %v", err)
				}
				if tt.code != "*" {
					s.fails(send, tt.code)
				}
				return
			}
			offset := s.eval(send).String()
			s.eval(`(set c ` + create("consumer", `"auto-offset-reset" => "earliest"`) + `)`)
			s.want(`(do (set last-offset -1)
			  (while (< last-offset `+offset+`) (for-each (kafka-poll c "secure" 60000) r (set last-offset r/offset)))
			  last-offset)`, offset)
		})
	}
}

// setCertificates gives a session the texts of the cluster's PEM files.
func setCertificates(t *testing.T, s *script, c *kafkatest.Cluster) {
	t.Helper()
	for name, file := range map[string]string{"ca": c.CAFile(), "certificate": c.CertificateFile(), "key": c.KeyFile()} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Set(name, string(text)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRealUnauthorizedTopic: an access control list denies a user a topic.
func TestRealUnauthorizedTopic(t *testing.T) {
	c := kafkatest.FromEnv(t)
	emptyReal(t)
	client, err := kgo.NewClient(kgo.SeedBrokers(strings.Split(c.Bootstrap(), ",")...))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	adm := kadm.NewClient(client)
	rule := kadm.NewACLs().Topics("forbidden").ResourcePatternType(kmsg.ACLResourcePatternTypeLiteral).
		Operations(kmsg.ACLOperationAll).Deny("User:" + kafkatest.Guest).DenyHosts("*")
	s := newRealScript(t)
	setCertificates(t, s, c)
	s.eval(`(kafka-create-topics "embedded" ("forbidden" "open"))`)
	results, err := adm.CreateACLs(t.Context(), rule)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Err != nil {
			t.Fatal(r.Err)
		}
	}
	defer func() {
		if _, err := adm.DeleteACLs(t.Context(), rule); err != nil {
			t.Error(err)
		}
	}()
	options := fmt.Sprintf(`%q "default-api-timeout-ms" => 60000 "security-protocol" => "SASL_SSL" "ssl-ca-pem" => ca "sasl-mechanism" => "PLAIN" "sasl-username" => %q "sasl-password" => %q`,
		c.BootstrapSASL(), kafkatest.Guest, kafkatest.GuestPassword)
	s.eval(`(do (set p (kafka-create "producer" ` + options + `)) (set c (kafka-create "consumer" ` + options + ` "auto-offset-reset" => "earliest")))`)
	s.want(`(kafka-send p "open" "x")`, `null`)
	s.fails(`(kafka-send p "forbidden" "x")`, "TOPIC_AUTHORIZATION_FAILED")
	s.want(`(try (kafka-send p "forbidden" "x") (e "KafkaException" => (list e/topic (get (first e/records) "persisted"))))`, `("forbidden" "no")`)
	s.fails(`(kafka-poll c "forbidden" 60000)`, "TOPIC_AUTHORIZATION_FAILED")
}
