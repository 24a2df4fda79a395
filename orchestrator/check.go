package orchestrator

import (
	"fmt"
	"strings"

	"github.com/minehand/minehand/game"
)

// progressOf is how far a check is: have of want.
type progressOf struct {
	have, want int
}

func (p progressOf) met() bool { return p.have >= p.want }

// unmet returns the checks that do not hold, by the goal table of
// docs/protocol: from the baseline, the current state and the results of the
// actions so far.
func unmet(checks []game.Check, base game.Baseline, now *game.State, history []game.Attempt) []string {
	var open []string
	for i := range checks {
		p := checkProgress(&checks[i], base, now, history)
		if p.met() {
			continue
		}
		words := checks[i].Describe()
		if p.want > 1 || p.have > 0 {
			words += fmt.Sprintf(" (%d so far)", max(p.have, 0))
		}
		open = append(open, words)
	}
	return open
}

// met is how far the checks are met together, for comparing two moments.
func met(checks []game.Check, base game.Baseline, now *game.State, history []game.Attempt) int {
	n := 0
	for i := range checks {
		p := checkProgress(&checks[i], base, now, history)
		n += min(p.have, p.want)
	}
	return n
}

func checkProgress(c *game.Check, base game.Baseline, now *game.State, history []game.Attempt) progressOf {
	want := max(c.Count, 1)
	switch c.Kind {
	case game.CheckHave:
		return progressOf{sumOf(c.Items, now), want}
	case game.CheckGain:
		n := sumOf(c.Items, now)
		for _, item := range c.Items {
			n -= base.Inventory[game.Name(item)]
		}
		return progressOf{n, want}
	case game.CheckAt:
		return flag(isAt(c, now))
	case game.CheckSaid:
		return flag(count(history, game.Chat, func(a *game.Attempt) int {
			return one(a.Step.Action.Message == c.Text)
		}) > 0)
	case game.CheckAte:
		return flag(ate(base, now, history))
	case game.CheckEquipped:
		return flag(equipped(c, now, history))
	case game.CheckBuilt, game.CheckPlaced:
		return progressOf{placed(c.Items, history), want}
	case game.CheckStored:
		return progressOf{stored(c, history), want}
	case game.CheckWithdrawn:
		return progressOf{count(history, game.Withdraw, func(a *game.Attempt) int {
			return moved(a, c, 1)
		}), want}
	case game.CheckGiven:
		given := count(history, game.Drop, func(a *game.Attempt) int {
			if c.To != "" && !strings.EqualFold(a.Step.Action.To, c.To) {
				return 0
			}
			return moved(a, c, -1)
		})
		if c.At != nil {
			given += stored(c, history)
		}
		return progressOf{given, want}
	case game.CheckKilled:
		return progressOf{killed(c.Target, history), want}
	case game.CheckDone:
		return progressOf{count(history, c.Action, func(a *game.Attempt) int {
			if c.Target != "" && a.Step.Action.Subject() != c.Target {
				return 0
			}
			return a.Step.Action.Count()
		}), want}
	}
	return progressOf{0, want}
}

func flag(ok bool) progressOf { return progressOf{one(ok), 1} }

func one(ok bool) int {
	if ok {
		return 1
	}
	return 0
}

// succeeded: the action counts as evidence.
func succeeded(v game.Verdict) bool { return v == game.Confirmed || v == game.Claimed }

// count adds up f over the successful actions of a kind.
func count(history []game.Attempt, k game.Kind, f func(*game.Attempt) int) int {
	n := 0
	for i := range history {
		if a := &history[i]; a.Step.Action.Kind == k && succeeded(a.Verdict) {
			n += f(a)
		}
	}
	return n
}

func isAt(c *game.Check, now *game.State) bool {
	if c.At == nil || now.Position == nil {
		return false
	}
	if c.At.Dimension != "" && now.Dimension != "" && game.Name(now.Dimension) != c.At.Dimension {
		return false
	}
	reach := c.Range
	if reach <= 0 {
		reach = game.GotoRange
	}
	return within(*now.Position, *c.At, reach)
}

// fullHunger is a full hunger bar.
const fullHunger = 20

func ate(base game.Baseline, now *game.State, history []game.Attempt) bool {
	if now.Hunger == nil {
		return count(history, game.Consume, func(*game.Attempt) int { return 1 }) > 0
	}
	return *now.Hunger >= fullHunger || base.Hunger != nil && *now.Hunger > *base.Hunger
}

// slotNumbers are the inventory slots of equipment, by name.
var slotNumbers = map[string]int{"feet": 36, "legs": 37, "torso": 38, "head": 39, "off_hand": game.SlotOffhand}

