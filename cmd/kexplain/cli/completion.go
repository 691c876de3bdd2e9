package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"
)

// newCompletion returns the command that writes completions for shells.
func newCompletion() *command {
	var shell string
	return &command{
		name: "completion", args: "SHELL", short: "completions of commands and flags for a shell",
		long: `Writes a script that makes SHELL, one of bash, zsh, fish and powershell,
complete the names of commands, flags and files. To use it from the next start
on, send its output to a file:

bash: ~/.local/share/bash-completion/completions/kexplain
zsh: ~/.zfunc/_kexplain, with ~/.zfunc in fpath
fish: ~/.config/fish/completions/kexplain.fish
powershell: the end of $PROFILE`,
		examples: []example{{"kexplain completion bash", "the script for bash"}},
		bind:     func(*flag.FlagSet) {},
		accept: func(args []string) error {
			if len(args) != 1 || completions()[args[0]] == nil {
				return usageError{"expected one of bash, zsh, fish and powershell"}
			}
			shell = args[0]
			return nil
		},
		run: func(_ context.Context, s streams) error {
			_, err := io.WriteString(s.out, completions()[shell]())
			return err
		},
	}
}

func completions() map[string]func() string {
	return map[string]func() string{"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion, "powershell": powershellCompletion}
}

// flagsOf returns the flags of a command, each with its usage.
func flagsOf(c *command) []*flag.Flag {
	flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
	c.bindAll(flags)
	var list []*flag.Flag
	flags.VisitAll(func(f *flag.Flag) { list = append(list, f) })
	return list
}

// flagWords are the flags of a command with blanks between.
func flagWords(c *command) string {
	words := []string{"--help"}
	for _, f := range flagsOf(c) {
		words = append(words, "--"+f.Name)
	}
	return strings.Join(words, " ")
}

func bashCompletion() string {
	var b strings.Builder
	b.WriteString("# bash completion for kexplain\n_kexplain() {\n  local word=\"${COMP_WORDS[COMP_CWORD]}\" words=\"\"\n")
	b.WriteString("  if [ \"$COMP_CWORD\" -eq 1 ]; then\n")
	fmt.Fprintf(&b, "    words=\"%s help\"\n", strings.ReplaceAll(commandNames(), ",", ""))
	b.WriteString("  elif [[ \"$word\" == -* ]]; then\n    case \"${COMP_WORDS[1]}\" in\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "      %s) words=\"%s\" ;;\n", c.name, flagWords(c))
	}
	b.WriteString("    esac\n  fi\n  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n}\ncomplete -o default -F _kexplain kexplain\n")
	return b.String()
}

func zshCompletion() string {
	var b strings.Builder
	b.WriteString("#compdef kexplain\n_kexplain() {\n  if (( CURRENT == 2 )); then\n    local -a names=(\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "      %s\n", shellQuoted(c.name+":"+strings.ReplaceAll(c.short, ":", "\\:")))
	}
	b.WriteString("    )\n    _describe command names\n    return\n  fi\n  case $words[2] in\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "    %s) compadd -- %s ;;\n", c.name, flagWords(c))
	}
	b.WriteString("  esac\n  _files\n}\n_kexplain \"$@\"\n")
	return b.String()
}

func fishCompletion() string {
	var b strings.Builder
	b.WriteString("# fish completion for kexplain\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "complete -c kexplain -n __fish_use_subcommand -a %s -d %s\n", c.name, shellQuoted(c.short))
		for _, f := range flagsOf(c) {
			_, usage := flag.UnquoteUsage(f)
			value := " -r"
			if isSwitch(f) {
				value = ""
			}
			fmt.Fprintf(&b, "complete -c kexplain -n '__fish_seen_subcommand_from %s' -l %s%s -d %s\n", c.name,
				f.Name, value, shellQuoted(firstWords(usage)))
		}
	}
	return b.String()
}

func powershellCompletion() string {
	var b strings.Builder
	b.WriteString("# PowerShell completion for kexplain\nRegister-ArgumentCompleter -Native -CommandName kexplain -ScriptBlock {\n  param($word, $line, $position)\n")
	b.WriteString("  $flags = @{\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "    '%s' = '%s'\n", c.name, flagWords(c))
	}
	b.WriteString("  }\n  $parts = $line.CommandElements | ForEach-Object { \"$_\" }\n")
	b.WriteString("  if ($parts.Count -lt 2 -or ($parts.Count -eq 2 -and $word)) { $list = $flags.Keys | Sort-Object }\n")
	b.WriteString("  elseif ($word -like '-*') { $list = $flags[$parts[1]] -split ' ' }\n  else { return }\n")
	b.WriteString("  $list | Where-Object { $_ -like \"$word*\" } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }\n}\n")
	return b.String()
}

// shellQuoted is a text in single quotes.
func shellQuoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// firstWords is a usage up to its first colon or semicolon, on one line.
func firstWords(usage string) string {
	if at := strings.IndexAny(usage, ":;"); at > 0 {
		usage = usage[:at]
	}
	return strings.Join(strings.Fields(usage), " ")
}
