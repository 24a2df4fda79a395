// SPDX-License-Identifier: MIT

package game

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/minehand/minehand/internal/lists"
)

// Standing is how far a clause is proven.
type Standing struct {
	// Have and Want count units over all proofs that are Counted; one counts no more than it
	// wants.
	Have int `json:"have"`
	Want int `json:"want"`
	// Grade is how it is known, the least sure of its proofs; empty while it is not
	// met.
	Grade Grade `json:"grade,omitempty"`
	// Open are the proofs that do not hold, with how far they are.
	Open []Shortfall `json:"open,omitempty"`
	// Before: it held before anything began, and asked for nothing more.
	Before bool `json:"before,omitempty"`
	// At is where the thing of a search was found last; nil when nothing was, or no
	// body said where.
	At *Pos `json:"at,omitempty"`

	// came is how much came of each proof, also more than was wanted.
	came []int
}

// Shortfall is a condition that does not hold: Have of Want.
type Shortfall struct {
	Check Check `json:"check"`
	Have  int   `json:"have"`
	Want  int   `json:"want"`
}

// Proven is how far a clause was proven when its task ended, and what came of it in words;
// rows of earlier versions have the checks instead.
type Proven struct {
	Standing
	Shown Parts   `json:"shown,omitempty"`
	Came  []Check `json:"came,omitempty"`
}

// Proven is how far each clause is proven by a state and what actions counted for it,
// to be kept.
func (g *Goal) Proven(now *State, credits Credits) []Proven {
	clauses, _ := g.Progress(now, &credits)
	list := make([]Proven, len(clauses))
	for i, parts := range g.parts(clauses, now, &credits) {
		list[i] = Proven{Standing: clauses[i]}
		for k := range parts {
			list[i].Shown = append(list[i].Shown, parts[k].say(now, &credits.Base, false))
		}
		list[i].came = nil // Shown says it
	}
	return list
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
	return progress(c, now, &evidence{Credits: *credits})
}

// evidence is what one clause is judged by beside the state.
type evidence struct {
	Credits
	// later are what counts for the clauses after it: they may take of its things.
	later [][]Credit
	// promised is how many of a check's items other clauses are to gain; nil for none.
	promised func(*Check) int
	latched  bool
}

// taken adds up what of counts for each credit of a later clause.
func (e *evidence) taken(of func(*Credit) int) int {
	return lists.Sum(e.later, func(list *[]Credit) int { return lists.Sum(*list, of) })
}

func progress(c *Clause, now *State, e *evidence) Standing {
	var s Standing
	s.Before = len(c.Proofs) > 0
	for i := range c.Proofs {
		p := &c.Proofs[i]
		s.add(&p.Check, p.Grade, now, e)
		s.Before = s.Before && p.Kind == CheckHave && sumOf(p.Items, e.Base.Inventory) >= max(p.Count, 1)
	}
	return s
}

// sumOf adds up what a table has of each of some items.
func sumOf(items []string, of map[string]int) int {
	return lists.Sum(items, func(item *string) int { return of[Name(*item)] })
}

// Progress is how far the goal is met by a state and all that its task's actions
// count for: its clauses one by one, and all in all. What is to be held must be
// held now; what later clauses took of it, by their own things or as direct
// ingredients of their own item, counts.
func (g *Goal) Progress(now *State, credits *Credits) (clauses []Standing, all Standing) {
	shares := Share(g.Clauses, credits.List)
	clauses = make([]Standing, len(g.Clauses))
	for i := range g.Clauses {
		c := &g.Clauses[i]
		clauses[i] = progress(c, now, &evidence{
			Credits: Credits{Base: credits.Base, List: shares[i]}, later: shares[i+1:],
			promised: func(c *Check) int { return g.promised(i, c) }, latched: slices.Contains(credits.Latched, i),
		})
		all.join(&clauses[i])
		clauses[i].At = c.found(shares[i])
	}
	for i := range g.Conditions {
		c := &g.Conditions[i]
		all.add(c, c.grade(), now, &evidence{Credits: *credits})
	}
	if len(g.Clauses) == 0 {
		all.Grade = Unshown // a condition proves no clause
	}
	return clauses, all
}

