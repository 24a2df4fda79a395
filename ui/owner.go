// SPDX-License-Identifier: MIT

package ui

import (
	"context"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

// Owners keeps whom bodies work for: the players that "me" means for who speaks outside the game.
// Its methods may be called from any goroutine.
type Owners interface {
	SetOwner(body, name string)
}

func setOwner(_ context.Context, x *exchange, p view.Owner) (view.Success, error) {
	body := x.whom(p.OfBody)
	switch {
	case x.svc.cfg.Owners == nil || body == "":
		return view.Success{}, ErrNoBody
	case !game.IsPlayerName(p.Name):
		return view.Success{}, view.Refuse(view.CodeInvalid, "%.40q is no player's name; names have 3 to 16 letters, digits and _", p.Name)
	}
	x.svc.cfg.Owners.SetOwner(body, p.Name)
	return view.Success{Success: true}, nil
}

// asksWho has a request wait for the name of its person, where it says "me" and nobody is known.
func (t *talking) asksWho(out *view.Talked) bool {
	r := out.Reading
	if r == nil || r.Messages["missing"].Code != game.AsksWho || t.svc.cfg.Owners == nil {
		return false
	}
	t.nameless, t.seen = true, []string{}
	if s := t.svc.stateOf(t.body); s != nil && s.Nearby != nil {
		for _, p := range s.Nearby.Players {
			t.seen = append(t.seen, p.Name)
		}
	}
	asks := []game.Message{game.Say("ask.who")}
	if len(t.seen) > 0 {
		asks = append(asks, game.Say("ask.who.seen", "names", strings.Join(t.seen, ", ")))
	}
	out.Say = t.words(asks...)
	t.asksFor(t.p.Accepted)
	return true
}

// namedIn is the player whom a text names in answer to the question who its person is; empty
// for a text that is something else.
func (x *exchange) namedIn(ctx context.Context, asked *Spoken, text, body string) string {
	if asked == nil || !asked.Who {
		return ""
	}
	whole, named := strings.Trim(text, " .!。"), game.PlayerNames(text)
	seen := slices.DeleteFunc(slices.Clone(asked.Choices), func(name string) bool {
		return !slices.ContainsFunc(named, func(n string) bool { return strings.EqualFold(n, name) })
	})
	if len(seen) == 1 && strings.EqualFold(seen[0], whole) {
		return seen[0]
	}
	r, err := x.svc.read(ctx, text, nil, body)
	switch {
	case err != nil || !r.Unreadable || r.Act != "":
		return ""
	case len(seen) == 1:
		return seen[0]
	case len(named) == 1 && named[0] == whole:
		return whole
	}
	return ""
}
