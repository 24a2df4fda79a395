// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"

	"github.com/minehand/minehand/internal/wholefile"
	"github.com/minehand/minehand/orchestrator/journal"
)

// pastWorldsFile, in the data folder, names the practice worlds that were made since
// Minehand began.
const pastWorldsFile = "practice-worlds.json"

// mostPastWorlds is how many of them are named.
const mostPastWorlds = 64

// pastWorlds lets go of what is remembered of practice worlds: each is gone with its
// end, and would take the place of a world that comes back. A world that runs may be
// remembered by places that are written down after it ended, so that all that are
// named are let go of with the next one, and at the next beginning.
type pastWorlds struct {
	path    string
	journal *journal.Journal
	log     *slog.Logger
}

// made lets go of the worlds before a new one and names it.
func (p *pastWorlds) made(ctx context.Context, world string) {
	list := append(p.letGo(ctx), world)
	if err := wholefile.WriteJSON(p.path, list[max(len(list)-mostPastWorlds, 0):], 0o600); err != nil {
		p.log.Warn("the practice world will be remembered though it is gone", "world", world, "error", err)
	}
}

// begin lets go of the worlds of an earlier Minehand.
func (p *pastWorlds) begin(ctx context.Context) {
	if len(p.letGo(ctx)) > 0 {
		_ = os.Remove(p.path) // what is named still is let go of once more
	}
}

func (p *pastWorlds) letGo(ctx context.Context) []string {
	var list []string
	err := wholefile.ReadJSON(p.path, &list)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, world := range list {
		if _, fault := p.journal.ForgetWorld(ctx, world); fault != nil {
			err = errors.Join(err, fault)
		}
	}
	if err != nil {
		p.log.Warn("what is remembered of past practice worlds stays", "error", err)
	}
	return list
}