// promised is how many of a check's items other clauses are to gain than the i-th: earlier ones
// of the same things, and any of fewer of them. Two of bread are no two of any food as well.
func (g *Goal) promised(i int, c *Check) (n int) {
	for j := range g.Clauses {
		for _, p := range g.Clauses[j].Proofs {
			counts := j != i && p.Kind == CheckGain && (j < i || len(p.Items) < len(c.Items))
			n += when(counts && !slices.ContainsFunc(p.Items, func(item string) bool { return !c.is(item) }), max(p.Count, 1))
		}
	}
	return n
}

// Latch are the clauses about a place that are met now for the first time, with
// all before them: having been there stays so, whatever comes later.
func (g *Goal) Latch(now *State, credits *Credits) []int {
	var list []int
	for i := range g.Clauses {
		if !g.Clauses[i].goes() || slices.Contains(credits.Latched, i) {
			continue
		}
		clauses, _ := g.Progress(now, credits)
		if clauses[i].Grade == Seen && !slices.ContainsFunc(clauses[:i+1], func(s Standing) bool { return len(s.Open) > 0 }) {
			list = append(list, i)
		}
	}
	return list
}

// Goes reports whether a clause is about being somewhere.
func (g *Goal) Goes() bool {
	return slices.ContainsFunc(g.Clauses, func(c Clause) bool { return c.goes() })
}

// goes reports whether the clause is about being somewhere.
func (c *Clause) goes() bool {
	return slices.ContainsFunc(c.Proofs, func(p Proof) bool { return p.Kind == CheckAt || p.walks() })
}

// walks reports whether the check is about a walk to a player or a thing.
func (c *Check) walks() bool {
	return c.Kind == CheckDone && c.Action == Goto && c.Target != ""
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

func (s *Standing) add(c *Check, asked Grade, now *State, e *evidence) {
	want := max(c.Count, 1)
	if slices.Contains([]CheckKind{CheckSaid, CheckAt, CheckEquipped}, c.Kind) {
		want = 1
	}
	have, known := c.progress(now, e, want)
	if c.Asked() {
		s.Have += max(min(have, want), 0)
		s.Want += want
	}
	s.came = append(s.came, have)
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
	if b.rank() > a.rank() {
		return b
	}
	return a
}

// rank orders the grades, the surest first.
func (g Grade) rank() int {
	return 1 + slices.Index([]Grade{Seen, Told, Unshown}, g)
}

// progress is how many of what a check wants there are, and how that is known.
func (c *Check) progress(now *State, e *evidence, want int) (int, Grade) {
	switch c.Kind {
	case CheckHave, CheckGain:
		if now.Inventory == nil { // no state shows what is held
			n, known := c.counted(e.List, want)
			return n, worse(known, Told)
		}
		n := now.countAny(c.Items) + c.spent(e)
		if c.Kind == CheckGain {
			if n -= sumOf(c.Items, e.Base.Inventory); e.promised != nil {
				n -= e.promised(c)
			}
		}
		return n, Seen
	case CheckAt:
		return when(e.latched || c.isAt(now), 1), Seen
	case CheckEquipped:
		return c.equipped(now, e.List)
	case CheckStored:
		n, known := c.stored(e.List)
		return n + e.taken(func(k *Credit) int { return when(k.Kind == Withdraw && c.reaches(k), k.Units) }), known
	case CheckGiven:
		n, known := c.counted(drops(e.List), want)
		if c.At != nil {
			more, told := c.stored(e.List)
			n, known = n+more, worse(known, told)
		}
		return n, known
	case CheckDone:
		n, known := c.counted(e.List, want)
		if c.walks() && n >= want && known == Told && (e.latched || now.beside(c.Target)) {
			known = Seen
		}
		return n, known
	case CheckAte, CheckSaid, CheckBuilt, CheckPlaced, CheckWithdrawn, CheckKilled, CheckUsed:
		return c.counted(e.List, want)
	}
	return 0, Unshown
}

// spent is how many fewer of the items there are by what later clauses took: what they made of
// one into another, as raw food into cooked, or took out and put back, is none.
func (c *Check) spent(e *evidence) int {
	return max(e.taken(func(k *Credit) int { return sumOf(c.Items, k.Used) - sumOf(c.Items, k.Gained) }), 0)
}

// counted adds up the units of the credits. How that is known is the worst of
// those that are needed.
func (c *Check) counted(list []Credit, want int) (n int, known Grade) {
	for _, grade := range [...]Grade{Seen, Told, Unshown} {
		for i := range list {
			if list[i].Grade != grade {
				continue
			}
			if units := c.counts(&list[i]); units > 0 {
				if n < want {
					known = worse(known, grade)
				}
				n += units
			}
		}
	}
	return n, known
}

func drops(list []Credit) []Credit {
	return slices.DeleteFunc(slices.Clone(list), func(k Credit) bool { return k.Kind != Drop })
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
		case c.At != nil && k.Contents != nil: // whatever was known before
			n, known = sumOf(c.Items, k.Contents), ""
		case !c.is(k.Subject):
			continue
		case k.Kind == Deposit:
			n += k.Units
		case k.Kind == Withdraw:
			n -= k.Units
		}
		known = worse(known, k.Grade)
	}
	return n, known
}

