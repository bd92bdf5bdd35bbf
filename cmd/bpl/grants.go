package main

import (
	"io"
	"net/http"
	"os"
	"slices"

	"github.com/spf13/pflag"

	"github.com/bpl-lang/bpl/interp"
)

// grants are the effects that scripts may have. Without --sandbox that is everything, as
// with other programs that run scripts; standard streams and arguments are always there.
type grants struct {
	sandbox     bool
	read, write []string // folders
	env         []string // names
	net, run    bool

	opened interp.Files // of read and write, once they are needed
}

func (g *grants) declare(flags *pflag.FlagSet) {
	flags.BoolVar(&g.sandbox, "sandbox", false, "grant no files, environment, network and programs; Kafka only embedded")
	flags.StringArrayVar(&g.read, "allow-read", nil, "with --sandbox: allow to read beneath `DIR`")
	flags.StringArrayVar(&g.write, "allow-write", nil, "with --sandbox: allow to write beneath `DIR`")
	flags.StringArrayVar(&g.env, "allow-env", nil, "with --sandbox: allow the environment variable `NAME`")
	flags.BoolVar(&g.net, "allow-net", false, "with --sandbox: allow the network")
	flags.BoolVar(&g.run, "allow-run", false, "with --sandbox: allow to run programs")
}

// options returns what is granted as options of an interpreter.
func (g *grants) options() ([]interp.Option, error) {
	if !g.sandbox {
		if name := g.given(); name != "" {
			return nil, misuse("--%s adds to --sandbox, which is missing: everything is allowed", name)
		}
		return []interp.Option{
			interp.WithFiles(interp.OSFiles()),
			interp.WithEnv(os.LookupEnv),
			interp.WithHTTP(http.DefaultClient),
			interp.WithProcesses(runProcess),
		}, nil
	}
	var options []interp.Option
	files, err := g.files()
	if err != nil {
		return nil, err
	}
	if files != nil {
		options = append(options, interp.WithFiles(files))
	}
	if len(g.env) > 0 {
		options = append(options, interp.WithEnv(g.lookupEnv))
	}
	if g.net {
		options = append(options, interp.WithHTTP(http.DefaultClient))
	}
	if g.run {
		options = append(options, interp.WithProcesses(runProcess))
	}
	return options, nil
}

// files returns the folders that are allowed, nil if none is.
func (g *grants) files() (interp.Files, error) {
	if g.opened != nil || len(g.read)+len(g.write) == 0 {
		return g.opened, nil
	}
	files, err := interp.DirFiles(g.read, g.write)
	if err != nil {
		return nil, misuse("--sandbox: %v", err)
	}
	g.opened = files
	return files, nil
}

// lookupEnv looks up an environment variable that is allowed; others count as absent.
func (g *grants) lookupEnv(name string) (string, bool) {
	if !slices.Contains(g.env, name) {
		return "", false
	}
	return os.LookupEnv(name)
}

// given returns the name of an addition to the sandbox that was given, "" if none was.
func (g *grants) given() string {
	switch {
	case len(g.read) > 0:
		return "allow-read"
	case len(g.write) > 0:
		return "allow-write"
	case len(g.env) > 0:
		return "allow-env"
	case g.net:
		return "allow-net"
	case g.run:
		return "allow-run"
	}
	return ""
}

// readAll reads a file through a capability.
func readAll(files interp.Files, path string) ([]byte, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}
