// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/minehand/minehand/orchestrator/journal"
)

// ErrNoJournal: no Minehand has run on the data folder yet.
var ErrNoJournal = errors.New("there is no journal")

// Memory opens what is remembered of worlds in a data folder that no Minehand
// runs on. An *InputError asks for another folder. Close it.
func Memory(ctx context.Context, dir string) (*Memories, error) {
	if _, err := os.Stat(filepath.Join(dir, journal.FileName)); errors.Is(err, fs.ErrNotExist) {
		return nil, inputError("%w in %s; name the folder with --data-dir", ErrNoJournal, dir)
	}
	j, err := journal.Open(ctx, dir)
	if err != nil {
		return nil, startFault(err)
	}
	return &Memories{j}, nil
}

// Memories are what is remembered of worlds.
type Memories struct{ journal *journal.Journal }

// Close lets go of the data folder.
func (m *Memories) Close() error { return m.journal.Close() }

// Worlds lists the worlds that something is remembered of.
func (m *Memories) Worlds(ctx context.Context) ([]journal.World, error) {
	return m.journal.Worlds(ctx)
}

// Forget forgets a world and returns how many places it was remembered by.
func (m *Memories) Forget(ctx context.Context, world string) (int, error) {
	return m.journal.ForgetWorld(ctx, world)
}
