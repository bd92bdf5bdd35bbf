package schema

import (
	"strings"
	"testing"
)

func TestJSONValues(t *testing.T) {
	const user = `{"type":"object","properties":{"id":{"type":"integer"},"tags":{"type":"array","items":{"type":"string"}},"extra":{"type":"object"},"score":{"type":"number"}},"required":["id"]}`
	tests := []struct{ schema, value, bytes, want string }{
		{user, `("id" => 1 "tags" => ("a" "b") "score" => 1.5)`, `{"id":1,"tags":["a","b"],"score":1.5}`, `("id" => 1 "tags" => ("a" "b") "score" => 1.5)`},
		{user, `("id" => 1 "tags" => () "extra" => ())`, `{"id":1,"tags":[],"extra":{}}`, `("id" => 1 "tags" => () "extra" => ())`},
		{user, `("id" => 2.0)`, `{"id":2}`, `("id" => 2)`},
		{`{"type":"object"}`, `()`, `{}`, `()`},
		{`{"anyOf":[{"type":"object","required":["a"]},{"type":"array"}]}`, `()`, `[]`, `()`},
		{`true`, `"a\"b"`, `"a\"b"`, `"a\"b"`},
		{`{}`, `9223372036854775807`, `9223372036854775807`, `9223372036854775807`},
		{`{"type":["string","null"]}`, `null`, `null`, `null`},
		{`{"$ref":"#/$defs/n","$defs":{"n":{"properties":{"v":{"type":"integer"},"next":{"$ref":"#/$defs/n"}},"additionalProperties":false}}}`,
			`("v" => 1 "next" => ("v" => 2 "next" => ("v" => 3)))`, `{"v":1,"next":{"v":2,"next":{"v":3}}}`, `("v" => 1 "next" => ("v" => 2 "next" => ("v" => 3)))`},
	}
	for _, tt := range tests {
		t.Run(tt.schema+" "+tt.value, func(t *testing.T) {
			s := mustParse(t, JSON, tt.schema)
			data, err := s.Encode(script(t, tt.value))
			if err != nil {
				t.Fatal(err)
			}
			if string(data) != tt.bytes {
				t.Errorf("got  %s\nwant %s", data, tt.bytes)
			}
			roundTrip(t, s, tt.value, tt.want)
		})
	}
}

func TestJSONMismatches(t *testing.T) {
	draft := func(uri, rest string) string { return `{"$schema":"` + uri + `",` + rest + `}` }
	const (
		draft4 = "http://json-schema.org/draft-04/schema#"
		draft7 = "http://json-schema.org/draft-07/schema#"
		d2019  = "https://json-schema.org/draft/2019-09/schema"
		d2020  = "https://json-schema.org/draft/2020-12/schema"
	)
	tests := []struct{ name, schema, value, path, message string }{
		{"type", `{"type":"integer"}`, `1.5`, "", "got 1.5, expected integer"},
		{"types", `{"type":["string","null"]}`, `1`, "", "expected string or null"},
		{"required", `{"type":"object","required":["a"]}`, `()`, "/a", "is missing"},
		{"inside", `{"properties":{"a":{"items":{"minimum":3}}}}`, `("a" => (5 2))`, "/a/1", "at least 3"},
		{"no other", `{"properties":{"name":{}},"additionalProperties":false}`, `("nmae" => 1)`, "/nmae", `did you mean "name"?`},
		{"enum", `{"enum":["a",1,null]}`, `"b"`, "", `one of "a", 1, null`},
		{"const", `{"const":1}`, `2`, "", "expected 1"},
		{"pattern", `{"pattern":"^a+$"}`, `"b"`, "", "does not match"},
		{"length", `{"maxLength":2}`, `"日本語"`, "", "at most 2"},
		{"multiple", `{"multipleOf":0.1}`, `0.35`, "", "multiple of 1/10"},
		{"unique", `{"uniqueItems":true}`, `(1 ("a" => 1 "b" => 2) ("b" => 2.0 "a" => 1))`, "/2", "equal to item 1"},
		{"any", `{"anyOf":[{"type":"string"},{"type":"null"}]}`, `1`, "", "fits no alternative of anyOf"},
		{"any, deeper", `{"anyOf":[{"type":"string"},{"properties":{"a":{"type":"string"}}}],"type":"object"}`, `("a" => 1)`, "/a", "expected string"},
		{"one", `{"oneOf":[{"minimum":1},{"maximum":5}]}`, `3`, "", "2 alternatives"},
		{"not", `{"not":{"type":"string"}}`, `"x"`, "", "excluded"},
		{"if", `{"if":{"required":["a"]},"then":{"required":["b"]}}`, `("a" => 1)`, "/b", "is missing"},
		{"dependent", `{"dependentRequired":{"a":["b"]}}`, `("a" => 1)`, "/b", `required where there is "a"`},
		{"contains", `{"contains":{"type":"string"}}`, `(1 2)`, "", "at least 1"},
		{"tuple", draft(d2020, `"prefixItems":[{"type":"string"}],"items":false`), `("x" 1)`, "/1", "nothing is allowed"},
		{"tuple of draft 7", draft(draft7, `"items":[{"type":"string"}],"additionalItems":false`), `("x" 1)`, "/1", "nothing is allowed"},
		{"unevaluated", draft(d2019, `"allOf":[{"properties":{"a":{}}}],"unevaluatedProperties":false`), `("a" => 1 "b" => 2)`, "/b", "nothing is allowed"},
		{"exclusive of draft 4", draft(draft4, `"minimum":3,"exclusiveMinimum":true`), `3`, "", "more than 3"},
		{"format of draft 7", draft(draft7, `"format":"date"`), `"2020-13-01"`, "", "the format date"},
		{"not UTF-8", `{}`, "\"\xff\"", "", "not UTF-8"},
		{"NaN", `{}`, `NaN`, "", "a number that JSON has"},
		{"endless", `{"$ref":"#"}`, `1`, "", "without end"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			problems := mustParse(t, JSON, tt.schema).Validate(script(t, tt.value))
			if len(problems) != 1 || problems[0].Path != tt.path || !strings.Contains(problems[0].Message, tt.message) {
				t.Errorf("got %v\nwant path %q, message with %q", problems, tt.path, tt.message)
			}
		})
	}
	t.Run("format of 2020-12", func(t *testing.T) {
		if problems := mustParse(t, JSON, draft(d2020, `"format":"date"`)).Validate(script(t, `"x"`)); problems != nil {
			t.Errorf("it is an annotation there, got %v", problems)
		}
	})
}

