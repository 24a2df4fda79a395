// SPDX-License-Identifier: MIT

package ui

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/command"
	"github.com/minehand/minehand/ui/view"
)

// deed is something of which is asked whether, when or how much of it was done.
type deed struct {
	// verbs of the parts of a goal that ask for it; none means any.
	verbs []string
	// blocks are those of a ledger that it changes, told under the code; nil for none.
	blocks func(*view.Changes) map[string]int
	code   string
}

// deeds are the questions about what was done: they are answered by the parts of the last
// requests and by their ledgers.
var deeds = map[view.Topic]deed{
	view.TopicPlaced: {
		verbs: []string{"place", "build", "light", "plant", "deposit"}, code: "did.placed",
		blocks: func(c *view.Changes) map[string]int { return c.Placed },
	},
	view.TopicDug: {
		verbs: []string{"mine", "dig", "clear"}, code: "did.dug",
		blocks: func(c *view.Changes) map[string]int { return c.Dug },
	},
	view.TopicGot:      {verbs: []string{"get", "mine", "catch", "withdraw", "harvest", "shear", "milk", "craft", "smelt"}},
	view.TopicMade:     {},
	view.TopicGave:     {verbs: []string{"give", "throw"}},
	view.TopicKilled:   {verbs: []string{"kill", "guard"}},
	view.TopicSlept:    {verbs: []string{"sleep"}},
	view.TopicAte:      {verbs: []string{"eat"}},
	view.TopicSorted:   {verbs: []string{"sort"}},
	view.TopicGuarded:  {verbs: []string{"guard"}},
	view.TopicFinished: {},
	view.TopicShut:     {verbs: []string{"interact"}},
	view.TopicStanding: {
		verbs: []string{"place", "build", "light", "plant", "dig", "clear"},
		blocks: func(c *view.Changes) map[string]int {
			if len(c.Placed) > 0 {
				return c.Placed
			}
			return c.Dug
		},
	},
}

// did answers what of a deed the last requests did, and what of that was put back since.
func (t *talking) did() ([]game.Message, error) {
	d := deeds[t.said.Topic]
	var out []game.Message
	back := map[string]*view.Task{}
	for i := range t.past {
		task := &t.past[i]
		c, err := t.ledger(task)
		if err != nil {
			return nil, err
		}
		if c != nil && c.Of != "" {
			back[c.Of] = cmp.Or(back[c.Of], task)
		}
		undo, blocks := back[task.ID], t.blocksOf(task, c, &d)
		if blocks.Code != "" {
			out = append(out, blocks)
		} else if !t.wants(i, &d) && (t.said.Topic != view.TopicDug || !t.undid(c)) {
			continue
		} else if undo == nil {
			out = append(out, byNow(task, c)...)
		}
		if undo != nil {
			out = append(out, toldOf(undo))
		}
	}
	if len(out) == 0 {
		return t.none()
	}
	return out[:min(len(out), mostTold)], nil
}

// blocksOf is what a task's ledger tells of a deed; empty for nothing.
func (t *talking) blocksOf(task *view.Task, c *view.Changes, d *deed) (none game.Message) {
	if c == nil || d.blocks == nil {
		return none
	}
	found := maps.Clone(d.blocks(c))
	maps.DeleteFunc(found, func(block string, _ int) bool {
		return t.said.Name != "" && !t.isAbout(strings.Replace(block, "wall_", "", 1))
	})
	n := 0
	for _, count := range found {
		n += count
	}
	if n == 0 {
		return none
	}
	return game.Say(d.code, "n", n, "items", found, "task", task.Named())
}

// isAbout reports whether the question is about an item or a block.
func (t *talking) isAbout(item string) bool {
	return slices.Contains(t.said.Items, item) || len(t.said.Items) == 0 && alike(game.Display(item), t.said.Name)
}

// manyEnds is how many letters may make a name plural: torches, Mauern.
const manyEnds = 2

