package kafkalib

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp/syntax"
)

func testReferences() references {
	return references{
		env: func(name string) (string, bool, error) {
			if name == "KAFKA_PASSWORD" {
				return "s3cret-env", true, nil
			}
			return "", false, nil
		},
		file: func(path string) ([]byte, error) {
			if path == "/run/secret" {
				return []byte("s3cret-file\n"), nil
			}
			return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
		},
	}
}

func saslLayer(pairs ...any) layer {
	return named(append([]any{"security-protocol", "SASL_PLAINTEXT", "sasl-mechanism", "PLAIN", "sasl-username", "u"}, pairs...)...)
}

func TestSecretReferences(t *testing.T) {
	list := func(source, name string) listValue { return listValue{{"", source}, {"", name}} }
	for _, tc := range []struct {
		name         string
		option       string
		value        any
		want, refuse string
	}{
		{"in line", "sasl-password", "s3cret", "s3cret", ""},
		{"env by name", "sasl-password-env", "KAFKA_PASSWORD", "s3cret-env", ""},
		{"env by name, dotted", "sasl.password.env", "KAFKA_PASSWORD", "s3cret-env", ""},
		{"file by name", "sasl-password-file", "/run/secret", "s3cret-file", ""},
		{"env by list", "sasl-password", list("env", "KAFKA_PASSWORD"), "s3cret-env", ""},
		{"file by list", "sasl-password", list("file", "/run/secret"), "s3cret-file", ""},
		{"variable not set", "sasl-password-env", "NO_SUCH", "", `"NO_SUCH" is not set`},
		{"file missing", "sasl-password-file", "/no/such", "", "/no/such"},
		{"other list", "sasl-password", list("vault", "x"), "", "***"},
		{"no secret", "sasl-username-env", "HOME", "", "unknown option"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, err := resolve(Admin, testReferences(), saslLayer(tc.option, tc.value))
			if tc.refuse != "" {
				wantInvalidConfig(t, err, tc.refuse)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := c.text("sasl-password"); got != tc.want {
				t.Errorf("got  %q\nwant %q", got, tc.want)
			}
		})
	}
	_, err := resolve(Admin, references{}, saslLayer("sasl-password-env", "X"))
	wantInvalidConfig(t, err, "grants no environment")
	_, err = resolve(Admin, references{}, saslLayer("sasl-password-file", "X"))
	wantInvalidConfig(t, err, "grants no files")
	_, err = resolve(Admin, testReferences(), saslLayer("sasl-password-file", "/no/such"))
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the cause is lost: %v", err)
	}
}

func TestSecretsAreNeverShown(t *testing.T) {
	const secret = "hunter2-hunter2"
	c, err := resolve(Admin, references{}, saslLayer("sasl-password", secret, "ssl-key-pem", secret, "ssl-key-password", secret,
		"sasl-oauthbearer-client-secret", secret, "sasl-oauthbearer-token", secret))
	if err != nil {
		t.Fatal(err)
	}
	masked := 0
	for _, s := range c.Settings() {
		text := fmt.Sprint(s.Value)
		if strings.Contains(text, secret) {
			t.Errorf("%s shows its secret", s.Name)
		}
		if text == mask {
			masked++
		}
	}
	if masked != 5 {
		t.Errorf("masked options: got %d, want 5", masked)
	}
	for _, l := range []layer{
		saslLayer("sasl-password", secret, "sasl.password", secret+"x"),
		saslLayer("sasl-password", listValue{{"", secret}}),
		saslLayer("sasl-oauthbearer-token", listValue{{"", secret}, {"", secret}}),
		named("security-protocol", "SASL_SSL", "sasl-mechanism", "PLAIN", "sasl-jaas-config", "Bad "+secret),
		named("security-protocol", "SASL_SSL", "sasl-mechanism", "PLAIN", "sasl-jaas-config", `PlainLoginModule required username="`+secret),
	} {
		_, err := resolve(Admin, references{}, l)
		wantInvalidConfig(t, err)
		if strings.Contains(err.Error(), secret) {
			t.Errorf("the message shows the secret: %v", err)
		}
	}
}

func TestJAAS(t *testing.T) {
	for _, tc := range []struct {
		name, line, user, password string
		fault                      string
	}{
		{"plain", `org.apache.kafka.common.security.plain.PlainLoginModule required username="alice" password="a b";`, "alice", "a b", ""},
		{"scram", `org.apache.kafka.common.security.scram.ScramLoginModule required username="u" password="p" tokenauth="false";`, "u", "p", ""},
		{"escapes", `PlainLoginModule required username="u" password="a\"b\\c";`, "u", `a"b\c`, ""},
		{"bare", `PlainLoginModule required username=u password=p;`, "u", "p", ""},
		{"several lines", "PlainLoginModule required \\\n  username=\"u\" \\\n  password=\"p\";", "u", "p", ""},
		{"single quotes", `PlainLoginModule required username='u' password='p';`, "u", "p", ""},
		{"equals sign inside", `PlainLoginModule required username="u" password="a=b;c";`, "u", "a=b;c", ""},
		{"Kerberos", `com.sun.security.auth.module.Krb5LoginModule required;`, "", "", "PlainLoginModule or ScramLoginModule"},
		{"no password", `PlainLoginModule required username="u";`, "", "", "password"},
		{"open quote", `PlainLoginModule required username="u" password="p`, "", "", "not closed"},
		{"empty", ` `, "", "", "PlainLoginModule"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			user, password, fault := parseJAAS(tc.line)
			if tc.fault != "" {
				if !strings.Contains(fault, tc.fault) {
					t.Errorf("fault:\ngot  %s\nwant %s in it", fault, tc.fault)
				}
				return
			}
			if user != tc.user || password != tc.password || fault != "" {
				t.Errorf("got  %q %q %s\nwant %q %q", user, password, fault, tc.user, tc.password)
			}
		})
	}
}

// TestSecretNamesAreKnown asserts that the interpreter, which shows lines of
// the source and writes traces, takes the name of each secret option for one.
func TestSecretNamesAreKnown(t *testing.T) {
	for _, o := range optionTable {
		for _, name := range append([]string{o.name, strings.ReplaceAll(o.name, "-", ".")}, o.aliases...) {
			if o.secret && !syntax.SecretName(name) {
				t.Errorf("%s: syntax.SecretName does not know it for a secret", name)
			}
		}
	}
}
