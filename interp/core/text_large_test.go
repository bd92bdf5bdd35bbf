package core_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// Functions on long texts end soon after their evaluation is cancelled.
func TestLongTextsAreCancelled(t *testing.T) {
	const size = 16 << 20
	s := sessionWith(t, map[string]interp.Value{
		"words": interp.String(strings.Repeat("hello world, ", size/13)),
		"mixed": interp.String(strings.Repeat("héllo wörld ", size/14)),
		"json":  interp.String("[" + strings.Repeat(`{"a":1,"b":"x"},`, size/16) + "1]"),
		"text":  interp.String(`"` + strings.Repeat(`é\n`, size/4) + `"`),
		"xml":   interp.String("<a>" + strings.Repeat(`<b x="1">text y</b>`, size/19) + "</a>"),
		"nines": interp.String(strings.Repeat("9", size)),
		"big":   numbers(1_000_000),
	})
	for _, source := range []string{
		`(substring (concat mixed "x") 1000)`,
		`(locate-string mixed (hex-decode "a9"))`,
		`(upcase mixed)`,
		`(downcase words)`,
		`(trim (repeat " " 10000000))`,
		`(split words)`,
		`(match-string words "(\\w|\\W)*x")`,
		`(replace-string words "o" "0")`,
		`(find-string words "(a|e)+x")`,
		`(find-strings words "o")`,
		`(parse json "json")`,
		`(parse text "json")`,
		`(parse nines "json")`,
		`(parse xml "xml")`,
		`(number nines)`,
		`(string big "format" => "json")`,
		`(string (list words) "format" => "json")`,
		`(string (list "a" "*" => big) "format" => "xml")`,
		`(string words "escape" => true)`,
		`(base64-decode (base64-encode words))`,
		`(hex-decode (hex-encode words))`,
		`(hash words "sha512")`,
		`(hash words "murmur2")`,
		`(concat words mixed words)`,
		`(repeat "ab" 10000000)`,
		`(format "%s%20000000s" words 1)`,
	} {
		t.Run(source, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
			defer cancel()
			start := time.Now()
			_, err := s.Eval(ctx, "(while true "+source+")")
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("error\n got %v\nwant %v", err, context.DeadlineExceeded)
			}
			if took, most := time.Since(start), 30*time.Second; took > most {
				t.Errorf("took %v, want at most %v", took, most)
			}
		})
	}
}

