//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

const (
	ctrlC, ctrlD = "\x03", "\x04"
	upKey        = "\x1b[A"
	leftKey      = "\x1b[D"
)

func TestSessionOnATerminal(t *testing.T) {
	t.Parallel()
	term := open(t, terminalOptions{})
	term.expect("bpl ")
	term.expect("bpl> ")
	term.evaluate("(+ 1 2)", "3")
	term.send("(+ 1\r")
	term.expect("   .. ")
	term.send("(* 2\r")
	term.expect("   ..   ")
	term.send("3))\r")
	term.expect("\r\n7\r\n")
	term.expect("bpl> ")
	term.evaluate(`"a\n"`, `"a\n"`)
	term.send("null\r")
	term.expect("bpl> ")
	term.evaluate("(list *1 *2 *3)", `(null "a\n" 7)`)
	term.send(`(throw "Sad" "day")` + "\r")
	term.expect("Sad")
	term.expect(": day")
	term.expect("^")
	term.expect("bpl> ")
	term.evaluate("*e/message", `"day"`)
	term.evaluate("(exists *1)", "false")
	term.send("\"open\r")
	term.expect("Invalid token")
	term.expect("bpl> ")
	term.send(ctrlD)
	term.left(0)
}

func TestHistoryAfterARestart(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	term := open(t, terminalOptions{home: home})
	term.expect("bpl> ")
	term.send("(+ 1\r")
	term.expect("   .. ")
	term.send("  (* 2 3))\r")
	term.expect("\r\n7\r\n")
	term.expect("bpl> ")
	term.evaluate(`(length "sasl-password")`, "13")
	term.send(":quit\r")
	term.left(0)

	term = open(t, terminalOptions{home: home})
	term.expect("bpl> ")
	term.send(upKey)
	term.expect(":quit")
	term.send(upKey)
	term.expect("(+ 1 (* 2 3))")
	term.send("\r")
	term.expect("\r\n7\r\n")
	term.send(ctrlD)
	term.left(0)

	file := filepath.Join(home, "bpl", "history")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "password") {
		t.Errorf("got  %q\nwant no secrets", text)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got  mode %v, %v\nwant 0600", info.Mode(), err)
	}
}

// TestCtrlC asserts that Ctrl-C stops what is being evaluated, and nothing else.
func TestCtrlC(t *testing.T) {
	t.Parallel()
	poll := `(kafka-poll (kafka-create "consumer" "embedded" "group" => "g") "t" 3600000)`
	tests := []struct{ name, form string }{
		{"a loop", "(while true null)"},
		{"a loop that catches all", `(while true (try (while true null) (e "*" => null)))`},
		{"sleep", "(sleep 3600000)"},
		{"read-line", "(read-line)"},
		{"a poll", `(do (kafka-create-topics "embedded" (list "t")) ` + poll + ")"},
		{"a program", `(system "sleep 3600")`},
		{"wait", "(wait (quote x))"},
	}
	term := open(t, terminalOptions{})
	term.expect("bpl> ")
	term.evaluate("(set kept 42)", "42")
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			term.t = t
			term.send("(do (print \"begun\") " + test.form + ")\r")
			term.expect("\r\nbegun\r\n")
			time.Sleep(twiceAfter) // two Ctrl-C within a second leave: the last test's is to be over
			began := time.Now()
			term.send(ctrlC)
			term.expect("interrupted")
			term.expect("bpl> ")
			if took := time.Since(began); took > 30*time.Second {
				t.Errorf("got  %v\nwant the prompt at once", took)
			}
			term.evaluate("kept", "42")
		})
	}
	term.t = t
	term.send(ctrlD)
	term.left(0)
}

func TestTail(t *testing.T) {
	t.Parallel()
	term := open(t, terminalOptions{columns: 120, rows: 30})
	term.expect("bpl> ")
	term.evaluate(`(size (kafka-create-topics "embedded" (list "orders")))`, "1")
	term.evaluate(`(set p (kafka-create "producer" "embedded"))`, `"p1"`)
	term.send(`(do (timer-schedule (function () (kafka-send p "orders" "value" "key" => "k")) 10 50) null)` + "\r")
	term.expect("bpl> ")
	term.send(":tail orders\r")
	term.expect(`  "k"  "value"` + "\r\n")
	term.expect(`  "k"  "value"` + "\r\n")
	term.expect("records, ")
	began := time.Now()
	term.send(ctrlC)
	term.expect(" records in ")
	term.expect("bpl> ")
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("got  %v\nwant the prompt at once", took)
	}
	term.evaluate("(+ 1 2)", "3")
	term.evaluate("(size (kafka-clients))", "1")
	term.send(ctrlD)
	term.left(0)
}

