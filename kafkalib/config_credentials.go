package kafkalib

import (
	"strings"
)

// credentials returns user and password for PLAIN and SCRAM, from their own
// options or from Java's login module line.
func (c *Config) credentials() (user, password string, err *Error) {
	user, password = c.text("sasl-username"), c.text("sasl-password")
	if line := c.text("sasl-jaas-config"); line != "" {
		jaasUser, jaasPassword, fault := parseJAAS(line)
		if fault != "" {
			return "", "", invalidConfig(`option "sasl-jaas-config": ` + fault)
		}
		if user != "" && user != jaasUser || password != "" && password != jaasPassword {
			return "", "", invalidConfig(`options "sasl-jaas-config" and "sasl-username" or "sasl-password" contradict each other`)
		}
		return jaasUser, jaasPassword, nil
	}
	if user == "" || password == "" {
		missing := "sasl-username"
		if user != "" {
			missing = "sasl-password"
		}
		return "", "", invalidConfig("option " + quote(missing) + " is missing: sasl-mechanism " + c.text("sasl-mechanism") + ` needs user and password (or "sasl-jaas-config")`)
	}
	return user, password, nil
}

// parseJAAS reads a line such as
//
//	org.apache.kafka…ScramLoginModule required username="u" password="p";
//
// Values may be quoted with backslash escapes, or bare. The fault never
// repeats the line, which holds the password.
func parseJAAS(line string) (user, password, fault string) {
	rest := strings.TrimSpace(line)
	module, rest, _ := strings.Cut(rest, " ")
	switch className(module) {
	case "PlainLoginModule", "ScramLoginModule":
	default:
		return "", "", "expected a line that begins with PlainLoginModule or ScramLoginModule"
	}
	seen := map[string]string{}
	for {
		rest = strings.TrimLeft(rest, " \t\r\n\\")
		if rest == "" || rest == ";" {
			break
		}
		key, after, ok := cutKey(rest)
		if !ok { // the word "required" and its like
			_, rest, _ = strings.Cut(rest, " ")
			continue
		}
		value, tail, ok := cutValue(after)
		if !ok {
			return "", "", "a quoted value is not closed"
		}
		seen[key], rest = value, tail
	}
	user, password = seen["username"], seen["password"]
	if user == "" || password == "" {
		return "", "", `expected username="…" password="…" in the line`
	}
	return user, password, ""
}

// cutKey takes "key=" off the front of s.
func cutKey(s string) (key, rest string, ok bool) {
	end := strings.IndexAny(s, "= \t\r\n;\"")
	if end <= 0 || s[end] != '=' {
		return "", s, false
	}
	return s[:end], s[end+1:], true
}

// cutValue takes a quoted or bare value off the front of s.
func cutValue(s string) (value, rest string, ok bool) {
	if s == "" || s[0] != '"' && s[0] != '\'' {
		end := strings.IndexAny(s, " \t\r\n;")
		if end < 0 {
			return s, "", true
		}
		return s[:end], s[end:], true
	}
	mark := s[0]
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		case s[i] == mark:
			return b.String(), s[i+1:], true
		default:
			b.WriteByte(s[i])
		}
	}
	return "", "", false
}
