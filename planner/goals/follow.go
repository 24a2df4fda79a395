// SPDX-License-Identifier: MIT

package goals

import (
	"github.com/minehand/minehand/game"
)

func followRow() Frame {
	return Frame{
		Kind: Follow, Slots: []Slot{SlotPlayer, SlotTime}, Grade: game.Told,
		Words: words("follow, come with, stay with, stick with, come along with, keep following, accompany"), Met: "stopped, or the time is over", Examples: []string{"follow me for 2 minutes"},
		near: []string{"follow me"},
		read: (*parser).follow, draft: (*drafter).partWalk,
		product: nothing,
		spoken:  spokenFollow(),
	}
}

func (p *parser) follow() bool {
	p.skip("after", "to")
	if next := *p; next.skip("the player", "the user") && (next.ends() || next.peek() == "for") {
		p.at = next.at
		g := Goal{Kind: Follow, To: "me"}
		if s, ok := p.duration(); ok {
			g.Seconds = s
		}
		p.put(g)
		return true
	}
	to, ok := p.who()
	if !ok {
		return false
	}
	g := Goal{Kind: Follow, To: to}
	if p.skip("around", "everywhere you can", "everywhere i go", "everywhere he goes", "everywhere she goes", "everywhere they go", "everywhere", "wherever i go", "wherever he goes", "wherever she goes", "wherever they go") {
		p.skip("for me")
	}
	if p.peek() == "for" {
		if s, ok := p.duration(); ok {
			g.Seconds = s
		}
	}
	p.goals = append(p.goals, g)
	return true
}
