// SPDX-License-Identifier: MIT

package goals

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/planner/language"
)

// Spoken are the verbs that the grammar knows. Their phrases stand in planner/language/phrases.
func Spoken() []language.Frame {
	var out []language.Frame
	for _, f := range table() {
		slots := map[string]string{slotAside: slotAside, "where": "where"}
		for slot := range strings.FieldsSeq(strings.ReplaceAll(f.slots, "|", "")) {
			name, of := typed(slot)
			slots[name] = of
		}
		out = append(out, language.Frame{Verb: string(f.Kind), Slots: slots})
	}
	return out
}

// typed is a slot of a row with its type.
func typed(slot string) (name, of string) {
	name, of, _ = strings.Cut(slot, ":")
	return name, cmp.Or(of, slotTypes[name])
}

// speech makes goals of the clauses of one message, in their order.
type speech struct {
	r     *Reader
	goals []Goal
	// groups are where the goals of each clause begin, begun where those of the clause at hand do.
	groups []int
	begun  int
	// kind is the verb of the clause.
	kind Kind
	// earlier is how many of the goals were said before the text.
	earlier int
	clause  *language.Value
	// more says that other clauses follow.
	more bool
	// many is a number that is too great, empty for none.
	many string
	// to is who the clause hands something to.
	to string
	// also are goals that a part of the clause is.
	also    []Goal
	respelt []game.Respelling
	span    game.Span
	// text is what was said, language that of it.
	text, language string
}

// spokenBy reads a text by the grammar: whole, and as one thing only. Of several ways to read it those that nothing has to be guessed for
// go first. The failure says what is known of one that is not read. The goals are those behind others, which the text may refer to.
func (r *Reader) spokenBy(text string, before ...Goal) (Reading, *language.Unread, bool) {
	read, err := Grammar().Reader(r.Lexicon).All(text)
	if err != nil {
		return Reading{}, failed(text, err), false
	}
	var found []Reading
	why := &language.Unread{}
	heaviest := math.Inf(1)
	for i := range read {
		if read[i].Weight > heaviest {
			break
		}
		made, clause, many := r.ofReading(text, &read[i], before...)
		if i == 0 && clause != nil {
			why = &language.Unread{Clause: clause.Span, Verbs: []string{clause.Verb}, Language: read[i].Language, None: many}
			for _, f := range clause.Value.Fields {
				if f.Value.Has("it") || f.Value.Has("them") {
					why.Rest = f.Value.Span
				}
			}
		}
		if clause != nil {
			continue
		}
		if found == nil {
			heaviest = read[i].Weight + language.Margin
		}
		if !slices.ContainsFunc(found, func(o Reading) bool { return o.String() == made.String() && len(o.Respelt) <= len(made.Respelt) }) {
			found = append(found, made)
		}
	}
	least := math.MaxInt // words taken as misspelt
	for i := range found {
		least = min(least, len(found[i].Respelt))
	}
	found = slices.DeleteFunc(found, func(o Reading) bool { return len(o.Respelt) > least })
	if len(found) != 1 {
		return Reading{}, why, false
	}
	return found[0], nil, true
}

// ofReading is a reading of the grammar as goals behind others; else the clause that none are
// made of, and the number in it that is too great.
func (r *Reader) ofReading(text string, read *language.Reading, before ...Goal) (Reading, *language.Clause, string) {
	s := r.behind(text, before)
	s.respelt, s.language = slices.Clone(read.Guesses), read.Language
	for i := range read.Clauses {
		s.more = i+1 < len(read.Clauses)
		if !s.take(&read.Clauses[i]) || len(s.goals) <= len(before) {
			return Reading{}, &read.Clauses[i], s.many
		}
	}
	return Reading{Goals: s.goals[len(before):], Respelt: s.respelt, Language: read.Language}, nil, ""
}

// behind is speech that goes on behind goals.
func (r *Reader) behind(text string, before []Goal) *speech {
	s := &speech{r: r, text: text, goals: slices.Clone(before), earlier: len(before)}
	for i, g := range before { // "them" are all that one verb was for
		if i == 0 || g.Kind != before[i-1].Kind || g.Span == (game.Span{}) || g.Span != before[i-1].Span && g.Span.From <= before[i-1].Span.From {
			s.groups = append(s.groups, i)
		}
	}
	return s
}

