// SPDX-License-Identifier: MIT

package chaos

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/cmd/internal/qa/testnet"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/planner"
)

// home is where a backend runs: a data folder that outlives its processes.
type home struct {
	t    *testing.T
	net  *testnet.Network
	root string
	dir  string
	// processes counts the starts.
	processes int
	backend   *app.Backend // nil while none runs
	// cfg is what each is started with.
	cfg app.BackendConfig
	// harm changes the data folder that a kill leaves, and returns whether it cut
	// something off; nil for a folder that is as it was left.
	harm func(dir string) (cut bool)
	// told are the sentences about what was damaged; silent: what was cut off left no
	// trace.
	told        journalTold
	cut, silent bool
	// slept is what the clock of the bridge jumped, in nanoseconds.
	slept atomic.Int64
}

// newHome starts a backend in a new data folder.
func newHome(t *testing.T) *home {
	root := t.TempDir()
	h := &home{t: t, net: &testnet.Network{}, root: root, dir: filepath.Join(root, "0")}
	h.cfg.Planner = planner.NewBuiltin(planner.Config{})
	h.start()
	return h
}

// start runs a new backend on what the last one left.
func (h *home) start() {
	h.t.Helper()
	h.processes++
	before := len(h.told.list())
	cfg := h.cfg
	cfg.Port, cfg.Listeners, cfg.DataDir, cfg.Log = testnet.Port, []net.Listener{h.net.Listen()}, h.dir, slog.New(&h.told)
	cfg.Now = func() time.Time { return time.Now().Add(time.Duration(h.slept.Load())) }
	b, err := app.Start(context.WithoutCancel(h.t.Context()), cfg)
	if err != nil {
		h.t.Fatalf("process %d: %v", h.processes, err)
	}
	h.backend = b
	h.silent = h.silent || h.cut && len(h.told.list()) == before
	h.cut = false
}

// close ends the backend as a person does.
func (h *home) close() {
	h.t.Helper()
	if h.backend == nil {
		return
	}
	if err := h.backend.Close(); err != nil {
		h.t.Errorf("close process %d: %v", h.processes, err)
	}
	h.net.Unlisten()
	h.backend = nil
}

// kill ends the backend as kill -9 does: its connections break, and the next
// process finds what was on disk at that moment.
func (h *home) kill() {
	h.t.Helper()
	if h.backend == nil {
		return
	}
	synctest.Wait() // nobody writes now
	next := filepath.Join(h.root, fmt.Sprint(h.processes))
	if err := copyData(h.dir, next); err != nil {
		h.t.Fatal(err)
	}
	h.net.Unlisten()
	if err := h.backend.Close(); err != nil {
		h.t.Errorf("close process %d: %v", h.processes, err)
	}
	h.backend, h.dir = nil, next
	if h.harm != nil {
		h.cut = h.harm(next)
	}
}

// journalTold is a log that keeps what is said of a damaged journal.
type journalTold struct {
	mu   sync.Mutex
	what []string
}

func (l *journalTold) Enabled(_ context.Context, level slog.Level) bool {
	return level >= slog.LevelError
}
func (l *journalTold) WithAttrs([]slog.Attr) slog.Handler { return l }
func (l *journalTold) WithGroup(string) slog.Handler      { return l }

func (l *journalTold) Handle(_ context.Context, r slog.Record) error {
	if r.Message == "the journal was damaged" {
		l.mu.Lock()
		defer l.mu.Unlock()
		r.Attrs(func(a slog.Attr) bool { l.what = append(l.what, a.Value.String()); return true })
	}
	return nil
}

// list are the sentences so far.
func (l *journalTold) list() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.what)
}

// lost reports whether it was said that a task is lost, or may be.
func (l *journalTold) lost(id string) bool {
	return slices.ContainsFunc(l.list(), func(s string) bool {
		return strings.Contains(s, "the task "+id+" is lost") || strings.Contains(s, "not known whose it was")
	})
}

// lostWithItsGoal is the end of a task of which the journal has nothing any more, and
// says so.
const lostWithItsGoal = "lost with its goal"

// copyData copies a data folder whose program does nothing just now.
func copyData(from, to string) error {
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if name := e.Name(); !strings.HasPrefix(name, "journal") && name != "kept.json" || name == "journal.lock" || name == "journal.pid" {
			continue // the lock is the process's own
		}
		data, err := os.ReadFile(filepath.Join(from, e.Name()))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, e.Name()), data, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// task is the task as the running backend knows it; ok is false while none
// runs.
func (h *home) task(id string) (rec orchestrator.Record, ok bool) {
	if h.backend == nil {
		return rec, false
	}
	rec, err := h.backend.Orchestrator.Task(h.t.Context(), id)
	if errors.Is(err, orchestrator.ErrNoTask) && (h.silent || h.told.lost(id)) {
		return orchestrator.Record{Task: orchestrator.Task{ID: id, State: orchestrator.StateStopped, Reason: lostWithItsGoal}}, true
	}
	if err != nil {
		h.t.Fatalf("the task %s is lost: %v", id, err)
	}
	return rec, true
}
