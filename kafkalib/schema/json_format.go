package schema

import (
	"net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"
)

var (
	hostName = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$`)
	})
	jsonPoint = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(/([^~/]|~[01])*)*$`) })
)

// hasFormat checks the formats that are well defined. Others are only
// annotations.
func hasFormat(format, s string) bool {
	switch format {
	case "date-time":
		_, err := time.Parse(time.RFC3339, strings.ToUpper(s))
		return err == nil
	case "date":
		_, err := time.Parse(time.DateOnly, s)
		return err == nil
	case "time":
		_, err := time.Parse("15:04:05Z07:00", strings.ToUpper(s))
		return err == nil
	case "email":
		a, err := mail.ParseAddress(s)
		return err == nil && a.Address == s
	case "hostname":
		return len(s) <= 253 && hostName().MatchString(s)
	case "ipv4":
		a, err := netip.ParseAddr(s)
		return err == nil && a.Is4()
	case "ipv6":
		a, err := netip.ParseAddr(s)
		return err == nil && a.Is6() && a.Zone() == ""
	case "uri":
		u, err := url.Parse(s)
		return err == nil && u.IsAbs() && !strings.ContainsAny(s, " \\<>{}|^`\"")
	case "uri-reference":
		_, err := url.Parse(s)
		return err == nil && !strings.ContainsAny(s, " \\<>{}|^`\"")
	case "uuid":
		_, ok := parseUUID(s)
		return ok
	case "json-pointer":
		return jsonPoint().MatchString(s)
	case "regex":
		_, err := compilePattern(s)
		return err == nil
	}
	return true
}