// take makes the goals of a clause; false when it cannot be done as it was said.
func (s *speech) take(c *language.Clause) bool {
	f, ok := FrameOf(Kind(c.Verb))
	if !ok || len(s.goals) >= maxGoals {
		return false
	}
	s.many, s.begun, s.span, s.kind, s.clause, s.to = "", len(s.goals), c.Span, f.Kind, c.Value, ""
	s.groups = append(s.groups, s.begun)
	if !f.spoken(s, c.Value) || !s.beside(c.Value) || len(s.goals) > maxGoals || s.takesPlanted() ||
		slices.ContainsFunc(s.goals, func(g Goal) bool { return (g.Kind == Deposit || g.Kind == Withdraw) && g.At == nil && g.Into == "" }) {
		return false
	}
	for i := s.begun; i < len(s.goals); i++ {
		if g := &s.goals[i]; g.Span == (game.Span{}) {
			g.Span = c.Span
		}
		s.r.measure(&s.goals[i])
	}
	return true
}

// unsure notes that something was not said, so that the reading is a guess.
func (s *speech) unsure(as string) {
	if !slices.ContainsFunc(s.respelt, func(o game.Respelling) bool { return o.Span == s.span }) {
		s.respelt = append(s.respelt, game.Respelling{Span: s.span, From: s.span.Of(s.text), To: as})
	}
}

// put appends a goal: of a walk to the player that was just said one is enough.
func (s *speech) put(g Goal) bool {
	if n := len(s.goals); n == 0 || g.Kind != Goto || g.To != "me" || s.goals[n-1].String() != g.String() {
		s.goals = append(s.goals, g)
	}
	return s.fits(g.Count)
}

// fits reports whether a number may be asked for.
func (s *speech) fits(count int) bool {
	if count > maxCount {
		s.many = strconv.Itoa(count)
	}
	return count <= maxCount
}

// said is a thing as it was resolved: what it is, and how many.
type saidThing struct {
	lexicon.Meaning
	language.Thing
	count int
	given bool
	// left says that the number is what a kill leaves, heap that the verb is about many.
	left, heap bool
}

// lastWord is the last word of a name.
func lastWord(name string) string { return name[strings.LastIndexByte(name, ' ')+1:] }

// them makes the goals of the clause about the things in a slot, or where none is about those before.
func (s *speech) them(slot string, like Goal, finish func(*Goal, *saidThing) bool) bool {
	if like.Kind = s.kind; !s.clause.Has(slot) {
		return s.again(language.Thing{Them: true}, like, finish)
	}
	return s.about(slot, like, finish)
}

// about makes the goals of the clause about the things in a slot: one for each, in the form of like.
// finish changes or refuses a goal before it is entered; nil for neither.
func (s *speech) about(slot string, like Goal, finish func(*Goal, *saidThing) bool) bool {
	all := s.clause.All(slot)
	like.Kind = cmp.Or(like.Kind, s.kind)
	if len(all) == 1 && all[0].Field("quantity").Quantity().Each {
		return false
	}
	each := 0.0
	if k := len(all) - 1; k > 0 && all[k].Has("or") && strings.Trim(s.text[all[k-1].Span.To:all[k].Span.From], " ,、，") == "" {
		return false // a bed, a chest or a boat is one of the three
	}
	numbered := slices.ContainsFunc(all, func(v *language.Value) bool { q := v.Field("quantity").Quantity(); return q.Number > 1 && !q.Some })
	for i, value := range all {
		t := value.Thing()
		if q := t.Quantity; q.Each {
			each, t.Quantity = q.Number, language.Quantity{Number: q.Number}
		} else if each > 0 && q.Number == 0 {
			t.Quantity.Number = each
		}
		if i+1 < len(all) && !s.nounOfNext(&t, all[i+1].Thing()) {
			return false
		}
		if last := all[len(all)-1].Thing(); i+1 < len(all) && t.Of == "" && last.Of != "" { // a sword and an axe out of iron
			if _, shared := s.r.OfWord(s.r.Items[t.Name], last.Of); shared {
				t.Of = last.Of
				s.unsure(last.Of + " " + t.Name)
			}
		}
		first := len(s.goals)
		if !s.thing(t, like, finish, numbered && i > 0) {
			return false
		}
		own := value.Span // each of several has its own words, and the first the verb
		if i == 0 {
			own.From = min(own.From, s.span.From)
		}
		for k := first; len(all) > 1 && k < len(s.goals); k++ {
			s.goals[k].Span = own
		}
	}
	return len(s.goals) > s.begun
}

