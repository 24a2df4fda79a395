package goals

import (
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/techtree"
)

func (d *drafter) partWalk(p *part) error {
	g := p.goal
	kind := game.Goto
	if g.Kind == Follow {
		kind = game.Follow
	}
	if err := d.require(g, kind); err != nil {
		return err
	}
	if dimensionNames[g.To] != "" {
		return d.enterDimension(p)
	}
	walk, err := d.walk(g, kind)
	switch {
	case err != nil:
		return err
	case g.Flat:
		d.walkFlat(p, walk)
		return nil
	case g.At != nil:
		p.checks = []game.Check{{Kind: game.CheckAt, At: walk.At, Range: game.GotoRange}}
		p.Steps = []game.Step{{Action: walk}}
		return nil
	}
	if kind == game.Goto && !d.Request.Body.CanField(game.Goto, "target") {
		return &game.ImpossibleError{Reason: "This body walks to coordinates only; say where, for example \"go to 100 64 -20\""}
	}
	p.checks = []game.Check{{Kind: game.CheckDone, Action: kind, Target: walk.Target, Count: 1}}
	if d.Did(kind, walk.Target) == 0 {
		p.Steps = []game.Step{{Action: walk}}
	}
	return nil
}

// walk is the action of a goal to go somewhere or to follow.
func (d *drafter) walk(g Goal, kind game.Kind) (game.Action, error) {
	if g.At == nil {
		who, err := d.who(g)
		return game.Action{Kind: kind, Target: who, Seconds: g.Seconds}, err
	}
	at := *g.At
	a := game.Action{Kind: kind, At: &at}
	if g.Flat {
		at.Y = seaLevel
		if b := d.Request.Baseline.At; b != nil {
			at.Y = b.Y
		}
		if d.Request.Body.CanField(game.Goto, "range") {
			a.Range = flatRange
		}
	}
	return a, nil
}

// afterWalk has a goal that names no place done where the walk before it in the
// sentence led, and keeps the walk for those behind it.
func (d *drafter) afterWalk(p *part) error {
	g := p.goal
	switch g.Kind {
	case Goto:
		d.there, d.flat = nil, g.Flat
		if dimensionNames[g.To] == "" {
			walk, err := d.walk(g, game.Goto)
			if err != nil {
				return err
			}
			d.there = &walk
		}
	case Follow:
		d.there = nil
	case Give:
		if g.To == "" {
			p.There = d.there
		}
	case Place, Plant, Till, Throw, Deposit, Interact, Sleep:
		if g.At == nil {
			p.There = d.there
		}
	default:
	}
	if len(p.Steps) > 0 && p.Steps[0].Action.Kind == game.Goto {
		p.There = nil
	}
	return nil
}

// arrived is where the walk before a goal led to; nil as long as that cannot be
// known, for the ground there was not seen.
func (d *drafter) arrived() *game.Pos {
	if d.there.At != nil && !d.flat {
		return d.there.At
	}
	if at := d.WentTo(d.there); at != nil || d.there.At == nil {
		return at
	}
	if b := d.Request.Baseline.At; b != nil && b.Center().Distance(d.there.At.Center()) <= flatRange {
		return b
	}
	if now := d.Request.State.Position; now != nil && now.Distance(d.there.At.Center()) <= flatRange {
		at := now.Feet()
		return &at
	}
	return nil
}

// who names the player that a goal means; "me" is the body's owner.
func (d *drafter) who(g Goal) (string, error) {
	if g.To != "me" {
		return g.To, nil
	}
	if o := d.Request.Body.Owner; o != "" {
		return o, nil
	}
	if n := d.Request.State.Nearby; n != nil && len(n.Players) == 1 {
		return n.Players[0].Name, nil
	}
	if d.alone() {
		return "", &game.ImpossibleError{Reason: "Nobody else is in this world, so nobody can be meant by \"me\""}
	}
	named := strings.Replace(g.Words(), " me", " Steve", 1)
	if d.Request.Body.ID == "" { // asked apart from any body
		return "", book.BadQuestion("there is no player here who could be meant by \"me\"; name the player: %q", named)
	}
	return "", &game.ImpossibleError{Reason: fmt.Sprintf("Nobody told this body who its owner is; name the player: %q", named)}
}

// alone says that the body has the world to itself, as far as it told.
func (d *drafter) alone() bool {
	st := &d.Request.State
	return st.World != nil && st.World.Kind == "singleplayer" && (st.Nearby == nil || len(st.Nearby.Players) == 0)
}

// present refuses a gift in a world that the body has to itself, and tells the
// player of one for somebody who is not in view.
func (d *drafter) present(to string) error {
	st := &d.Request.State
	var players []game.Sight
	if st.Nearby != nil {
		players = st.Nearby.Players
	}
	if slices.ContainsFunc(players, func(s game.Sight) bool { return strings.EqualFold(s.Name, to) }) {
		return nil
	}
	if d.alone() {
		return &game.ImpossibleError{Reason: fmt.Sprintf("Nobody else is in this world, so nothing can be given to %s; say \"drop\" to throw it down", to)}
	}
	if players != nil {
		d.notice(fmt.Sprintf("%s is not in view; the gift can be handed over only when %s is near.", to, to))
	}
	return nil
}

