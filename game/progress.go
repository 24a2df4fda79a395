package game

import "fmt"

// Standing is how far a clause is proven.
type Standing struct {
	// Have and Want count units over all proofs; a proof counts no more than it
	// wants.
	Have, Want int
	// Grade is how it is known, the least sure of its proofs; empty while it is not
	// met.
	Grade Grade
	// Open are the proofs that do not hold, with how far they are.
	Open []Shortfall
}

// Shortfall is a condition that does not hold: Have of Want.
type Shortfall struct {
	Check      Check
	Have, Want int
}

// String is what is missing, as words: "3 diamonds held (1 so far)".
func (s Shortfall) String() string {
	if s.Want > 1 || s.Have > 0 {
		return fmt.Sprintf("%s (%d so far)", s.Check.Describe(), max(s.Have, 0))
	}
	return s.Check.Describe()
}

// Met reports whether every proof holds, surely or not. What has none is never
// met.
func (s *Standing) Met() bool { return s.Want > 0 && len(s.Open) == 0 }

// Progress is how far a clause is proven by a state and what actions counted for
// it. It is the only place where that is decided, by the goal table of
// docs/protocol.
func Progress(c *Clause, now *State, credits *Credits) Standing {
	var s Standing
	for i := range c.Proofs {
		p := &c.Proofs[i]
		s.add(&p.Check, p.Grade, now, credits)
	}
	return s
}

// Progress is how far the goal is met by a state and all that its task's actions
// count for: its clauses one by one, and all in all.
func (g *Goal) Progress(now *State, credits *Credits) (clauses []Standing, all Standing) {
	shares := Share(g.Clauses, credits.List)
	clauses = make([]Standing, len(g.Clauses))
	for i := range g.Clauses {
		clauses[i] = Progress(&g.Clauses[i], now, &Credits{Base: credits.Base, List: shares[i]})
		all.join(&clauses[i])
	}
	for i := range g.Conditions {
		c := &g.Conditions[i]
		all.add(c, c.grade(), now, credits)
	}
	return clauses, all
}

// join adds a clause to the goal that it belongs to. A clause without proofs is
// carried out as far as anyone says.
func (s *Standing) join(c *Standing) {
	s.Have += c.Have
	s.Want += c.Want
	s.Open = append(s.Open, c.Open...)
	grade := c.Grade
	if c.Want == 0 {
		grade = Unshown
	}
	if s.Grade = worse(s.Grade, grade); len(s.Open) > 0 {
		s.Grade = ""
	}
}

func (s *Standing) add(c *Check, asked Grade, now *State, credits *Credits) {
	want := max(c.Count, 1)
	switch c.Kind { //nolint:exhaustive // the others want as many as they count
	case CheckSaid, CheckAt, CheckAte, CheckEquipped:
		want = 1
	}
	have, known := c.progress(now, credits)
	s.Have += max(min(have, want), 0)
	s.Want += want
	if have < want {
		s.Open = append(s.Open, Shortfall{*c, have, want})
	}
	if known == Told && asked == Seen {
		known = Unshown
	}
	if s.Grade = worse(s.Grade, known); len(s.Open) > 0 {
		s.Grade = ""
	}
}

// worse is the less sure of two grades; the empty one counts for nothing.
func worse(a, b Grade) Grade {
	order := map[Grade]int{"": 0, Seen: 1, Told: 2, Unshown: 3}
	if order[b] > order[a] {
		return b
	}
	return a
}

// progress is how many of what a check wants there are, and how that is known.
func (c *Check) progress(now *State, credits *Credits) (int, Grade) {
	switch c.Kind {
	case CheckHave:
		return c.held(now), Seen
	case CheckGain:
		n := c.held(now)
		for _, item := range c.Items {
			n -= credits.Base.Inventory[Name(item)]
		}
		return n, Seen
	case CheckAt:
		return when(c.isAt(now), 1), Seen
	case CheckAte:
		if now.Hunger == nil {
			return c.counted(credits.List)
		}
		base := credits.Base.Hunger
		return when(*now.Hunger >= fullHunger || base != nil && *now.Hunger > *base, 1), Seen
	case CheckEquipped:
		return c.equipped(now, credits.List)
	case CheckStored:
		return c.stored(credits.List)
	case CheckGiven:
		n, known := c.counted(drops(credits.List))
		if c.At != nil {
			more, told := c.stored(credits.List)
			n, known = n+more, worse(known, told)
		}
		return n, known
	case CheckSaid, CheckBuilt, CheckPlaced, CheckWithdrawn, CheckKilled, CheckDone:
		return c.counted(credits.List)
	}
	return 0, Unshown
}

// held is how many of the items an inventory holds, over all slots.
func (c *Check) held(now *State) int {
	n := 0
	for _, item := range c.Items {
		n += now.Count(item)
	}
	return n
}

// counted adds up the units of the credits.
func (c *Check) counted(list []Credit) (n int, known Grade) {
	for i := range list {
		if units := c.counts(&list[i]); units > 0 {
			n += units
			known = worse(known, list[i].Grade)
		}
	}
	return n, known
}

func drops(list []Credit) []Credit {
	var out []Credit
	for i := range list {
		if list[i].Kind == Drop {
			out = append(out, list[i])
		}
	}
	return out
}

// stored is what the container of the check holds of the items: the contents
// that were told last and what was moved since, else what was put in.
func (c *Check) stored(list []Credit) (n int, known Grade) {
	for i := range list {
		k := &list[i]
		if !c.container(k) {
			continue
		}
		switch {
		case c.At != nil && k.Contents != nil:
			n = 0
			for _, item := range c.Items {
				n += k.Contents[Name(item)]
			}
		case !c.is(k.Subject):
			continue
		case k.Kind == Deposit:
			n += k.Units
		default:
			n -= k.Units
		}
		known = worse(known, k.Grade)
	}
	return n, known
}

// GotoRange is how near a goto goal must come, in blocks, when nothing else is
// said.
const GotoRange = 2

func (c *Check) isAt(now *State) bool {
	if c.At == nil || now.Position == nil {
		return false
	}
	if c.At.Dimension != "" && now.Dimension != "" && Name(now.Dimension) != c.At.Dimension {
		return false
	}
	reach := c.Range
	if reach <= 0 {
		reach = GotoRange
	}
	return now.Position.Within(*c.At, reach)
}

// fullHunger is a full hunger bar.
const fullHunger = 20

// slotNumbers are the inventory slots of equipment, by name.
var slotNumbers = map[string]int{"feet": 36, "legs": 37, "torso": 38, "head": 39, "off_hand": SlotOffhand}

func (c *Check) equipped(now *State, list []Credit) (int, Grade) {
	hand := c.Slot == "" || c.Slot == "hand"
	if hand && now.HeldItem != "" && c.is(now.HeldItem) {
		return 1, Seen
	}
	for _, s := range now.Inventory {
		if s.Slot < SlotsMain || !c.is(s.Item) {
			continue
		}
		if n, named := slotNumbers[c.Slot]; !named && c.Slot == "" || named && n == s.Slot {
			return 1, Seen
		}
	}
	if c.Slot != "hand" && c.Slot != "off_hand" {
		for _, worn := range now.Armor {
			if worn != "" && c.is(worn) {
				return 1, Seen
			}
		}
	}
	if now.HeldItem != "" || !hand {
		return 0, ""
	}
	n, known := c.counted(list) // a body that does not report its hands: its word counts
	return min(n, 1), known
}