// enter enters a goal about a thing, once it is finished, and bound by how many are to be held.
func (s *speech) enter(g Goal, one *saidThing, finish func(*Goal, *saidThing) bool) bool {
	return (finish == nil || finish(&g, one)) && s.until(&g) && s.put(g)
}

// plain makes the goal of a clause that is about nothing but a place, a player and a time.
func (s *speech) plain(*language.Value) bool {
	g, ok := s.begin()
	return ok && s.put(g)
}

// begin is a goal of the clause with its place, its player and its time.
func (s *speech) begin() (g Goal, ok bool) {
	at, placed := s.place(s.clause.Field(slotAt))
	to, known := s.player(s.clause.Field(slotTo))
	g = Goal{Kind: s.kind, At: at, To: to}
	if t := s.clause.Field(slotTime); t != nil {
		g.Seconds = t.Seconds()
	}
	return g, placed && known && g.Seconds <= longestTime
}

// nounOfNext takes the noun of the next thing where one was left out, as in "an iron and a stone
// axe"; false if a number may be meant of both together.
func (s *speech) nounOfNext(t *language.Thing, next language.Thing) bool {
	noun := lastWord(next.Name)
	if t.Name == "" && t.Kind != "" {
		t.Name, t.Plural = noun, next.Plural
		return next.Quantity.Number != 0
	}
	_, shared := s.r.Items[t.Name+" "+noun] // "oak and birch logs"; diamonds are no material
	if shared && t.Name != "" && !t.Plural && noun != next.Name {
		if t.Quantity.Number > 1 && next.Quantity.Number == 0 {
			return false
		}
		t.Name, t.Plural = t.Name+" "+noun, next.Plural
		s.unsure(t.Name)
	}
	return true
}

// takesPlanted reports whether a goal of the clause is about what the message planted, without meaning just that: another
// field must not stand in. Wood that is fetched may be of any tree.
func (s *speech) takesPlanted() bool {
	if slices.ContainsFunc(s.goals[s.begun:], func(g Goal) bool { return g.Refers || !slices.Contains([]Kind{Mine, Get, Grow}, g.Kind) }) {
		return false
	}
	return slices.ContainsFunc(s.goals[s.begun:], func(g Goal) bool {
		return slices.ContainsFunc(s.goals[:s.begun], func(sown Goal) bool {
			return sown.Kind == Plant && slices.ContainsFunc(sown.Items, func(seed string) bool {
				c, ok := s.r.Version.CropOf(seed)
				return slices.Contains(g.Items, seed) || ok && (c.Field || g.Kind != Get) && meet(g.Items, []string{c.Item, c.Harvest, c.Block})
			})
		})
	})
}

// thing makes the goals of one thing.
func (s *speech) thing(t language.Thing, like Goal, finish func(*Goal, *saidThing) bool, listed bool) bool {
	if t.Everything {
		return s.everything(t, like)
	}
	if t.Refers() || t.Another {
		return s.again(t, like, finish)
	}
	n, ok := s.noun(t, like.Kind)
	if !ok {
		return false
	}
	if len(s.goals) > s.begun {
		n = s.sameMaterial(n, t)
	}
	n = s.cooked(n, t, like.Kind)
	one := &saidThing{Meaning: n, Thing: t, heap: s.clause.Has("heap")}
	if n.Set != nil {
		return s.set(one, like, finish)
	}
	if _, named := s.r.Items[fmt.Sprintf("%s %g", t.Name, t.Quantity.Number)]; named && !t.Plural {
		return false // the music disc 13 is one
	}
	if t.Best && !s.best(one, like.Kind) || !s.number(one, like.Kind, listed) {
		return false
	}
	g := like
	g.Name, g.Items, g.Count, g.More, g.Left = one.Meaning.Name, one.Items, one.count, t.Quantity.More, one.left
	g.All = g.All || one.Quantity.All || one.Quantity.Half
	g.Half = one.Quantity.Half
	if t.Its && s.lastKilled() != "" && like.Kind == Get && s.r.gives(s.lastKilled(), g.Items) {
		g.From = s.lastKilled()
	}
	return s.enter(g, one, finish)
}

