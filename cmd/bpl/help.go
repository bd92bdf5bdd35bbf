package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// topics are what help explains beside subcommands and functions.
var topics = []struct{ name, title, text string }{
	{"exit-codes", "the exit codes of all subcommands", exitTable},
	{"configuration", "environment variables and the configuration file", configHelp},
}

func (c *command) newHelp() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "help [TOPIC]",
		Short: "explain a subcommand, a function or another topic",
		Long:  "Explains bpl, one of its subcommands, a function of the language, or one of the topics below.",
		Args:  argCount(0, 1, "TOPIC"),
	}
	return c.subcommand(cmd, func(_ context.Context, args []string) int {
		if len(args) == 0 {
			return c.print(helpText(cmd.Root()))
		}
		return c.helpTopic(cmd, args[0])
	})
}

// helpTopic explains a subcommand, a topic, or else a function.
func (c *command) helpTopic(cmd *cobra.Command, name string) int {
	if sub := find(cmd.Root(), name); sub != nil {
		return c.print(helpText(sub))
	}
	for _, t := range topics {
		if t.name == name {
			return c.print(strings.ToUpper(t.title[:1]) + t.title[1:] + "\n\n" + t.text + "\n")
		}
	}
	var others []string
	for _, sub := range cmd.Root().Commands() {
		others = append(others, sub.Name())
	}
	for _, t := range topics {
		others = append(others, t.name)
	}
	return c.explain(cmd, name, others)
}

// writeHelp prints the help of a subcommand that was asked for.
func (c *command) writeHelp(cmd *cobra.Command) { c.code = c.print(helpText(cmd)) }

// helpText describes a command: what it does, how it is called, its flags.
func helpText(cmd *cobra.Command) string {
	var b strings.Builder
	text := cmd.Long
	if text == "" {
		text = cmd.Short
	}
	b.WriteString(text + "\n\nusage: " + useLine(cmd) + "\n")
	if cmd.HasParent() {
		if cmd.Name() == "help" {
			b.WriteString("\ntopics:\n")
			for _, t := range topics {
				fmt.Fprintf(&b, "  %-12s %s\n", t.name, t.title)
			}
		}
	} else {
		writeSubcommands(&b, cmd)
	}
	if flags := flagText(cmd.Flags()); flags != "" {
		b.WriteString("\nflags:\n" + flags)
	}
	return b.String()
}

func writeSubcommands(b *strings.Builder, root *cobra.Command) {
	b.WriteString(`
       bpl [flags] FILE [ARG...]    bpl run, where FILE contains a slash or ends in .bpl
       bpl [flags] -e EXPR          bpl eval
       bpl                          a session on a terminal; otherwise runs standard input

commands:
`[1:])
	for _, sub := range root.Commands() {
		fmt.Fprintf(b, "  %-12s %s\n", sub.Name(), sub.Short)
	}
	b.WriteString("\nbpl help COMMAND tells more; so does bpl help exit-codes.\n")
}

// useLine is how a command is called.
func useLine(cmd *cobra.Command) string {
	if !cmd.HasParent() {
		return "bpl [flags] COMMAND [...]"
	}
	return cmd.Root().Name() + " " + cmd.Use
}

// flagWidth is the column in which the meanings of flags begin.
const flagWidth = 26

// flagText lists flags with their meaning.
func flagText(flags *pflag.FlagSet) string {
	var lines []string
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, meaning := pflag.UnquoteUsage(f)
		head := "      --" + f.Name
		if f.Shorthand != "" {
			head = "  -" + f.Shorthand + ", --" + f.Name
		}
		if f.Name == "help" {
			meaning = "show this help"
		}
		if value != "" {
			head += " " + value
		}
		if len(head) < flagWidth {
			head += strings.Repeat(" ", flagWidth-len(head))
		} else {
			head += "\n" + strings.Repeat(" ", flagWidth)
		}
		lines = append(lines, head+meaning+"\n")
	})
	slices.Sort(lines)
	return strings.Join(lines, "")
}
