// SPDX-License-Identifier: MIT

package worldmap

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/minehand/minehand/game"
)

// Source is what an earlier process left of a world.
type Source interface {
	Places(ctx context.Context, world string) ([]game.Landmark, error)
}

const (
	// mostSpare bounds how many worlds are held that no body is in.
	mostSpare = 64
	// longestName bounds the name of a world that is remembered, in bytes.
	longestName = 256
	// readLimit bounds the reading of one world.
	readLimit = 2 * time.Second
	// pieceRows is from how many rows on a piece is handed over to be kept.
	pieceRows = 256
)

// Maps are the maps of the worlds that bodies are in, and of those that they left
// last. Its methods may be called from any goroutine.
type Maps struct {
	source Source
	log    *slog.Logger

	mu     sync.Mutex
	worlds map[string]*entry
	// left are the worlds that no body is in, the one left last at the end.
	left []*entry
}

// entry is a map that is read from the source by who asks for it first.
type entry struct {
	world string
	read  sync.Once
	// bodies is how many are in it; guarded by the mutex of Maps.
	bodies int
	*Map
}

// NewMaps returns the maps over a source; nil has nothing to tell.
func NewMaps(source Source, log *slog.Logger) *Maps {
	return &Maps{source: source, log: log, worlds: make(map[string]*entry)}
}

// enter holds the map of a world for a body, until it leaves. It reads the map when
// it is new: only who asks for that world waits.
func (t *Maps) enter(world string) *entry {
	e := t.hold(world)
	e.read.Do(func() {
		if t.source == nil {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), readLimit)
		defer cancel()
		list, err := t.source.Places(ctx, world)
		if err != nil {
			t.log.Warn("the map of a world cannot be read", "world", world, "error", err)
		}
		e.load(list)
	})
	return e
}

func (t *Maps) hold(world string) *entry {
	t.mu.Lock()
	defer t.mu.Unlock()
	e := t.worlds[world]
	switch {
	case e == nil:
		e = &entry{world: world, Map: New()}
		t.worlds[world] = e
	case e.bodies == 0:
		i := slices.Index(t.left, e)
		t.left = slices.Delete(t.left, i, i+1)
	}
	e.bodies++
	return e
}

// leave says that a body is no longer in a world.
func (t *Maps) leave(e *entry) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e.bodies--; e.bodies == 0 {
		t.left = append(t.left, e)
	}
}

// Save hands all that the journal does not have yet to keep, in pieces of some
// hundred rows, the last of which may be empty, and lets go of the worlds that were
// left longest ago. The first error of keep ends it and is returned; what was not
// kept stays for the next time.
func (t *Maps) Save(keep func(rows []Row) error) error {
	t.mu.Lock()
	all := slices.SortedFunc(maps.Values(t.worlds), func(a, b *entry) int { return strings.Compare(a.world, b.world) })
	t.mu.Unlock()
	for rest := all; ; {
		var rows []Row
		n := 0
		for ; n < len(rest) && len(rows) < pieceRows; n++ {
			rows = rest[n].take(rest[n].world, rows)
		}
		if err := keep(rows); err != nil {
			for _, e := range rest[:n] {
				e.again(e.world, rows)
			}
			return err
		}
		if rest = rest[n:]; len(rest) == 0 {
			t.forget()
			return nil
		}
	}
}

// forget lets go of the worlds beyond mostSpare that were left longest ago, but for
// those of which something is not kept yet.
func (t *Maps) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	most := len(t.left) - mostSpare
	t.left = slices.DeleteFunc(t.left, func(e *entry) bool {
		if most <= 0 || !e.kept() {
			return false
		}
		most--
		delete(t.worlds, e.world)
		return true
	})
}

// Moved reports whether a state is of another world than that of a name; one without
// a name is no other.
func Moved(from string, s *game.State) bool {
	name := Name(s)
	return from != "" && name != "" && name != from
}

// Name is the name that the world of a state is remembered by, empty for none.
func Name(s *game.State) string {
	if s.World == nil || len(s.World.ID) > longestName {
		return ""
	}
	return s.World.ID
}
