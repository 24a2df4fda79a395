// SPDX-License-Identifier: MIT

package goals

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/planner/language"
)

// spoken is how a verb is said by the grammar: its slots with their types, and how
// a clause becomes goals. Its phrases stand in planner/language/phrases.
type spoken struct {
	slots map[string]string
	// goals makes the goals of a clause behind those before it; false when it cannot
	// be done as it was said.
	goals func(*speech, *language.Value) bool
}

// Spoken are the verbs that the grammar knows.
func Spoken() []language.Frame {
	var out []language.Frame
	for _, f := range table().rows {
		if f.spoken != nil {
			out = append(out, language.Frame{Verb: string(f.Kind), Slots: maps.Clone(f.spoken.slots)})
		}
	}
	return out
}

// speech makes goals of the clauses of one message, in their order.
type speech struct {
	r     *Reader
	goals []Goal
	// begun is where the goals of the clause at hand begin.
	begun   int
	respelt []game.Respelling
	span    game.Span
	text    string
}

// spokenBy reads a text by the grammar: whole, and as one thing only.
func (r *Reader) spokenBy(text string) (Reading, bool) {
	read, err := Grammar().Reader(r.Lexicon).Read(text)
	if err != nil {
		return Reading{}, false
	}
	var out Reading
	for i := range read {
		made, ok := r.ofReading(text, &read[i])
		switch {
		case !ok:
		case out.Goals == nil:
			out = made
		case out.String() != made.String():
			return Reading{}, false
		}
	}
	return out, out.Goals != nil
}

// ofReading is a reading of the grammar as goals.
func (r *Reader) ofReading(text string, read *language.Reading) (Reading, bool) {
	s := &speech{r: r, text: text, respelt: slices.Clone(read.Guesses)}
	for _, c := range read.Clauses {
		f, ok := FrameOf(Kind(c.Verb))
		if !ok || f.spoken == nil || len(s.goals) >= maxGoals {
			return Reading{}, false
		}
		s.begun, s.span = len(s.goals), c.Span
		if !f.spoken.goals(s, c.Value) || !s.tools(c.Value.Field("tool")) {
			return Reading{}, false
		}
		for i := s.begun; i < len(s.goals); i++ {
			s.goals[i].Span = c.Span
		}
	}
	if slices.ContainsFunc(s.goals, Goal.placeless) {
		return Reading{}, false
	}
	for i := range s.goals {
		r.measure(&s.goals[i])
	}
	return Reading{Goals: s.goals, Respelt: s.respelt, Language: read.Language, own: read.Own}, len(s.goals) > 0
}

// unsure notes that something was not said, so that the reading is a guess.
func (s *speech) unsure(as string) {
	s.respelt = append(s.respelt, game.Respelling{Span: s.span, From: s.span.Of(s.text), To: as})
}

// parser reads names for a verb as the sentences of its frame do.
func (s *speech) parser(kind Kind, phrase string) *parser {
	p := &parser{r: s.r, text: phrase, stuck: -1, spans: lex(phrase), exactly: true, kind: kind, said: string(kind), goals: s.goals, from: s.begun}
	for _, t := range p.spans {
		p.words = append(p.words, t.word)
	}
	return p
}

// things makes the goals of a verb about things: one for each, in the form of like.
func (s *speech) things(v *language.Value, like Goal) bool {
	all := v.All("thing")
	numbered := slices.ContainsFunc(all, func(v *language.Value) bool { return v.Field("quantity").Quantity().Number > 1 })
	for i, value := range all {
		if t := value.Thing(); numbered && t.Quantity.Number == 0 && t.Name != "" {
			s.unsure(t.Name) // 10 dirt and gravel: how much gravel?
		}
		if i+1 < len(all) && s.sharesNoun(value.Thing().Name, all[i+1].Thing().Name) || !s.thing(value.Thing(), like) {
			return false
		}
	}
	return len(s.goals) > s.begun
}

