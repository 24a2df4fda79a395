// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/game"
)

const nothingKept = "Nothing is remembered."

func newMemory() *cobra.Command {
	var dataDir, config, forget string
	cmd := &cobra.Command{
		Use:   "memory",
		Short: "List the worlds that something is remembered of, or forget one",
		Long: `List the worlds of which stations, chests, ores and the place of a death are
remembered, or forget one of them. Minehand must not be running on the data
folder.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := notEmpty(cmd, "data-dir", "config", "forget"); err != nil {
				return err
			}
			cfg, _, err := settings.Load(config)
			if err != nil && dataDir == "" {
				return badInput("%w", err)
			}
			dir, err := dataFolder(dataDir, cfg)
			if err != nil {
				return err
			}
			m, err := app.Memory(cmd.Context(), dir)
			if errors.Is(err, app.ErrNoJournal) && !cmd.Flags().Changed("data-dir") && forget == "" {
				_, err = fmt.Fprintln(cmd.OutOrStdout(), nothingKept)
				return err
			}
			if err != nil {
				return startError(err)
			}
			if cmd.Flags().Changed("forget") {
				err = forgetWorld(cmd, m, forget)
			} else {
				err = listWorlds(cmd, m)
			}
			return errors.Join(err, m.Close())
		},
	}
	f := cmd.Flags()
	f.StringVar(&dataDir, "data-dir", "", "folder that keeps the journal (default: the one of serve)")
	configFlag(f, &config)
	f.StringVar(&forget, "forget", "", "forget all that is remembered of the world of this name")
	return cmd
}

func listWorlds(cmd *cobra.Command, m *app.Memories) error {
	worlds, err := m.Worlds(cmd.Context())
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	if len(worlds) == 0 {
		_, err = fmt.Fprintln(out, nothingKept)
	}
	for _, w := range worlds {
		var parts []string
		for _, kind := range slices.Sorted(maps.Keys(w.Places)) {
			parts = append(parts, game.Numbered(w.Places[kind], string(kind)))
		}
		_, werr := fmt.Fprintf(out, "%q: %s; last seen %s\n", w.Name, strings.Join(parts, ", "), w.Seen.Format(time.DateTime))
		err = errors.Join(err, werr)
	}
	return err
}

func forgetWorld(cmd *cobra.Command, m *app.Memories, world string) error {
	n, err := m.Forget(cmd.Context(), world)
	if err != nil {
		return err
	}
	if n == 0 {
		return badInput("nothing is remembered of a world %q; minehand memory lists the worlds", world)
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "Forgot %d places of %q.\n", n, world)
	return err
}
