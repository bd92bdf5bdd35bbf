package kafkalib

import (
	"context"
	"crypto/sha256"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/bpl-lang/bpl/kafkalib/schema"
	"github.com/twmb/franz-go/pkg/sr"
)

// A registry is a session's client of a schema registry, shared by all handles
// with the same settings. What it was told stays in a bounded cache; one
// request runs for a schema, however many wait for it. It is safe for
// concurrent use. Its goroutines end with close.
type registry struct {
	client    *sr.Client
	transport *http.Transport
	state     *state
	shown     string // its URLs
	limit     time.Duration
	pause     time.Duration // before the first repetition

	slots chan struct{} // of requests that run at once
	ctx   context.Context
	stop  context.CancelFunc
	work  sync.WaitGroup

	mu      sync.Mutex
	closed  bool
	entries map[schemaID]*schemaEntry
	order   []schemaID // oldest first
}

// maxRegistryEntries bounds the schemas that a registry keeps.
const maxRegistryEntries = 1000

// maxRegistryRequests bounds the schemas that are asked for at once.
const maxRegistryRequests = 8

// maxRegistryAnswer bounds an answer of the registry.
const maxRegistryAnswer = 32 << 20

// registryOf returns the session's registry for a configuration.
func (s *state) registryOf(c *Config) (*registry, error) {
	urls, _ := c.value("schema-registry-url").([]string)
	var addresses []string
	secure := false
	for _, text := range urls {
		u, err := url.Parse(text)
		if err != nil {
			return nil, invalidConfig("option \"schema-registry-url\": " + err.Error())
		}
		addresses = append(addresses, registryAddress(u))
		secure = secure || u.Scheme == "https"
	}
	if err := s.lib.permit.servers(Servers{Addresses: addresses}); err != nil {
		return nil, err
	}
	user, password, err := c.registryUser()
	if err != nil {
		return nil, err
	}
	transport := &http.Transport{
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			return s.lib.dial(ctx, network, address)
		},
		MaxIdleConnsPerHost: 4, IdleConnTimeout: c.millis("connections-max-idle-ms"), ForceAttemptHTTP2: true,
		MaxResponseHeaderBytes: 1 << 20,
	}
	if secure {
		tls, fault := c.tlsSettings(s.lib.refs)
		if fault != nil {
			return nil, fault
		}
		transport.TLSClientConfig = tls
	}
	key := c.registryKey(urls, user, password)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, clientError("CLOSED", "the session is closed", nil)
	}
	if r := s.registries[key]; r != nil {
		return r, nil
	}
	r := &registry{
		transport: transport, state: s, shown: strings.Join(urls, ","), limit: c.millis("request-timeout-ms"), pause: c.millis("retry-backoff-ms"),
		entries: make(map[schemaID]*schemaEntry), slots: make(chan struct{}, maxRegistryRequests),
	}
	opts := []sr.ClientOpt{sr.URLs(urls...), sr.UserAgent("bpl"), sr.HTTPClient(&http.Client{Transport: boundedAnswers{transport}})}
	if user != "" || password != "" {
		opts = append(opts, sr.BasicAuth(user, password))
	}
	client, err := sr.NewClient(opts...)
	if err != nil {
		return nil, invalidConfig("option \"schema-registry-url\": " + err.Error())
	}
	r.client = client
	r.ctx, r.stop = context.WithCancel(context.Background())
	if s.registries == nil {
		s.registries = make(map[[sha256.Size]byte]*registry)
	}
	s.registries[key] = r
	return r, nil
}

func registryAddress(u *url.URL) string {
	if u.Port() != "" {
		return u.Host
	}
	if u.Scheme == "https" {
		return net.JoinHostPort(u.Hostname(), "443")
	}
	return net.JoinHostPort(u.Hostname(), "80")
}

// registryUser is the user for the registry, with the password.
func (c *Config) registryUser() (user, password string, err error) {
	if c.text("basic-auth-credentials-source") == "SASL_INHERIT" {
		return c.text("sasl-username"), c.text("sasl-password"), nil
	}
	info := c.text("basic-auth-user-info")
	if info == "" {
		return "", "", nil
	}
	user, password, ok := strings.Cut(info, ":")
	if !ok {
		return "", "", invalidConfig(`option "basic-auth-user-info": expected user and password with a colon between them`)
	}
	return user, password, nil
}

// registryKey is a hash of all that makes two clients of a registry differ.
func (c *Config) registryKey(urls []string, user, password string) [sha256.Size]byte {
	s := schema.Source{Text: strings.Join(urls, ","), Message: user}
	add := func(name, text string) { s.References = append(s.References, schema.Reference{Name: name, Text: text}) }
	add("password", password)
	for _, o := range securityOptions {
		if strings.HasPrefix(o.name, "ssl-") && c.given(o.name) {
			add(o.name, c.text(o.name))
		}
	}
	for _, name := range []string{"request-timeout-ms", "retry-backoff-ms", "connections-max-idle-ms"} {
		add(name, c.millis(name).String())
	}
	return sourceKey(s)
}

// close ends the requests that run, and the connections.
func (r *registry) close() {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.stop()
	r.work.Wait()
	r.transport.CloseIdleConnections()
}

// boundedAnswers cuts answers that are too large.
type boundedAnswers struct{ next http.RoundTripper }

func (b boundedAnswers) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := b.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.LimitReader(resp.Body, maxRegistryAnswer), resp.Body}
	return resp, nil
}
