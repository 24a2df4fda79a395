// SPDX-License-Identifier: MIT

package talk

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/spelling"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/language"
)

// Topic is what a question is about.
type Topic string

// The topics that the sorter itself has to know; the rest are those of the phrases.
const (
	Have    Topic = "have"
	Missing Topic = "missing"
	Make    Topic = "make"
	Place   Topic = "place"
	Takes   Topic = "takes"
	Why     Topic = "why"
	Unknown Topic = "unknown"
)

// question sorts what is asked: as it is said, without what stands around it, and without what makes it a wish.
func (l *listener) question(t text) (Said, bool) {
	forms := []text{t, t.bare()}
	if rest, which := t.bare().after("tell"); which != "" && !rest.empty() {
		forms = append(forms, rest, rest.bare())
	}
	for _, f := range slices.Clone(forms) {
		forms = append(forms, f.without("particle"))
		if rest, which := f.before("so-far"); which != "" && !rest.empty() {
			forms = append(forms, rest, rest.without("particle"))
		}
	}
	var best Said
	least := len(t.words) + 1 // words that the question only holds a place for
	for _, f := range forms {
		for _, a := range t.acts {
			topic, took, open := a.Asks(f.words, false)
			if topic == "" || open >= least {
				continue
			}
			said, ok := Said{Kind: Question, Topic: Topic(topic), Language: a.Language}, took["verb"] == nil && took["deed"] == nil
			switch {
			case took["thing"] != nil:
				said, ok = l.thing(said.Topic, f.with(took["thing"]))
			case took["what"] != nil:
				said, ok = l.what(said.Topic, f.with(took["what"]))
			case took["name"] != nil: // whatever it is called
				said.Name = f.with(took["name"]).String()
			case !ok && f.asked && len(f.words) == len(t.words) && a.Language == l.tongue(t):
				said, ok = l.able(said, f.with(append(took["verb"], took["deed"]...)), took["deed"] != nil)
			}
			if said.Language = a.Language; ok {
				best, least = said, open
			}
		}
	}
	if best.Topic == Place && len(best.Items)+len(best.Among) == 0 && !l.sorter.take(best.Name).has("joins") { // which names nothing: "where did you dig it"
		if said, ok := l.loosely(t); ok {
			return said, true
		}
	}
	return best, best.Kind != ""
}

// questions are those of a text that are joined, "where are you and are you hungry", or the one that it is.
func (l *listener) questions(t text) []Said {
	if rest, which := t.bare().after("tell"); which != "" && !rest.empty() {
		t = rest
	}
	if both := l.either(t); both != nil {
		return both
	}
	whole, ok := l.question(t)
	for i := 1; (t.asked || ok) && i < len(t.words)-1 && (!ok || l.sorter.take(whole.Name).has("joins")); i++ {
		next, which := t.with(t.words[i:]).after("joins")
		if which == "" && t.words[i].Text != language.Comma {
			continue
		}
		if first := l.questions(t.with(t.words[:i])); first != nil && next.past("joins").bare().is("which-way") {
			return first
		}
		if first, ok := l.question(t.with(t.words[:i])); ok && l.reads(next.past("joins").String()) == nil {
			if more := l.questions(next.past("joins")); more != nil {
				if two := &more[0]; two.Topic != first.Topic || two.Name != first.Name || !slices.Equal(two.Items, first.Items) {
					more = slices.Insert(more, 0, first)
				}
				return more
			}
		}
	}
	if !ok {
		whole, ok = l.asksAbout(t)
	}
	if ok {
		return []Said{whole}
	}
	return nil
}