// cooked is what a raw food or a bucket became before, for a verb that does something with it: what
// came out of the furnace, the full bucket; and that as well, of all of it.
func (s *speech) cooked(n lexicon.Meaning, t language.Thing, kind Kind) lexicon.Meaning {
	all := t.Quantity.All
	if len(n.Items) == 0 || !t.Definite && !t.Its && !all || !slices.Contains([]Kind{Eat, Give, Deposit, Place, Equip}, kind) {
		return n
	}
	for i, g := range slices.Backward(s.goals[:s.begun]) {
		made, cooks := s.r.product(g), g.Kind == Smelt && !g.Product
		switch {
		case all && cooks && len(n.Items) == 1 && slices.Equal(g.Items, n.Items):
			both := slices.Concat(n.Items, made.Items)
			return lexicon.Meaning{Name: anyOf(both), Items: both}
		case all:
		case i == s.begun-1 && slices.Equal(n.Items, []string{"bucket"}) && len(made.Items) == 1 && strings.HasSuffix(made.Items[0], "_bucket"):
			return only(made.Items[0])
		case kind == Equip || !s.r.eaten(n.Items[0]) || !meet(g.Items, n.Items):
		case cooks:
			return made.thing()
		default:
			return n
		}
	}
	return n
}

// everything is all that is held, or that a container holds.
func (s *speech) everything(t language.Thing, like Goal) bool {
	if like.Kind != Give && like.Kind != Deposit && (like.Kind != Withdraw || len(s.goals) > s.begun) || t.Quantity != (language.Quantity{}) {
		return false
	}
	like.Name, like.All, like.Count = everythingHeld, true, 1
	for _, it := range s.r.Version.Items() {
		like.Items = append(like.Items, it.Name)
	}
	return s.put(like)
}

// noun is what a thing names: an item, block or several that will do.
func (s *speech) noun(t language.Thing, kind Kind) (lexicon.Meaning, bool) {
	first, second := s.r.Items, s.r.Blocks
	if kind == Mine || kind == Interact {
		first, second = second, first
	}
	name := strings.TrimPrefix(t.Kind+" "+t.Name, " ")
	n, ok := first[name]
	if !ok {
		n, ok = second[name]
	}
	if t.Of != "" {
		n, ok = s.ofMaterial(n, t)
	}
	for _, or := range t.Or {
		other, found := s.r.Items[s.alike(name, or)]
		if !slices.Contains([]Kind{Get, Give, Eat, Smelt}, kind) { // one of them has to be chosen
			s.unsure(s.counted(1, n))
			break
		}
		if !found || other.Set != nil || other.Factor > 0 || n.Set != nil || n.Factor > 0 {
			return n, false
		}
		if !meet(other.Items, n.Items) {
			n = lexicon.Meaning{Name: n.Name + " or " + other.Name, Items: slices.Concat(n.Items, other.Items)}
		}
	}
	if t.Its {
		mob := s.lastKilled()
		if mob != "" {
			n = s.r.leftBy(mob, n)
		}
		ok = ok && (mob != "" || kind == Equip)
	}
	return n, ok && len(n.Items)+len(n.Set) > 0
}

// alike is an alternative with what is said before the first, where there is such a thing: "cooked beef or mutton".
func (s *speech) alike(first, or string) string {
	if said, _, two := strings.Cut(first, " "); two && s.r.Items[said+" "+or].Items != nil {
		return said + " " + or
	}
	return or
}

// one is what a thing names that is no set of things.
func (s *speech) one(t language.Thing, kind Kind) (lexicon.Meaning, bool) {
	n, ok := s.noun(t, kind)
	return n, ok && n.Set == nil
}

// ofMaterial is a thing with what it is of: a sword of iron, a bed of red, logs of oak.
func (s *speech) ofMaterial(n lexicon.Meaning, t language.Thing) (lexicon.Meaning, bool) {
	if made, ok := s.r.Of(n, t.Of, s.r.Items[t.Of]); ok {
		return made, true
	}
	turned, ok := s.r.Items[strings.TrimSuffix(t.Of, " wool")+" "+t.Name] // what is said of a colour
	return turned, ok && turned.Set == nil
}

// sameMaterial makes a tool of any material one of the material said before it in the same clause: "an iron pickaxe, axe and shovel".
func (s *speech) sameMaterial(n lexicon.Meaning, t language.Thing) lexicon.Meaning {
	same := s.r.SameMaterial(n, s.goals[len(s.goals)-1].Name)
	if same.Name != n.Name && t.Quantity.Number > 0 {
		s.unsure(s.counted(1, same))
	}
	return same
}

