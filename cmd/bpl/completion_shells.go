package main

import "strings"

// The scripts find the subcommand as the first word that is one of them, offer what may
// stand behind it where the word that is typed begins so, and files otherwise.

func bashScript(all []completionWords) string {
	var b strings.Builder
	b.WriteString(`# bash completion for bpl
_bpl() {
  local word=${COMP_WORDS[COMP_CWORD]} command= i words
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
`)
	b.WriteString("    " + strings.Join(commandNames(all), " | ") + ") command=${COMP_WORDS[i]}; break ;;\n")
	b.WriteString(`    esac
  done
  case $command in
`)
	for _, c := range all {
		name := c.command
		if name == "" {
			name = `""`
		}
		b.WriteString("  " + name + ") words=" + shellQuote(strings.Join(texts(c.words), " ")) + " ;;\n")
	}
	b.WriteString(`  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _bpl bpl
`)
	return b.String()
}

func zshScript(all []completionWords) string {
	var b strings.Builder
	b.WriteString(`#compdef bpl
# zsh completion for bpl
_bpl() {
  local command= word
  local -a words_known
  for word in "${(@)words[2,CURRENT-1]}"; do
    case $word in
`)
	b.WriteString("    " + strings.Join(commandNames(all), " | ") + ") command=$word; break ;;\n")
	b.WriteString(`    esac
  done
  case $command in
`)
	for _, c := range all {
		name := c.command
		if name == "" {
			name = `""`
		}
		b.WriteString("  " + name + ") words_known=(\n")
		for _, w := range c.words {
			b.WriteString("    " + shellQuote(strings.ReplaceAll(w.text, ":", `\:`)+":"+w.meaning) + "\n")
		}
		b.WriteString("  ) ;;\n")
	}
	b.WriteString(`  esac
  _describe 'bpl' words_known
  _files
}
if [ "$funcstack[1]" = "_bpl" ]; then _bpl "$@"; else compdef _bpl bpl; fi
`)
	return b.String()
}

func fishScript(all []completionWords) string {
	var b strings.Builder
	b.WriteString("# fish completion for bpl\n")
	names := strings.Join(commandNames(all), " ")
	for _, c := range all {
		condition := "__fish_seen_subcommand_from " + c.command
		if c.command == "" {
			condition = "not __fish_seen_subcommand_from " + names
		}
		for _, w := range c.words {
			b.WriteString("complete -c bpl -n " + shellQuote(condition))
			if flag, ok := strings.CutPrefix(w.text, "--"); ok {
				b.WriteString(" -l " + flag)
			} else {
				b.WriteString(" -a " + shellQuote(w.text))
			}
			if w.meaning != "" {
				b.WriteString(" -d " + shellQuote(w.meaning))
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func powershellScript(all []completionWords) string {
	var b strings.Builder
	b.WriteString(`# PowerShell completion for bpl
Register-ArgumentCompleter -Native -CommandName bpl -ScriptBlock {
  param($word, $ast, $position)
  $known = @{
`)
	for _, c := range all {
		b.WriteString("    " + powershellQuote(c.command) + " = @(" + powershellList(texts(c.words)) + ")\n")
	}
	b.WriteString(`  }
  $command = ''
  foreach ($element in $ast.CommandElements | Select-Object -Skip 1) {
    if ($element.Extent.EndOffset -ge $position) { break }
    if ($element.ToString() -ne '' -and $known.ContainsKey($element.ToString())) { $command = $element.ToString(); break }
  }
  $known[$command] | Where-Object { $_ -like "$word*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`)
	return b.String()
}

func commandNames(all []completionWords) (names []string) {
	for _, c := range all {
		if c.command != "" {
			names = append(names, c.command)
		}
	}
	return names
}

func texts(words []completionWord) (all []string) {
	for _, w := range words {
		all = append(all, w.text)
	}
	return all
}

// shellQuote quotes a text for bash, zsh and fish.
func shellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func powershellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func powershellList(all []string) string {
	quoted := make([]string, len(all))
	for i, s := range all {
		quoted[i] = powershellQuote(s)
	}
	return strings.Join(quoted, ", ")
}