// either are the questions about each of two things of which one is asked for: "is there a village or a desert near here".
func (l *listener) either(t text) []Said {
	for i := 1; i < len(t.words); i++ {
		behind, or := t.with(t.words[i:]).after("either")
		for from := i - 1; from > 0 && or != ""; from-- {
			if head := t.with(t.words[from:i]).past("some"); head.empty() || !l.Sought(head.String()) {
				continue
			}
			two, ok := l.question(t.with(slices.Concat(t.words[:from], behind.words)))
			two.Name = l.sorter.take(two.Name).past("some").String()
			for n := range behind.words {
				if name := behind.with(behind.words[:n+1]); !ok || two.Name == "" || !strings.HasSuffix(name.String(), two.Name) {
					continue
				} else if one, ok := l.question(t.with(slices.Concat(t.words[:i], behind.words[n+1:]))); ok && one.Topic == two.Topic {
					return []Said{one, two}
				}
			}
		}
	}
	return nil
}

// able asks whether a request that may wait can be done: "fish", "build houses". sure: behind no mere "can you", which may ask for it.
func (l *listener) able(said Said, t text, sure bool) (Said, bool) {
	if read, ok := l.read(t.String()); ok && len(read.Respelt) == 0 {
		said.Name = t.String()
		return said, (sure || len(t.words) == 1) && !atOnce(read.Goals)
	}
	for i, w := range t.words {
		head, _ := t.with(t.words[:i]).before("some")
		for _, one := range spelling.Singles(w.Text) {
			if !once(l.shaped, one, func(word string) bool { return l.Built(word).Shape != "" }) {
				continue
			} else if read, ok := l.read(strings.TrimSpace(head.String() + " " + one + " " + t.with(t.words[i+1:]).String())); ok {
				read.Language = said.Language
				said.Name = read.Words()
				return said, true
			}
		}
	}
	if sure && l.beyond(t) { // which is said of a request
		return l.goal(t.String()), true
	}
	return said, sure
}

// thing is a question about what a text names.
func (l *listener) thing(topic Topic, t text) (Said, bool) {
	t, _ = t.before("so-far")
	if rest, which := t.after("whole-set"); which != "" && !rest.empty() {
		t = rest
	}
	name := strings.TrimSpace(t.String())
	if name == "" {
		return Said{}, false
	}
	if t.in("monsters") != "" {
		return Said{Kind: Question, Topic: topic, Name: name, Items: l.book.Version.Hostile()}, true
	}
	r := l.Things(goals.Get, name)
	if len(r.Goals) == 0 {
		r = l.Things(goals.Get, name, l.before()...)
	}
	if len(r.Goals) == 0 && l.Fragment(name) { // the hut is no item
		return Said{Kind: Question, Topic: Missing}, topic == Make && l.about.Busy
	}
	if len(r.Goals) != 1 || len(r.Goals[0].Items) == 0 || len(r.Respelt) > 0 && l.Built(name).Shape != "" {
		said := Said{Kind: Question, Topic: topic, Name: name}
		said.Among, _, _ = l.among(name, true)
		for _, g := range l.Things(goals.Kill, name).Goals { // a mob, in any language
			said.Items = append(said.Items, g.Items...)
		}
		return said, topic != Have && !t.has("pronoun")
	}
	g := r.Goals[0]
	if topic == Have {
		return Said{Kind: Question, Topic: topic, Items: g.Items, Name: game.Display(strings.TrimPrefix(g.Name, "any "))}, true
	}
	return Said{Kind: Question, Topic: topic, Items: g.Items, Count: max(g.Count, 1), Name: strings.TrimPrefix(g.Words(), "get ")}, true
}

// what asks about, or undoes, what may be no item, such as a house: a word of an earlier request is taken for no other near to it.
func (l *listener) what(topic Topic, t text) (Said, bool) {
	name := t.String()
	among, known, near := l.among(name, topic != "undo-made")
	if strings.HasPrefix(string(topic), "undo-") {
		return Said{Kind: Undo, Name: name, Among: among, Guess: near}, len(among) > 0 || topic == "undo-thing" && known
	}
	said, _ := l.thing(topic, t)
	if strings.Contains(strings.ToLower(strings.Join(l.about.Earlier, "\n")), strings.ToLower(name)) && len(l.Things(goals.Get, name).Respelt) > 0 {
		said.Items = nil
	}
	return Said{Kind: Question, Topic: topic, Items: said.Items, Name: name, Among: among}, true
}