// set makes a goal of each thing of a set.
func (s *speech) set(one *saidThing, like Goal, finish func(*Goal, *saidThing) bool) bool {
	q := one.Quantity
	plain := one.Meaning.Name == lexicon.PlainArmor
	held := (like.Kind == Give || like.Kind == Deposit) && q.Number+q.Pairs == 0 && (plain || one.Thing.Definite || q.All)
	switch {
	case held, plain && like.Kind == Equip:
		like.Name, like.Items, like.All = one.Meaning.Name, s.r.Pieces(one.Meaning), true
		return s.put(like)
	case slices.Contains([]Kind{Place, Mine, Smelt, Eat, Withdraw}, like.Kind):
		return false
	}
	if q.Some && like.Kind == Get {
		q = language.Quantity{}
	}
	if q.Half || q.Some || q.Stacks || q.Least || q.Rest || one.Best {
		return false
	}
	for _, id := range one.Set {
		in := s.r.InSet(id)
		g := like
		g.Name, g.Items, g.Count, g.More = in.Name, in.Items, max(1, int(q.Number), int(q.Pairs)), q.More
		if !s.enter(g, &saidThing{Meaning: in, Thing: one.Thing}, finish) {
			return false
		}
	}
	return true
}

// best has a thing of several kinds taken as the best of them that is held.
func (s *speech) best(one *saidThing, kind Kind) bool {
	if kind != Equip || !strings.HasPrefix(one.Meaning.Name, "any ") || !s.r.Outfit(one.Meaning.Name) {
		return false
	}
	s.unsure(one.Meaning.Name + ", the best that is held")
	return true
}

// number is how many of a thing a goal is about. A number that nobody said is a
// guess where a plural was said. listed: another of the clause had a number.
func (s *speech) number(one *saidThing, kind Kind, listed bool) bool {
	q := one.Quantity
	if q.Most {
		q.Number, q.Stacks = 1, true
	}
	one.given, one.count = q.Number+q.Pairs > 0, 1
	if one.For != "" { // as many as go into that
		one.given, one.count = true, s.r.needs(first(s.r.Items[one.For].Items), one.Items).each
		return one.count > 0
	}
	switch {
	case kind == Harvest: // as many as are ripe
		one.Quantity.All = false
		return !q.Half
	case s.ofUnnamed(one):
		return false
	case q.All || q.Half:
		return s.all(one, kind)
	case one.given && !q.Stacks && q.Number+q.Pairs != math.Trunc(q.Number+q.Pairs):
		return false
	case q.Least && !kind.row().least:
		return false
	case one.given && q.Some && kind == Eat:
		one.given = false // as much as one eats
	case q.Most && kind == Craft && s.begun > 0:
		s.guess(one, s.r.count(q, one.Meaning))
	case one.given:
		one.count = s.r.count(q, one.Meaning)
	case s.clause.Has(slotUntil), s.clause.Has(slotMany):
	default:
		if !s.unnumbered(one, kind, listed) {
			return false
		}
	}
	if one.Factor > 0 {
		one.count *= one.Factor
	}
	return s.fits(one.count)
}

// ofUnnamed reports whether a quantity is a share of, or enough for, something that was not named.
func (s *speech) ofUnnamed(one *saidThing) bool {
	q := one.Quantity
	return q.Rest || q.Each || q.Enough && one.Meaning.Name != "any food" || q.Part && q.Number == 1 && s.begun == 0
}

// all is a goal about all or half of what is held, stored, near or ripe.
func (s *speech) all(one *saidThing, kind Kind) bool {
	if kind == Mine {
		return one.Quantity.All && one.Set == nil && s.kind == Harvest && s.ripe(one)
	}
	return kind.row().all && (kind.row().half || !one.Quantity.Half)
}

// ripe has all of a crop mean as many of it as are usually wanted.
func (s *speech) ripe(one *saidThing) bool {
	one.Quantity.All = false
	s.guess(one, min(someThings, s.r.stack(one.Meaning)))
	one.count *= max(one.Factor, 1)
	return s.fits(one.count)
}

// guess takes so many of a thing as meant, which nobody said.
func (s *speech) guess(one *saidThing, count int) {
	one.count = count
	s.unsure(s.counted(count, one.Meaning))
}

