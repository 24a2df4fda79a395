// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/cmd/internal/proof"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/budget"
)

func newVerify() *cobra.Command {
	return &cobra.Command{
		Use:   "verify FILE",
		Short: "Judge anew, from a saved proof, whether a goal was done",
		Long: `Judge anew, from a saved proof, whether a goal was done. The page saves one
under More, where a goal ended ("Save the proof"). It holds the goal as it was
read, its plans, every action with its outcome, the states in between, and what
was changed in the world with what a look after the end showed.

The same rules decide that decided it then. What the file cannot show again is
listed. A file that was altered is refused, and so is one with a false signature;
who signed it as a witness (minehand witness) is shown, and nothing says who
saved it.

Exit codes: 0 the verdict holds, 1 it does not or the file was altered, 2 it is
no proof.`,
		Example: `  minehand verify minehand-01K9Z3X5.proof.json`,
		Args:    takes(1, "name the file of one proof: minehand verify FILE"),
		RunE:    func(cmd *cobra.Command, args []string) error { _, err := verified(cmd, args[0]); return err },
	}
}

// verified judges a proof, says how, and returns its text where it holds.
func verified(cmd *cobra.Command, name string) ([]byte, error) {
	text, err := budget.Proof.ReadFile(name)
	if err != nil {
		return nil, badInput("the proof cannot be read: %w", err)
	}
	content, err := proof.Read(text)
	switch altered := (*proof.AlteredError)(nil); {
	case errors.As(err, &altered):
		return nil, &exitError{exitIncomplete, fmt.Errorf("%s cannot be trusted: %w", name, err)}
	case err != nil:
		return nil, badInput("%s cannot be judged: %w", name, err)
	}
	r, task := content.Judge(), &content.Record.Task
	out := newPrintable(cmd.OutOrStdout(), false)
	_, _ = fmt.Fprintf(out, "%q, ended %s (task %s of %s, saved by Minehand %s)\n", r.Title,
		task.Ended.Local().Format("on 2 January 2006 at 15:04"), task.ID, task.Body, content.By)
	_, _ = fmt.Fprintln(out, "The file is as it was saved.")
	_, _ = fmt.Fprintf(out, "By the rules: %s\n", r.Sentence)
	for i := range r.Parts {
		p := &r.Parts[i]
		_, _ = fmt.Fprintf(out, "  %s: %d of %d, %s\n", p.Text, p.Have, p.Want, known(p.Grade))
	}
	bullets(out, "Found again in the file:", r.Checked)
	bullets(out, "Stands as it was written down:", r.Taken)
	if len(r.Faults) > 0 {
		return nil, &exitError{exitIncomplete, fmt.Errorf("the verdict does not hold. %s", strings.Join(r.Faults, " "))}
	}
	for i := range content.Witnesses {
		w := &content.Witnesses[i]
		_, _ = fmt.Fprintf(out, "Signed by %s, %s, key %s.\n", w.Name, w.At.Local().Format("on 2 January 2006 at 15:04"), w.Fingerprint())
	}
	_, err = fmt.Fprintf(out, "The verdict holds: %s.\n", strings.ReplaceAll(string(r.State), "complete", "done"))
	return text, err
}

// known says how a part of a goal is known.
func known(g game.Grade) string {
	switch g {
	case game.Seen:
		return "seen"
	case game.Told:
		return "told by the player's game"
	case game.Unshown:
		return "carried out, and shown by nothing"
	}
	return "not reached"
}

func bullets(out io.Writer, title string, list []string) {
	if len(list) == 0 {
		return
	}
	_, _ = fmt.Fprintln(out, title)
	for _, s := range list {
		_, _ = fmt.Fprintf(out, "  - %s\n", s)
	}
}
