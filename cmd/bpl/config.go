package main

import (
	"errors"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/pflag"

	"github.com/bpl-lang/bpl/interp/syntax"
)

// A setting is a flag that may come from the environment or the configuration file, too.
// A flag goes before the environment, that before the file.
type setting struct {
	flag, env string
	key       string // in the configuration file, "" for none
}

var settings = []setting{
	{"config", "BPL_CONFIG", ""}, // first: it decides on the file
	{"timeout", "BPL_TIMEOUT", "timeout"},
	{"kafka-profile", "BPL_PROFILE", "profile"},
	{"color", "BPL_COLOR", "color"},
	{"history", "BPL_HISTORY", "history"},
}

// configHelp explains the configuration.
const configHelp = `  flag             environment    configuration file
  --timeout        BPL_TIMEOUT    "timeout"
  --kafka-profile  BPL_PROFILE    "profile"
  --color          BPL_COLOR      "color"
  --history        BPL_HISTORY    "history"
  --config         BPL_CONFIG

A flag goes before the environment, that before the file. The file is
$XDG_CONFIG_HOME/bpl/config.bpl (by default ~/.config/bpl/config.bpl), one list, which is
read as data and never evaluated:

  ("timeout" => "2m"
   "profile" => "dev"
   "profiles" => ("dev" => ("servers" => "localhost:9092")
                  "prod" => ("servers" => "kafka-1:9093,kafka-2:9093"
                             "security-protocol" => "SASL_SSL"
                             "sasl-password" => ("env" "KAFKA_PASSWORD"))))

A profile holds options of Kafka's clients; secrets stand in it by reference, ("env" NAME)
or ("file" PATH).

GOGC, GOMEMLIMIT and GOMAXPROCS work as in every Go program. Without GOGC, garbage is not
collected before the heap has 16 MiB (Go begins at 4 MiB); GOGC=100 is Go's own rule.`

// configure sets the flags that were not given from the environment and the
// configuration file.
func (c *command) configure(flags *pflag.FlagSet) error {
	for _, s := range settings {
		f := flags.Lookup(s.flag)
		if f == nil || f.Changed {
			continue
		}
		if text := os.Getenv(s.env); text != "" {
			if err := flags.Set(s.flag, text); err != nil {
				return misuse("%s: %v", s.env, err)
			}
		}
	}
	if flags.Lookup("config") == nil {
		return nil
	}
	if err := c.configureFrom(flags, c.flags.configFile()); err != nil {
		return err
	}
	if when := []string{"auto", "always", "never"}; !slices.Contains(when, c.flags.color) {
		return misuse("--color: got %q, want auto, always or never", c.flags.color)
	}
	return nil
}

// configureFrom reads the configuration file. Only one that was asked for must exist.
func (c *command) configureFrom(flags *pflag.FlagSet, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) && c.flags.config == "" {
			return nil
		}
		return misuse("configuration: %v", err)
	}
	v, err := syntax.Read(string(text), syntax.Options{})
	if err != nil {
		return misuse("configuration: %s: %v", file, err)
	}
	l, ok := v.AsList()
	if !ok {
		return misuse("configuration: %s: got a %s, want a list", file, v.Kind())
	}
	for name, v := range l.All() {
		i := slices.IndexFunc(settings, func(s setting) bool { return s.key == name && name != "" })
		if i < 0 {
			if name != "profiles" {
				return misuse("configuration: %s: there is no setting %q%s", file, name, didYouMean("", name, settingNames()))
			}
			continue
		}
		f := flags.Lookup(settings[i].flag)
		if f == nil || f.Changed {
			continue
		}
		text, ok := v.AsString()
		if _, number := v.AsDouble(); number {
			text, ok = v.String(), true // of seconds, say
		}
		if !ok {
			return misuse("configuration: %s: %s: got a %s, want a text", file, name, v.Kind())
		}
		if err := flags.Set(f.Name, text); err != nil {
			return misuse("configuration: %s: %s: %v", file, name, err)
		}
	}
	return nil
}

func settingNames() []string {
	names := []string{"profiles"}
	for _, s := range settings {
		if s.key != "" {
			names = append(names, s.key)
		}
	}
	return names
}
