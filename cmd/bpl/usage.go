package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/bpl-lang/bpl/interp"
)

// A usageError says that the command was called in a wrong way.
type usageError struct{ msg string }

func (e *usageError) Error() string { return e.msg }

func misuse(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}

// flagError turns what the flag library found into a usageError that names what the user
// may have meant.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return misuse("%v", err)
	}
	name := unknown.GetSpecifiedName()
	if short := unknown.GetSpecifiedShortnames(); short != "" {
		hint := ""
		if cmd.Flags().Lookup(short) != nil || strings.HasPrefix(short, "h") && short == "help" {
			hint = ", did you mean --" + short + "?"
		} else if strings.ContainsAny(short[:1], "0123456789.") {
			hint = "; write -- before what is no flag"
		}
		return misuse("there is no flag -%s%s", short, hint)
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return misuse("there is no flag --%s%s", name, didYouMean("--", name, names))
}

// didYouMean returns a hint that names the nearest of the names, "" if none is near.
func didYouMean(prefix, word string, names []string) string {
	if near := interp.Nearest(word, names); near != "" {
		return ", did you mean " + prefix + near + "?"
	}
	return ""
}

// argCount is a check of the number of arguments; most < 0: any number.
func argCount(least, most int, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return misuse("got no %s", what)
		case most == 0 && len(args) > 0:
			return misuse("got %q, want no arguments", args[0])
		case most >= 0 && len(args) > most:
			return misuse("got %d arguments, want at most %d: %s", len(args), most, what)
		}
		return nil
	}
}