// unnumbered is how many of a thing are meant where no number is said.
func (s *speech) unnumbered(one *saidThing, kind Kind, listed bool) bool {
	n := one.Meaning
	if one.Definite || one.Its {
		return s.pointedAt(one, kind)
	}
	switch several := s.saidSeveral(one); {
	case n.Factor > 0 || one.Near || !several && !listed:
	case several:
		s.severalUnnumbered(one, kind, listed)
	default:
		if one.heap {
			one.count = min(someThings, s.r.stack(n))
		}
		if slices.Contains([]Kind{Get, Craft, Mine, Smelt, Place}, kind) {
			s.unsure(s.counted(one.count, n))
		}
	}
	if (kind == Deposit || kind == Give && s.to == "") && !one.given {
		one.Quantity.All = true // "drop dirt" is about the dirt there is
	}
	return true
}

// saidSeveral reports whether a thing was named in the plural, or as one of which there are many, and no pair or choice is meant.
func (s *speech) saidSeveral(one *saidThing) bool {
	if paired(one.Meaning) || len(one.Or) > 0 {
		return false
	}
	last := lastWord(one.Thing.Name)
	return one.Plural || s.r.plural(last) && !strings.HasPrefix(one.Meaning.Name, "any ") || one.heap && severalWord(last)
}

// severalUnnumbered is how many a plural without a number means for a verb. What is given away or stored is all of it, and one eats one.
func (s *speech) severalUnnumbered(one *saidThing, kind Kind, listed bool) {
	n := one.Meaning
	count, guessed := s.r.few(n, kind), listed
	gem := (kind == Mine || kind == Get) && len(n.Items) > 0 && s.r.gem(n.Items[0])
	switch {
	case gem:
		count, guessed = fewThings, listed && (one.heap || kind == Mine)
	case one.heap || kind == Mine:
		count = min(someThings, s.r.stack(n))
	case kind == Eat:
		s.unsure(s.counted(1, n))
		return
	case kind == Withdraw || kind == Kill || kind == Give && s.to != "":
		guessed = true
	case !slices.Contains([]Kind{Get, Craft, Smelt, Place, Plant, Throw}, kind): // "make torches", but not "wear boots"
		return
	}
	one.count, one.given = count, true
	if guessed {
		s.unsure(s.counted(count, n))
	}
}

// beside gives what is said beside a clause to its goals. Each part binds, or the clause is not read.
func (s *speech) beside(v *language.Value) bool {
	s.goals, s.also = append(s.goals, s.also...), nil
	goals := s.goals[s.begun:]
	if len(goals) == 0 {
		return false
	}
	if in := v.Field(slotIn); in != nil {
		for i := range goals {
			goals[i].Biome = in.Field("biome").Text
		}
	}
	for _, slot := range [...]struct {
		name string
		bind func(*language.Value) bool
	}{
		{slotTimes, s.times}, {slotMany, s.numbering}, {slotFuel, s.fuel}, {slotTool, s.usedWith}, {slotGiven, s.given},
		{slotWithout, s.without}, {slotRather, s.rather},
	} {
		for _, said := range v.All(slot.name) {
			if !slot.bind(said) {
				return false
			}
		}
	}
	return s.kept(v)
}

// times multiplies the goals of a clause.
func (s *speech) times(v *language.Value) bool {
	for i := range s.goals[s.begun:] {
		g := &s.goals[s.begun+i]
		if g.Count *= int(v.Field("number").Number); g.All || g.Count > maxCount {
			return false
		}
	}
	return true
}

// numbering gives the one goal of a clause the number that stands apart from its thing.
func (s *speech) numbering(v *language.Value) bool {
	g, q := &s.goals[s.begun], v.Quantity()
	if len(s.goals) > s.begun+1 || len(g.Items) == 0 || g.All || g.Refers || g.Count > 1 && s.numbered(true) ||
		q.Number < 1 || q.Relative() || q.Each {
		return false
	}
	g.Count = pieces(q, s.r.stack(g.thing()), false)
	return true
}

// leaves reports whether one of some blocks leaves one of some items.
func (r *Reader) leaves(blocks, items []string) bool {
	return slices.ContainsFunc(items, func(id string) bool {
		return slices.ContainsFunc(r.Version.DroppedBy(id), func(s data.Source) bool { return slices.Contains(blocks, s.Block) })
	})
}

