// SPDX-License-Identifier: MIT

package goals

import "github.com/minehand/minehand/game"

func tillRow() Frame {
	return Frame{
		Kind: Till, Grade: game.Told,
		Met: "so many blocks were tilled", Examples: []string{"till 9 dirt"},
		draft: (*drafter).partTill, needs: []game.Kind{game.Till},
		there: true, product: nothing,
		slots: "soil:thing tool given | count:quantity", spoken: (*speech).tills,
	}
}

func (d *drafter) partTill(p *part) error {
	g := p.goal
	d.tilled += g.Count
	if d.times(p, game.Action{Kind: game.Till, Target: g.Name}, g.Count) > 0 {
		p.Tool(d.Version.ToolsOf("hoe"))
	}
	return nil
}
