package measure

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/bpl-lang/bpl/internal/bench/suite"
)

var start = time.Now()

// An Engine runs programs in one language, in this process.
type Engine struct {
	Ext string // of the files in the language, such as "lua"
	// Load reads a program and returns what runs it; text is the value of the program's
	// variable TEXT.
	Load func(program, source, text string) (run func() (sum string, err error), err error)
	// Eval evaluates an expression and returns the value as text, for measuring how long it
	// takes to start.
	Eval func(source string) (string, error)
	// Flags declares flags of the engine's own; nil if it has none.
	Flags func(f *flag.FlagSet)
}

// Main runs the engine as the command line says, and ends the process if that fails.
func Main(e Engine) {
	log.SetFlags(0)
	if err := e.Serve(os.Args[1:], os.Stdout, os.Stderr); err != nil && !errors.Is(err, flag.ErrHelp) {
		log.Fatal(err)
	}
}

// Serve does what the arguments say and writes the result to stdout.
func (e Engine) Serve(args []string, stdout, stderr io.Writer) error {
	f := flag.NewFlagSet(e.Ext, flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() {
		fmt.Fprintf(stderr, "usage: [flags] PROGRAM REPETITIONS [TEXTFILE]\n")
		f.PrintDefaults()
	}
	dir := f.String("dir", "", "the `folder` of programs, each in one of its own, in place of those built in")
	file := f.String("file", "", "a `file` that holds the program, and perhaps others")
	expression := f.String("eval", "", "evaluate an `expression` and print the value")
	if e.Flags != nil {
		e.Flags(f)
	}
	if err := f.Parse(args); err != nil {
		return err
	}
	if *expression != "" {
		v, err := e.Eval(*expression)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(stdout, v)
		return err
	}
	if f.NArg() < 2 || f.NArg() > 3 {
		f.Usage()
		return fmt.Errorf("got %d arguments, want two or three", f.NArg())
	}
	program := f.Arg(0)
	repetitions, err := strconv.Atoi(f.Arg(1))
	if err != nil || repetitions < 1 {
		return fmt.Errorf("repetitions: got %q, want a number from 1 on", f.Arg(1))
	}
	source, err := e.source(program, *dir, *file)
	if err != nil {
		return err
	}
	text := ""
	if program == "words" {
		if f.NArg() < 3 {
			return errors.New("words: got no third argument, want a file with the text")
		}
		b, err := os.ReadFile(f.Arg(2))
		if err != nil {
			return err
		}
		text = string(b)
	}
	run, err := e.Load(program, source, text)
	if err != nil {
		return fmt.Errorf("%s: %w", program, err)
	}
	r, err := Best(program, repetitions, run)
	if err != nil {
		return fmt.Errorf("%s: %w", program, err)
	}
	_, err = fmt.Fprintln(stdout, r)
	return err
}

func (e Engine) source(program, dir, file string) (string, error) {
	if dir != "" {
		file = filepath.Join(dir, program, program+"."+e.Ext)
	}
	if file != "" {
		b, err := os.ReadFile(file)
		return string(b), err
	}
	text, ok := suite.Source(program, e.Ext)
	if !ok {
		return "", fmt.Errorf("program %s: no source in the language of .%s files", program, e.Ext)
	}
	return text, nil
}
