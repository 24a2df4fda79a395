// SPDX-License-Identifier: MIT

package talk

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/goals"
)

// Kind is what a text is.
type Kind string

// The kinds, in the words of the control side.
const (
	Goal       Kind = "goal"
	FollowUp   Kind = "follow_up"
	Correction Kind = "correction"
	Question   Kind = "question"
	Stop       Kind = "stop"
	Pause      Kind = "pause"
	Resume     Kind = "resume"
	Skip       Kind = "skip"
	Undo       Kind = "undo"
	Yes        Kind = "yes"
	No         Kind = "no"
	Remark     Kind = "remark"
)

// About is what a text may refer to.
type About struct {
	Body  game.BodyInfo
	State game.State
	// Earlier are the body's last requests in full, newest first. An empty one is
	// a ready list of actions.
	Earlier []string
	// Open says which of them have not ended; the rest have.
	Open []bool
	// Busy: something is being done or waits; Paused: it is paused; Awaiting: its plan
	// waits for a yes.
	Busy, Paused, Awaiting bool
}

// Said is a text as it is understood.
type Said struct {
	Kind Kind
	// Goal is a request in full. Empty for a follow-up that is the last request once
	// more as it was (Again).
	Goal  string
	Again bool
	// Instead: it does not wait for what is being done, which is given up.
	Instead bool
	// Guess: a word of it was taken for another, so a person has to agree to it.
	Guess bool
	// All: a yes to this plan and to later ones.
	All bool
	// Topic of a question, and the thing that it is about: its items, how many, its
	// name as it was understood.
	Topic Topic
	Items []string
	Count int
	Name  string
	// Of is the earlier request that a correction changes, by its place. NothingLeft:
	// all of that one is taken back, and there is no goal.
	Of          int
	NothingLeft bool
	// Fault is a sentence when nothing can be made of what is referred to.
	Fault string
}

// Sorter sorts texts. It may be used from any number of goroutines.
type Sorter struct {
	library *book.Library
	hearing hearing
}

// New returns a sorter over the planner's library.
func New(library *book.Library) *Sorter { return &Sorter{library, newHearing()} }

var (
	resumes  = set("resume, resume it, resume the task, continue, continue it, continue with it, go on, carry on, keep going, keep on, proceed, unpause, back to work, you can go on, you may go on, you can continue, you may continue, go back to work, as you were")
	goOns    = set("dont stop, do not stop, dont stop now, do not stop now, never stop, dont you stop, dont pause, do not pause, dont give up, do not give up")
	skips    = set("skip, skip it, skip that, skip this, skip this step, skip that step, skip this one, skip that one, skip the step, next step")
	undos    = set("undo, undo it, undo that, undo this, undo all, undo all of it, undo all that, undo everything, undo the last, undo the last one, undo the last task, undo what you did, undo what you just did, undo your changes, undo last, revert, revert it, revert that, revert your changes, put it back, put it all back, put everything back, put all back, put that back, put back, put back what you changed, put back what you did, put it back as it was, put it back the way it was, put it back how it was, put everything back as it was, put everything back the way it was, put everything back how it was, make it as it was, make it like it was before, make it like before, restore it, restore everything, restore what you changed, take that back, reverse that, rückgängig, mach das rückgängig, mach es rückgängig, annule, annule ça, deshacer, deshazlo, desfazer, desfaz, отмени, верни как было")
	yeses    = set("y, yes, yeah, yep, yup, ya, yes please, do it, go ahead, sounds good, looks good, approve, approved, approve it, correct, exactly, right, thats right, that is right, sure, fine, ok, okay, go for it, yes do it, of course")
	alls     = set("a, all, always, yes to all, yes all, yes to everything, approve all, all of it")
	noes     = set("n, no, nope, nah, no thanks, no thank you, reject, reject it, dont run it, not that plan, no way")
	thanks   = set("thanks, thank you, thx, ty, cheers, thanks a lot, thank you very much, many thanks")
	remarks  = set("ok, okay, fine, sure, right, exactly, hi, hello, hey, yo, good morning, good evening, good night, good job, well done, nice, nice one, nice job, great, great job, cool, awesome, perfect, good, good bot, good work, good boy, wow, lol, haha, bye, goodbye, see you, see ya, alright, i see, understood, never fear, yay, sorry, oops")
	quitters = []string{"stop", "quit"}
)

// Stops says how a text stops what is being done: Stop when it says nothing else,
// Pause when it does or only asks to wait, empty when it does not. It is quick and
// looks at the text alone.
func (s *Sorter) Stops(raw string) Kind { return s.hearing.hear(raw).kind }

// simple sorts what is said in a few words that mean one thing.
func simple(t text, about *About) (Said, bool) {
	whole, bare := t.phrase(), t.bare().phrase()
	in := func(list map[string]bool) bool { return list[whole] || list[bare] }
	switch {
	case t.asked:
		return Said{}, false
	case about.Awaiting && in(alls):
		return Said{Kind: Yes, All: true}, true
	case about.Awaiting && in(yeses):
		return Said{Kind: Yes}, true
	case in(noes):
		return Said{Kind: No}, true
	case in(resumes):
		return Said{Kind: Resume}, true
	case in(goOns) && about.Paused:
		return Said{Kind: Resume}, true
	case in(goOns):
		return Said{Kind: Remark}, true
	case in(skips):
		return Said{Kind: Skip}, true
	case in(undos):
		return Said{Kind: Undo}, true
	case in(thanks):
		return Said{Kind: Remark, Name: "thanks"}, true
	case in(remarks):
		return Said{Kind: Remark}, true
	case in(yeses), whole == "yes to all":
		return Said{Kind: Yes}, true
	}
	return Said{}, false
}

