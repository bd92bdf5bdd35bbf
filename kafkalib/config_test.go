package kafkalib

import (
	"errors"
	"math"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// named is a layer of named arguments: name, value, name, value, …
func named(pairs ...any) layer {
	var l layer
	for i := 0; i < len(pairs); i += 2 {
		l.settings = append(l.settings, setting{pairs[i].(string), pairs[i+1]})
	}
	return l
}

// mustResolve resolves one layer.
func mustResolve(t testing.TB, kind Kind, pairs ...any) *Config {
	t.Helper()
	c, err := resolve(kind, references{}, named(pairs...))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func wantInvalidConfig(t *testing.T, err error, parts ...string) {
	t.Helper()
	e, ok := errors.AsType[*Error](err)
	if !ok || e.Code != "INVALID_CONFIG" || e.Origin != OriginClient || e.Retriable {
		t.Fatalf("got %v, want INVALID_CONFIG of the client", err)
	}
	for _, part := range parts {
		if !strings.Contains(e.Message, part) {
			t.Errorf("message:\ngot  %s\nwant %s in it", e.Message, part)
		}
	}
}

func TestOptionSpellings(t *testing.T) {
	for _, name := range []string{"linger-ms", "linger.ms", "linger_ms", "linger", " linger.ms "} {
		t.Run(name, func(t *testing.T) {
			if got := mustResolve(t, Producer, name, int64(7)).number("linger-ms"); got != 7 {
				t.Errorf("got %d, want 7", got)
			}
		})
	}
	for alias, name := range map[string]string{"servers": "servers", "bootstrap.servers": "servers", "group": "group-id", "group.id": "group-id", "value-codec": "value-deserializer"} {
		t.Run(alias, func(t *testing.T) {
			if o := findOption(Consumer, alias); o == nil || o.name != name {
				t.Errorf("got %v, want %s", o, name)
			}
		})
	}
	if o := findOption(Producer, "value.codec"); o == nil || o.name != "value-serializer" {
		t.Errorf("value.codec of a producer: got %v, want value-serializer", o)
	}
}

func TestOptionValues(t *testing.T) {
	offset := func(at string, ms int64) startOffset { return startOffset{at, ms} }
	for _, tc := range []struct {
		name   string
		kind   Kind
		option string
		given  any
		want   any
	}{
		{"number as text", Producer, "linger-ms", "20", int64(20)},
		{"number as double", Producer, "linger-ms", 20.0, int64(20)},
		{"number as text with exponent", Producer, "buffer-memory", "1e6", int64(1000000)},
		{"boolean as text", Producer, "allow-auto-create-topics", "TRUE", true},
		{"text from number", Producer, "client-id", int64(7), "7"},
		{"null is absent", Producer, "linger-ms", nil, int64(5)},
		{"empty text is absent", Producer, "client-id", "", "bpl"},
		{"empty list is absent", Consumer, "partition-assignment-strategy", listValue{}, []string{"cooperative-sticky"}},
		{"acks number", Producer, "acks", int64(1), int64(1)},
		{"acks text", Producer, "acks", "1", int64(1)},
		{"acks zero", Producer, "acks", int64(0), int64(0)},
		{"acks minus one", Producer, "acks", int64(-1), "all"},
		{"acks all", Producer, "acks", "ALL", "all"},
		{"choice in another case", Producer, "security-protocol", "plaintext", "PLAINTEXT"},
		{"partitioner class", Producer, "partitioner.class", "org.apache.kafka.clients.producer.RoundRobinPartitioner", "round-robin"},
		{"codec short", Producer, "key-serializer", "integer", "Integer"},
		{"codec serializer", Producer, "key.serializer", "LongSerializer", "Long"},
		{"codec class", Consumer, "value.deserializer", "org.apache.kafka.common.serialization.ByteArrayDeserializer", "ByteArray"},
		{"codec class as Java prints it", Consumer, "value.deserializer", "class org.apache.kafka.common.serialization.UUIDDeserializer", "UUID"},
		{"reset", Consumer, "auto.offset.reset", "EARLIEST", offset("earliest", 0)},
		{"reset by time", Consumer, "auto.offset.reset", listValue{{"timestamp", int64(5)}}, offset("timestamp", 5)},
		{"assignors as list", Consumer, "partition-assignment-strategy", listValue{{"", "range"}, {"", "RoundRobinAssignor"}}, []string{"range", "round-robin"}},
		{"assignors as text", Consumer, "partition-assignment-strategy", "range, sticky", []string{"range", "sticky"}},
		{"host check off", Admin, "ssl-endpoint-identification-algorithm", "", ""},
		{"servers as list", Admin, "servers", listValue{{"", "h1"}, {"", "h2:1"}}, Servers{Addresses: []string{"h1:9092", "h2:1"}}},
		{"embedded in a list", Admin, "servers", listValue{{"", "embedded"}}, Servers{Embedded: true}},
		{"dead-letter topic", Consumer, "on-decode-error", "bad-records", "bad-records"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := mustResolve(t, tc.kind, tc.option, tc.given)
			if got := c.value(findOption(tc.kind, tc.option).name); !reflect.DeepEqual(got, tc.want) {
				t.Errorf("got  %#v\nwant %#v", got, tc.want)
			}
		})
	}
}

func TestInvalidConfig(t *testing.T) {
	for _, tc := range []struct {
		name    string
		kind    Kind
		pairs   []any
		message []string
	}{
		{"unknown", Producer, []any{"lingre-ms", 5}, []string{`"lingre-ms"`, `did you mean "linger-ms"`}},
		{"unknown, dotted", Consumer, []any{"auto.offset.rest", "x"}, []string{`did you mean "auto-offset-reset"`}},
		{"of another kind", Producer, []any{"group-id", "g"}, []string{"not known for a producer", "consumer"}},
		{"wrong type", Producer, []any{"linger-ms", "soon"}, []string{`"linger-ms"`, `"soon"`, "whole number", "0 to 60000"}},
		{"fraction", Producer, []any{"linger-ms", 1.5}, []string{"1.5", "whole number"}},
		{"below range", Producer, []any{"delivery.timeout.ms", int64(999)}, []string{"999", "at least 1000"}},
		{"above range", Admin, []any{"connections-max-idle-ms", int64(900001)}, []string{"100 to 900000"}},
		{"not a number", Producer, []any{"buffer-memory", "NaN"}, []string{"whole number"}},
		{"infinite", Producer, []any{"buffer-memory", math.Inf(1)}, []string{"whole number"}},
		{"boolean", Consumer, []any{"enable-auto-commit", "yes"}, []string{"true or false"}},
		{"list for text", Consumer, []any{"group-id", listValue{{"", "a"}}}, []string{`got ("a"), expected a text`}},
		{"choice", Producer, []any{"compression-type", "zip"}, []string{`"zip"`, "gzip"}},
		{"acks", Producer, []any{"acks", int64(2)}, []string{`expected 0, 1, "all" or -1`}},
		{"acks text", Producer, []any{"acks", "none"}, []string{`expected 0, 1, "all" or -1`}},
		{"codec", Producer, []any{"key-serializer", "Integr"}, []string{"the name of a codec"}},
		{"reset", Consumer, []any{"auto-offset-reset", "middle"}, []string{`"middle"`, "earliest"}},
		{"assignor", Consumer, []any{"partition-assignment-strategy", "lottery"}, []string{"cooperative-sticky"}},
		{"function", Producer, []any{"on-delivery", "f"}, []string{"expected a function"}},
		{"servers", Producer, []any{"servers", "h:99999"}, []string{"1 to 65535"}},
		{"server list", Producer, []any{"servers", listValue{{"", int64(1)}}}, []string{"list of such texts"}},
		{"twice with different values", Producer, []any{"linger-ms", int64(1), "linger.ms", int64(2)}, []string{`"linger-ms" and "linger.ms"`, "twice", "1 and 2"}},
		{"twice by alias", Consumer, []any{"group", "a", "group-id", "b"}, []string{"twice"}},
		{"acks and idempotence", Producer, []any{"acks", int64(1), "enable-idempotence", true}, []string{"contradict", "acks"}},
		{"batch larger than request", Producer, []any{"batch-size", int64(2_000_000)}, []string{"batch-size", "max-request-size"}},
		{"when-full without async", Producer, []any{"when-full", "drop-oldest"}, []string{"when-full", "async"}},
		{"level of none", Producer, []any{"compression-level", int64(3)}, []string{"no level"}},
		{"level out of range", Producer, []any{"compression-type", "gzip", "compression-level", int64(12)}, []string{"1 to 9"}},
		{"transactional", Producer, []any{"transactional-id", "t"}, []string{"not supported yet"}},
		{"heartbeat", Consumer, []any{"heartbeat-interval-ms", int64(45000)}, []string{"heartbeat-interval-ms", "session-timeout-ms"}},
		{"static without group", Consumer, []any{"group-instance-id", "i"}, []string{"group-id"}},
		{"new protocol without group", Consumer, []any{"group-protocol", "consumer"}, []string{"group-id"}},
		{"new protocol with session", Consumer, []any{"group-id", "g", "group-protocol", "consumer", "session.timeout.ms", int64(10000)}, []string{"the broker sets it"}},
		{"new protocol with assignor", Consumer, []any{"group-id", "g", "group-protocol", "consumer", "partition-assignment-strategy", "range"}, []string{"the broker assigns"}},
		{"dead-letter name", Consumer, []any{"on-decode-error", "a b"}, []string{"throw", "topic"}},
		{"mechanism missing", Admin, []any{"security-protocol", "SASL_SSL"}, []string{"sasl-mechanism", "missing"}},
		{"Kerberos", Admin, []any{"security-protocol", "SASL_SSL", "sasl-mechanism", "GSSAPI"}, []string{"GSSAPI is not supported"}},
		{"MSK", Admin, []any{"security-protocol", "SASL_SSL", "sasl-mechanism", "AWS_MSK_IAM"}, []string{"AWS_MSK_IAM is not supported"}},
		{"OAuth", Admin, []any{"security-protocol", "SASL_SSL", "sasl-mechanism", "OAUTHBEARER"}, []string{"not supported yet"}},
		{"user missing", Admin, []any{"security-protocol", "SASL_SSL", "sasl-mechanism", "PLAIN", "sasl-password", "p"}, []string{"sasl-username", "missing"}},
		{"password missing", Admin, []any{"security-protocol", "SASL_SSL", "sasl-mechanism", "PLAIN", "sasl-username", "u"}, []string{"sasl-password", "missing"}},
		{"embedded with TLS", Admin, []any{"servers", "embedded", "security-protocol", "SSL"}, []string{"PLAINTEXT"}},
		{"JKS", Admin, []any{"security-protocol", "SSL", "ssl-keystore-location", "x.jks"}, []string{"JKS", "ssl-certificate-location"}},
		{"PKCS12", Admin, []any{"security-protocol", "SSL", "ssl-truststore-location", "x", "ssl-truststore-type", "PKCS12"}, []string{"not supported yet", "ssl-ca-location"}},
		{"client-id too long", Admin, []any{"client-id", strings.Repeat("x", 257)}, []string{"257 bytes"}},
		{"long value is cut", Producer, []any{"compression-type", strings.Repeat("x", 1000)}, []string{"(1000 bytes)"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := resolve(tc.kind, references{}, named(tc.pairs...))
			wantInvalidConfig(t, err, tc.message...)
		})
	}
}

func TestSameOptionTwiceWithTheSameValue(t *testing.T) {
	c := mustResolve(t, Producer, "linger-ms", int64(5), "linger.ms", "5", "servers", "h", "bootstrap.servers", "h:9092")
	if got := c.number("linger-ms"); got != 5 {
		t.Errorf("got %d, want 5", got)
	}
}

func TestLayers(t *testing.T) {
	c, err := resolve(Producer, references{},
		named("linger-ms", int64(1)),
		named("linger.ms", int64(2), "acks", int64(1)),
		layer{place: `profile "dev"`, shared: true, settings: []setting{{"acks", "all"}, {"group-id", "g"}, {"client-id", "from-profile"}}})
	if err != nil {
		t.Fatal(err)
	}
	if c.number("linger-ms") != 1 || c.value("acks") != int64(1) || c.text("client-id") != "from-profile" {
		t.Errorf("named arguments, config list, profile: got %v", c.values)
	}
	_, err = resolve(Producer, references{}, layer{place: `profile "dev"`, shared: true, settings: []setting{{"no-such", 1}}})
	wantInvalidConfig(t, err, `profile "dev"`, "no-such")
}

func TestIdempotenceFollowsAcks(t *testing.T) {
	for _, tc := range []struct {
		name  string
		pairs []any
		want  bool
	}{
		{"default", nil, true},
		{"acks 1 alone", []any{"acks", int64(1)}, false},
		{"acks 0 alone", []any{"acks", "0"}, false},
		{"acks all, switched off", []any{"enable-idempotence", false}, false},
		{"acks 1, switched off", []any{"acks", int64(1), "enable-idempotence", false}, false},
		{"acks -1", []any{"acks", int64(-1)}, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := mustResolve(t, Producer, tc.pairs...).idempotent(); got != tc.want {
				t.Errorf("got %v, want %v", got, tc.want)
			}
		})
	}
}