// alike reports whether a text has a name, as one or many, and in no other word: a pen is none that opens.
func alike(text, name string) bool {
	name = strings.TrimSuffix(strings.ToLower(strings.TrimSpace(name)), "s")
	before, rest, found := strings.Cut(strings.ToLower(text), name)
	for ; found && name != ""; before, rest, found = strings.Cut(rest, name) {
		if first, _ := utf8.DecodeRuneInString(name); !spelt(first) || isWord(before, rest) {
			return true
		}
	}
	return false
}

// isWord reports whether a word stands between two texts.
func isWord(before, after string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	return !spelt(last) && len([]rune(after))-len([]rune(strings.TrimLeftFunc(after, spelt))) <= manyEnds
}

// spelt reports whether a letter is of a script that parts its words.
func spelt(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Han, r) }

// wants reports whether a past request, by its place, made what is asked about by one of those
// verbs, or a part of it names that.
func (t *talking) wants(i int, d *deed) bool {
	if len(t.past[i].Clauses) == 0 { // it has not begun
		return t.said.Name != "" && (t.isMeant(i) || alike(t.past[i].Title, t.said.Name))
	}
	return slices.ContainsFunc(t.past[i].Clauses, func(c view.Clause) bool {
		return (len(d.verbs) == 0 || slices.Contains(d.verbs, c.Verb)) &&
			(t.isMeant(i) || slices.ContainsFunc(c.Items, t.isAbout) || alike(c.Text+" "+c.Words, t.said.Name))
	})
}

// undid reports whether the ledger is of a task that put back what made the thing that is asked about.
func (t *talking) undid(c *view.Changes) bool {
	if c == nil || c.Of == "" {
		return false
	}
	of := slices.IndexFunc(t.past, func(made view.Task) bool { return made.ID == c.Of })
	return of >= 0 && slices.Contains(t.said.Among, of)
}

// amiss answers who is not content: what was asked for last, how that stands, and what puts it right.
func (t *talking) amiss() ([]game.Message, error) {
	if len(t.past) == 0 {
		return list(game.Say("nothing-yet"))
	}
	c, err := t.ledger(&t.past[0])
	return append(byNow(&t.past[0], c), game.Say("amiss")), err
}

// lacking answers who misses a thing: where it is, or that it is not in sight, and then it is offered.
func (t *talking) lacking() ([]game.Message, error) {
	seen, err := t.place()
	if err == nil && strings.HasPrefix(seen[0].Code, "place.un") && len(t.said.Items) > 0 {
		t.help = "place 1 " + game.Display(t.said.Items[0])
		return seen[:1], nil
	}
	return seen, err
}

// none says that nothing that was asked for is what the question is about.
func (t *talking) none() ([]game.Message, error) {
	if len(t.past) == 0 {
		return list(game.Say("nothing-yet"))
	}
	if t.said.Name != "" {
		return list(game.Say("did.none", "n", len(t.past), "what", t.said.Name))
	}
	return list(game.Say("did.nothing", "n", len(t.past)))
}

// calls reports whether a past request, by its place, made what is named or, where none is known to,
// has the last word of the name among its own.
func (t *talking) calls(i int) bool {
	last := t.said.Name[strings.LastIndex(t.said.Name, " ")+1:]
	return t.isMeant(i) || len(t.said.Among) == 0 && alike(t.past[i].Title, last)
}

// askedFor is the newest task that made what is named; nil for none.
func (t *talking) askedFor() *view.Task {
	for i := range t.past {
		if t.said.Name != "" && t.calls(i) {
			return &t.past[i]
		}
	}
	return nil
}

// toldOf says how a task stands, and when it ended.
func toldOf(task *view.Task) game.Message {
	stands := command.Stands(task)
	if !task.State.Ended() {
		return game.Say("done.task", "task", task.Named(), "state", stands)
	}
	return game.Say("did.task", "task", task.Named(), "state", stands, "time", since(task.Ended))
}

func since(at time.Time) game.Seconds { return game.Seconds(time.Since(at).Seconds()) }

