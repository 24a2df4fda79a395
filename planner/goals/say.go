// SPDX-License-Identifier: MIT

package goals

import "github.com/minehand/minehand/game"

func sayRow() Frame {
	return Frame{
		Kind: Say, Grade: game.Told,
		Met: "it was said once", Examples: []string{"say hello"},
		draft:   (*drafter).partSay,
		product: nothing,
		slots:   "text:text | quoted:quote hearer:player greeted:player", spoken: (*speech).says,
	}
}

func (d *drafter) partSay(p *part) error {
	p.checks = []game.Check{{Kind: game.CheckSaid, Text: p.goal.Text}}
	if !d.Said(p.goal.Text) {
		p.do(game.Action{Kind: game.Chat, Message: p.goal.Text})
	}
	return nil
}
