package main

import (
	"time"

	"github.com/spf13/pflag"
)

// evaluationFlags are the choices of the subcommands that evaluate.
type evaluationFlags struct {
	timeout      time.Duration
	limits       []string // NAME=N
	sets         []string // NAME=EXPR
	wait         bool
	embedded     bool
	kafkaProfile string
	config       string // file; "" for the usual one
	trace        bool
	cpuProfile   string // file, "" for none
	metrics      string // address, "" for none
	color        string
	grants       grants

	quiet, raw, json bool
}

// declare adds the flags of everything that evaluates.
func (f *evaluationFlags) declare(flags *pflag.FlagSet) {
	flags.Var((*durationFlag)(&f.timeout), "timeout", "end the evaluation after `TIME`, such as 500ms, 2m or 10 (seconds; exit code 124)")
	f.declareSession(flags)
	flags.BoolVar(&f.wait, "wait", false, "stay until all executors and timers are done")
	flags.BoolVar(&f.trace, "trace", false, "write every call to standard error")
	flags.StringVar(&f.metrics, "metrics", "", "serve the statistics of Kafka's clients to Prometheus at `HOST:PORT`, path /metrics, until the end; without HOST on this machine only")
	flags.StringVar(&f.cpuProfile, "profile", "", "write a CPU profile for go tool pprof to `FILE`")
}

// declareSession adds the flags of everything that has a session.
func (f *evaluationFlags) declareSession(flags *pflag.FlagSet) {
	flags.StringArrayVar(&f.limits, "limit", nil, "set a limit of the evaluation, `NAME=N`; N may be \"unlimited\" (bpl version lists them)")
	flags.StringArrayVar(&f.sets, "set", nil, "set a global variable before the program begins, `NAME=EXPR`")
	flags.BoolVar(&f.embedded, "embedded", false, "lead localhost:9092 to the embedded broker")
	flags.StringVarP(&f.kafkaProfile, "kafka-profile", "P", "", "use the profile `NAME` of the configuration for Kafka's clients")
	flags.StringVar(&f.config, "config", "", "read the configuration from `FILE`")
	flags.StringVar(&f.color, "color", "auto", "colour messages: `WHEN` is auto, always or never")
	f.grants.declare(flags)
}

// declareOutput adds the flags about how a result is printed.
func (f *evaluationFlags) declareOutput(flags *pflag.FlagSet) {
	flags.BoolVar(&f.quiet, "quiet", false, "do not print the value")
	flags.BoolVar(&f.raw, "raw", false, "print a string without quotes and escapes")
	flags.BoolVar(&f.json, "json", false, "print the value as JSON")
}
