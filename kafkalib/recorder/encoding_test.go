package recorder

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/tinylib/msgp/msgp"
	"github.com/twmb/avro"
)

func TestJSONBodies(t *testing.T) {
	type named struct {
		A int `json:"a"`
	}
	for _, tc := range []struct {
		name string
		body any
		want string
	}{
		{"nil", nil, `null`},
		{"numbers", []any{1, int32(2), int64(3), 1.5, float32(0.25), uint8(7), math.NaN(), math.Inf(-1), 1e300}, `[1,2,3,1.5,0.25,7,null,null,1e+300]`},
		{"texts", []any{"a\"\\\n\r\t\x01é日👍", "\xff\xfe", "", "\u2028"}, "[\"a\\\"\\\\\\n\\r\\t\\u0001é日👍\",\"\uFFFD\uFFFD\",\"\",\"\u2028\"]"},
		{"bytes", []byte{0, 255}, `"AP8="`},
		{"order of fields", Fields{{"b", 1}, {"a", Fields{}}, {"", []any{}}}, `{"b":1,"a":{},"":[]}`},
		{"maps are sorted", map[string]any{"b": 1, "a": true}, `{"a":true,"b":1}`},
		{"other types", []any{named{1}, &named{2}, map[string]string{"x": "y"}, []string{"z"}, json.Number("12345678901234567890"), json.RawMessage(`{"r": 1}`)},
			`[{"a":1},{"a":2},{"x":"y"},["z"],12345678901234567890,{"r":1}]`},
		{"a time", time.Unix(0, 0).UTC(), `"1970-01-01T00:00:00Z"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := appendJSON(nil, tc.body, 0)
			if err != nil || string(got) != tc.want {
				t.Errorf("JSON:\n got %s, %v\nwant %s", got, err, tc.want)
			}
			if !json.Valid(got) {
				t.Errorf("%s is no JSON", got)
			}
		})
	}
}

func TestDepth(t *testing.T) {
	var deep any
	for range maxDepth + 2 {
		deep = []any{deep}
	}
	for _, e := range []Encoding{JSON(), Msgpack(), Avro()} {
		if _, err := Encode(e, &Event{Body: deep}); err == nil || !strings.Contains(err.Error(), "nested deeper") {
			t.Errorf("%s: error:\n got %v\nwant one about the depth", e.Name(), err)
		}
	}
}

func TestMsgpackBodies(t *testing.T) {
	body := Fields{{"n", int64(-5)}, {"f", 1.5}, {"list", []any{nil, true, "é"}}, {"bytes", []byte{1}}, {"map", map[string]string{"a": "b"}}, {"big", json.Number("1e3")}, {"u", uint64(math.MaxUint64)}}
	data, err := Encode(Msgpack(), &Event{ID: "i", PID: 1, Start: time.Unix(1, 500_000_000), End: time.Unix(2, 0), Body: body})
	if err != nil {
		t.Fatal(err)
	}
	v, rest, err := msgp.ReadMapStrIntfBytes(data, nil)
	if err != nil || len(rest) > 0 || len(v) != 7 || v["start"] != 1.5 || v["end"] != 2.0 {
		t.Fatalf("event: %v, %v", v, err)
	}
	got, err := json.Marshal(v["body"])
	want := `{"big":1000,"bytes":"AQ==","f":1.5,"list":[null,true,"é"],"map":{"a":"b"},"n":-5,"u":18446744073709551615}`
	if err != nil || string(got) != want {
		t.Errorf("body:\n got %s, %v\nwant %s", got, err, want)
	}
}

func TestAvroEvents(t *testing.T) {
	data, err := Encode(Avro(), &Event{ID: "i", Type: "t", Host: "h", PID: 7, Start: time.UnixMicro(1), End: time.UnixMicro(2), Body: Fields{{"a", 1}}})
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if _, err := avro.MustParse(AvroSchema).Decode(data, &got); err != nil {
		t.Fatal(err)
	}
	start, _ := got["start"].(time.Time)
	if got["id"] != "i" || got["pid"] != int64(7) || start.UnixMicro() != 1 || got["body"] != `{"a":1}` {
		t.Errorf("event: %+v", got)
	}
}

// TestSizes asserts that sizes follow what is held, and take a bounded time.
func TestSizes(t *testing.T) {
	size := func(body any) int64 { e := Event{Body: body}; return e.size() }
	if small, large := size("x"), size(strings.Repeat("x", 1_000_000)); large-small != 999_999 {
		t.Errorf("a text of a million bytes counts %d more than one of 1", large-small)
	}
	many := make([]any, 1_000_000)
	for i := range many {
		many[i] = "12345678"
	}
	if got := size(many); got < 30_000_000 || got > 60_000_000 {
		t.Errorf("a million texts count %d", got)
	}
	cyclic := []any{nil}
	cyclic[0] = cyclic
	for _, body := range []any{cyclic, map[string]any{"a": cyclic}, Fields{{"x", cyclic}}, map[string]string{"a": "b"}, []string{"a"}, make(chan int), json.RawMessage("1")} {
		if got := size(body); got < eventSize {
			t.Errorf("%T counts %d", body, got)
		}
	}
}
