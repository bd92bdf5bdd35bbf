package main

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// shells are the shells for which there is a script.
var shells = []string{"bash", "zsh", "fish", "powershell"}

func (c *command) newCompletion() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "completion SHELL",
		Short: "print a script that completes bpl's arguments in a shell",
		Long: `Prints a script for bash, zsh, fish or powershell that completes subcommands, flags and
files. It does not call bpl. For example:

  bash        source <(bpl completion bash)
  zsh         bpl completion zsh > "${fpath[1]}/_bpl"
  fish        bpl completion fish > ~/.config/fish/completions/bpl.fish
  powershell  bpl completion powershell | Out-String | Invoke-Expression`,
		Args:      argCount(1, 1, "SHELL: bash, zsh, fish or powershell"),
		ValidArgs: shells,
	}
	return c.subcommand(cmd, func(_ context.Context, args []string) int {
		var script func(words []completionWords) string
		switch args[0] {
		case "bash":
			script = bashScript
		case "zsh":
			script = zshScript
		case "fish":
			script = fishScript
		case "powershell":
			script = powershellScript
		default:
			return c.fail(cmd, misuse("there is no script for %q%s", args[0], didYouMean("", args[0], shells)))
		}
		return c.print(script(completable(cmd.Root())))
	})
}

// completionWords are the words that may stand behind a subcommand, "" for bpl itself.
type completionWords struct {
	command string
	words   []completionWord
}

type completionWord struct{ text, meaning string }

// completable returns what can be completed: for bpl itself the subcommands and flags, for
// each subcommand its flags and the words that it knows.
func completable(root *cobra.Command) []completionWords {
	all := []completionWords{{words: append(subcommandWords(root), flagWords(root)...)}}
	for _, sub := range root.Commands() {
		words := flagWords(sub)
		for _, w := range sub.ValidArgs {
			words = append(words, completionWord{text: w})
		}
		if sub.Name() == "help" {
			words = append(words, subcommandWords(root)...)
			for _, t := range topics {
				words = append(words, completionWord{t.name, t.title})
			}
		}
		all = append(all, completionWords{sub.Name(), words})
	}
	return all
}

func subcommandWords(root *cobra.Command) (words []completionWord) {
	for _, sub := range root.Commands() {
		words = append(words, completionWord{sub.Name(), sub.Short})
	}
	return words
}

func flagWords(cmd *cobra.Command) (words []completionWord) {
	cmd.InitDefaultHelpFlag()
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		_, meaning := pflag.UnquoteUsage(f)
		if f.Name == "help" {
			meaning = "show help"
		}
		words = append(words, completionWord{"--" + f.Name, meaning})
	})
	slices.SortFunc(words, func(a, b completionWord) int { return strings.Compare(a.text, b.text) })
	return words
}
