// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/internal/wholefile"
	"github.com/minehand/minehand/orchestrator/journal"
	"github.com/minehand/minehand/ui/view"
)

// threadsFile, in the data folder, has the names that people gave to threads.
const threadsFile = "threads.json"

// namedThread is a thread with its name, as the file has it.
type namedThread struct {
	Body  string `json:"body"`
	World string `json:"world,omitempty"`
	Name  string `json:"name"`
}

func (n *namedThread) of(body, world string) bool { return n.Body == body && n.World == world }

// threads are those of the history, with their names: it implements ui.Threads.
type threads struct {
	journal *journal.Journal
	log     *slog.Logger
	// path of the names; empty for nowhere.
	path string

	mu    sync.Mutex
	names []namedThread
}

func newThreads(j *journal.Journal, path string, log *slog.Logger) *threads {
	t := &threads{journal: j, path: path, log: log}
	if path == "" {
		return t
	}
	if err := wholefile.ReadJSON(path, &t.names); err != nil && !errors.Is(err, fs.ErrNotExist) {
		log.Warn("the names of talks are lost", "file", path, "error", err)
	}
	return t
}

// name gives a thread a name, or takes it back with an empty one; it writes only when that
// changes something.
func (t *threads) name(body, world, name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	was := len(t.names)
	t.names = slices.DeleteFunc(t.names, func(n namedThread) bool { return n.of(body, world) })
	if name != "" {
		t.names = append(t.names, namedThread{body, world, name})
	}
	if t.path == "" || name == "" && len(t.names) == was {
		return
	}
	if err := wholefile.WriteJSON(t.path, t.names, 0o600); err != nil {
		t.log.Warn("the name of a talk will be lost with a restart", "file", t.path, "error", err)
	}
}

func (t *threads) nameOf(body, world string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if i := slices.IndexFunc(t.names, func(n namedThread) bool { return n.of(body, world) }); i >= 0 {
		return t.names[i].Name
	}
	return ""
}

func (t *threads) shown(of *journal.Thread) view.Thread {
	v := view.Thread{Body: of.Body, World: of.World, Name: t.nameOf(of.Body, of.World), Tasks: len(of.Tasks)}
	for _, one := range of.Tasks {
		if !one.Ended {
			v.Open++
		}
	}
	if id, err := ulid.ParseStrict(of.Tasks[len(of.Tasks)-1].ID); err == nil {
		v.Last = time.UnixMilli(int64(id.Time()))
	}
	return v
}

// List implements ui.Threads.
func (t *threads) List(ctx context.Context) ([]view.Thread, error) {
	all, err := t.journal.Threads(ctx)
	list := lists.Of(all, t.shown)
	slices.SortStableFunc(list, func(a, b view.Thread) int { return b.Last.Compare(a.Last) })
	return list, err
}

func (t *threads) find(ctx context.Context, body, world string) (*journal.Thread, error) {
	all, err := t.journal.Threads(ctx)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if all[i].Body == body && all[i].World == world {
			return &all[i], nil
		}
	}
	return nil, &view.RefusedError{Code: view.CodeNothing, Sentence: "There is no such talk any more."}
}

// Rename implements ui.Threads.
func (t *threads) Rename(ctx context.Context, body, world, name string) (view.Thread, error) {
	of, err := t.find(ctx, body, world)
	if err != nil {
		return view.Thread{}, err
	}
	t.name(body, world, name)
	return t.shown(of), nil
}

// Delete implements ui.Threads.
func (t *threads) Delete(ctx context.Context, body, world string) ([]string, error) {
	of, err := t.find(ctx, body, world)
	if err != nil {
		return nil, err
	}
	ids := make([]string, 0, len(of.Tasks))
	for _, one := range of.Tasks {
		if !one.Ended {
			return nil, &view.RefusedError{
				Code: view.CodeConflict, Sentence: "A goal of this talk has not ended yet: stop it, or let go of what waits, and delete the talk then.",
			}
		}
		ids = append(ids, one.ID)
	}
	if err := t.journal.Forget(ctx, ids); err != nil {
		return nil, err
	}
	t.name(body, world, "")
	return ids, nil
}