func (d *drafter) partSay(p *part) {
	p.checks = []game.Check{{Kind: game.CheckSaid, Text: p.goal.Text}}
	if d.Said(p.goal.Text) {
		return
	}
	p.Steps = []game.Step{{Action: game.Action{Kind: game.Chat, Message: p.goal.Text}}}
}

func (d *drafter) partEquip(p *part) error {
	g := p.goal
	if err := d.require(g, game.Equip); err != nil {
		return err
	}
	if g.All {
		return d.equipAll(p)
	}
	item := g.Items[0]
	if item == "pumpkin" {
		return &game.ImpossibleError{Reason: "A pumpkin must be carved before it is put on; say \"put on a carved pumpkin\""}
	}
	for _, i := range g.Items {
		if d.Request.State.Count(i) > 0 {
			item = i // the last that is held is the best of a group
		}
	}
	slot := d.Version.Slot(item)
	if other, ok := d.worn[slot]; ok && !slices.ContainsFunc(g.Items, func(i string) bool { return slices.Contains(other.Items, i) }) {
		how := "are worn in the same place; put on one of them"
		if slot == data.SlotHand {
			how = "cannot both be in hand at the end; hold one of them"
		}
		return &game.ImpossibleError{Reason: fmt.Sprintf("%s and %s %s", game.Sentence(game.Display(other.Name)), game.Display(g.Name), how)}
	}
	if d.worn == nil {
		d.worn = map[string]Goal{}
	}
	d.worn[slot] = g
	p.Holds = true
	p.checks = []game.Check{{Kind: game.CheckEquipped, Items: g.Items, Slot: slot}}
	p.Wants = []techtree.Want{{Items: []string{item}, Count: 1}}
	if !d.Wears(g.Items, slot) {
		p.Steps = []game.Step{{Action: game.Action{Kind: game.Equip, Item: item, Slot: slot}}}
	}
	return nil
}

func (d *drafter) partPlace(p *part) error {
	g := p.goal
	if err := d.require(g, game.Place); err != nil {
		return err
	}
	item := d.MostHeld(g.Items)
	it, ok := d.Version.Item(item)
	if !ok || it.Block == "" {
		return &game.ImpossibleError{Reason: game.Sentence(game.Display(item)) + " is no block that could be placed"}
	}
	p.checks = []game.Check{{Kind: game.CheckPlaced, Items: g.Items, Count: g.Count, At: g.At}}
	left := g.Count
	for _, i := range g.Items {
		left -= d.Did(game.Place, i)
	}
	if left <= 0 {
		return nil
	}
	p.Wants = []techtree.Want{{Items: []string{item}, Count: left}}
	for range left {
		a := game.Action{Kind: game.Place, Block: item}
		if g.At != nil {
			at := *g.At
			a.At = &at
		}
		p.Steps = append(p.Steps, game.Step{Action: a})
	}
	return nil
}

func (d *drafter) partGive(p *part) error {
	g := p.goal
	if err := d.require(g, game.Drop); err != nil {
		return err
	}
	to := g.To
	if to != "" && (to != "me" || d.Request.Body.ID != "") { // who asks apart from any body takes it where it lies
		var err error
		if to, err = d.who(g); err != nil {
			return err
		}
		if err := d.present(to); err != nil {
			return err
		}
	} else {
		to = ""
	}
	if g.All {
		return d.dropAll(p, to)
	}
	item := d.MostHeld(d.asDrops(g.Items))
	p.checks = []game.Check{{Kind: game.CheckGiven, Items: d.asDrops(g.Items), Count: g.Count, To: to}}
	if to == "" {
		p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Drop, Target: item, Count: g.Count}}
	}
	left := g.Count
	for _, i := range d.asDrops(g.Items) {
		left -= d.Did(game.Drop, i)
	}
	if left > 0 {
		p.Wants = []techtree.Want{{Items: []string{item}, Count: left}}
		p.Steps = []game.Step{{Action: game.Action{Kind: game.Drop, Item: item, Quantity: left, To: to}}}
	}
	return nil
}

// partPlain is a goal that one action is.
func (d *drafter) partPlain(p *part) error {
	g := p.goal
	a := game.Action{Kind: game.Wait, Seconds: g.Seconds}
	switch g.Kind {
	case Interact:
		a = game.Action{Kind: game.Interact, Target: g.Items[0], At: g.At}
	case Find:
		a = game.Action{Kind: game.Explore, For: g.Name}
	default:
	}
	if err := d.require(g, a.Kind); err != nil {
		return err
	}
	p.checks = []game.Check{{Kind: game.CheckDone, Action: a.Kind, Target: a.Subject(), Count: 1}}
	if d.Did(a.Kind, a.Subject()) == 0 {
		p.Steps = []game.Step{{Action: a}}
	}
	return nil
}
