package planner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/goalread"
	"github.com/minehand/minehand/planner/techtree"
)

func (d *Desk) partWalk(p *part) error {
	g := p.goal
	kind := game.Goto
	if g.Kind == goalread.Follow {
		kind = game.Follow
	}
	if err := d.require(g, kind); err != nil {
		return err
	}
	if g.Flat {
		d.walkFlat(p)
		return nil
	}
	if dimensions[g.To] != "" {
		return d.enterDimension(p)
	}
	if g.At != nil {
		at := *g.At
		p.checks = []game.Check{{Kind: game.CheckAt, At: &at, Range: game.GotoRange}}
		p.steps = []game.Step{{Action: game.Action{Kind: game.Goto, At: &at}}}
		return nil
	}
	who, err := d.who(g)
	if err != nil {
		return err
	}
	if kind == game.Goto && !d.req.Body.CanField(game.Goto, "target") {
		return &game.ImpossibleError{Reason: "This body walks to coordinates only; say where, for example \"go to 100 64 -20\""}
	}
	p.checks = []game.Check{{Kind: game.CheckDone, Action: kind, Target: who, Count: 1}}
	if d.did(kind, who) == 0 {
		p.steps = []game.Step{{Action: game.Action{Kind: kind, Target: who, Seconds: g.Seconds}}}
	}
	return nil
}

// who names the player that a goal means; "me" is the body's owner.
func (d *Desk) who(g goalread.Goal) (string, error) {
	if g.To != "me" {
		return g.To, nil
	}
	if o := d.req.Body.Owner; o != "" {
		return o, nil
	}
	if n := d.req.State.Nearby; n != nil && len(n.Players) == 1 {
		return n.Players[0].Name, nil
	}
	named := strings.Replace(g.Words(), " me", " Steve", 1)
	if d.req.Body.ID == "" { // asked apart from any body
		return "", badQuestion("there is no player here who could be meant by \"me\"; name the player: %q", named)
	}
	return "", &game.ImpossibleError{Reason: fmt.Sprintf("Nobody told this body who its owner is; name the player: %q", named)}
}

// present refuses a gift in a world that the body has to itself, and tells the
// player of one for somebody who is not in view.
func (d *Desk) present(to string) error {
	st := &d.req.State
	var players []game.Sight
	if st.Nearby != nil {
		players = st.Nearby.Players
	}
	if slices.ContainsFunc(players, func(s game.Sight) bool { return strings.EqualFold(s.Name, to) }) {
		return nil
	}
	if st.World != nil && st.World.Kind == "singleplayer" && len(players) == 0 {
		return &game.ImpossibleError{Reason: fmt.Sprintf("Nobody else is in this world, so nothing can be given to %s; say \"drop\" to throw it down", to)}
	}
	if players != nil {
		d.notice(fmt.Sprintf("%s is not in view; the gift can be handed over only when %s is near.", to, to))
	}
	return nil
}

func (d *Desk) partSay(p *part) {
	p.checks = []game.Check{{Kind: game.CheckSaid, Text: p.goal.Text}}
	for _, h := range d.req.History {
		if h.Step.Action.Kind == game.Chat && h.Step.Action.Message == p.goal.Text && (h.Verdict == game.Confirmed || h.Verdict == game.Claimed) {
			return
		}
	}
	p.steps = []game.Step{{Action: game.Action{Kind: game.Chat, Message: p.goal.Text}}}
}

func (d *Desk) partEquip(p *part) error {
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
		if d.req.State.Count(i) > 0 {
			item = i // the last that is held is the best of a group
		}
	}
	slot := slotOf(item)
	p.holds = true
	p.checks = []game.Check{{Kind: game.CheckEquipped, Items: g.Items, Slot: slot}}
	p.wants = []techtree.Want{{Items: []string{item}, Count: 1}}
	if !d.worn(g.Items, slot) {
		p.steps = []game.Step{{Action: game.Action{Kind: game.Equip, Item: item, Slot: slot}}}
	}
	return nil
}

