// SPDX-License-Identifier: MIT

package planner_test

import (
	"context"
	"errors"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner"
)

// "Me" is who speaks, else the body's owner; nobody is taken for them because they are in sight.
func TestMeIsWhoSpeaks(t *testing.T) {
	seen := &game.Nearby{Players: []game.Sight{{Name: "Stranger", X: 3, Y: 64, Distance: 3}}}
	for _, goal := range []string{"bring me 3 dirt", "come here", "follow me", "guard me for 1 minute", "bring mir 3 Erde", "folge mir", "跟着我"} {
		for _, c := range []struct{ speaker, owner, want string }{
			{"Bob", "Alex", "Bob"}, {"", "Alex", "Alex"}, {"", "", ""},
		} {
			body := v2Body("1.21.5")
			body.Owner = c.owner
			state := holding("dirt=3")
			state.Nearby = seen
			p, err := planner.NewBuiltin(planner.Config{}).Plan(context.Background(),
				game.Request{Goal: goal, Body: body, State: state, Settings: game.Settings{Speaker: c.speaker}})
			if no := (*game.ImpossibleError)(nil); c.want == "" {
				if !errors.As(err, &no) || no.Why.Code != game.AsksWho {
					t.Errorf("%q, with nobody known: %v, %v", goal, described(p), err)
				}
				continue
			}
			if err != nil || len(p.Steps) == 0 {
				t.Errorf("%q: %v", goal, err)
				continue
			}
			if a := p.Steps[len(p.Steps)-1].Action; a.To != c.want && a.Target != c.want {
				t.Errorf("%q by %q of %q's: %+v", goal, c.speaker, c.owner, a)
			}
		}
	}
}