// used answers how much of a thing the steps of the last requests took, and for what.
func (t *talking) used() ([]game.Message, error) {
	took, other := map[string]int{}, false
	var steps []game.Message
	for i := range t.past {
		rec, err := t.svc.tasks.record(t.ctx, t.past[i].ID)
		if err != nil {
			return nil, err
		}
		for j := range rec.Actions {
			a := &rec.Actions[j]
			info, _ := game.Lookup(a.Step.Action.Kind)
			for _, need := range a.Step.Needs {
				at := slices.IndexFunc(need.Items, t.isAbout)
				if at < 0 || !info.UsesUp || a.Open() || a.Verdict == game.Failed || a.Verdict == game.Contradicted {
					continue
				}
				took[need.Items[at]] += need.Count
				steps = append(steps, a.Step.Say)
				other = other || !t.isAbout(need.Items[0]) || !t.isAbout(need.Items[len(need.Items)-1])
			}
		}
	}
	if len(t.past) == 0 || len(steps) == 0 {
		return t.none()
	}
	out := []game.Message{game.Say("used.of", "n", len(t.past), "items", took, "steps", steps[:min(len(steps), mostTold)])}
	if other {
		out = append(out, game.Say("used.other"))
	}
	return out, nil
}

// takes answers how long a thing takes to grow or to be smelted.
func (t *talking) takes() ([]game.Message, error) {
	b, _ := t.svc.cfg.Bodies.Body(t.body)
	for _, item := range t.said.Items {
		if out := t.svc.cfg.Listener.Takes(item, max(t.said.Count, 1), b.Info, b.Snapshot.State); len(out) > 0 {
			return out, nil
		}
	}
	if t.said.Name == "" { // nothing that grows was asked for
		return t.left()
	}
	return list(game.Say("takes.unknown", "what", t.said.Name))
}

// chestsHeld answers how much of a thing the chests held that are known.
func (t *talking) chestsHeld() ([]game.Message, error) {
	if t.svc.cfg.Keeper == nil {
		return nil, errNoKeeper
	}
	chests, err := t.svc.cfg.Keeper.Chests(t.ctx, t.body)
	if err != nil || len(chests) == 0 {
		return []game.Message{game.Say("kept.chests.none")}, err
	}
	out, err := t.stored()
	opened := slices.DeleteFunc(slices.Clone(chests), func(c view.Chest) bool { return c.Contents == nil })
	if len(out) == 0 && len(opened) > 0 {
		oldest := slices.MinFunc(opened, func(a, b view.Chest) int { return a.Seen.Compare(b.Seen) })
		out = append(out, game.Say("stored.none", "what", t.said.Name, "n", len(opened), "time", since(oldest.Seen)))
	}
	if n := len(chests) - len(opened); n > 0 {
		out = append(out, game.Say("stored.unopened", "n", n))
	}
	return out, err
}

// byNow says how a task stands or, where it ended, what of its work is otherwise by now.
func byNow(task *view.Task, c *view.Changes) []game.Message {
	if c == nil || c.Of != "" || !task.State.Ended() || c.Back+c.Others == 0 {
		return []game.Message{toldOf(task)}
	}
	out := []game.Message{game.Say("standing.is", "task", task.Named(), "n", c.Cells, "shown", c.Shown, "gone", c.Back+c.Others)}
	lost := map[string]int{}
	for i := range c.List {
		if cell := &c.List[i]; !game.IsAir(cell.To) && !same(cell) {
			lost[game.BlockName(cell.To)]++
		}
	}
	if len(lost) > 0 {
		out = append(out, game.Say("standing.lost", "items", lost))
	}
	return out
}

// ledger is that of a task; nil for what sent nothing, and where nobody keeps any. Who puts a
// share back puts back the whole.
func (t *talking) ledger(task *view.Task) (*view.Changes, error) {
	if t.svc.cfg.Changes == nil || task.Sent == 0 {
		return nil, nil
	}
	c, err := t.svc.changesOf(t.ctx, task.ID)
	if c != nil && c.Of != "" {
		c.Of = t.svc.tasks.whole(t.ctx, c.Of)
	}
	return c, err
}

