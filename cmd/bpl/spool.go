package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/bpl-lang/bpl/kafkalib/spool"
)

// spoolFlags are those of bpl spool.
type spoolFlags struct {
	most     int    // records that list prints of each kind
	rejected bool   // export and replay: only the rejected ones
	servers  string // of replay
}

// A spoolAction is something that bpl spool does with a folder.
type spoolAction struct {
	name  string
	flags []string // that it has, beside those of replay's connections
	do    func(c *command, ctx context.Context, dir string, f spoolFlags) int
}

var spoolActions = []spoolAction{
	{"list", []string{"max"}, (*command).listSpool},
	{"verify", nil, (*command).verifySpool},
	{"export", []string{"rejected"}, (*command).exportSpool},
	{"replay", []string{"rejected", "servers", "timeout", "kafka-profile", "config", "embedded"}, (*command).replaySpool},
	{"compact", nil, (*command).compactSpool},
}

func (c *command) newSpool() *cobra.Command {
	var f spoolFlags
	cmd := &cobra.Command{
		Use:   "spool DIR [list|verify|export|replay|compact] [flags]",
		Short: "look after records that a producer or recorder keeps on disk",
		Long: `Works with the folder DIR that a producer or recorder has as its "spool", without a script.

  list     prints what waits for delivery and what was rejected, and why; the default
  verify   reads everything and tells what is damaged; exit code 1 if anything is
  export   prints the records as JSON, one a line, and changes nothing
  replay   sends what waits to Kafka, in order, and removes it from the spool as it is
           delivered. With --rejected it sends the rejected records again, after what waits.
           What is rejected this time stays, or comes back; exit code 1 if records are left
  compact  gives back the disk space of delivered records

list, verify and export also work beside a process that has the spool, replay and compact
do not: SPOOL_LOCKED, exit code 1. Where there is no spool the exit code is 2.

replay needs --servers, or a profile of the configuration that names them and how to log in
(-P NAME). It goes on until all is delivered or rejected, --timeout is over (exit code 124)
or a signal comes; what is not delivered then stays in the spool. Records that were delivered
shortly before a crash may be delivered again.`,
		Args: argCount(1, 2, "DIR [list|verify|export|replay|compact]"),
	}
	cmd.Flags().IntVar(&f.most, "max", 100, "list at most `N` records of each kind, 0 is all")
	cmd.Flags().BoolVar(&f.rejected, "rejected", false, "export, replay: the rejected records")
	cmd.Flags().StringVar(&f.servers, "servers", "", "replay: to the cluster of `HOST:PORT`, or several with commas between")
	cmd.Flags().Var((*durationFlag)(&c.flags.timeout), "timeout", "replay: end after `TIME`, such as 500ms, 2m or 10 (seconds; exit code 124)")
	cmd.Flags().StringVarP(&c.flags.kafkaProfile, "kafka-profile", "P", "", "replay: with the profile `NAME` of the configuration")
	cmd.Flags().StringVar(&c.flags.config, "config", "", "replay: read the configuration from `FILE`")
	cmd.Flags().BoolVar(&c.flags.embedded, "embedded", false, "replay: lead localhost:9092 to the embedded broker")
	return c.subcommand(cmd, func(ctx context.Context, args []string) int {
		action, err := chooseSpoolAction(cmd.Flags(), args)
		if err == nil && f.most < 0 {
			err = misuse("--max %d: want 0 or more", f.most)
		}
		if err != nil {
			return c.fail(cmd, err)
		}
		return action.do(c, ctx, args[0], f)
	})
}

// chooseSpoolAction returns the action that the arguments name, if the flags that
// were given are for it.
func chooseSpoolAction(flags *pflag.FlagSet, args []string) (spoolAction, error) {
	action := spoolActions[0]
	if len(args) == 2 {
		i := slices.IndexFunc(spoolActions, func(a spoolAction) bool { return a.name == args[1] })
		if i < 0 {
			var names []string
			for _, a := range spoolActions {
				names = append(names, a.name)
			}
			return action, misuse("got %q, want one of %s%s", args[1], strings.Join(names, ", "), didYouMean("", args[1], names))
		}
		action = spoolActions[i]
	}
	if args[0] == "" {
		return action, misuse("got an empty name of a folder")
	}
	var err error
	flags.Visit(func(f *pflag.Flag) {
		given := f.Changed && f.Name != "timeout" && f.Name != "kafka-profile" && f.Name != "config" // those may be settings
		if given && !slices.Contains(action.flags, f.Name) && err == nil {
			err = misuse("--%s is not for %s", f.Name, action.name)
		}
	})
	return action, err
}

