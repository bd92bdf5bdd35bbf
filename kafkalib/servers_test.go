package kafkalib

import (
	"slices"
	"strings"
	"testing"
)

func TestParseServers(t *testing.T) {
	for _, tc := range []struct {
		name      string
		texts     []string
		addresses []string
		embedded  bool
		fault     string // part of the message
	}{
		{"one", []string{"localhost:9092"}, []string{"localhost:9092"}, false, ""},
		{"default port", []string{"kafka.example"}, []string{"kafka.example:9092"}, false, ""},
		{"comma list", []string{"h1:9093, h2:9094"}, []string{"h1:9093", "h2:9094"}, false, ""},
		{"list of texts", []string{"h1", "h2:1"}, []string{"h1:9092", "h2:1"}, false, ""},
		{"repeats count once", []string{"h1:9092,h1", "h1:9092"}, []string{"h1:9092"}, false, ""},
		{"IPv4", []string{"10.0.0.1:9092"}, []string{"10.0.0.1:9092"}, false, ""},
		{"IPv6", []string{"[::1]:9092"}, []string{"[::1]:9092"}, false, ""},
		{"IPv6 without port", []string{"[2001:db8::1]"}, []string{"[2001:db8::1]:9092"}, false, ""},
		{"embedded", []string{"embedded"}, nil, true, ""},
		{"embedded twice", []string{"embedded", "embedded"}, nil, true, ""},
		{"a host that looks like a handle", []string{"p1:9092"}, []string{"p1:9092"}, false, ""},
		{"host with underscore", []string{"my_host:9092"}, []string{"my_host:9092"}, false, ""},
		{"largest port", []string{"h:65535"}, []string{"h:65535"}, false, ""},

		{"none", nil, nil, false, "servers are missing"},
		{"empty text", []string{""}, nil, false, "servers are missing"},
		{"blank text", []string{"  "}, nil, false, "servers are missing"},
		{"embedded mixed", []string{"embedded,h:1"}, nil, false, "stands alone"},
		{"empty part", []string{"h1,,h2"}, nil, false, "empty between the commas"},
		{"port zero", []string{"h:0"}, nil, false, "not a number from 1 to 65535"},
		{"port too large", []string{"h:65536"}, nil, false, "not a number from 1 to 65535"},
		{"port missing", []string{"h:"}, nil, false, "not a number from 1 to 65535"},
		{"port with sign", []string{"h:+1"}, nil, false, "not a number from 1 to 65535"},
		{"port no number", []string{"h:kafka"}, nil, false, "not a number from 1 to 65535"},
		{"host missing", []string{":9092"}, nil, false, "host is missing"},
		{"IPv6 without brackets", []string{"::1"}, nil, false, "in brackets"},
		{"IPv6 bracket open", []string{"[::1:9092"}, nil, false, "not closed"},
		{"IPv4 in brackets", []string{"[1.2.3.4]:1"}, nil, false, "no IPv6 address"},
		{"text behind the bracket", []string{"[::1]x"}, nil, false, "only a colon"},
		{"scheme", []string{"PLAINTEXT://h:9092"}, nil, false, "security-protocol"},
		{"space inside", []string{"my host:9092"}, nil, false, "cannot contain ' '"},
		{"path", []string{"h/path:1"}, nil, false, "cannot contain '/'"},
		{"credentials", []string{"user@h:1"}, nil, false, "cannot contain '@'"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := parseServers(tc.texts...)
			if tc.fault != "" {
				e := errorFrom(err)
				if e == nil || e.Code != "INVALID_CONFIG" || !strings.Contains(e.Message, tc.fault) {
					t.Fatalf("error:\ngot  %v\nwant INVALID_CONFIG with %q", err, tc.fault)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.Addresses, tc.addresses) || got.Embedded != tc.embedded {
				t.Errorf("got  %v embedded=%v\nwant %v embedded=%v", got.Addresses, got.Embedded, tc.addresses, tc.embedded)
			}
		})
	}
}

func FuzzParseServers(f *testing.F) {
	f.Add("localhost:9092,[::1]")
	f.Add("embedded")
	f.Add("[::")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := parseServers(text)
		if err != nil {
			return
		}
		again, err := parseServers(s.String())
		if err != nil || again.String() != s.String() {
			t.Errorf("%q: the result %q is read as %q, %v", text, s, again, err)
		}
	})
}