// GotoRange is how near a goto goal must come, in blocks, when nothing else is
// said.
const GotoRange = 2

// besideRange is how near, in blocks, a walk to a player or a thing must come for a
// state to show that it arrived; the place of a sight is that of its block.
const besideRange = 4

// Unseen reports whether the action was a walk to a player or a thing and the state
// does not show the body there.
func (s *State) Unseen(walk *Action) bool {
	return walk.Kind == Goto && walk.Target != "" && !s.beside(walk.Target)
}

// beside reports whether the state shows the body at the player or thing of that
// name.
func (s *State) beside(name string) bool {
	if s.Position == nil || s.Nearby == nil {
		return false
	}
	for _, list := range [...][]Sight{s.Nearby.Players, s.Nearby.Entities, s.Nearby.Blocks} {
		for i := range list {
			seen := &list[i]
			if strings.EqualFold(Name(seen.Name), Name(name)) && s.Position.Distance(seen.At()) <= besideRange {
				return true
			}
		}
	}
	return false
}

func (c *Check) isAt(now *State) bool {
	if c.At == nil || now.Position == nil {
		return false
	}
	if c.At.Dimension != "" && now.Dimension != "" && Name(now.Dimension) != c.At.Dimension {
		return false
	}
	return now.Position.Within(*c.At, cmp.Or(max(c.Range, 0), GotoRange))
}

// slotNumbers are the inventory slots of equipment, by name.
var slotNumbers = map[string]int{"feet": 36, "legs": 37, "torso": 38, "head": 39, "off_hand": SlotOffhand}

// worn reports whether a state shows one of the items where it is to be worn.
func (c *Check) worn(now *State) bool {
	slot, named := slotNumbers[c.Slot]
	in := func(s Stack) bool {
		return s.Slot >= SlotsMain && c.is(s.Item) && (c.Slot == "" || named && slot == s.Slot)
	}
	armor := func(item string) bool { return item != "" && c.is(item) }
	return slices.ContainsFunc(now.Inventory, in) ||
		c.Slot != "hand" && c.Slot != "off_hand" && slices.ContainsFunc(now.Armor, armor)
}

func (c *Check) equipped(now *State, list []Credit) (int, Grade) {
	hand := c.Slot == "" || c.Slot == "hand"
	if hand && now.HeldItem != "" && c.is(now.HeldItem) {
		return 1, Seen
	}
	if c.worn(now) {
		return 1, Seen
	}
	if now.HeldItem != "" || !hand {
		return 0, ""
	}
	n, known := c.counted(list, 1) // a body that does not report its hands: its word counts
	return min(n, 1), known
}

// Missing are the conditions that do not hold, as words.
func (s Standing) Missing() []string {
	var list []string
	for _, open := range s.Open {
		list = append(list, open.String())
	}
	return list
}

// Lacking says what is open of a goal; empty for nothing.
func Lacking(open []Shortfall) (none Message) {
	if len(open) == 0 {
		return none
	}
	parts := lists.Of(open, func(s *Shortfall) Message { return s.Say() })
	return Say("end.missing", "parts", parts)
}