// changedLast is the newest task that made what is named, else that did a deed, and has it in its
// ledger. Where none is left, the answer is that they wait, were put back since or were in another
// world, as it is where there is none.
func (t *talking) changedLast(d deed) (task *view.Task, c *view.Changes, gone []game.Message, err error) {
	back := map[string]*view.Task{}
	for i := range t.past {
		task = &t.past[i]
		if c, err = t.ledger(task); err != nil {
			return nil, nil, nil, err
		}
		undone := c != nil && c.Of != ""
		if undone {
			back[c.Of] = cmp.Or(back[c.Of], task)
		}
		switch meant := t.calls(i) && t.wants(i, &d); {
		case undone || !meant:
		case c == nil && !task.State.Ended():
			gone = append(gone, toldOf(task))
		case c == nil || len(d.blocks(c)) == 0:
		case back[task.ID] != nil:
			gone = append(gone, toldOf(back[task.ID]))
		case !t.isHere(task):
			gone = append(gone, game.Say("elsewhere", "task", task.Named()))
		case len(gone) == 0 || t.said.Name != "":
			return task, c, nil, nil
		}
	}
	if len(gone) == 0 {
		gone, err = t.none()
	}
	return nil, nil, gone[:min(len(gone), mostTold)], err
}

// deep answers how deep the last hole is, by the cells that were dug.
func (t *talking) deep() ([]game.Message, error) {
	task, c, gone, err := t.changedLast(deeds[view.TopicDug])
	if err != nil || task == nil {
		return gone, err
	}
	b, ok := bounds(c.List, game.IsAir)
	if !ok { // something else stands there
		return t.none()
	}
	return append(inPart(c), game.Say("deep.is", "task", task.Named(), "top", b.To.Y, "bottom", b.From.Y, "n", b.To.Y-b.From.Y+1)), nil
}

// size answers how long, wide and high is what was built or dug last, by its cells.
func (t *talking) size() ([]game.Message, error) {
	task, c, gone, err := t.changedLast(deeds[view.TopicStanding])
	if err != nil || task == nil {
		return gone, err
	}
	b, ok := bounds(c.List, func(to string) bool { return game.IsAir(to) == (len(c.Placed) == 0) })
	if !ok {
		return t.none()
	}
	x, y, z := b.Sides()
	is := game.Say("size.is", "task", task.Named(), "long", max(x, z), "wide", min(x, z), "high", y,
		"low", b.From.In("").String(), "top", b.To.In("").String())
	return append(inPart(c), is), nil
}

// bounds is the box of the cells that were changed for their own sake to what counts; not ok for none.
func bounds(cells []view.ChangedCell, counts func(to string) bool) (b game.Box, ok bool) {
	var at []game.Cell
	for i := range cells {
		c := &cells[i]
		if c.Why == string(game.WhyGoal) && counts(c.To) && !(game.IsAir(c.From) && game.IsAir(c.To)) {
			at = append(at, game.Cell{X: c.X, Y: c.Y, Z: c.Z})
		}
	}
	return game.BoxOf(at...), len(at) > 0
}

// inPart says that not all of a ledger is known.
func inPart(c *view.Changes) (out []game.Message) {
	if c.Incomplete || c.Cells > len(c.List) {
		out = append(out, game.Say("changed.incomplete"))
	}
	return out
}

// material answers what was used for what was built last, or what a thing is made of.
func (t *talking) material() ([]game.Message, error) {
	task, c, _, err := t.changedLast(deeds[view.TopicPlaced])
	if err != nil || task == nil {
		return t.making(false)
	}
	n, other := 0, false
	for block, count := range c.Placed {
		n, other = n+count, other || !slices.Contains(t.said.Items, block)
	}
	if !other { // the thing itself was placed
		return t.making(false)
	}
	return list(game.Say("did.placed", "n", n, "items", c.Placed, "task", task.Named()))
}

// orders answers which standing orders there are.
func (t *talking) orders() ([]game.Message, error) {
	k, err := t.keeping(t.ctx, t.p.OfBody)
	if err != nil {
		return nil, err
	}
	return k.orders(nil)
}

