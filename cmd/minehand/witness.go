// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/cmd/internal/proof"
	"github.com/minehand/minehand/internal/wholefile"
)

// witnessFile, in the data folder, is the key of a witness.
const witnessFile = "witness.key"

func newWitness() *cobra.Command {
	var name, key string
	cmd := &cobra.Command{
		Use:   "witness FILE",
		Short: "Sign a saved proof as somebody who judged it",
		Long: `Sign a saved proof as somebody who judged it: another player who was there, or
who keeps the server. The proof is judged as "minehand verify" does it, and only
one that holds is signed. The signature is written into the file, beside those
of others; "minehand verify" shows them, and refuses a file with a false one.

Your key is made at the first time, in witness.key in the data folder. Tell
others its fingerprint: by that they know that it was you.

Exit codes: those of minehand verify.`,
		Example: `  minehand witness --name "Alex, owner of the server" minehand-01K9Z3X5.proof.json`,
		Args:    takes(1, "name the file of one proof: minehand witness FILE"),
		RunE:    func(cmd *cobra.Command, args []string) error { return runWitness(cmd, args[0], name, key) },
	}
	cmd.Flags().StringVar(&name, "name", "", "who you are, as others know you")
	cmd.Flags().StringVar(&key, "key", "", "the file of your key (default: witness.key in the data folder)")
	return cmd
}

func runWitness(cmd *cobra.Command, file, name, key string) error {
	text, err := verified(cmd, file)
	if err != nil {
		return err
	}
	if key == "" {
		dir, err := settings.DefaultDataDir()
		if err != nil {
			return badInput("%w; name a file with --key", err)
		}
		key = filepath.Join(dir, witnessFile)
	}
	private, err := proof.Key(key)
	if err != nil {
		return badInput("the key of a witness cannot be had: %w", err)
	}
	signed, err := proof.Sign(text, name, private)
	if err != nil {
		return badInput("%w", err)
	}
	content, err := proof.Read(signed)
	if err != nil {
		return err
	}
	if err := wholefile.Write(file, signed, 0o600); err != nil {
		return badInput("the proof cannot be written: %w", err)
	}
	w := &content.Witnesses[len(content.Witnesses)-1]
	_, err = fmt.Fprintf(newPrintable(cmd.OutOrStdout(), false), "Signed by %s. Tell others your fingerprint: %s\n", w.Name, w.Fingerprint())
	return err
}
