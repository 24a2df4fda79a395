// SPDX-License-Identifier: MIT

package ui

import (
	"cmp"
	"context"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/ui/view"
)

// Helpers brings bots into worlds. Its methods may be called from any goroutine.
type Helpers interface {
	// Join begins to bring a helper into a world and returns at once.
	Join(ctx context.Context, p view.JoinWorld) (view.Helper, error)
	// Leave sends the helper of that body away and returns when it has gone.
	Leave(instance string) (view.Helper, error)
	// List returns all, by the ids of their bodies.
	List() []view.Helper
}

// errNoHelpers: this program brings nobody into a world.
var errNoHelpers = view.Refuse(
	view.CodeUnavailable,
	"this Minehand brings no helpers into worlds: start it with minehand serve, or run minehand body",
)

// HelperChanged tells clients what became of a helper, and of the task that waits for it to be in the game.
func (s *Service) HelperChanged(h view.Helper) {
	if h.State == view.HelperInstalling || h.State == view.HelperJoining {
		s.coming.Store(h.Instance, h)
	} else {
		s.coming.Delete(h.Instance)
	}
	s.hub.publish(view.Event{Kind: view.EventHelper, Body: h.Instance, Helper: &h})
	if now := s.tasks.atHand(h.Instance); now != nil && now.Waiting != "" {
		s.hub.publish(view.Event{Kind: view.EventTask, Body: h.Instance, TaskID: now.ID, Task: now})
	}
}

// joins says that the helper of a body is not in the game yet, what it tries, and that what waits
// goes on then; no message for another body.
func (s *Service) joins(body string) game.Message {
	of, ok := s.coming.Load(body)
	if !ok {
		return game.Message{}
	}
	h := of.(view.Helper)
	return game.Then(comes(&h), game.Say("wait.goes-on", "who", h.Name))
}

// comes says that a helper is not in the game yet, and what it tries.
func comes(h *view.Helper) game.Message {
	return game.Then(game.Say("wait.joins", "who", h.Name), h.Messages["says"].Or(game.TextOf(h.Says)))
}

// onItsWay is err, or where no body is connected of that id, or of none, that its helper is coming.
func (s *Service) onItsWay(id string, err error) error {
	s.coming.Range(func(body, of any) bool {
		h := of.(view.Helper)
		if mine := id == "" || id == body; mine && codeOf(err) == view.CodeNoBody {
			err = view.Refuse(view.CodeNoBody, "%s", messages.InEnglish(comes(&h)))
		}
		return true
	})
	return err
}

// helpers are those of this Minehand.
func (s *Service) helpers() []view.Helper {
	if s.cfg.Helpers == nil {
		return []view.Helper{}
	}
	return s.cfg.Helpers.List()
}

func joinWorld(ctx context.Context, x *exchange, p view.JoinWorld) (view.Helper, error) {
	if x.svc.cfg.Helpers == nil {
		return view.Helper{}, errNoHelpers
	}
	h, err := x.svc.cfg.Helpers.Join(ctx, p)
	if err == nil {
		x.choose(h.Instance, true)
	}
	return h, err
}

func leaveWorld(_ context.Context, x *exchange, p view.OfBody) (view.Helper, error) {
	if x.svc.cfg.Helpers == nil {
		return view.Helper{}, errNoHelpers
	}
	body := cmp.Or(p.Instance, x.active)
	return x.svc.cfg.Helpers.Leave(body)
}

func listHelpers(_ context.Context, x *exchange, _ view.Nothing) (view.Helpers, error) {
	return view.Helpers{Helpers: x.svc.helpers()}, nil
}
