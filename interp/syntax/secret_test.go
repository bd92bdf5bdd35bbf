package syntax

import (
	"strings"
	"testing"
)

func TestSecretName(t *testing.T) {
	for name, want := range map[string]bool{
		"password": true, "sasl.password": true, "SASL_PASSWORD": true, "ssl-key-pem": true, "ssl.keystore.key": true, "token": true,
		"sasl-pasword": true, "sasl-passwrd": true, "sasl-psasword": true, "pwd": true, "tokn": true, "client-sercet": true, "sasl-jass-config": true, "basic-auth-user-inf": true, "basic.auth.userinfo": true,
		"sasl-jaas-config": true, "basic-auth-user-info": true,
		"sasl-password-env": false, "sasl-password-file": false, "sasl-oauthbearer-token-endpoint-url": false,
		"user": false, "key": false, "sasl-username": false, "the password is": false, "": false,
	} {
		if got := SecretName(name); got != want {
			t.Errorf("%q:\ngot  %v\nwant %v", name, got, want)
		}
	}
}

func TestMaskSecrets(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"named", `(f "sasl-password" => "hunter2" "x" => "y")`, `(f "sasl-password" => "***" "x" => "y")`},
		{"reference as name", `(f sasl.password => "hunter2")`, `(f sasl.password => "***")`},
		{"set", `(set password "hunter2")`, `(set password "***")`},
		{"in a nested list", `(f ("servers" => "h" "ssl_key_pem" => "hunter2"))`, `(f ("servers" => "h" "ssl_key_pem" => "***"))`},
		{"in the next line", "(f \"token\" =>\n  \"hunter2\")", "(f \"token\" =>\n  \"***\")"},
		{"with escapes", `(f "password" => "hun\"ter2" 1)`, `(f "password" => "***" 1)`},
		{"without end", "(f \"password\" => \"hunter2\n)", "(f \"password\" => \"***\"\n)"},
		{"without end, at the end", `(f "password" => "hunter2\`, `(f "password" => "***"`},
		{"a reference to it", `(f "password" => ("env" "X") "a" => "b")`, `(f "password" => ("env" "X") "a" => "b")`},
		{"the secret looks like a name", `(f "password" => "secret" "a" => "b")`, `(f "password" => "***" "a" => "b")`},
		{"no secret", `(print "password is" "x")`, `(print "password is" "x")`},
	} {
		if got := MaskSecrets(test.text); got != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.name, got, test.want)
		}
	}
}

func TestExcerptShowsNoSecret(t *testing.T) {
	for _, test := range []struct{ name, text, at, want string }{
		{"behind the caret", `(f "password" => "hunter2" x)`, `(f`, "1 | (f \"password\" => \"***\" x)\n  | ^\n"},
		{"before the caret", `(f "password" => "日本" x)`, `x)`, "1 | (f \"password\" => \"***\" x)\n  |                        ^\n"},
		{"at the caret", `(f "password" => "hunter2" x)`, `"hunter2"`, "1 | (f \"password\" => \"***\" x)\n  |                  ^\n"},
		{"within", `(f "password" => "hunter2" x)`, `ter2`, "1 | (f \"password\" => \"***\" x)\n  |                       ^\n"},
		{"the name in the line before", "\uFEFF(f \"password\" =>\n\"hunter2\" x)", `x)`, "2 | \"***\" x)\n  |       ^\n"},
		{"a secret in the line before only", "(f \"password\" => \"hunter2\"\n x)", `x)`, "2 |  x)\n  |  ^\n"},
	} {
		s := NewSource("x.bpl", test.text)
		if got := s.Excerpt(s.Pos(strings.Index(test.text, test.at)), nil); got != test.want {
			t.Errorf("%s:\ngot  %q\nwant %q", test.name, got, test.want)
		}
	}
}