// sharesNoun reports whether the first of two things may have its noun in common with
// the second: "oak and birch logs".
func (s *speech) sharesNoun(first, second string) bool {
	cut := strings.LastIndexByte(second, ' ')
	if first == "" || second == "" {
		return false
	}
	_, ok := s.r.Items[first+" "+second[cut+1:]]
	return ok
}

// thing makes the goals of one thing.
func (s *speech) thing(t language.Thing, like Goal) bool {
	if t.It || t.Them {
		return s.again(t.Them, like)
	}
	p := s.parser(like.Kind, t.Name)
	n, ok := p.noun(like.Kind == Mine)
	if !ok || p.at < len(p.words) || s.mayRefer(t, n, like.Kind) {
		return false
	}
	if like.Kind == Equip && n.Name == lexicon.PlainArmor {
		s.goals = append(s.goals, Goal{Kind: Equip, Name: n.Name, Items: s.r.Pieces(n), All: true})
		return true
	}
	if n.Set != nil {
		return s.set(n, t, like)
	}
	if len(s.goals) > s.begun {
		same := s.r.SameMaterial(n, s.goals[len(s.goals)-1].Name)
		if same.Name != n.Name && t.Quantity.Number > 0 {
			s.unsure(s.r.counted(1, same))
		}
		n = same
	}
	g := like
	g.Name, g.Items = n.Name, n.Items
	if !s.quantity(p, n, t, &g) || !p.finish(g) {
		return false
	}
	s.goals = p.goals
	return true
}

// mayRefer reports whether a thing without a number may be one that was named before,
// or made of it: "kill 3 cows and cook the beef". Only the reader in code follows that.
func (s *speech) mayRefer(t language.Thing, n lexicon.Meaning, kind Kind) bool {
	group := strings.HasPrefix(n.Name, "any ") && s.r.Outfit(n.Name)
	switch {
	case s.begun == 0:
		return false
	case kind == Craft && (group || s.r.severalOf(n, Goal{Items: []string{strings.TrimSuffix(n.Name, "s")}})):
		return true // a pickaxe of the diamonds before
	case t.Quantity.Number > 0:
		return false
	}
	return t.Definite || group || kind != Craft && kind != Place && kind != Equip
}

// set makes a goal of each thing of a set.
func (s *speech) set(n lexicon.Meaning, t language.Thing, like Goal) bool {
	q := t.Quantity
	if like.Kind == Place || like.Kind == Mine || like.Kind == Smelt || like.Kind == Give || like.Kind == Eat || q.Half || q.Some || q.Stacks || q.Least {
		return false
	}
	for _, id := range n.Set {
		one := s.r.InSet(id)
		p := s.parser(like.Kind, "")
		p.goals = s.goals
		g := like
		g.Name, g.Items, g.Count, g.More = one.Name, one.Items, max(1, int(q.Number)), q.More
		if !p.finish(g) {
			return false
		}
		s.goals = p.goals
	}
	return true
}

// quantity is how many of a thing a goal is about. A number that nobody said is a
// guess where a plural was said.
func (s *speech) quantity(p *parser, n lexicon.Meaning, t language.Thing, g *Goal) bool {
	q := t.Quantity
	a := amount{n: q.Number, given: q.Number > 0, stack: q.Stacks, some: q.Some, more: q.More}
	switch {
	case q.All || q.Half:
		switch g.Kind {
		case Give, Smelt, Deposit, Kill:
		default:
			return false
		}
		g.All, g.Half, g.Count = true, q.Half, 1
		return !q.Half || g.Kind == Give || g.Kind == Deposit
	case a.given && !a.stack && a.n != math.Trunc(a.n):
		return false
	case q.Least && g.Kind != Get && g.Kind != Mine && g.Kind != Craft && g.Kind != Smelt:
		return false
	case !a.given && (g.Kind == Give && g.To == "" || t.Definite && (g.Kind == Give || g.Kind == Deposit) && (t.Plural || s.r.stack(n) > 1)):
		g.All, g.Count = true, 1 // "the iron" is what is held of it
		return true
	case a.some && g.Kind == Eat:
		a.given = false // as much as one eats
	case !a.given && t.Plural && !paired(n):
		s.several(p, n, t, g.Kind, &a)
	case !a.given && t.Definite && (g.Kind == Get || g.Kind == Mine || g.Kind == Smelt):
		s.unsure(s.r.counted(1, n))
	}
	g.Count, g.More = a.of(s.r.stack(n), paired(n)), a.more
	if n.Factor > 0 {
		g.Count *= n.Factor
	}
	return g.Count <= maxCount
}