// took answers how long the request at hand took so far, else the last one, or the last one that
// made what is named.
func (t *talking) took() ([]game.Message, error) {
	if now := t.player.Current; now != nil && t.said.Name == "" {
		return list(t.tookOf(now))
	}
	for i := range t.past {
		if task := &t.past[i]; t.said.Name == "" && task.State.Ended() || t.said.Name != "" && t.wants(i, &deed{}) {
			return list(t.tookOf(task))
		}
	}
	if t.said.Name != "" {
		return t.none()
	}
	return t.left()
}

// tookOf is how long a task took, or takes so far: what Minehand counted or, where it was ended in
// between, what its actions took.
func (t *talking) tookOf(task *view.Task) game.Message {
	took := float64(task.ActiveMs) / 1000
	if rec, err := t.svc.tasks.record(t.ctx, task.ID); err == nil {
		_, acted := timed(rec.Actions, t.player.Progress)
		took = max(took, acted)
	}
	if !task.State.Ended() {
		return game.Say("took.so-far", "task", task.Named(), "time", game.Seconds(took), "state", command.Stands(task))
	}
	return game.Say("left.took", "task", task.Named(), "time", game.Seconds(took))
}

// died answers where and when the body died last.
func (t *talking) died() ([]game.Message, error) {
	if t.svc.cfg.Keeper == nil {
		return nil, errNoKeeper
	}
	at, when, ok := t.svc.cfg.Keeper.Died(t.ctx, t.body)
	if !ok {
		return list(game.Say("died.never"))
	}
	return list(game.Say("died.at", "at", at.String(), "time", since(when)))
}

// standing answers what stands of what was built last, as far as it was looked at.
func (t *talking) standing() ([]game.Message, error) {
	d := deeds[view.TopicPlaced]
	if t.said.Name != "" { // it may be a hole
		d = deeds[view.TopicStanding]
	}
	task, c, gone, err := t.changedLast(d)
	if err != nil || task == nil {
		return gone, err
	}
	out := []game.Message{game.Say("standing.is", "task", task.Named(), "n", c.Cells, "shown", c.Shown, "gone", c.Back+c.Others)}
	if task.State.Ended() {
		out = append(out, game.Say("standing.since", "time", since(task.Ended)))
	}
	return out, nil
}

// people answers which other players are in view, and whom Minehand has.
func (t *talking) people() ([]game.Message, error) {
	snap, err := t.report(t.p.Instance)
	if err != nil {
		return nil, err
	}
	var seen, ours []string
	if n := snap.State.Nearby; n != nil {
		for i := range n.Players {
			seen = append(seen, n.Players[i].Name)
		}
	}
	for _, b := range t.svc.cfg.Bodies.List() {
		if b.Info.ID != t.body && b.Link.State == game.LinkUp && !slices.Contains(seen, b.Info.Name) {
			ours = append(ours, b.Info.Name)
		}
	}
	out := []game.Message{game.Say("people.none")}
	if len(seen) > 0 {
		out[0] = game.Say("people.seen", "names", seen)
	}
	if len(ours) > 0 {
		out = append(out, game.Say("people.ours", "names", ours))
	}
	return out, nil
}

// blueprints answers which buildings there are as files.
func (t *talking) blueprints() ([]game.Message, error) {
	if t.svc.cfg.Blueprints != nil {
		if files := t.svc.cfg.Blueprints(); len(files) > 0 {
			return list(game.Say("blueprints.are", "names", files, "first", strings.Split(files[0], ".")[0]))
		}
	}
	return list(game.Say("blueprints.none"))
}

// ripe answers what is known of a plant: where it is in view.
func (t *talking) ripe() ([]game.Message, error) {
	seen, err := t.inView()
	if err == nil && (seen[0].Code == "place.seen" || seen[0].Code == "place.near") {
		seen = append(seen, game.Say("ripe.unknown", "what", t.said.Name))
	}
	return seen, err
}

// shut answers how what opens and shuts was left.
func (t *talking) shut() ([]game.Message, error) {
	out, err := t.did()
	return append(out, game.Say("shut.unknown", "what", t.said.Name)), err
}