// rather is what was said not to be meant: something else than the clause is about.
func (s *speech) rather(v *language.Value) bool {
	t := v.Thing()
	n, ok := s.one(t, Get)
	made := s.clause.Has(slotOf) || s.clause.Has(slotUsing)
	if !ok || t.Kind == "" && (t.Quantity.Number > 0 || s.goals[s.begun].Kind == Mine && slices.ContainsFunc(n.Items, s.r.equipped)) {
		return false
	}
	return !slices.ContainsFunc(s.goals[s.begun:], func(g Goal) bool {
		_, wood := s.r.InMaterial(g.thing(), n)
		return meet(n.Items, g.Items) || wood || !made && g.Kind == Craft && s.r.hasPart(g, n.Items) && t.Kind == "" || g.Kind == Mine && s.r.leaves(g.Items, n.Items)
	})
}

// fuel is what a furnace is heated with: any does.
func (s *speech) fuel(v *language.Value) bool {
	n := s.r.Items[v.Field("item").Text]
	return len(n.Items) > 0 && s.r.item(n.Items[0]).FuelTicks > 0
}

// usedWith has the goals of the clause done with a tool that is named, if they are done with such a one.
func (s *speech) usedWith(v *language.Value) bool {
	n, ok := s.tool(v)
	if !ok || n.Set != nil || n.Factor > 0 {
		return false
	}
	tool := Thing{Name: n.Name, Items: n.Items, Count: 1, Tool: true}
	arrows := s.r.shot(n)
	if number := v.Field("number"); number != nil {
		tool.Count = int(number.Number)
	} else if item := v.Field("item"); arrows && item != nil && item.Plural {
		tool.Count = s.r.few(n, Get)
		s.unsure(s.counted(tool.Count, n))
	}
	for i := range s.goals[s.begun:] {
		g := &s.goals[s.begun+i]
		if g.Kind == Get && g.From == "" && n.Items[0] == "bucket" && strings.HasSuffix(g.Name, "_bucket") {
			continue
		}
		if arrows && len(g.With) == 0 || !arrows && (!s.handles(*g, n) || s.r.idle(*g, tool)) {
			return false
		}
		g.With = append(g.With, tool)
	}
	return true
}

// tool is the tool that a clause names; "it" is the last one that was made or held.
func (s *speech) tool(v *language.Value) (lexicon.Meaning, bool) {
	if v.Has("it") {
		for i := s.begun - 1; i >= 0; i-- {
			if g := s.r.product(s.goals[i]); len(g.Items) > 0 && s.handles(s.goals[s.begun], g.thing()) {
				return g.thing(), true
			}
		}
		return lexicon.Meaning{}, false
	}
	name := cmp.Or(v.Field("item"), v.Field("kind"))
	if name == nil {
		return lexicon.Meaning{}, false
	}
	return s.noun(language.Thing{Name: name.Text, Of: nameOf(v.Field("of"))}, Equip)
}

// handles reports whether a thing is used for a goal: a tool, a weapon, an empty bucket.
func (s *speech) handles(g Goal, n lexicon.Meaning) bool {
	if n.Items[0] == "bucket" {
		return g.Kind == Milk || strings.HasSuffix(g.Name, "_bucket")
	}
	it := s.r.item(n.Items[0])
	return it.Tool != nil || it.Weapon || it.Durability > 0
}

// given is what is said to be there for the first goal of the clause.
func (s *speech) given(v *language.Value) bool {
	t, g := v.Thing(), &s.goals[s.begun]
	n, ok := s.one(t, Get)
	if ok = ok && n.Factor == 0 && !t.Quantity.Relative(); ok {
		g.With = append(g.With, Thing{Name: n.Name, Items: n.Items, Count: s.r.count(t.Quantity, n)})
	}
	return ok
}

// without is what the clause's thing is not to be made of.
func (s *speech) without(v *language.Value) bool {
	n, ok := s.one(v.Thing(), Get)
	return ok && len(s.goals) == s.begun+1 && s.r.unlike(&s.goals[s.begun], n)
}

// kept is what stays of what is given away or stored: a number of it, or some of several things.
func (s *speech) kept(v *language.Value) bool {
	keep, except := v.Field(slotKeep), v.All(slotExcept)
	if keep == nil && len(except) == 0 {
		return true
	}
	if len(s.goals) != s.begun+1 {
		return false
	}
	g := &s.goals[s.begun]
	if keep != nil && !g.All && keep.Quantity().Rest {
		return true // drop 2 and keep the rest
	}
	if !g.All || g.Half {
		return false
	}
	if keep != nil {
		q := keep.Quantity()
		g.Keep = int(q.Number)
		return q.Number >= 1 && !q.More && !q.Some && !q.Stacks && g.Name != everythingHeld
	}
	return s.excepted(g, except)
}

