package kafkalib

import (
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// embeddedName is what scripts write for the broker in the process.
const embeddedName = "embedded"

// defaultPort is used where a server is written without a port.
const defaultPort = 9092

// Servers are the addresses from which a client finds the cluster.
type Servers struct {
	// Embedded means the broker in the process; Addresses is empty then.
	Embedded bool
	// Addresses are "host:port", IPv6 literals in brackets, without repeats.
	Addresses []string
}

// String returns the servers as a script would write them.
func (s Servers) String() string {
	if s.Embedded {
		return embeddedName
	}
	return strings.Join(s.Addresses, ",")
}

// parseServers reads the texts of a servers list; each may hold several
// addresses, separated by commas.
func parseServers(texts ...string) (Servers, error) {
	var s Servers
	for _, text := range texts {
		for part := range strings.SplitSeq(text, ",") {
			part = strings.TrimSpace(part)
			switch {
			case part == "":
				if strings.TrimSpace(text) != "" {
					return s, invalidConfig("servers " + quote(text) + ": an address is empty between the commas")
				}
			case part == embeddedName:
				s.Embedded = true
			default:
				address, err := parseServer(part)
				if err != nil {
					return s, err
				}
				if !slices.Contains(s.Addresses, address) {
					s.Addresses = append(s.Addresses, address)
				}
			}
		}
	}
	switch {
	case s.Embedded && len(s.Addresses) > 0:
		return s, invalidConfig(`servers: "embedded" stands alone, it cannot be mixed with ` + quote(s.Addresses[0]))
	case !s.Embedded && len(s.Addresses) == 0:
		return s, invalidConfig(`servers are missing: give "host:port", a list of such texts, or "embedded"`)
	}
	return s, nil
}

// parseServer reads one address. A scheme, as copied from a listener's
// configuration, is named in the message, because it is the usual mistake.
func parseServer(text string) (string, error) {
	bad := func(why string) (string, error) {
		return "", invalidConfig("server " + quote(text) + ": " + why + `; expected "host:port", IPv6 as "[::1]:9092"`)
	}
	if scheme, rest, ok := strings.Cut(text, "://"); ok {
		return bad("leave out " + quote(scheme+"://") + " and write " + quote(rest) + ", the protocol is the option security-protocol")
	}
	host, port := text, strconv.Itoa(defaultPort)
	if strings.HasPrefix(text, "[") {
		end := strings.IndexByte(text, ']')
		if end < 0 {
			return bad("the bracket is not closed")
		}
		host = text[1:end]
		if a, err := netip.ParseAddr(host); err != nil || !a.Is6() {
			return bad("there is no IPv6 address in the brackets")
		}
		if rest := text[end+1:]; rest != "" {
			if rest[0] != ':' {
				return bad("after the bracket only a colon and the port may stand")
			}
			port = rest[1:]
		}
	} else {
		switch strings.Count(text, ":") {
		case 0:
		case 1:
			host, port, _ = strings.Cut(text, ":")
		default:
			return bad("an IPv6 address has to stand in brackets")
		}
		if fault := hostFault(host); fault != "" {
			return bad(fault)
		}
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil || n == 0 || port[0] == '+' {
		return bad("port " + quote(port) + " is not a number from 1 to 65535")
	}
	return net.JoinHostPort(host, strconv.FormatUint(n, 10)), nil
}

// hostFault says what keeps host from being a host name or IPv4 address.
func hostFault(host string) string {
	if host == "" {
		return "the host is missing"
	}
	if len(host) > 253 {
		return "the host name is too long"
	}
	for _, r := range host {
		if r <= ' ' || strings.ContainsRune(`/\@?#[]"'()<>;=%`, r) || r == 0x7f {
			return "a host name cannot contain " + strconv.QuoteRune(r)
		}
	}
	return ""
}