// Provable reports whether states and actions can show the whole goal to be met:
// it has clauses, each with a proof. Another is met when all of its plan was
// carried out, as far as anyone knows.
func (g *Goal) Provable() bool {
	return len(g.Clauses) > 0 && !slices.ContainsFunc(g.Clauses, func(c Clause) bool { return len(c.Proofs) == 0 })
}

// Ending is how a goal of the title ends that was carried out: whether every clause
// is proven, and in a sentence.
func (g *Goal) Ending(title string, now *State, credits *Credits) (proven bool, sentence Message) {
	each, all := g.Progress(now, credits)
	if all.Grade != Unshown && g.Provable() {
		return true, Then(Say("end.done", "parts", g.metWords(each, now, credits)), credits.killed())
	}
	var unknown []Message
	for i := range g.Clauses {
		if c := &g.Clauses[i]; len(c.Proofs) == 0 || each[i].Grade == Unshown {
			unknown = append(unknown, c.done())
		}
	}
	if len(g.Clauses) == 0 && len(credits.List) == 0 {
		return false, Say("end.nothing", "task", strconv.Quote(title))
	}
	if unknown == nil {
		unknown = []Message{Say("part.done", "what", strconv.Quote(title))}
	}
	return false, Then(Say("end.unchecked", "parts", unknown), credits.changed(now))
}

// killed is what guards killed as a sentence; empty for nothing.
func (c *Credits) killed() (none Message) {
	n := lists.Sum(c.List, func(k *Credit) int { return k.Killed })
	if n == 0 {
		return none
	}
	return Say("end.killed", "n", n)
}

// mostChanged bounds the things of each kind that a sentence lists.
const mostChanged = 6

// changed says in sentences behind another what a state shows to be held more and less
// than before anything began, and what was seen to be placed; empty for nothing.
func (c *Credits) changed(now *State) (all Message) {
	gained, gone, placed := map[string]int{}, map[string]int{}, map[string]int{}
	if now.Inventory != nil {
		for item, n := range now.Counts() {
			gained[Name(item)] += n
		}
		for item, n := range c.Base.Inventory {
			gained[Name(item)] -= n
		}
		for item, n := range gained {
			gone[item] = -n
		}
	}
	for i := range c.List {
		for _, b := range c.List[i].Blocks {
			placed[Name(b.Block)] += when(c.List[i].Grade == Seen && !IsAir(b.Block), 1)
		}
		placed[c.List[i].Subject] += when(c.List[i].Grade == Seen, c.List[i].Elsewhere)
	}
	for _, list := range [...]struct {
		code string
		of   map[string]int
	}{{"end.gained", gained}, {"end.gone", gone}, {"end.placed", placed}} {
		maps.DeleteFunc(list.of, func(_ string, n int) bool { return n <= 0 })
		items := slices.SortedFunc(maps.Keys(list.of), func(a, b string) int { return cmp.Or(list.of[b]-list.of[a], strings.Compare(a, b)) })
		var parts []Message
		for _, item := range items[:min(len(items), mostChanged)] {
			parts = append(parts, thingsOf(list.of[item], item))
		}
		if left := len(items) - mostChanged; left > 0 {
			parts = append(parts, Say("end.kinds", "n", left))
		}
		if len(parts) > 0 {
			all = Then(all, Say(list.code, "items", parts))
		}
	}
	return all
}

// done is a clause as something that was done.
func (c *Clause) done() Message {
	if len(c.Proofs) == 1 && c.Proofs[0].Kind == CheckSaid {
		return Say("part.said", "what", strconv.Quote(c.Proofs[0].Text))
	}
	return Say("part.done", "what", strconv.Quote(cmp.Or(c.Text, c.Describe())))
}

// found is where the thing of a search of the clause was found last.
func (c *Clause) found(list []Credit) *Pos {
	for i := len(c.Proofs) - 1; i >= 0; i-- {
		if p := &c.Proofs[i]; p.searches() {
			return p.found(list)
		}
	}
	return nil
}