// excepted takes things out of what is given away or stored: all of a kind of several, or a number of the one kind.
func (s *speech) excepted(g *Goal, except []*language.Value) bool {
	rest := slices.Clone(g.Items)
	var names []string
	for _, e := range except {
		t := e.Thing()
		n, ok := s.one(t, Get)
		among := meet(n.Items, rest)
		if !ok || n.Factor > 0 {
			return false
		}
		if t.Quantity.Number > 0 && (g.Name == everythingHeld || !among || len(except) > 1) {
			return false
		}
		if t.Quantity.Number > 0 {
			g.Keep = int(t.Quantity.Number)
			return true
		}
		if !among {
			if s.r.hasPart(*g, n.Items) {
				return false
			}
			continue // throw the dirt away and keep the stone
		}
		names = append(names, n.Name)
		rest = slices.DeleteFunc(rest, func(id string) bool { return slices.Contains(n.Items, id) })
	}
	if len(rest) == 0 {
		return false
	}
	g.Items, g.Except = rest, names
	return true
}

// place is where a clause is to be done: at is nil for no coordinates, here and there are where the body is or was led.
func (s *speech) place(v *language.Value) (at *game.Pos, ok bool) {
	if v == nil {
		return nil, true
	}
	where := v.Field("at")
	if where == nil {
		return nil, v.Has("here") || v.Has("there") && s.begun > 0
	}
	pos, ok := where.Position()
	if !ok || (&game.Action{Kind: game.Goto, At: &pos}).Validate() != nil {
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
		to := s.lastPlayer()
		return to, to != ""
	}
	name := v.Field("name").Text
	low := strings.ToLower(name)
	_, item := s.r.Items[low]
	_, block := s.r.Blocks[low]
	_, mob := s.r.Mobs[low]
	capital := low != name && !item && !block && !mob
	if _, biome := s.r.Biomes[low]; biome || (s.r.Knows(low) || english().Says(low) || s.r.Structures[low] != "") && !capital {
		return "", false
	}
	_, misspelt := s.r.Closest([]string{low}, s.r.Blocks, s.r.Items)
	return name, low != name || !misspelt
}

// The slots that verbs share, and the types of what stands in them.
const (
	slotThing   = "thing"
	slotTool    = "tool"
	slotTo      = "to"
	slotAt      = "at"
	slotToward  = "toward"
	slotInto    = "container"
	slotTime    = "time"
	slotSaid    = "text"
	slotIn      = "in"
	slotGiven   = "given"
	slotUntil   = "until"
	slotTimes   = "times"
	slotWithout = "without"
	slotKeep    = "keep"
	slotExcept  = "except"
	slotOf      = "of"
	slotFrom    = "from"
	slotFuel    = "fuel"
	slotMany    = "many"
	slotUsing   = "using"
	slotRather  = "rather"
	slotAside   = "aside"

	typeThing  = "thing"
	typeBlock  = "block"
	typeBeast  = "beast"
	typePlace  = "place"
	typeBox    = "box"
	typePlayer = "player"
)

// slotTypes are the types of what stands in a slot, where a row names no other.
var slotTypes = map[string]string{
	slotTool: "tool", slotIn: "region", slotGiven: typeThing, slotUntil: typeThing, slotTimes: "times", slotWithout: typeThing,
	slotKeep: "quantity", slotExcept: typeThing, slotOf: typeThing, slotFrom: "source", slotFuel: "tool", slotMany: "quantity", slotThing: typeThing,
	slotAt: typePlace, slotTo: typePlayer, slotRather: typeThing, "as": "stance", slotUsing: typeThing, slotTime: "time", slotInto: typeBox,
	"spot": "position", "further": typeThing, "row": typeThing, "size": "size", "shape": "shape",
}

// few is how many of a thing are a useful amount where a plural has no number.
func (r *Reader) few(n lexicon.Meaning, kind Kind) int {
	if kind == Eat {
		return 1
	}
	stack := r.stack(n)
	makes := 0
	for _, id := range n.Items[:1] {
		for _, rc := range r.Version.Recipes(id) {
			if unpacks := len(rc.Ingredients) == 1 && rc.Ingredients[0].Count == 1 && rc.Count == 9; !unpacks {
				makes = max(makes, rc.Count)
			}
		}
	}
	count := max(fewThings, makes)
	if kind == Mine || kind == Smelt || kind == Plant {
		count = someThings
	}
	return max(min(count, stack), 1)
}