// worn says that the slot shows one of the items.
func (d *Desk) worn(items []string, slot string) bool {
	if slot == "hand" {
		return slices.Contains(items, game.Name(d.req.State.HeldItem))
	}
	numbers := map[string]int{"feet": 36, "legs": 37, "torso": 38, "head": 39, "off_hand": game.SlotOffhand}
	return slices.ContainsFunc(d.req.State.Inventory, func(s game.Stack) bool {
		return s.Slot == numbers[slot] && slices.Contains(items, game.Name(s.Item))
	})
}

// slotOf is where an item is worn, the hand for what is not worn.
func slotOf(item string) string {
	switch {
	case strings.HasSuffix(item, "_helmet"), strings.HasSuffix(item, "_head"), strings.HasSuffix(item, "_skull"), item == "carved_pumpkin":
		return "head"
	case strings.HasSuffix(item, "_chestplate"), item == "elytra":
		return "torso"
	case strings.HasSuffix(item, "_leggings"):
		return "legs"
	case strings.HasSuffix(item, "_boots"):
		return "feet"
	case item == "shield":
		return "off_hand"
	}
	return "hand"
}

func (d *Desk) partPlace(p *part) error {
	g := p.goal
	if err := d.require(g, game.Place); err != nil {
		return err
	}
	item := d.heldOf(g.Items)
	it, ok := d.rules.version.Item(item)
	if !ok || it.Block == "" {
		return &game.ImpossibleError{Reason: sentence(game.Display(item)) + " is no block that could be placed"}
	}
	p.checks = []game.Check{{Kind: game.CheckPlaced, Items: g.Items, Count: g.Count, At: g.At}}
	left := g.Count
	for _, i := range g.Items {
		left -= d.did(game.Place, i)
	}
	if left <= 0 {
		return nil
	}
	p.wants = []techtree.Want{{Items: []string{item}, Count: left}}
	for range left {
		a := game.Action{Kind: game.Place, Block: item}
		if g.At != nil {
			at := *g.At
			a.At = &at
		}
		p.steps = append(p.steps, game.Step{Action: a})
	}
	return nil
}

// heldOf is the most plentiful of some alternatives, else the first.
func (d *Desk) heldOf(items []string) string {
	best, most := items[0], 0
	for _, i := range items {
		if n := d.req.State.Count(i); n > most {
			best, most = i, n
		}
	}
	return best
}

func (d *Desk) partGive(p *part) error {
	g := p.goal
	if err := d.require(g, game.Drop); err != nil {
		return err
	}
	to := g.To
	if to != "" && (to != "me" || d.req.Body.ID != "") { // who asks apart from any body takes it where it lies
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
	item := d.heldOf(d.asDrops(g.Items))
	p.checks = []game.Check{{Kind: game.CheckGiven, Items: d.asDrops(g.Items), Count: g.Count, To: to}}
	if to == "" {
		p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Drop, Target: item, Count: g.Count}}
	}
	left := g.Count
	for _, i := range d.asDrops(g.Items) {
		left -= d.did(game.Drop, i)
	}
	if left > 0 {
		p.wants = []techtree.Want{{Items: []string{item}, Count: left}}
		p.steps = []game.Step{{Action: game.Action{Kind: game.Drop, Item: item, Quantity: left, To: to}}}
	}
	return nil
}

// partPlain is a goal that one action is.
func (d *Desk) partPlain(p *part) error {
	g := p.goal
	a := game.Action{Kind: game.Wait, Seconds: g.Seconds}
	switch g.Kind {
	case goalread.Interact:
		a = game.Action{Kind: game.Interact, Target: g.Items[0], At: g.At}
	case goalread.Find:
		a = game.Action{Kind: game.Explore, For: g.Name}
	}
	if err := d.require(g, a.Kind); err != nil {
		return err
	}
	p.checks = []game.Check{{Kind: game.CheckDone, Action: a.Kind, Target: a.Subject(), Count: 1}}
	if d.did(a.Kind, a.Subject()) == 0 {
		p.steps = []game.Step{{Action: a}}
	}
	return nil
}