// twiceAfter is after what time a Ctrl-C counts as the first again.
const twiceAfter = 1100 * time.Millisecond

func TestTwoCtrlCLeave(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, form string }{
		{"while a form is evaluated", "(while true null)"},
		{"at the prompt", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			term := open(t, terminalOptions{})
			term.expect("bpl> ")
			if test.form != "" {
				term.send("(do (print \"begun\") " + test.form + ")\r")
				term.expect("\r\nbegun\r\n")
			}
			term.send(ctrlC)
			for over := time.Now().Add(patience); len(term.done) == 0 && time.Now().Before(over); { // the second may come late
				time.Sleep(50 * time.Millisecond) // two signals at the same moment count as one
				term.send(ctrlC)
			}
			term.left(130)
		})
	}
}

func TestCtrlCAndCtrlDAtThePrompt(t *testing.T) {
	t.Parallel()
	term := open(t, terminalOptions{})
	term.expect("bpl> ")
	term.send("(+ 1" + ctrlC)
	term.expect("bpl> ")
	term.evaluate("(+ 1 1)", "2")
	term.send("(+ 1\r")
	term.expect("   .. ")
	term.send(ctrlD) // gives up what was begun
	term.expect("bpl> ")
	term.evaluate("(+ 2 2)", "4")
	term.send("\r\r")
	term.evaluate("(+ 3 3)", "6")
	term.send(ctrlD)
	term.left(0)
}

func TestLeaving(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		keys string
		sig  os.Signal
		code int
	}{
		{"Ctrl-D", ctrlD, nil, 0},
		{":quit", ":quit\r", nil, 0},
		{"exit", "(exit 7)\r", nil, 7},
		{"exit of an executor", "(do (spawn (do (sleep 50) (exit 5))) 1)\r", nil, 5},
		{"exit of a timer", "(timer-schedule (function () (exit 6)) 50)\r", nil, 6},
		{"SIGTERM at the prompt", "", syscall.SIGTERM, 143},
		{"SIGTERM while typing", "(+ 1 2", syscall.SIGTERM, 143},
		{"SIGTERM while a form is evaluated", "(do (print \"begun\") (sleep 3600000))\r", syscall.SIGTERM, 143},
		{"SIGTERM in an endless loop", "(do (print \"begun\") (while true null))\r", syscall.SIGTERM, 143},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			term := open(t, terminalOptions{})
			term.expect("bpl> ")
			term.send(test.keys)
			if test.sig != nil {
				if strings.Contains(test.keys, "begun") {
					term.expect("\r\nbegun")
				} else if test.keys != "" {
					term.expect(test.keys)
				}
				if err := term.cmd.Process.Signal(test.sig); err != nil {
					t.Fatal(err)
				}
			}
			term.left(test.code)
		})
	}
}

func TestTyping(t *testing.T) {
	t.Parallel()
	term := open(t, terminalOptions{columns: 30, rows: 8})
	term.expect("bpl> ")
	term.send(`"日本👍e` + "\u0301" + leftKey + leftKey + "x\x7fy" + "\x05\"\r")
	term.expect("\r\n\"日本y👍e\u0301\"\r\n")
	term.expect("bpl> ")
	term.send(upKey + "\r")
	term.expect("\r\n\"日本y👍e\u0301\"\r\n")
	long := strings.Repeat("0123456789", 20)
	term.expect("bpl> ")
	term.send(`(length "` + long + `")` + "\r")
	term.expect("\r\n200\r\n")
	term.send(ctrlD)
	term.left(0)
}

