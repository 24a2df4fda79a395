// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/minehand/minehand/cmd/internal/app/settings"
)

// noArgs refuses arguments beside the flags.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return badInput("%s takes flags only, and %q is none: leave it out, or see `%s --help`", cmd.CommandPath(), args[0], cmd.CommandPath())
}

// takes refuses another number of arguments, and says what is asked for.
func takes(n int, sentence string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != n {
			return badInput("%s", sentence)
		}
		return nil
	}
}

// noCommand refuses a word that is no command.
func noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		return badInput("unknown command %q: did you mean `%s %s`?", args[0], cmd.CommandPath(), near[0])
	}
	return badInput("unknown command %q: `%s --help` lists them; a goal is carried out with `%s play %q`", args[0], cmd.CommandPath(),
		cmd.CommandPath(), strings.Join(args, " "))
}

// group is a command that shows what there is below it.
func group(name, about, long string, below ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use: name, Short: about, Long: long, Args: noCommand, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(below...)
	return cmd
}

// flagFault says what is wrong with a flag, and what fits.
func flagFault(cmd *cobra.Command, err error) error {
	var (
		value   *pflag.InvalidValueError
		missing *pflag.ValueRequiredError
		unknown *pflag.NotExistError
		syntax  *pflag.InvalidSyntaxError
	)
	switch {
	case errors.Is(err, pflag.ErrHelp):
		return err
	case errors.As(err, &value):
		return badInput("--%s needs %s, not %q", value.GetFlag().Name, fitting(value.GetFlag()), value.GetValue())
	case errors.As(err, &missing):
		return badInput("--%s needs %s after it", missing.GetFlag().Name, fitting(missing.GetFlag()))
	case errors.As(err, &unknown):
		name := "--" + unknown.GetSpecifiedName()
		if letters := unknown.GetSpecifiedShortnames(); letters != "" {
			name = "-" + letters
		}
		return badInput("unknown flag %s: see `%s --help` for those there are", name, cmd.CommandPath())
	case errors.As(err, &syntax):
		return badInput("%s is no flag: write --name value, as in `%s --help`", syntax.GetSpecifiedFlag(), cmd.CommandPath())
	}
	return badInput("%w", err)
}

// fitting says what a flag takes.
func fitting(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "int", "int64":
		return "a whole number"
	case "float64":
		return "a number"
	case "bool":
		return "true or false"
	case "duration":
		return "a time with its unit, such as 5s or 10m"
	}
	return "a value"
}

// portOf is the port of the config, else the usual one.
func portOf(cfg settings.Config) int {
	if cfg.Port != nil {
		return *cfg.Port
	}
	return settings.DefaultPort
}

// checkPort refuses what is no port, or below the least.
func checkPort(port, least int) error {
	if port < least || port > 65535 {
		return badInput("--port: %d does not exist; use 1 to 65535", port)
	}
	return nil
}

// notEmpty refuses flags that were given without a value in them, which would
// be as if they had been left out.
func notEmpty(cmd *cobra.Command, names ...string) error {
	for _, name := range names {
		if f := cmd.Flag(name); f.Changed && strings.TrimSpace(f.Value.String()) == "" {
			return badInput("--%s is empty: give it a value, or leave it out", name)
		}
	}
	return nil
}