// several is how many of a thing are meant by a plural without a number. It is a guess
// where one of them would do as well.
func (s *speech) several(p *parser, n lexicon.Meaning, t language.Thing, kind Kind, a *amount) {
	few := p.few(n)
	if kind == Eat {
		s.unsure(s.r.counted(1, n))
	}
	if (kind == Mine || kind == Get) && s.r.gem(n.Items[0]) {
		few = fewThings
	}
	if few < 2 {
		return
	}
	a.n, a.given = float64(few), true
	if t.Definite || kind != Mine && !p.several() {
		s.unsure(s.r.counted(few, n))
	}
}

// again makes goals about what was named or made before.
func (s *speech) again(plural bool, like Goal) bool {
	first := s.begun - 1
	for first > 0 && s.goals[first-1].Span == s.goals[s.begun-1].Span {
		first--
	}
	if first < 0 || !plural && first < s.begun-1 {
		return false
	}
	for _, before := range s.goals[first:s.begun] {
		made := s.r.product(before)
		if like.Kind == Smelt || like.Kind == Mine {
			made = s.r.asItem(itself(before))
		}
		if made.Name == "" || len(made.Items) == 0 || made.All {
			return false
		}
		g := like
		g.Name, g.Items, g.Count, g.Refers = made.Name, made.Items, max(1, made.Count), true
		p := s.parser(like.Kind, "")
		if !p.finish(g) {
			return false
		}
		s.goals = p.goals
	}
	return true
}

// tools has the goals of the clause done with a tool that is named.
func (s *speech) tools(v *language.Value) bool {
	if v == nil {
		return true
	}
	item := v.Field("item")
	for i := s.begun; i < len(s.goals); i++ {
		g := &s.goals[i]
		p := s.parser(g.Kind, item.Text)
		n, ok := p.exact([]lexicon.Table{s.r.Items})
		if !ok || p.at < len(p.words) || n.Set != nil || n.Factor > 0 || !p.handles(n) || n.Items[0] == "bucket" {
			return false
		}
		tool := Thing{Name: n.Name, Items: n.Items, Count: 1, Tool: true}
		if s.r.idle(*g, tool) {
			return false
		}
		g.With = append(g.With, tool)
	}
	return true
}

// place is where a clause is to be done: at is nil for no coordinates, here and there
// are where the body is.
func (s *speech) place(v *language.Value) (at *game.Pos, ok bool) {
	if v == nil {
		return nil, true
	}
	if v.Has("there") {
		return nil, false
	}
	where := v.Field("at")
	if where == nil {
		return nil, true
	}
	pos, ok := where.Position()
	if !ok || (game.Action{Kind: game.Goto, At: &pos}).Validate() != nil {
		return nil, false
	}
	return &pos, true
}

// player is who is meant; "me" is who speaks.
func (s *speech) player(v *language.Value) (string, bool) {
	switch {
	case v == nil:
		return "", true
	case v.Has("me"):
		return "me", true
	case v.Has("him"):
		p := s.parser(Give, "")
		to := p.lastPlayer()
		return to, to != ""
	}
	name := v.Field("name").Text
	low := strings.ToLower(name)
	if _, biome := s.r.Biomes[low]; biome || !s.r.unknown(low) {
		return "", false
	}
	_, _, misspelt := s.r.Closest([]string{low}, s.r.Blocks, s.r.Items)
	return name, low != name || !misspelt
}

