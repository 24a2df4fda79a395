package worldmap

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/minehand/minehand/game"
)

// Source is what an earlier process left of a world.
type Source interface {
	Places(ctx context.Context, world string) ([]game.Landmark, error)
}

const (
	// mostWorlds bounds how many worlds are held at once.
	mostWorlds = 64
	// longestName bounds the name of a world that is remembered, in bytes.
	longestName = 256
	// readLimit bounds the reading of one world.
	readLimit = 2 * time.Second
)

// Maps are the maps of every world that a body has been in since the start. Its
// methods may be called from any goroutine.
type Maps struct {
	source Source
	log    *slog.Logger

	mu     sync.Mutex
	worlds map[string]*entry
	// recent are the names of the worlds, the one used last at the end.
	recent []string
	// left are rows of worlds that are no longer held.
	left []Row
}

// entry is a map that is read from the source by who asks for it first.
type entry struct {
	read sync.Once
	*Map
}

// NewMaps returns the maps over a source; nil has nothing to tell.
func NewMaps(source Source, log *slog.Logger) *Maps {
	return &Maps{source: source, log: log, worlds: make(map[string]*entry)}
}

// Of returns the map of a world, and reads it when it is new: only who asks for
// that world waits.
func (t *Maps) Of(world string) *Map {
	e := t.entry(world)
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
	return e.Map
}

func (t *Maps) entry(world string) *entry {
	t.mu.Lock()
	defer t.mu.Unlock()
	e := t.worlds[world]
	if e != nil {
		if n := len(t.recent) - 1; t.recent[n] != world {
			i := slices.Index(t.recent, world)
			t.recent = append(slices.Delete(t.recent, i, i+1), world)
		}
		return e
	}
	if t.recent = append(t.recent, world); len(t.recent) > mostWorlds {
		oldest := t.recent[0]
		t.left = append(t.left, t.worlds[oldest].Rows(oldest)...)
		delete(t.worlds, oldest)
		t.recent = slices.Delete(t.recent, 0, 1)
	}
	e = &entry{Map: New()}
	t.worlds[world] = e
	return e
}

// Rows takes all that the journal does not have yet.
func (t *Maps) Rows() []Row {
	t.mu.Lock()
	defer t.mu.Unlock()
	names := slices.Sorted(slices.Values(t.recent))
	rows := t.left
	t.left = nil
	for _, w := range names {
		rows = append(rows, t.worlds[w].Rows(w)...)
	}
	return rows
}

// Again keeps rows that could not be committed for the next time.
func (t *Maps) Again(rows []Row) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range rows {
		if e := t.worlds[rows[i].World]; e != nil {
			e.again(rows[i : i+1])
		} else {
			t.left = append(t.left, rows[i])
		}
	}
}

// Name is the name that the world of a state is remembered by, empty for none.
func Name(s *game.State) string {
	if s.World == nil || len(s.World.ID) > longestName {
		return ""
	}
	return s.World.ID
}