// Sort says what a text is.
func (s *Sorter) Sort(raw string, about About) Said {
	t, stop := take(raw), s.hearing.hear(raw)
	if stop.alone && stop.sure {
		return Said{Kind: stop.kind}
	}
	if said, ok := simple(t, &about); ok {
		return said
	}
	v := s.version(&about)
	if v == nil { // its tables cannot be read: whoever plans will say so
		return Said{Kind: Goal, Goal: strings.TrimSpace(raw)}
	}
	l := &listener{Reader: goals.Of(v), about: &about, raw: strings.TrimSpace(raw)}
	l.turnTo(0)
	if stop.kind != "" && about.Busy {
		return l.paused(t, &stop)
	}
	for _, sorted := range []func(text) (Said, bool){l.question, l.correction, l.instead, l.followUp, l.unanswerable} {
		if said, ok := sorted(t); ok {
			said.Of = l.of
			return said
		}
	}
	return l.goal(l.raw)
}

// paused is a text that stops among other words. Words that read as another request at
// once are one, and so are those that change what was asked for where the stop is not
// sure.
func (l *listener) paused(t text, stop *heard) Said {
	if said, ok := l.instead(t); ok && l.verbFirst(take(said.Goal)) {
		return said
	}
	if said, ok := l.correction(t); ok && !stop.sure && said.Fault == "" {
		said.Of = l.of
		return said
	}
	return Said{Kind: Pause}
}

// version is that of the body.
func (s *Sorter) version(about *About) *data.Version {
	b, err := s.library.Open(game.Request{Goal: "listen", Body: about.Body, State: about.State, Round: 1})
	if err != nil {
		return nil
	}
	return b.Version
}

// listener sorts one text.
type listener struct {
	*goals.Reader
	about *About
	raw   string
	// last are the goals of the request that is referred to, which is the last one
	// unless a correction names a part of another (of is its place); nil when there is
	// none, or no reader can read it.
	last []goals.Goal
	of   int
	// guess: what the request is worded from has a misspelt word.
	guess bool
}

// turnTo has an earlier request be the one that is referred to.
func (l *listener) turnTo(i int) {
	l.of, l.last = i, nil
	if i < len(l.about.Earlier) {
		l.last = l.reads(l.about.Earlier[i])
	}
}

// isOpen says that an earlier request has not ended.
func (l *listener) isOpen(i int) bool { return i < len(l.about.Open) && l.about.Open[i] }

// reads is a text as goals, nil when it is not read whole.
func (l *listener) reads(text string) []goals.Goal {
	r, err := l.Read(text)
	if err != nil {
		return nil
	}
	return r.Goals
}

// wordedFrom notes what a request is worded from.
func (l *listener) wordedFrom(text string) {
	if r, err := l.Read(text); err == nil && len(r.Respelt) > 0 {
		l.guess = true
	}
}

// goal is a request that stands for itself.
func (l *listener) goal(text string) Said {
	return Said{Kind: Goal, Goal: text, Instead: atOnce(l.reads(text))}
}

// atOnce says that a request is of no use when it waits: come, follow.
func atOnce(list []goals.Goal) bool {
	if len(list) == 0 {
		return false
	}
	g := &list[0]
	return g.Kind == goals.Follow || g.Kind == goals.Goto && g.To == "me"
}

// Words around a request that say that it must not wait.
var (
	urgentLeads  = lists("stop and, stop that and, stop it and, stop, stop that, stop it, drop that and, leave that and, forget that and, forget it and, forget that, forget it, cancel that and, cancel that, never mind that, drop everything and, stop everything and, quick, quickly, hurry, right now, immediately, at once, instead, instead of that, instead of this, instead of it")
	urgentTrails = lists("instead, right now, immediately, at once, this instant, right away, instead of that, instead of this")
)

// instead sorts a request that says of itself that it cannot wait.
func (l *listener) instead(t text) (Said, bool) {
	rest, lead := t.afterAny(urgentLeads)
	if len(t.tokens) > 3 && slices.Contains(quitters, t.first()) && strings.HasSuffix(t.tokens[1].word, "ing") {
		for i, k := range t.tokens { // stop mining and come here
			if k.word == "and" || k.word == comma {
				rest, lead = text{raw: t.raw, tokens: t.tokens[i+1:]}, t.first()
				break
			}
		}
	}
	rest, trail := rest.beforeAny(urgentTrails)
	if lead == "" && trail == "" || rest.empty() {
		return Said{}, false
	}
	if l.reads(rest.String()) == nil {
		return Said{}, false
	}
	return Said{Kind: Goal, Goal: rest.String(), Instead: true}, true
}

// worded makes a request of goals, when it reads as they are.
func (l *listener) worded(kind Kind, list []goals.Goal) (Said, bool) {
	meant := goals.Reading{Goals: list}
	words := meant.Words()
	got := goals.Reading{Goals: l.reads(words)}
	if len(list) == 0 || got.String() != meant.String() {
		return Said{}, false
	}
	return Said{Kind: kind, Goal: words, Guess: l.guess, Instead: atOnce(list)}, true
}