func equipped(c *game.Check, now *game.State, history []game.Attempt) bool {
	holds := func(item string) bool {
		if item == "" {
			return false
		}
		for _, want := range c.Items {
			if game.Name(item) == game.Name(want) {
				return true
			}
		}
		return false
	}
	if (c.Slot == "" || c.Slot == "hand") && holds(now.HeldItem) {
		return true
	}
	for _, s := range now.Inventory {
		if s.Slot < game.SlotsMain || !holds(s.Item) {
			continue
		}
		if n, named := slotNumbers[c.Slot]; !named && c.Slot == "" || named && n == s.Slot {
			return true
		}
	}
	if c.Slot != "hand" && c.Slot != "off_hand" {
		for _, worn := range now.Armor {
			if holds(worn) {
				return true
			}
		}
	}
	if now.HeldItem != "" && (c.Slot == "" || c.Slot == "hand") {
		return false
	}
	// A body that does not report its hands: its word counts.
	return (c.Slot == "" || c.Slot == "hand") && count(history, game.Equip, func(a *game.Attempt) int {
		return one(holds(a.Step.Action.Item))
	}) > 0
}

// placed counts the blocks that results say were placed: of the items, or of
// any when none are named. A place named twice counts once.
func placed(items []string, history []game.Attempt) int {
	wanted := func(block string) bool {
		if len(items) == 0 {
			return true
		}
		for _, item := range items {
			if game.Name(item) == block {
				return true
			}
		}
		return false
	}
	type spot struct{ x, y, z int }
	seen := make(map[spot]bool)
	elsewhere := 0
	for i := range history {
		a := &history[i]
		act := &a.Step.Action
		switch act.Kind {
		case game.Place:
			if !succeeded(a.Verdict) || !wanted(act.Block) {
				continue
			}
			if act.At == nil {
				elsewhere++
			} else {
				seen[spot{act.At.X, act.At.Y, act.At.Z}] = true
			}
		case game.Build:
			n := 0
			if r := a.Outcome.Result; r != nil && r.Placed != nil {
				n = min(*r.Placed, len(act.Edits))
			} else if succeeded(a.Verdict) {
				n = len(act.Edits)
			}
			for _, e := range act.Edits[:max(n, 0)] {
				if wanted(e.Block) {
					seen[spot{e.X, e.Y, e.Z}] = true
				}
			}
		}
	}
	return len(seen) + elsewhere
}

// stored is what the container at c.At holds of the items: the contents that
// the last result told, else what was put in. Without a place it is what was put
// into any.
func stored(c *game.Check, history []game.Attempt) int {
	n := 0
	for i := range history {
		a := &history[i]
		act := &a.Step.Action
		if act.Kind != game.Deposit && act.Kind != game.Withdraw || c.At != nil && !samePlace(act.At, c.At) || !succeeded(a.Verdict) {
			continue
		}
		if r := a.Outcome.Result; c.At != nil && r != nil && r.Contents != nil {
			n = 0
			for _, s := range r.Contents {
				for _, item := range c.Items {
					if game.Name(item) == s.Item {
						n += s.Count
					}
				}
			}
			continue
		}
		if act.Kind == game.Deposit {
			n += moved(a, c, -1)
		} else {
			n -= moved(a, c, 1)
		}
	}
	return n
}

// moved is how many of the check's items an action moved: by its delta with
// the sign, else by its quantity.
func moved(a *game.Attempt, c *game.Check, sign int) int {
	act := &a.Step.Action
	if c.At != nil && act.At != nil && !samePlace(act.At, c.At) {
		return 0
	}
	for _, item := range c.Items {
		if game.Name(item) != act.Item {
			continue
		}
		if r := a.Outcome.Result; r != nil && r.Delta != nil {
			return max(sign*r.Delta[act.Item], 0)
		}
		return act.Count()
	}
	return 0
}

func samePlace(a, b *game.Pos) bool {
	return a == nil && b == nil || a != nil && b != nil && a.X == b.X && a.Y == b.Y && a.Z == b.Z
}

// killed counts mobs by results; a failed fight counts what it killed.
func killed(target string, history []game.Attempt) int {
	n := 0
	for i := range history {
		a := &history[i]
		if a.Step.Action.Kind != game.Attack || a.Step.Action.Target != target {
			continue
		}
		if r := a.Outcome.Result; r != nil && r.Killed != nil {
			n += *r.Killed
		} else if succeeded(a.Verdict) {
			n += a.Step.Action.Count()
		}
	}
	return n
}