// unanswerable sorts what is a question and no request, and nothing that can be answered.
func (l *listener) unanswerable(t text) (Said, bool) {
	parts, unmarked := t.parts(), l.unmarked(t.past("lead"))
	if len(parts) > 1 && !t.asked && strings.HasPrefix(parts[0].behind(), "!") { // what a day!
		return Said{}, false
	} else if list := l.questions(unmarked); !t.asked && unmarked.begins("asks") && len(list) > 0 {
		return list[0], true
	}
	// When I say go, get 3 logs; "can you get me some of that shiny stuff?" is for a model.
	asks := t.bare().begins("asks") && !t.begins("later") && l.reads(l.raw) == nil && (t.asked || !slices.ContainsFunc(t.sides(), l.verbFirst))
	return Said{Kind: Question, Topic: Unknown, Language: l.tongue(t)}, asks
}

// asksAbout is a question by what hints at its topic, where a text is one and no wish.
func (l *listener) asksAbout(t text) (said Said, ok bool) {
	if asks := t.asked || t.bare().begins("asks"); !asks || len(t.parts()) > 1 || t.has("joins") || l.beyond(t) {
		return said, false
	}
	said, ok = l.loosely(t)
	return said, ok && l.rather(t, &said)
}

// rather reports whether a text is rather a question of a topic than a wish. Of what is not held it is a wish, too.
func (l *listener) rather(t text, said *Said) bool {
	if said.Topic == Have && len(said.Items) > 0 && t.bare().begins("request") {
		said.Count = 1
	}
	told := []Topic{"used", "source", "took", Why, "ran", Takes} // though it may begin as a wish: "t'as"
	return said.Count == 1 || slices.Contains(told, said.Topic) || !l.requested(t)
}

// loosely sorts a question by what hints at a topic, and what it names; not ok where nothing does.
func (l *listener) loosely(t text) (said Said, ok bool) {
	said = Said{Kind: Question, Topic: Unknown, Language: l.tongue(t)}
	least := len(t.words) + 1
	for _, a := range l.spoken(t) {
		if topic, _, open := a.Asks(t.words, true); topic != "" && open < least && !t.begins("later") {
			said.Topic, said.Language, least = Topic(topic), a.Language, open
		}
	}
	for n := 0; n <= mostNamed && !slices.Contains([]Topic{"can", "done", "ran", "left"}, said.Topic); n++ {
		for i := range max(len(t.words)-n, 0) {
			one, is := l.named(said.Topic, t.with(t.words[i:i+n+1]))
			if is && (said.Name == "" || strings.Contains(one.Name, said.Name) && !slices.Equal(one.Items, said.Items)) {
				said.Items, said.Name, said.Among = one.Items, one.Name, one.Among
			}
		}
	}
	if n := len(l.last.Goals); n > 0 && said.Name == "" && said.Topic == Takes { // what was asked for last
		said.Items = l.last.Goals[n-1].Items
	} else if said.Name == "" && said.Topic == Why { // of what no step is about
		said.Topic = Unknown
	}
	return said, said.Topic != Unknown
}

// named is a question about a text that is the name of a thing, a mob or what was made, and of nothing else.
func (l *listener) named(topic Topic, t text) (said Said, is bool) {
	name := t.String()
	if t.begins("some") || t.is("pronoun") || t.has("joins") || t.numbered() || goals.Negates(name) || l.verbFirst(t) && len(t.words) > 1 {
		return said, false
	}
	things, mobs := l.Things(goals.Get, name), l.Things(goals.Kill, name)
	switch among, _, _ := l.among(name, true); {
	case len(things.Goals)+len(mobs.Goals) != 1 || len(things.Respelt)+len(mobs.Respelt) > 0:
		return Said{Name: name, Among: among}, len(among) > 0 || topic == Place && l.Sought(name)
	case topic == Have:
		return l.thing(topic, t)
	}
	said, _ = l.what(topic, t)
	return said, topic != Why || len(mobs.Goals) == 0 // why zombies burn
}