// The slots that verbs share.
const (
	slotThing  = "thing"
	slotTool   = "tool"
	slotTo     = "to"
	slotAt     = "at"
	slotInto   = "container"
	slotTime   = "time"
	slotSaid   = "text"
	typeThing  = "thing"
	typeBlock  = "block"
	typeBeast  = "beast"
	typePlace  = "place"
	typeBox    = "box"
	typePlayer = "player"
)

// spokenThings is a verb about things alone.
func spokenThings(kind Kind, slots map[string]string) *spoken {
	return &spoken{slots, func(s *speech, v *language.Value) bool { return s.things(v, Goal{Kind: kind}) }}
}

// spokenGive hands things over, or drops them.
func spokenGive() *spoken {
	return &spoken{map[string]string{slotThing: typeThing, slotTo: typePlayer}, func(s *speech, v *language.Value) bool {
		to, ok := s.player(v.Field(slotTo))
		return ok && s.things(v, Goal{Kind: Give, To: to})
	}}
}

// spokenEquip puts things on or takes them in hand, one of each.
func spokenEquip() *spoken {
	return &spoken{map[string]string{slotThing: typeThing}, func(s *speech, v *language.Value) bool {
		for _, value := range v.All(slotThing) {
			if q := value.Thing().Quantity; q.Number > 1 || q.Stacks || q.More || q.Half {
				return false
			}
		}
		return s.things(v, Goal{Kind: Equip}) && !slices.ContainsFunc(s.goals[s.begun:], func(g Goal) bool {
			return g.All || slices.ContainsFunc(g.Items, func(id string) bool { return !s.r.equipped(id) })
		})
	}}
}

// spokenPlace sets things down.
func spokenPlace() *spoken {
	return &spoken{map[string]string{slotThing: typeThing, slotAt: typePlace}, func(s *speech, v *language.Value) bool {
		at, ok := s.place(v.Field(slotAt))
		if !ok || at != nil && len(v.All(slotThing)) > 1 {
			return false
		}
		if !s.things(v, Goal{Kind: Place, At: at}) {
			return false
		}
		return !slices.ContainsFunc(s.goals[s.begun:], func(g Goal) bool {
			return g.Kind != Place || g.All || !slices.ContainsFunc(g.Items, func(id string) bool { return s.r.possible(Get, id) })
		})
	}}
}

// spokenStore puts things into a container or takes them out: one that stands at a
// place, or a new one to put them into.
func spokenStore(kind Kind) *spoken {
	return &spoken{map[string]string{slotThing: typeThing, slotInto: typeBox}, func(s *speech, v *language.Value) bool {
		where := v.Field(slotInto)
		box, ok := s.r.Items[nameOf(where.Field("item"))]
		if !ok || len(box.Items) != 1 || !slices.Contains(s.r.Version.Stores(), box.Items[0]) {
			return false
		}
		g := Goal{Kind: kind}
		switch at := where.Field(slotAt); {
		case at != nil:
			pos, ok := at.Position()
			if !ok {
				return false
			}
			g.At = &pos
		case kind == Withdraw || where.Has("the"):
			return false // which one, nobody said
		default:
			g.Into = box.Items[0]
		}
		for _, value := range v.All(slotThing) {
			if !s.stored(value.Thing(), g) {
				return false
			}
		}
		return true
	}}
}

// nameOf is the text of a leaf, empty for nil.
func nameOf(v *language.Value) string {
	if v == nil {
		return ""
	}
	return v.Text
}

// stored makes the goal of one thing that goes into a container or comes out.
func (s *speech) stored(t language.Thing, g Goal) bool {
	p := s.parser(g.Kind, t.Name)
	n, ok := p.noun(false)
	if !ok || t.It || t.Them || n.Set != nil || p.at < len(p.words) || s.mayRefer(t, n, g.Kind) {
		return false
	}
	g.Name, g.Items = n.Name, n.Items
	if !s.quantity(p, n, t, &g) || g.Kind == Withdraw && (g.All || t.Quantity.Number == 0) {
		return false
	}
	s.goals = append(s.goals, g)
	return true
}