// spoolFault returns an error of a spool as the command tells it.
func spoolFault(dir string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return misuse("%s has no spool", dir)
	case isNoFolder(dir):
		return misuse("%s is a file, want the folder of a spool", dir)
	case errors.Is(err, spool.ErrLocked):
		return fmt.Errorf("SPOOL_LOCKED: %s belongs to another handle or process; end it first", dir)
	}
	return fmt.Errorf("%s: %w", dir, err)
}

// isNoFolder reports whether there is something else of that name.
func isNoFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}

// findSpool returns what is in a folder; there is an error if it has no spool.
func findSpool(dir string, visit func(spool.Rejected) error) (spool.Report, error) {
	report, err := spool.Inspect(dir, nil, visit)
	if err != nil {
		return report, spoolFault(dir, err)
	}
	return report, nil
}

// openSpool opens the spool of a folder for changes.
func openSpool(dir string) (*spool.Spool, error) {
	if _, err := findSpool(dir, nil); err != nil { // Open would make one
		return nil, err
	}
	s, err := spool.Open(dir, spool.Options{MaxBytes: -1})
	if err != nil {
		return nil, spoolFault(dir, err)
	}
	return s, nil
}

// verifySpool reads everything and tells what is damaged.
func (c *command) verifySpool(ctx context.Context, dir string, _ spoolFlags) int {
	report, err := findSpool(dir, func(spool.Rejected) error { return ended(ctx) })
	if err != nil {
		return c.report(err)
	}
	var b strings.Builder
	for _, n := range report.Findings {
		b.WriteString(spoolFinding(n, report.InUse) + "\n")
	}
	damage := report.Damage()
	verdict := "intact"
	if len(damage) > 0 {
		verdict = "damaged"
	}
	fmt.Fprintf(&b, "%s: %s, %s\n", verdict, count(report.Records, "record", "waits", "wait"), count(report.Rejected, "rejected record", "", ""))
	if code := c.print(b.String()); code != exitOK || len(damage) == 0 {
		return code
	}
	return exitFailure
}

// count words a number of things.
func count(n int64, thing, one, many string) string {
	if n != 1 {
		thing, one = thing+"s", many
	}
	return strings.TrimSpace(fmt.Sprintf("%d %s %s", n, thing, one))
}

// spoolFinding describes what was found in a spool.
func spoolFinding(n spool.Notice, inUse bool) string {
	switch n := n.(type) {
	case spool.Torn:
		why := "written in part, as a crash leaves it; it is dropped when the spool is opened"
		if inUse {
			why = "being written, or written in part"
		}
		return fmt.Sprintf("%s: its last %d bytes are %s", n.File, n.Bytes, why)
	case spool.Damaged:
		if n.Count > 0 {
			return fmt.Sprintf("%s: damaged, %s lost, %d bytes are passed over", n.File, count(n.Count, "record", "is", "are"), n.Bytes)
		}
		return fmt.Sprintf("%s: damaged, %d bytes are passed over, no record that waits is known to be lost", n.File, n.Bytes)
	case spool.Foreign:
		return n.File + ": does not belong to this spool, it is left alone"
	}
	return fmt.Sprintf("%T%+v", n, n)
}

// compactSpool gives back the space of acknowledged records.
func (c *command) compactSpool(_ context.Context, dir string, _ spoolFlags) int {
	s, err := openSpool(dir)
	if err != nil {
		return c.report(err)
	}
	before, after, err := s.Compact()
	if err = errors.Join(err, s.Close()); err != nil {
		return c.report(spoolFault(dir, err))
	}
	return c.print(fmt.Sprintf("from %d to %d bytes\n", before, after))
}
