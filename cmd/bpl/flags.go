package main

import (
	"time"

	"github.com/spf13/pflag"
)

// evaluationFlags are the choices of the subcommands that evaluate.
type evaluationFlags struct {
	timeout time.Duration
	limits  []string // NAME=N
	sets    []string // NAME=EXPR
	wait    bool
	trace   bool
	profile string // file for pprof, "" for none
	color   string

	embedded     bool
	kafkaProfile string // of the configuration file

	quiet, raw, json bool
}

// declare adds the flags of everything that evaluates.
func (f *evaluationFlags) declare(flags *pflag.FlagSet) {
	flags.DurationVar(&f.timeout, "timeout", 0, "end the evaluation after `TIME`, such as 500ms or 2m (exit code 124)")
	flags.StringArrayVar(&f.limits, "limit", nil, "set a limit of the evaluation, `NAME=N`; N may be \"unlimited\" (bpl version lists them)")
	flags.StringArrayVar(&f.sets, "set", nil, "set a global variable before the program begins, `NAME=EXPR`")
	flags.BoolVar(&f.wait, "wait", false, "stay until all executors and timers are done")
	flags.BoolVar(&f.trace, "trace", false, "write every call to standard error")
	flags.StringVar(&f.profile, "profile", "", "write a CPU profile for go tool pprof to `FILE`")
	flags.BoolVar(&f.embedded, "embedded", false, "lead localhost:9092 to a Kafka broker inside the process")
	flags.StringVarP(&f.kafkaProfile, "kafka-profile", "P", "", "take Kafka options from the profile `NAME` of the configuration file")
	declareColor(flags, &f.color)
}

// declareOutput adds the flags about how a result is printed.
func (f *evaluationFlags) declareOutput(flags *pflag.FlagSet) {
	flags.BoolVar(&f.quiet, "quiet", false, "do not print the value")
	flags.BoolVar(&f.raw, "raw", false, "print a string without quotes and escapes")
	flags.BoolVar(&f.json, "json", false, "print the value as JSON")
}

func declareColor(flags *pflag.FlagSet, color *string) {
	flags.StringVar(color, "color", "auto", "colour errors: `WHEN` is auto, always or never")
}
