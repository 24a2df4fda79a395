package orchestrator

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/minehand/minehand/game"
)

// Atlas is a Journal that can say what it remembers of a world. What bodies see
// goes to any Journal as rows of its batches; without Places it is known only
// as long as the process runs.
type Atlas interface {
	Places(ctx context.Context, world string) ([]game.Landmark, error)
}

// lookEvery is how often a body's reports are looked through.
const lookEvery = 2 * time.Second

// atlas holds what is remembered of every world that a body has been in since
// the start.
type atlas struct {
	journal Journal
	log     *slog.Logger

	mu     sync.Mutex
	worlds map[string]*landmarks
	// recent are the names of the worlds, the one used last at the end.
	recent []string
}

const (
	// mostWorlds bounds how many worlds are held at once.
	mostWorlds = 64
	// longestWorld bounds the name of a world that is remembered, in bytes.
	longestWorld = 256
)

func newAtlas(j Journal, log *slog.Logger) *atlas {
	return &atlas{journal: j, log: log, worlds: make(map[string]*landmarks)}
}

// of returns the memory of a world and reads it when it is new.
func (t *atlas) of(world string) *landmarks {
	t.mu.Lock()
	defer t.mu.Unlock()
	m := t.worlds[world]
	if i := slices.Index(t.recent, world); i >= 0 {
		t.recent = append(slices.Delete(t.recent, i, i+1), world)
		return m
	}
	if t.recent = append(t.recent, world); len(t.recent) > mostWorlds {
		delete(t.worlds, t.recent[0])
		t.recent = slices.Delete(t.recent, 0, 1)
	}
	m = newLandmarks()
	t.worlds[world] = m
	if source, ok := t.journal.(Atlas); ok {
		ctx, cancel := context.WithTimeout(context.Background(), lastWords)
		defer cancel()
		list, err := source.Places(ctx, world)
		if err != nil {
			t.log.Warn("what is remembered of a world cannot be read", "world", world, "error", err)
		}
		m.load(list)
	}
	return m
}

// rows takes all that the journal does not have yet.
func (t *atlas) rows() []Memory {
	t.mu.Lock()
	defer t.mu.Unlock()
	names := make([]string, 0, len(t.worlds))
	for w := range t.worlds {
		names = append(names, w)
	}
	slices.Sort(names)
	var rows []Memory
	for _, w := range names {
		rows = append(rows, t.worlds[w].rows(w)...)
	}
	return rows
}

// again keeps rows for the next commit.
func (t *atlas) again(rows []Memory) {
	for i := range rows {
		t.of(rows[i].World).again(rows[i : i+1])
	}
}

// nameOf is the name that a world is remembered by, empty for none.
func nameOf(s *game.State) string {
	if w := worldID(s); len(w) <= longestWorld {
		return w
	}
	return ""
}

// memory is what is remembered of the world that a state is of. A world without
// a name is remembered for the task alone.
func (a *agent) memory(r *run, s *game.State) *landmarks {
	if w := nameOf(s); w != "" {
		return a.o.atlas.of(w)
	}
	if r != nil {
		return r.places
	}
	return nil
}

// watch looks through the body's reports until ctx ends: what it passes on the
// way is seen in no outcome.
func (a *agent) watch(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	seen := uint64(0)
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		body := a.current()
		if body == nil {
			continue
		}
		if snap := body.Snapshot(); snap.Seq != seen {
			seen = snap.Seq
			a.mu.Lock()
			r := a.cur
			a.mu.Unlock()
			a.look(r, &snap.State, snap.At)
		}
	}
}

// look takes in one report.
func (a *agent) look(r *run, s *game.State, at time.Time) {
	if !s.InWorld() || s.Position == nil {
		return
	}
	m := a.memory(r, s)
	if m == nil {
		return
	}
	if s.Health != nil && *s.Health <= 0 {
		m.died(s, at)
		return
	}
	a.mu.Lock()
	a.stood = s
	a.mu.Unlock()
	m.see(s, at)
}

// known is what is remembered around the body, for its planner.
func (a *agent) known(r *run, s *game.State) []game.Landmark {
	a.look(r, s, time.Now())
	return a.memory(r, s).known(game.Name(s.Dimension), s.Position)
}
