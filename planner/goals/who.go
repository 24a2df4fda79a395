// SPDX-License-Identifier: MIT

package goals

import (
	"strings"

	"github.com/minehand/minehand/planner/book"
)

// who names the player that a goal means; "me" is who asks in the game, else the body's owner.
func (d *drafter) who(g Goal) (string, error) {
	if g.To != "me" {
		return g.To, nil
	}
	if s := d.Request.Settings.Speaker; s != "" {
		return s, nil
	}
	if o := d.Request.Body.Owner; o != "" {
		return o, nil
	}
	if n := d.Request.State.Nearby; n != nil && len(n.Players) == 1 {
		return n.Players[0].Name, nil
	}
	if d.alone() {
		return "", impossible("impossible.alone-me")
	}
	named := strings.Replace(g.Words(), " me", " Steve", 1)
	if d.Request.Body.ID == "" { // asked apart from any body
		return "", book.BadQuestion("there is no player here who could be meant by \"me\"; name the player: %q", named)
	}
	return "", impossible("impossible.no-owner", "goal", named)
}