// Varies reports whether what came of the goal may say more than what was asked for:
// how much it was, or where, or that it was seen where a word would have done.
func (g *Goal) Varies() bool {
	return slices.ContainsFunc(g.Clauses, func(c Clause) bool {
		return slices.ContainsFunc(c.Proofs, func(p Proof) bool {
			return p.Kind == CheckGain || p.Kind == CheckHave || p.Kind == CheckPlaced || p.Kind == CheckBuilt || p.Grade == Told || p.As != "" || p.throws()
		})
	})
}

// searches reports whether the check is about finding something.
func (c *Check) searches() bool { return c.Kind == CheckDone && c.Action == Explore }

// stands is where what was placed or built without a place that was asked for stands: the first
// of the things, the middle of a building; nil when nobody said.
func (c *Check) stands(list []Credit) *Pos {
	if c.At != nil || c.Kind != CheckPlaced && (c.Kind != CheckBuilt || c.Target == "") {
		return nil
	}
	var cells []Cell
	for i := range list {
		k := &list[i]
		if cells = append(cells, CellsOf(k.Blocks)...); len(cells) > 0 && c.Kind == CheckPlaced {
			cells = cells[:1]
			break
		}
		if k.Elsewhere > 0 && k.At != nil {
			return k.At
		}
	}
	if len(cells) == 0 {
		return nil
	}
	b := BoxOf(cells...)
	at := Cell{X: (b.From.X + b.To.X) / 2, Y: b.From.Y, Z: (b.From.Z + b.To.Z) / 2}.In("")
	return &at
}

// throws reports whether the check is about throwing things down.
func (c *Check) throws() bool {
	return c.Kind == CheckGiven || c.Kind == CheckDone && c.Action == Drop
}

// found is where the thing of a search was found last, nil when no body said.
func (c *Check) found(list []Credit) *Pos {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].At != nil && c.counts(&list[i]) > 0 {
			return list[i].At
		}
	}
	return nil
}

// left says of what was to be left in a way which block that was, and whether it stood so.
func (c *Check) left(list []Credit) {
	for i := range list {
		if c.counts(&list[i]) > 0 {
			c.Items, c.Already = []string{list[i].Subject}, list[i].Already
		}
	}
}

// Came are the conditions of each clause with what came of them, which may be more
// than was asked for: a craft makes four torches, "drop the dirt" drops what there is.
// each are the clauses' standings.
func (g *Goal) Came(each []Standing, credits *Credits) [][]Check {
	_, spare := allot(g.Clauses, credits.List)
	gains := make(map[string]int)
	for i := range g.Clauses {
		for k := range g.Clauses[i].Proofs {
			if c := &g.Clauses[i].Proofs[k].Check; c.Kind == CheckGain {
				gains[c.Items[0]]++
			}
		}
	}
	list := make([][]Check, len(g.Clauses))
	for i := range g.Clauses {
		for k := range g.Clauses[i].Proofs {
			c := g.Clauses[i].Proofs[k].Check
			switch {
			case c.Kind == CheckGain && gains[c.Items[0]] == 1,
				c.Kind == CheckHave && !each[i].Before && sumOf(c.Items, credits.Base.Inventory) < each[i].came[k]:
				c.Count = max(c.Count, each[i].came[k])
			case c.searches():
				c.At = c.found(credits.List)
			case c.As != "":
				c.left(credits.List)
			case c.throws():
				c.Count = max(c.Count, 1) + c.takeAll(spare)
			}
			list[i] = append(list[i], c)
		}
	}
	return list
}

// part is a condition of a clause with what came of it.
type part struct {
	Check
	before      bool
	asked, most int
	// near is where it stands, where that was not asked for; nil when nobody said.
	near *Pos
}

// parts are the conditions of each clause with what came of them. What is held is what later
// clauses left of it; most is what it was before.
func (g *Goal) parts(each []Standing, now *State, credits *Credits) [][]part {
	list := make([][]part, len(each))
	shares := Share(g.Clauses, credits.List)
	for i, came := range g.Came(each, credits) {
		later := &evidence{later: shares[i+1:]}
		for k, c := range came {
			p := part{c, each[i].Before, g.Clauses[i].asked(k), c.Count, c.stands(shares[i])}
			if (c.Kind == CheckHave || c.Kind == CheckGain) && now.Inventory != nil && c.Count == each[i].came[k] {
				p.Count = max(c.Count-c.spent(later), 0)
			}
			list[i] = append(list[i], p)
		}
	}
	return list
}

