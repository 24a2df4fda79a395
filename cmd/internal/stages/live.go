// SPDX-License-Identifier: MIT

package stages

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/missions"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// Live launches nothing: it plays in a body of the Minehand that runs.
type Live struct {
	Port     int
	Token    string
	Instance string
}

// skip is why a live body does not play a mission.
func skip(format string, args ...any) error {
	return &missions.SkipError{Why: fmt.Sprintf(format, args...)}
}

// fitsLive skips what needs a server or a world of its own.
func fitsLive(s *missions.Setup) error {
	switch {
	case s.Faults != "":
		return skip("a live body cannot be told to go wrong")
	case s.Replies != nil:
		return skip("replies are for a server of the mission's own")
	case s.Start.At != nil:
		return skip("a live body cannot be put to another place")
	}
	for _, path := range []string{"actions", "chat", "planner.agent_calls", "planner.agent_tokens"} {
		section, key, nested := strings.Cut(path, ".")
		inner, _ := s.Config[section].(map[string]any)
		if inner[key] != nil || !nested && s.Config[section] != nil {
			return skip("the server that runs cannot be given other settings (%s)", path)
		}
	}
	return nil
}

// Launch implements missions.Launcher. What a live body cannot be given is a
// *missions.SkipError.
func (l Live) Launch(ctx context.Context, s missions.Setup) (missions.Stage, error) {
	if err := fitsLive(&s); err != nil {
		return nil, err
	}
	c, err := l.Connect(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = c.Close() }()
	held, err := c.GetInventory(ctx, view.OfBody{Instance: l.Instance})
	if err != nil {
		return nil, err
	}
	for _, item := range slices.Sorted(maps.Keys(s.Start.Inventory)) {
		if want, have := s.Start.Inventory[item], held.Counts[game.Name(item)]; have < want {
			return nil, skip("it begins with %s, and the live body holds %d", game.Counted(want, item), have)
		}
	}
	return &live{l}, nil
}

// Connect returns a new client.
func (l Live) Connect(ctx context.Context) (*client.Client, error) {
	return client.Dial(ctx, l.Port, l.Token)
}

type live struct{ Live }

func (l *live) World() missions.LiveWorld { return nil }
func (l *live) Body() string              { return l.Instance }

var errLive = errors.New("the Minehand that runs is not killed for a mission")

func (l *live) Kill(context.Context) error   { return errLive }
func (l *live) Revive(context.Context) error { return errLive }
func (l *live) Close() error                 { return nil }
