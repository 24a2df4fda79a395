// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/internal/again"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
	"github.com/minehand/minehand/orchestrator/crew"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/view"
)

// bodies shows the bridge's sessions to the ui, from when they can be given
// goals.
type bodies struct {
	bridge *modbridge.Server
	// ours says, in a cluster, which bodies are this Minehand's; nil for all.
	ours func(id string) bool

	// crew is the body that all are together; not ok while there is none, nil without one.
	crew func() (ui.Body, bool)

	mu sync.Mutex
	// ready are the sessions that the orchestrator knows, by body.
	ready map[string]*modbridge.Session
	// came is when each of them came under its id, past are bodies that went away.
	came map[string]time.Time
	past map[string]departed
}

// add shows a session.
func (b *bodies) add(s *modbridge.Session) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sweep()
	if b.came == nil {
		b.came = map[string]time.Time{}
	}
	id, came := s.ID(), time.Now()
	if s.Resumed() { // it is who it was, here or at another Minehand, and not one that went after that
		came = b.past[id].came
	}
	b.ready[id], b.came[id] = s, came
	delete(b.past, id)
}

// await waits until a body can be given goals and has reported its state.
func (b *bodies) await(ctx context.Context, id string) error {
	var s *modbridge.Session
	err := again.Until(ctx, awaitEvery, func() (bool, error) {
		b.mu.Lock()
		defer b.mu.Unlock()
		s = b.ready[id]
		return s != nil, nil
	})
	if err != nil {
		return fmt.Errorf("%s did not register: %w", id, err)
	}
	_, err = s.Await(ctx, 0)
	return err
}

// awaitEvery is how often a body that is awaited is looked for.
const awaitEvery = 10 * time.Millisecond

// List returns every live session, by id, and what they are together.
func (b *bodies) List() []ui.Body {
	list := b.sessions()
	if b.crew != nil {
		if all, ok := b.crew(); ok {
			list = append(list, all)
		}
	}
	return list
}

// sessions returns every live session, by id.
func (b *bodies) sessions() []ui.Body {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sweep()
	list := make([]ui.Body, 0, len(b.ready))
	for _, s := range b.bridge.Sessions() {
		if v := bodyOf(s); b.ready[v.Info.ID] == s {
			list = append(list, v)
		}
	}
	return list
}

// Only is the id of the one body that is meant by who names none: the one live session,
// else the one that is in a world. Each call of a client asks for it. A body that lost its
// line and came back under a new id is not counted.
func (b *bodies) Only() (only string, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	there, playing := 0, 0
	for id, s := range b.ready {
		if now, there := b.bridge.Session(id); !there || now != s {
			continue
		}
		if _, again := b.successor(id); again {
			continue
		}
		snap := s.Snapshot()
		plays := snap.Seq > 0 && snap.State.InWorld()
		if plays {
			playing++
		}
		if there++; plays || playing == 0 {
			only = id
		}
		if playing > 1 {
			return "", false
		}
	}
	if there == 1 || playing == 1 {
		return only, true
	}
	return "", false
}

// Body returns the live session of that id.
func (b *bodies) Body(id string) (ui.Body, bool) {
	if id == crew.Everyone && b.crew != nil {
		return b.crew()
	}
	s, ok := b.bridge.Session(id)
	b.mu.Lock()
	defer b.mu.Unlock()
	if !ok || b.ready[id] != s {
		return ui.Body{}, false
	}
	return bodyOf(s), true
}

func bodyOf(s *modbridge.Session) ui.Body {
	b := ui.Body{Info: s.Info(), Link: s.Link(), Snapshot: s.Snapshot()}
	for _, c := range s.Commands() {
		v := view.Command{Name: c.Name, Description: c.Description, Source: view.SourceBody}
		if json.Unmarshal(c.Args, &v.Args) != nil || !slices.Contains(v.Args.Type.Values(), string(v.Args.Type)) {
			v.Args = view.Args{Type: view.ArgsOptional} // not told: whatever is typed is passed on
		}
		b.Commands = append(b.Commands, v)
	}
	return b
}

// run runs one of a body's own commands.
func (b *bodies) run(ctx context.Context, body, name, args string) (json.RawMessage, error) {
	s, ok := b.bridge.Session(body)
	if !ok {
		return nil, fmt.Errorf("%s is not connected", body)
	}
	ctx, cancel := context.WithTimeout(ctx, commandLimit)
	defer cancel()
	r, err := s.Run(ctx, wire.RunCommand{ID: ulid.Make().String(), Name: name, Args: args})
	if err == nil && !r.Success {
		err = fmt.Errorf("%s refused /%s: %s", body, name, game.Plain(r.Error))
	}
	return r.Data, err
}

// commandLimit is how long a body may take for a command of its own.
const commandLimit = time.Minute

// namesOf lists what has a name in the game of a body, for completions.
func namesOf(source string, body game.BodyInfo) []string {
	v, err := data.Load(body.Version)
	if err != nil {
		v, err = data.Load("")
	}
	if err != nil {
		return nil
	}
	v = v.With(body.Extra)
	var names []string
	if source == "items" {
		for _, it := range v.Items() {
			names = append(names, it.Name)
		}
		return names
	}
	if source != "mobs" {
		for _, b := range v.Blocks() {
			names = append(names, b.Name)
		}
	}
	if source != "blocks" {
		for _, m := range v.Mobs() {
			names = append(names, m.Name)
		}
	}
	return names
}