// say is the part in words; asked: with what was needed where that is less, "16 planks held,
// 4 were needed", and that it was so before.
func (p part) say(now *State, base *Baseline, asked bool) Message {
	if p.Count == 0 && p.most > 0 {
		p.Count = p.most
		return Say("part.gone", "what", p.Say())
	}
	words := sayKinds(p.kinds(now, base))
	switch {
	case p.near != nil:
		return Say("part.near", "what", words, "at", p.near.String())
	case p.before && asked:
		return Say("part.before", "what", words)
	case p.asked > 0 && p.asked < p.Count && asked:
		return Say("part.asked", "what", words, "n", p.asked)
	case p.Count < p.most && p.Count != p.asked:
		return Say("part.spent", "what", words, "n", p.most)
	}
	return words
}

// metWords are the conditions of a goal as words, with what came of them. The same done
// several times is said once: "3 dirt dropped".
func (g *Goal) metWords(each []Standing, now *State, credits *Credits) []Message {
	var sum []part
	for _, list := range g.parts(each, now, credits) {
		for _, p := range list {
			i := slices.IndexFunc(sum, func(s part) bool {
				c := &p.Check
				return c.Kind == CheckDone && s.Kind == c.Kind && s.Action == c.Action && s.Target == c.Target && s.Text == c.Text && s.As == c.As
			})
			if i < 0 {
				sum = append(sum, p)
				continue
			}
			sum[i].Count = max(sum[i].Count, 1) + max(p.Count, 1)
		}
	}
	for _, c := range g.Conditions {
		sum = append(sum, part{Check: c})
	}
	return lists.Of(sum, func(p *part) Message { return p.say(now, &credits.Base, true) })
}

// kinds is a check of what may be many things as those that a state shows: one for each of
// them, where they make up its number.
func (c Check) kinds(now *State, base *Baseline) []Check {
	if len(c.Items) < 2 || c.Kind != CheckHave && c.Kind != CheckGain {
		return []Check{c}
	}
	var each []Check
	var items []string
	sum := 0
	for _, item := range c.Items {
		one := c
		one.Items, one.Count = []string{item}, now.Count(item)
		if c.Kind == CheckGain {
			one.Count -= base.Inventory[Name(item)]
		}
		if one.Count > 0 {
			each, items = append(each, one), append(items, item)
			sum += one.Count
		}
	}
	if len(each) > 0 && len(each) <= mostChanged && sum == c.Count {
		return each
	}
	if len(items) > 0 {
		c.Items = items
	}
	return []Check{c}
}

// sayKinds says what kinds gives: "12 apples, 8 bread held".
func sayKinds(each []Check) Message {
	if len(each) == 1 {
		return each[0].Say()
	}
	things := make(Parts, len(each))
	for i, c := range each {
		things[i] = Say("things", "things", Things{Count: c.Count, Items: c.Items, More: c.Kind == CheckGain})
	}
	return Say("check."+string(each[0].Kind), "things", things)
}

// asked is how many of what its k-th proof counts the clause says, 0 where it says no
// number of things that are held.
func (c *Clause) asked(k int) int {
	p := &c.Proofs[k]
	said := len(c.Things) == 0 || slices.ContainsFunc(c.Things, func(t Thing) bool { return t.Quantity > 0 })
	return when(said && (p.Kind == CheckHave || p.Kind == CheckGain), p.Count)
}

// Served reports whether a clause asks for what the step gains, or for the place that
// it goes to.
func (g *Goal) Served(s *Step) bool {
	return slices.ContainsFunc(g.Clauses, func(c Clause) bool {
		return slices.ContainsFunc(c.Proofs, func(p Proof) bool {
			if p.Kind == CheckAt {
				return s.Expect.At != nil && SamePlace(p.At, s.Expect.At)
			}
			return (p.Kind == CheckHave || p.Kind == CheckGain) && slices.ContainsFunc(s.Expect.Gains, func(gain Gain) bool {
				return slices.ContainsFunc(gain.Items, p.is)
			})
		})
	})
}
