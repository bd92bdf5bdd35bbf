package kafkalib

import "strings"

// ignoredGroups are the properties of Java's clients that have no meaning
// here. A complete configuration of a Java client can be pasted: they are
// accepted, whatever their value, and have no effect.
var ignoredGroups = []struct {
	kinds  kinds
	reason string
	names  []string
}{
	{allKinds, "there are no Java classes to load", []string{
		"interceptor-classes", "metric-reporters", "config-providers", "security-providers", "auto-include-jmx-reporter",
		"sasl-client-callback-handler-class", "sasl-login-callback-handler-class", "sasl-login-class",
		"ssl-engine-factory-class", "sasl-oauthbearer-jwt-retriever-class", "sasl-oauthbearer-jwt-validator-class"}},
	{allKinds, "statistics are kept in another way, see kafka-stats", []string{
		"metrics-num-samples", "metrics-recording-level", "metrics-sample-window-ms", "enable-metrics-push"}},
	{allKinds, "the operating system sizes the socket buffers", []string{"receive-buffer-bytes", "send-buffer-bytes"}},
	{allKinds, "all addresses of a host name are tried", []string{"client-dns-lookup"}},
	{allKinds, "each attempt to connect takes at most socket-connection-setup-timeout-ms", []string{"socket-connection-setup-timeout-max-ms"}},
	{allKinds, "the client goes back to the servers of its list by itself", []string{
		"metadata-recovery-strategy", "metadata-recovery-rebootstrap-trigger-ms"}},
	{allKinds, "Kerberos is not supported", []string{
		"sasl-kerberos-kinit-cmd", "sasl-kerberos-min-time-before-relogin", "sasl-kerberos-service-name",
		"sasl-kerberos-ticket-renew-jitter", "sasl-kerberos-ticket-renew-window-factor"}},
	{allKinds, "tokens are renewed before they expire, without settings", []string{
		"sasl-login-connect-timeout-ms", "sasl-login-read-timeout-ms", "sasl-login-refresh-buffer-seconds",
		"sasl-login-refresh-min-period-seconds", "sasl-login-refresh-window-factor", "sasl-login-refresh-window-jitter",
		"sasl-login-retry-backoff-max-ms", "sasl-login-retry-backoff-ms"}},
	{allKinds, "tokens are checked by the broker, not by the client", []string{
		"sasl-oauthbearer-clock-skew-seconds", "sasl-oauthbearer-expected-audience", "sasl-oauthbearer-expected-issuer",
		"sasl-oauthbearer-header-urlencode", "sasl-oauthbearer-jwks-endpoint-refresh-ms",
		"sasl-oauthbearer-jwks-endpoint-retry-backoff-max-ms", "sasl-oauthbearer-jwks-endpoint-retry-backoff-ms",
		"sasl-oauthbearer-jwks-endpoint-url", "sasl-oauthbearer-scope-claim-name", "sasl-oauthbearer-sub-claim-name"}},
	{allKinds, "tokens are fetched with a client's secret, not with an assertion", []string{
		"sasl-oauthbearer-assertion-algorithm", "sasl-oauthbearer-assertion-claim-aud", "sasl-oauthbearer-assertion-claim-exp-seconds",
		"sasl-oauthbearer-assertion-claim-iss", "sasl-oauthbearer-assertion-claim-jti-include", "sasl-oauthbearer-assertion-claim-nbf-seconds",
		"sasl-oauthbearer-assertion-claim-sub", "sasl-oauthbearer-assertion-file", "sasl-oauthbearer-assertion-private-key-file",
		"sasl-oauthbearer-assertion-private-key-passphrase", "sasl-oauthbearer-assertion-template-file"}},
	{allKinds, "Go's TLS chooses protocol versions and ciphers itself, TLS 1.2 at least", []string{
		"ssl-cipher-suites", "ssl-enabled-protocols", "ssl-protocol", "ssl-provider", "ssl-keymanager-algorithm",
		"ssl-trustmanager-algorithm", "ssl-secure-random-implementation"}},

	{producingKinds, "metadata of topics that are no longer used is dropped with metadata-max-age-ms", []string{"metadata-max-idle-ms"}},
	{producingKinds, "records without key go to a partition that is writable", []string{
		"partitioner-adaptive-partitioning-enable", "partitioner-availability-timeout-ms"}},
	{producingKinds, "transactions of two phases that another system decides are not supported", []string{"transaction-two-phase-commit-enable"}},

	{consumingKinds, "checksums are always checked", []string{"check-crcs"}},
	{consumingKinds, "a pattern never matches internal topics", []string{"exclude-internal-topics"}},
	{consumingKinds, "the broker chooses the assignor of group-protocol consumer", []string{"group-remote-assignor"}},
	{consumingKinds, "internal to Java's client", []string{
		"internal-leave-group-on-close", "internal-throw-on-fetch-stable-offset-unsupported"}},
	{consumingKinds, "acknowledgements of a share consumer are explicit with kafka-ack and implicit without", []string{"share-acknowledgement-mode"}},

	{setOf(Producer, Recorder), "a producer writes only", []string{"key-deserializer", "value-deserializer"}},
	{setOf(Consumer, ShareConsumer), "a consumer reads only", []string{"key-serializer", "value-serializer"}},
	{setOf(Admin), "an admin handle has no records", []string{
		"key-serializer", "value-serializer", "key-deserializer", "value-deserializer", "key-codec", "value-codec"}},
	{setOf(Admin), "administration goes through the brokers", []string{"bootstrap-controllers"}},
}

func ignoredOptions() []*option {
	var out []*option
	for _, g := range ignoredGroups {
		for _, name := range g.names {
			out = append(out, &option{name: name, kinds: g.kinds, form: textOption, ignored: g.reason, secret: strings.HasSuffix(name, "passphrase"), meaning: "a property of Java's clients without effect here"})
		}
	}
	return out
}
