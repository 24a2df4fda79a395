// SPDX-License-Identifier: MIT

package app

import (
	"errors"
	"io/fs"
	"log/slog"
	"sync"

	"github.com/minehand/minehand/internal/wholefile"
	"github.com/minehand/minehand/orchestrator/crew"
)

// ownersFile, in the data folder, has the players whom bodies work for, by the bodies' ids.
const ownersFile = "owners.json"

// owners are the players whom bodies work for that name none when they register, as people
// said: it implements ui.Owners.
type owners struct {
	// path of the file; empty for nowhere.
	path string
	// members are the bodies that are one together, changed hears of a body whose owner is another.
	members func() []crew.Member
	changed func(body string)
	log     *slog.Logger

	mu sync.Mutex
	of map[string]string
}

func newOwners(path string, log *slog.Logger) *owners {
	o := &owners{path: path, log: log, of: map[string]string{}}
	if path == "" {
		return o
	}
	if err := wholefile.ReadJSON(path, &o.of); err != nil && !errors.Is(err, fs.ErrNotExist) {
		log.Warn("whom helpers work for is lost: they ask again", "file", path, "error", err)
	}
	return o
}

// Owner is the player whom a body works for; empty where nobody said.
func (o *owners) Owner(body string) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.of[body]
}

// SetOwner implements ui.Owners: what all are together works for whom each of them does.
func (o *owners) SetOwner(body, name string) {
	bodies := []string{body}
	if body == crew.Everyone {
		bodies = nil
		for _, m := range o.members() {
			bodies = append(bodies, m.Info.ID)
		}
	}
	o.set(bodies, name)
	for _, id := range bodies {
		o.changed(id)
	}
}

func (o *owners) set(bodies []string, name string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, id := range bodies {
		o.of[id] = name
	}
	if o.path == "" {
		return
	}
	if err := wholefile.WriteJSON(o.path, o.of, 0o600); err != nil {
		o.log.Warn("whom a helper works for will be asked again after a restart", "file", o.path, "error", err)
	}
}
