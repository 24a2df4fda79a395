// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/cmd/internal/release"
)

func newRoot(in io.Reader, out, errOut io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use:           "minehand",
		Short:         "A hired hand for Minecraft: type a goal, and it is planned, checked and done",
		Version:       versionLine(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          noCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errOut)
	root.SuggestionsMinimumDistance = 2 // letters that may be wrong
	root.SetFlagErrorFunc(flagFault)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(newPlay(), newDo(), newShell(), newPlan(), newServe(), newMCP(), newBody(), newDoctor(), newProviders(),
		newInstances(), newMemory(), newFrames(),
		newPhrases(), newVerify(), newWitness(), newConformance(), newMission(), newCluster(), newVersion())
	for _, c := range root.Commands() {
		helpful(c)
	}
	return root
}

// helpful has a command and those below it show their help for "help" alone, where
// it would be taken for a goal.
func helpful(c *cobra.Command) {
	for _, below := range c.Commands() {
		helpful(below)
	}
	asked := func(args []string) bool { return len(args) == 1 && args[0] == "help" }
	if check := c.Args; check != nil {
		c.Args = func(cmd *cobra.Command, args []string) error {
			if asked(args) {
				return nil
			}
			return check(cmd, args)
		}
	}
	if run := c.RunE; run != nil {
		c.RunE = func(cmd *cobra.Command, args []string) error {
			if asked(args) {
				return cmd.Help()
			}
			return run(cmd, args)
		}
	}
}

func versionLine() string {
	return fmt.Sprintf("minehand %s %s %s/%s", release.Text(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print version, commit and date",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), versionLine())
			return err
		},
	}
}