func TestLimitsOfTexts(t *testing.T) {
	limits := interp.Limits{StringLen: 1000, ListLen: 100, ReadDepth: 50, RegexSteps: 1000}
	s := sessionWith(t, nil, interp.WithLimits(limits))
	for source, want := range map[string]string{
		`(while true (set s (concat s "xyz")))`:                           "string-len",
		`(concat (repeat "x" 400) 1 (repeat "y" 400) 2 (repeat "z" 400))`: "string-len",
		`(repeat "abc" 334)`: "string-len",
		`(upcase (repeat "ß" 500) (upcase (repeat "ŉ" 400)))`:                   "",
		`(upcase (repeat "ŉ" 400))`:                                             "string-len",
		`(format "%1001d" 1)`:                                                   "string-len",
		`(format "%s%s" (repeat "x" 600) (repeat "y" 600))`:                     "string-len",
		`(format "%.999f" 1)`:                                                   "string-len",
		`(replace-string (repeat "a" 900) "a" "bb")`:                            "string-len",
		`(replace-string (repeat "a" 900) "$" "bb")`:                            "",
		`(base64-encode (repeat "a" 900))`:                                      "string-len",
		`(hex-encode (repeat "a" 501))`:                                         "string-len",
		`(hex-encode (repeat "a" 500))`:                                         "",
		`(string (list (repeat "a" 999)) "format" => "json")`:                   "string-len",
		`(string (list (repeat "a" 900)) "format" => "json")`:                   "",
		`(string (list (repeat "\n" 600)) "format" => "json")`:                  "string-len",
		`(string (list "a" "*" => (repeat "<" 400)) "format" => "xml")`:         "string-len",
		`(string (repeat "\n" 600) "escape" => true)`:                           "string-len",
		`(string 5 "pattern" => (repeat "0" 1000))`:                             "",
		`(string 5 "pattern" => (concat "'" (repeat "x" 990) "'000000000000"))`: "string-len",
		`(format-date 0 (repeat "EEEE " 200))`:                                  "string-len",
		`(split (repeat "a," 101) ",")`:                                         "list-len",
		`(split (repeat "a," 100) ",")`:                                         "",
		`(find-strings (repeat "a" 101) "a")`:                                   "list-len",
		`(parse (concat "[" (repeat "1," 100) "1]") "json")`:                    "list-len",
		`(parse (concat "<a>" (repeat "<b/>" 101) "</a>") "xml")`:               "list-len",
		`(parse (concat (repeat "[" 51) (repeat "]" 51)) "json")`:               "read-depth",
		`(parse (concat (repeat "[" 50) (repeat "]" 50)) "json")`:               "",
		`(parse (concat (repeat "<a>" 51) (repeat "</a>" 51)) "xml")`:           "read-depth",
		`(parse (concat (repeat "<a>" 50) (repeat "</a>" 50)) "xml")`:           "",
		`(parse (concat (repeat "(" 51) (repeat ")" 51)))`:                      "read-depth",
		`(match-string (repeat "a" 30) "(a+)+\\1b")`:                            "regex-steps",
		`(split (repeat "a" 30) "(?=(a+)+b)")`:                                  "regex-steps",
		`(replace-string (repeat "a" 30) "(a+)+\\1b" "")`:                       "regex-steps",
		`(find-strings (repeat "a" 30) "(a+)+\\1b")`:                            "regex-steps",
		`(match-string (repeat "a" 900) "(a+)+b")`:                              "",
	} {
		t.Run(source, func(t *testing.T) {
			_, err := s.Eval(context.Background(), `(try (do (set s "") `+source+`) (e "*" => "caught"))`)
			got := ""
			var limit *interp.LimitError
			if errors.As(err, &limit) {
				got = limit.Limit
			} else if err != nil {
				got = err.Error()
			}
			if got != want {
				t.Errorf("limit\n got %q\nwant %q", got, want)
			}
		})
	}
}

// Without limits on strings, what cannot be is an exceeded limit all the same.
func TestUnlimitedTexts(t *testing.T) {
	s := sessionWith(t, nil, interp.WithLimits(interp.Limits{StringLen: interp.Unlimited}))
	for _, source := range []string{`(repeat "ab" 9223372036854775807)`, `(repeat "ab" 4611686018427387903)`} {
		_, err := s.Eval(context.Background(), source)
		var limit *interp.LimitError
		if !errors.As(err, &limit) || limit.Limit != "string-len" {
			t.Errorf("%s\n got %v\nwant the limit string-len", source, err)
		}
	}
}

// What is done again and again to a growing or shrinking text costs no more each time.
func TestLinearCost(t *testing.T) {
	s := sessionWith(t, nil)
	for _, source := range []string{
		`(do (set s "") (for (set i 0) (< i 300000) (++ i) (set s (concat s "x"))) (length s))`,
		`(do (set s "") (for (set i 0) (< i 300000) (++ i) (set s (concat s "é")) (length s)) (length s))`,
		`(do (set s (repeat "é日" 150000)) (set n 0) (while (> (length s) 0) (set s (substring s 1)) (++ n)) n)`,
		`(do (set s (repeat "é日" 150000)) (set n 0) (while (< n 300000) (substring s n (+ n 1)) (++ n)) n)`,
		`(do (set s (repeat "é" 300000)) (set n 0) (while (< n 300000) (set n (+ (locate-string s "é" n) 1))) n)`,
		`(size (find-strings (repeat "é" 300000) "é"))`,
		`(size (split (repeat "é," 300000) ","))`,
	} {
		t.Run(source, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
			defer cancel()
			v, err := s.Eval(ctx, source)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := v.String(), "300000"; got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}
