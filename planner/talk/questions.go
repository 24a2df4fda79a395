// SPDX-License-Identifier: MIT

package talk

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/goals"
)

// Topic is what a question is about.
type Topic string

// The topics that the sorter itself has to know; the rest are those of the phrases.
const (
	Have    Topic = "have"
	Missing Topic = "missing"
	Make    Topic = "make"
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
			topic, took, open := a.Asks(f.words)
			if topic == "" || open >= least {
				continue
			}
			said, ok := Said{Kind: Question, Topic: Topic(topic)}, true
			if thing := took["thing"]; thing != nil {
				said, ok = l.thing(Topic(topic), f.with(thing))
			} else if what := took["what"]; what != nil {
				said, ok = l.what(Topic(topic), f.with(what))
			}
			if verb := took["verb"]; verb != nil {
				said.Name = f.with(verb).String()
				ok = len(f.words) == len(t.words) && len(verb) == 1 && f.asked && l.mayWait(said.Name)
			} else if name := took["name"]; name != nil { // whatever it is called
				said.Name = f.with(name).String()
			}
			if said.Language = a.Language; ok {
				best, least = said, open
			}
		}
	}
	return best, best.Kind != ""
}

// mayWait reports whether a text is a request that may wait: "fish" of "can you fish?" only asks.
func (l *listener) mayWait(text string) bool { return l.reads(text) != nil && !atOnce(l.reads(text)) }

// thing is a question about what a text names.
func (l *listener) thing(topic Topic, t text) (Said, bool) {
	if rest, which := t.before("so-far"); which != "" {
		t = rest
	}
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
	r := l.Things(goals.Get, name, l.before()...)
	if points := len(l.Things(goals.Get, name).Goals) == 0 && l.Fragment(name); points && len(r.Goals) == 0 { // the hut is no item
		return Said{Kind: Question, Topic: Missing}, topic == Make && l.about.Busy
	}
	if len(r.Goals) != 1 || len(r.Goals[0].Items) == 0 || len(r.Respelt) > 0 && l.Shaped(name) != "" {
		said := Said{Kind: Question, Topic: topic, Name: name}
		said.Among, _, _ = l.among(name, true)
		for _, g := range l.Things(goals.Kill, name).Goals { // a mob, in any language
			said.Items = append(said.Items, g.Items...)
		}
		return said, topic != Have
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
	earlier := strings.ToLower(strings.Join(l.about.Earlier, "\n"))
	if strings.Contains(earlier, strings.ToLower(name)) && len(l.Things(goals.Get, name).Respelt) > 0 {
		said.Items = nil
	}
	return Said{Kind: Question, Topic: topic, Items: said.Items, Name: name, Among: among}, true
}

// unanswerable sorts what is a question and no request, and nothing that can be answered.
func (l *listener) unanswerable(t text) (Said, bool) {
	if parts := t.parts(); len(parts) > 1 && !t.asked && strings.HasPrefix(parts[0].behind(), "!") { // what a day!
		return Said{}, false
	}
	for _, a := range t.acts { // "can you get me some of that shiny stuff?" is for a model
		if a.Begins("asks", t.bare().words) > 0 && l.reads(l.raw) == nil {
			return Said{Kind: Question, Topic: Unknown, Language: l.tongue(t)}, true
		}
	}
	return Said{}, false
}