// spokenWalk goes to a place or a player.
func spokenWalk() *spoken {
	return &spoken{map[string]string{slotAt: typePlace, slotTo: typePlayer}, func(s *speech, v *language.Value) bool {
		at, ok := s.place(v.Field(slotAt))
		to, known := s.player(v.Field(slotTo))
		if !ok || !known {
			return false
		}
		if at == nil && to == "" {
			to = "me" // come
		}
		s.goals = append(s.goals, Goal{Kind: Goto, At: at, To: to})
		return true
	}}
}

func spokenFollow() *spoken {
	return &spoken{map[string]string{slotTo: typePlayer, slotTime: "time"}, func(s *speech, v *language.Value) bool {
		to, ok := s.player(v.Field(slotTo))
		g := Goal{Kind: Follow, To: to}
		if t := v.Field(slotTime); t != nil {
			g.Seconds = t.Seconds()
		}
		s.goals = append(s.goals, g)
		return ok && to != "" && g.Seconds <= longestTime
	}}
}

// longestTime is the longest that a goal may last, in seconds.
const longestTime = 86_400

// spokenKill fights mobs.
func spokenKill() *spoken {
	return &spoken{map[string]string{slotThing: typeBeast, slotTool: slotTool}, func(s *speech, v *language.Value) bool {
		for _, value := range v.All(slotThing) {
			t := value.Thing()
			m, ok := s.r.Mobs[t.Name]
			q := t.Quantity
			if !ok || len(m.Items) == 0 || q.Stacks || q.Half || q.More || q.Least {
				return false
			}
			g := Goal{Kind: Kill, Name: m.Name, Items: m.Items, Count: max(1, int(q.Number))}
			g.All = q.All || t.Definite && t.Plural && q.Number == 0
			if g.All {
				g.Count = allNear
			}
			if q.Number == 0 && t.Plural && !g.All {
				s.unsure(game.Counted(fewThings, m.Name))
				g.Count = fewThings
			}
			s.goals = append(s.goals, g)
		}
		return len(s.goals) > s.begun
	}}
}

func spokenEat() *spoken {
	return &spoken{map[string]string{slotThing: typeThing}, func(s *speech, v *language.Value) bool {
		if !v.Has(slotThing) {
			s.goals = append(s.goals, Goal{Kind: Eat})
			return s.begun == 0 // behind another clause it is about what that brings
		}
		return s.things(v, Goal{Kind: Eat}) && !slices.ContainsFunc(s.goals[s.begun:], func(g Goal) bool { return !s.r.eaten(g.Items[0]) || g.All || g.More })
	}}
}

func spokenWait() *spoken {
	return &spoken{map[string]string{slotTime: "time"}, func(s *speech, v *language.Value) bool {
		g := Goal{Kind: Wait, Seconds: defaultWait}
		if t := v.Field(slotTime); t != nil {
			g.Seconds = t.Seconds()
		}
		s.goals = append(s.goals, g)
		return g.Seconds >= tick && g.Seconds <= longestTime
	}}
}

func spokenSay() *spoken {
	return &spoken{map[string]string{slotSaid: "text"}, func(s *speech, v *language.Value) bool {
		said := v.Field(slotSaid)
		line := said.Field("quote")
		if line == nil {
			line = said.Field("rest")
		}
		p := s.parser(Say, "")
		if !p.speak(line.Text) {
			return false
		}
		s.goals = p.goals
		return true
	}}
}

func spokenSleep() *spoken {
	return &spoken{map[string]string{}, func(s *speech, _ *language.Value) bool {
		s.goals = append(s.goals, Goal{Kind: Sleep})
		return true
	}}
}