// javaDefaults reads a complete configuration of a Java client, the values as
// texts or in their own types.
func javaDefaults(t *testing.T, kind Kind, typed bool) layer {
	t.Helper()
	data, err := os.ReadFile("testdata/java-" + kind.String() + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	var l layer
	for line := range strings.Lines(string(data)) {
		name, text, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if !ok {
			continue
		}
		var value any = text
		switch n, err := strconv.ParseInt(text, 10, 64); {
		case text == "null":
			value = nil
		case typed && err == nil:
			value = n
		case typed && (text == "true" || text == "false"):
			value = text == "true"
		}
		l.settings = append(l.settings, setting{name, value})
	}
	return l
}

func TestJavaDefaultsAreAccepted(t *testing.T) {
	for _, kind := range []Kind{Producer, Consumer, Admin} {
		for _, typed := range []bool{false, true} {
			t.Run(kind.String()+" typed="+strconv.FormatBool(typed), func(t *testing.T) {
				l := javaDefaults(t, kind, typed)
				if len(l.settings) < 80 {
					t.Fatalf("only %d properties in the test data", len(l.settings))
				}
				c, err := resolve(kind, references{}, l)
				if err != nil {
					t.Fatal(err)
				}
				if got := c.number("connections-max-idle-ms"); got < 300_000 {
					t.Errorf("a property with meaning is lost: connections-max-idle-ms is %d", got)
				}
			})
		}
	}
}