func TestJSONInvalid(t *testing.T) {
	checkInvalid(t, JSON, []invalidTest{
		{"syntax", "{\n\"type\": }", 2, ""},
		{"type", "{\"properties\": {\n \"a\": {\"type\": \"strng\"}}}", 2, "/properties/a/type"},
		{"no schema", "{\"properties\": {\n \"a\": 5}}", 2, "/properties/a"},
		{"reference", "{\"items\":\n{\"$ref\": \"#/nowhere\"}}", 2, "/items/$ref"},
		{"unknown document", "{\"$ref\": \"other.json\"}", 1, "/$ref"},
		{"pattern", "{\"pattern\": \"(\"}", 1, "/pattern"},
		{"look-ahead that does not end", "{\"pattern\": \"(?=a\"}", 1, "/pattern"},
		{"name by a pattern", "{\"patternProperties\": {\n\"[\": true}}", 2, "/patternProperties/["},
		{"long pattern with look-ahead", "{\"pattern\": \"(?=a)" + strings.Repeat("b", maxPattern) + "\"}", 1, "/pattern"},
		{"required", "{\"required\": [1]}", 1, "/required/0"},
		{"minimum", "{\"minimum\": \"1\"}", 1, "/minimum"},
		{"a definition that nobody uses", "{\"$defs\": {\"a\":\n{\"type\": 1}}}", 2, "/$defs/a/type"},
	})
}

func TestJSONReferences(t *testing.T) {
	s := mustParse(t, JSON, `{"$id":"https://x.org/a/person.json","properties":{"home":{"$ref":"address.json"},"work":{"$ref":"address.json#city"}}}`,
		Reference{"address.json", `{"$id":"https://x.org/a/address.json","type":"object","properties":{"city":{"$anchor":"city","type":"string"}},"required":["city"]}`})
	if got := s.Validate(script(t, `("home" => () "work" => 1)`)); len(got) != 2 || got[0].Path != "/home/city" || got[1].Path != "/work" {
		t.Errorf("got %v", got)
	}
}

func TestJSONCompatible(t *testing.T) {
	object := func(rest string) string { return `{"type":"object",` + rest + `}` }
	const closed = `,"additionalProperties":false`
	a, ab := `"properties":{"a":{"type":"integer"}}`, `"properties":{"a":{"type":"integer"},"b":{"type":"string"}}`
	checkCompatible(t, JSON, []compatibleTest{
		{"same", object(ab), object(ab), Full, "-"},
		{"added, open", object(a), object(ab), Backward, "/properties/b"},
		{"added, closed", object(a + closed), object(ab + closed), Backward, "-"},
		{"removed, open", object(ab), object(a), Backward, "-"},
		{"removed, closed", object(ab + closed), object(a + closed), Backward, "/properties/b"},
		{"required", object(ab), object(ab + `,"required":["b"]`), Backward, "/required"},
		{"widened", `{"type":"integer"}`, `{"type":"number"}`, Backward, "-"},
		{"widened, forward", `{"type":"integer"}`, `{"type":"number"}`, Forward, ""},
		{"narrowed", `{"type":["string","null"]}`, `{"type":"string"}`, Backward, ""},
		{"enum extended", `{"enum":["a"]}`, `{"enum":["a","b"]}`, Backward, "-"},
		{"enum reduced", `{"enum":["a","b"]}`, `{"enum":["a"]}`, Backward, ""},
		{"minimum raised", `{"minimum":1}`, `{"minimum":2}`, Backward, ""},
		{"maximum raised", `{"maximum":1}`, `{"maximum":2}`, Backward, "-"},
		{"items", `{"items":{"type":"string"}}`, `{"items":{"type":"integer"}}`, Backward, "/items"},
		{"closed now", object(a), object(a + closed), Backward, "/additionalProperties"},
		{"alternative added", `{"oneOf":[{"type":"string"}]}`, `{"oneOf":[{"type":"null"},{"type":"string"}]}`, Backward, "-"},
		{"alternative removed", `{"oneOf":[{"type":"null"},{"type":"string"}]}`, `{"oneOf":[{"type":"string"}]}`, Backward, ""},
		{"into alternatives", `{"type":"string"}`, `{"anyOf":[{"type":"null"},{"type":"string"}]}`, Backward, "-"},
		{"by reference", `{"$ref":"#/definitions/x","definitions":{"x":{"maxLength":3}}}`, `{"maxLength":2}`, Backward, ""},
	})
}