func TestPasteOfSeveralLines(t *testing.T) {
	t.Parallel()
	for name, marks := range map[string][2]string{"marked": {"\x1b[200~", "\x1b[201~"}, "as keys": {"", ""}} {
		t.Run(name, func(t *testing.T) {
			term := open(t, terminalOptions{})
			term.expect("bpl> ")
			term.send(marks[0] + "(set f\r\n  (function (x)\r\n    (* x 2)))\r\n(f 21)\r\n" + marks[1])
			term.expect("\r\n42\r\n")
			term.expect("bpl> ")
			term.evaluate("(f 1)", "2")
			term.send(ctrlD)
			term.left(0)
		})
	}
}

func TestOutputOfTheBackgroundKeepsThePrompt(t *testing.T) {
	t.Parallel()
	term := open(t, terminalOptions{})
	term.expect("bpl> ")
	term.send("(spawn (for-each (range 300) i (do (print \"line\" i) (sleep 1))))\r")
	term.expect("line 5")
	typed := `(concat "typed " "meanwhile")`
	for _, key := range typed {
		term.send(string(key))
		time.Sleep(2 * time.Millisecond) // as a person types
	}
	term.expect("line 299")
	term.send("\r")
	term.expect("\r\n\"typed meanwhile\"\r\n")
	term.send(`(do (spawn (throw "Lost" "in the background")) null)` + "\r")
	term.expect("bpl: warning: executor")
	term.expect("Lost: in the background")
	term.expect("bpl> ")
	term.send(ctrlD)
	term.left(0)
}

func TestPlainTerminals(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		o    terminalOptions
	}{
		{"TERM=dumb", terminalOptions{env: []string{"TERM=dumb"}}},
		{"no TERM", terminalOptions{env: []string{"TERM="}}},
		{"--plain", terminalOptions{args: []string{"repl", "--plain"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			term := open(t, test.o)
			term.expect("bpl> ")
			term.send("(+ 1\n")
			term.expect("   .. ")
			term.send("2)\n")
			term.expect("3\r\n")
			term.expect("bpl> ")
			term.send("(do (print \"begun\") (while true null))\n")
			term.expect("\nbegun\r\n")
			term.send(ctrlC)
			term.expect("interrupted")
			term.expect("bpl> ")
			term.send("(+ 1\n")
			term.expect("   .. ")
			time.Sleep(twiceAfter) // so that this is no second Ctrl-C
			term.send(ctrlC)       // gives up what was begun
			term.expect("bpl> ")
			term.send("(* 6 7)\n")
			term.expect("42\r\n")
			term.send("(read-line)\n")
			term.send("a line\n")
			term.expect("\"a line\"\r\n")
			term.send(ctrlD)
			term.left(0)
		})
	}
}

func TestTinyTerminals(t *testing.T) {
	t.Parallel()
	for name, size := range map[string][2]uint16{"1x1": {1, 1}, "2x1": {2, 1}, "no width": {0, 1}} {
		t.Run(name, func(t *testing.T) {
			term := open(t, terminalOptions{columns: size[0], rows: size[1]})
			if size[0] > 5 {
				term.expect("bpl> ")
			}
			term.send("(+ 日 40 2)\x7f)" + leftKey + leftKey + "\x05\t\r")
			term.expect("42")
			term.send(":quit\r")
			term.left(0)
		})
	}
}

func TestReadLineInASession(t *testing.T) {
	t.Parallel()
	term := open(t, terminalOptions{})
	term.expect("bpl> ")
	term.send("(read-line \"prompt\" => \"name? \")\r")
	term.expect("\r\nname? ")
	term.send("Ada\r")
	term.expect("\r\n\"Ada\"\r\n")
	term.expect("bpl> ")
	term.evaluate("(+ 1 1)", "2")
	term.send(ctrlD)
	term.left(0)
}

func TestCompletionInASession(t *testing.T) {
	t.Parallel()
	term := open(t, terminalOptions{})
	term.expect("bpl> ")
	term.send("(for-ea\t")
	term.expect("for-each")
	term.send("\x15:sou\t")
	term.expect(":source")
	term.send("\x15")
	term.evaluate(`(set config ("host" => 1 "port" => 2))`, `("host" => 1 "port" => 2)`)
	term.send("config/po\t\r")
	term.expect("\r\n2\r\n")
	term.send("(string 1 \"patt\t")
	term.expect(`"pattern" => `)
	term.send("\x15" + ctrlD)
	term.left(0)
}
