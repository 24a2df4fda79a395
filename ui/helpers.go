// SPDX-License-Identifier: MIT

package ui

import (
	"cmp"
	"context"

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

// HelperChanged tells clients what became of a helper.
func (s *Service) HelperChanged(h view.Helper) {
	s.hub.publish(view.Event{Kind: view.EventHelper, Body: h.Instance, Helper: &h})
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
