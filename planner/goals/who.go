// SPDX-License-Identifier: MIT

package goals

import (
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
)

// who names the player that a goal means. Nobody is "me" because they are in sight.
func (d *drafter) who(g Goal) (string, error) {
	if g.To != "me" {
		return g.To, nil
	}
	if me := d.Request.Me(); me != "" {
		return me, nil
	}
	if d.alone() {
		return "", impossible("impossible.alone-me")
	}
	named := strings.Replace(g.Words(), " me", " Steve", 1)
	if d.Request.Body.ID == "" { // asked apart from any body
		return "", book.BadQuestion("there is no player here who could be meant by \"me\"; name the player: %q", named)
	}
	return "", impossible(game.AsksWho, "goal", named)
}
