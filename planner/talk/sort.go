// SPDX-License-Identifier: MIT

package talk

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/language"
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
	// Cancel lets go of the request that was made last and waits, Clear of all that wait.
	Cancel Kind = "cancel"
	Clear  Kind = "clear"
	Faster Kind = "faster"
	Slower Kind = "slower"
	// Remark wants nothing.
	Remark Kind = "remark"
)

// About is what a text may refer to.
type About = game.About

// Said is an act of a text as it is understood.
type Said struct {
	Kind Kind
	// Language is that of the words, where an act or a question was heard.
	Language string
	// Goal is a request in full. Empty for a follow-up that is the last request once more as it was (Again).
	Goal  string
	Again bool
	// Read is what that request was read as.
	Read *game.Reading
	// Instead: it does not wait for what is being done, which is given up.
	Instead bool
	// Guess: a word of it was taken for another, so a person has to agree to it.
	Guess bool
	// Gist is what it says in part, where that was found out already.
	Gist Gist
	// All: a yes to this plan and to later ones.
	All bool
	// Topic of a question, and the thing that it is about: its items, how many, its
	// name as it was understood. Of a remark Name is the act: thanks, greeting.
	Topic Topic
	Items []string
	Count int
	Name  string
	// Of is the earlier request that a correction changes, by its place. NothingLeft: all of that one is taken back, and there is no goal.
	Of          int
	NothingLeft bool
	// Among are the earlier requests that made what is named, to be undone or asked about: Name.
	Among []int
	// Fault is the code of a sentence when nothing can be made of what is referred to.
	Fault string
}

// Sorter sorts texts. It may be used from any number of goroutines.
type Sorter struct {
	library *book.Library
}

// New returns a sorter over the planner's library.
func New(library *book.Library) *Sorter { return &Sorter{library} }

// Stops says how a text stops what is done: Stop where it says nothing else, Pause where it does or asks to wait, empty for not.
func (s *Sorter) Stops(raw string) Kind { return s.hear(raw).kind }

// Answers says how a text answers an open question: Yes, No, or empty when it says more, or what people say to each other, such as "ok".
func (s *Sorter) Answers(raw string) Kind {
	switch t := s.take(raw); {
	case t.is("just-yes"):
		return Yes
	case t.is("just-no"):
		return No
	}
	return ""
}

// steers are the acts that steer by one phrase that is the whole of a text.
var steers = []struct {
	act  string
	kind Kind
}{
	{"go-on", Resume}, {"skip", Skip}, {"undo", Undo}, {"cancel-one", Cancel}, {"clear", Clear}, {"faster", Faster}, {"slower", Slower},
}

// chatter are the acts that want nothing; of several the first names them.
var chatter = []string{"thanks", "oath", "praise", "bye", "greeting", "remark"}

// steer sorts what is said in a few words that mean one thing.
func steer(t text, about *About) (Said, bool) {
	in := func(act string) string { return cmp.Or(t.in(act), t.bare().in(act)) }
	switch {
	case t.asked:
		return Said{}, false
	case about.Awaiting && in("all") != "":
		return Said{Kind: Yes, All: true, Language: in("all")}, true
	case about.Awaiting && in("yes") != "":
		return Said{Kind: Yes, Language: in("yes")}, true
	case in("no") != "":
		return Said{Kind: No, Language: in("no")}, true
	case in("keep-on") != "" && about.Paused:
		return Said{Kind: Resume}, true
	case in("keep-on") != "":
		return Said{Kind: Remark, Name: "remark"}, true
	}
	for _, s := range steers {
		if lang := in(s.act); lang != "" {
			return Said{Kind: s.kind, Language: lang}, true
		}
	}
	return Said{}, false
}

// remark sorts what wants nothing: a text all of which is chatter, and words around it.
func remark(t text) (Said, bool) {
	name, lang := t.only(chatter, "lead")
	return Said{Kind: Remark, Name: name, Language: lang}, name != ""
}

// answers sorts a yes and a no to a question that waits, beside words of its own, courtesies and joy.
func (t text) answers(about *About) (Said, bool) {
	if about.Offered == nil || t.asked {
		return Said{}, false
	}
	beside := append(courtesies, "some", "article", "one", "oath", "greeting", "particle", "aside")
	for kind, acts := range map[Kind][]string{Yes: {"yes", "agree"}, No: {"no", "refuse", "weak"}} { // no text is both
		if _, lang := t.only(acts, beside...); lang != "" {
			return Said{Kind: kind, Language: cmp.Or(about.Offered.Language, lang)}, true
		}
	}
	return Said{}, false
}

// few sorts a text that is one act and no request.
func few(t text, about *About) (Said, bool) {
	if said, ok := t.answers(about); ok {
		return said, ok
	} else if said, ok := steer(t, about); ok || t.asked {
		return said, ok
	}
	if said, ok := remark(t); ok {
		return said, true
	}
	if _, lang := t.only([]string{"yes", "all"}, courtesies...); lang != "" && t.phrase() != "a" {
		return Said{Kind: Yes, Language: lang}, true
	}
	_, lang := t.only([]string{"no"}, courtesies...)
	if rest, which := t.after("no"); lang == "" && which != "" { // no, not that one
		_, lang = rest.only([]string{"fix"}, courtesies...)
	}
	return Said{Kind: No, Language: lang}, lang != ""
}

// courtesies are what may stand beside a yes or a no and says nothing more.
var courtesies = []string{"thanks", "praise", "lead", "trail", "remark", "vocative", "go-on", "request"}

// Sort says what a text is: its acts, in their order.
func (s *Sorter) Sort(raw string, about About) []Said {
	t := s.take(raw).called(about.Body.Name)
	if about.Offered != nil {
		read, _ := goals.Kept(about.Offered)
		t.told = language.Hear(read.Words())
	}
	stop := s.hear(t.String())
	if said, ok := t.answers(&about); ok && !(stop.alone && about.Busy) {
		return []Said{said}
	} else if stop.alone && stop.sure {
		return []Said{{Kind: stop.kind, Language: stop.language}}
	}
	if said, ok := few(t, &about); ok {
		return []Said{said}
	}
	b := s.book(&about)
	if b == nil { // its tables cannot be read: whoever plans will say so
		return []Said{{Kind: Goal, Goal: strings.TrimSpace(raw)}}
	}
	l := s.listener(b, &about)
	list := l.heard(t, &stop)
	for i := range list {
		if said := &list[i]; said.Goal != "" && said.Read == nil {
			said.Read = l.known[said.Goal].kept()
			if tongue, plain := l.tongues(t); plain && said.Read != nil && said.Read.Unread != nil {
				said.Language = cmp.Or(said.Language, tongue)
			}
		}
	}
	return list
}

// listener hears a text by a version's names.
func (s *Sorter) listener(b *book.Book, about *About) *listener {
	l := &listener{Reader: goals.Of(b.Version), book: b, about: about, sorter: s, known: map[string]tried{}}
	l.weighed, l.shaped = map[string]bool{}, map[string]bool{}
	if read := about.Said; read != nil {
		l.known[read.Text] = tried{read: read}
	}
	return l
}

// heard sorts a text with what it stops.
func (l *listener) heard(t text, stop *heard) []Said {
	if stop.kind != "" && l.about.Busy {
		l.turnTo(0)
		return l.paused(t, stop)
	}
	if list := l.agrees(t); list != nil {
		return list
	}
	list := l.acts(t)
	if first := &list[0]; stop.kind == "" || len(list) > 1 || first.Kind != Goal || l.reads(first.Goal) != nil {
		return list
	} else if stop.alone && !l.beyond(t) {
		return []Said{{Kind: Remark, Name: "idle", Language: stop.language}}
	}
	return append(l.offered(t), list...)[:1]
}

// offered is the request behind what stops, which a person has to agree to: "stop, I wanted a boat".
func (l *listener) offered(t text) []Said {
	whole, t := t, t.past("lead", "no", "stop", "weak", "wait")
	if said := len(whole.words) - len(t.words); said > 0 && goals.Negates(whole.words[0].Text) && whole.words[said-1].Text != language.Comma {
		return nil // "don't make bread" stops, and asks for none
	}
	if t = l.unmarked(t); t.empty() || l.reads(t.String()) == nil {
		return nil
	}
	return []Said{{Kind: Goal, Goal: t.String(), Guess: true, Instead: true}}
}

// acts sorts a text by its parts: those at its beginning that steer, those at its end that want nothing, and what is between.
func (l *listener) acts(t text) []Said {
	read := l.reads(t.String()) != nil
	if t.asked && !read {
		_, read = l.question(t)
	}
	own := t
	own.acts = l.spoken(t)             // "en" joins in Dutch alone
	for i, tail := range own.rests() { // go on, and then get 3 logs
		head, rest := t.with(t.words[:i]), t.with(tail.words)
		if t.words[i].Text != language.Comma && !tail.begins("joins") && !head.is("keep-on") {
			continue
		}
		if !l.standsAlone(head, rest, read) {
			continue
		}
		head.asked = false
		said, _ := l.head(head)
		switch {
		case said.Kind == Resume:
			l.about.Paused = false
		case said.Kind == Yes:
			if !l.about.Awaiting { // nothing was asked: it opens what follows
				said = Said{Kind: Remark, Name: "remark", Language: said.Language}
			}
		}
		return append([]Said{said}, l.acts(rest.with(tail.past("joins").words))...)
	}
	return l.single(t)
}

// single sorts what is one act, or what is said in several parts or with slips.
func (l *listener) single(t text) []Said {
	said := l.one(t)
	if list := l.questions(t); (t.asked || said.Topic == Unknown) && len(list) > 0 && (len(list) > 1 || !l.understood(said, false)) {
		return list
	}
	if said.Fault == nothingYet && l.hinted(t) {
		said = l.goal(t.typed())
	}
	if l.understood(said, true) {
		return []Said{said}
	}
	ways := []func(text) []Said{l.plainer, l.apart, l.slips, l.asking, l.behind}
	if said.Fault != "" {
		ways = []func(text) []Said{l.asking}
	}
	for _, sorted := range ways {
		if list := sorted(t); list != nil {
			return list
		}
	}
	if said.Fault != "" || said.Topic != Unknown && (!t.asked || said.Kind != Goal) {
		return []Said{said}
	}
	switch gist := l.gist(t); {
	case gist.Text != "" && t.asked: // it asks to do something
		said = l.goal(t.typed())
		said.Gist = gist
	case !l.requested(t) && !l.beyond(t):
		said, _ = l.loosely(t)
	}
	return []Said{said}
}

// head sorts what a text begins with: an act of few words, or what lets go of nothing, for nothing is being done: "forget it".
func (l *listener) head(t text) (Said, bool) {
	if said, ok := few(t, l.about); ok || l.about.Busy {
		return said, ok
	}
	name, lang := t.only([]string{"weak"}, "around", "lead", "remark", "no")
	return Said{Kind: Remark, Name: "remark", Language: lang}, name != ""
}

// beyond reports whether a text asks for what nobody here can do, which is said of a request.
func (l *listener) beyond(t text) bool {
	e := l.unread(t)
	return e != nil && e.Beyond != ""
}

// hinted reports whether what a text names tells what it may ask for.
func (l *listener) hinted(t text) bool {
	e := l.unread(t)
	return e != nil && e.Partly == nil && len(e.Nearest) > 0
}

// unread is why a text is no request; nil where it is one.
func (l *listener) unread(t text) *game.UnreadableError {
	_, ok := l.read(t.typed())
	if kept := l.known[t.typed()].kept(); !ok && kept != nil {
		return kept.Unread
	}
	return nil
}

// standsAlone says that what a text begins with is an act of its own: where the whole
// reads as a request, only what steers is. A no is one with courtesies, before another wish.
func (l *listener) standsAlone(head, rest text, read bool) bool {
	if head.empty() || rest.empty() {
		return false
	}
	asked := head.asked
	head.asked = false // the mark is the rest's
	said, ok := l.head(head)
	switch {
	case ok && said.Kind == No:
		polite, _ := head.answers(l.about)
		return polite.Kind == No && len(head.words) > 1 && l.acts(rest)[0].Kind == Goal
	case !ok, asked && said.Kind != Remark:
		return false
	case said.Kind == Remark || said.Kind == Yes && !l.about.Awaiting:
		return !read && !head.begins("fix")
	}
	return true
}

// one sorts what is no more than one act.
func (l *listener) one(t text) Said {
	if l.raw = t.String(); l.reads(l.raw) == nil {
		l.raw = t.typed()
	}
	if t.String() == language.Hear(t.raw).Trim().Of(t.raw) {
		l.raw = strings.TrimSpace(t.raw) // all of it, with its marks
	}
	l.turnTo(0)
	for _, sorted := range []func(text) (Said, bool){
		l.question, l.fills, l.givenUp, l.placed, l.remade, l.correction, l.instead, l.followUp, l.amended, l.unanswerable,
	} {
		if said, ok := sorted(t); ok {
			said.Of, said.Instead = l.of, said.Instead && !slices.ContainsFunc(t.rests(), func(rest text) bool { return rest.begins("later") })
			return said
		}
	}
	return l.goal(l.raw)
}

// fills sorts an answer to what the last words left open: "mine", "diamonds".
func (l *listener) fills(t text) (Said, bool) {
	if l.about.Partly == nil || l.verbFirst(t) && l.reads(l.raw) != nil {
		return Said{}, false
	}
	alone, _ := t.bare().after("article")
	answers := []string{t.String(), t.bare().String(), alone.String()}
	for i, choice := range l.about.Partly.Choices {
		if t.bare().is("choice-" + strconv.Itoa(i+1)) {
			answers = []string{choice}
		}
	}
	for _, answer := range answers {
		whole := strings.TrimSpace(l.about.Partly.Fill(answer))
		if read, ok := l.read(whole); ok {
			return Said{Kind: Goal, Goal: whole, Guess: len(read.Respelt) > 0}, true
		}
	}
	return Said{}, false
}

// paused is a text that stops among other words. Words that read as another request at once are one, and so are those that
// change what was asked for where the stop is not sure. What is asked with it is answered.
func (l *listener) paused(t text, stop *heard) []Said {
	if said, ok := l.instead(t); ok && l.verbFirst(l.sorter.take(said.Goal)) {
		return []Said{said}
	}
	for _, sorted := range []func(text) (Said, bool){l.remade, l.givenUp, l.correction} {
		if said, ok := sorted(t); ok && !stop.sure && said.Fault == "" {
			said.Of = l.of
			return []Said{said}
		}
	}
	out := []Said{{Kind: Pause, Language: stop.language}}
	for _, words := range stop.rest {
		if said, ok := l.question(t.with(words)); ok {
			out = append(out, said)
		}
	}
	if len(out) == 1 {
		out = append(out, l.offered(t)...)
	}
	if len(out) == 1 && slices.ContainsFunc(stop.rest, func(words language.Spoken) bool { return l.verbFirst(l.unmarked(t.with(words))) }) {
		out[0].Name = "rest" // of which nothing is done
	}
	return out
}

// book is that of the body; nil when its tables cannot be read.
func (s *Sorter) book(about *About) *book.Book {
	b, err := s.library.Open(game.Request{Goal: "listen", Body: about.Body, State: about.State, Round: 1})
	if err != nil {
		return nil
	}
	return b
}

// tried is what a text was read as, or for one that was not read why.
type tried struct {
	read *game.Reading
	why  func() *game.Reading
}

// kept is what a task keeps of it.
func (t tried) kept() *game.Reading {
	if t.why != nil {
		return t.why()
	}
	return t.read
}

// listener sorts one text.
type listener struct {
	*goals.Reader
	book   *book.Book
	sorter *Sorter
	// known are the texts that were tried so far.
	known map[string]tried
	// weighed and shaped are what was found out of words so far.
	weighed, shaped map[string]bool
	about           *About
	raw             string
	// spelt: what nobody knows was taken for what it is near to.
	spelt bool
	// bare: what is named without a verb is asked for by that which belongs to it.
	bare bool
	// last is what the request that is referred to was read as, which is the last one unless a correction names a part of
	// another (of is its place); without goals when there is none, or no reader can read it.
	last goals.Reading
	of   int
}

// Weighs is that of the reader, found out once for each word.
func (l *listener) Weighs(word string) bool { return once(l.weighed, word, l.Reader.Weighs) }

// once finds something out of a word where it is not known yet.
func once(known map[string]bool, word string, is func(string) bool) bool {
	if _, ok := known[word]; !ok {
		known[word] = is(word)
	}
	return known[word]
}

// turnTo has an earlier request be the one that is referred to.
func (l *listener) turnTo(i int) {
	l.of, l.last = i, goals.Reading{}
	if i >= len(l.about.Earlier) {
		return
	}
	if i < len(l.about.Read) {
		if read := l.about.Read[i]; read != nil && read.Version == l.book.Game() {
			l.last, _ = goals.Kept(read)
			return
		}
	}
	l.last, _ = l.read(l.about.Earlier[i])
}

// isOpen says that an earlier request has not ended.
func (l *listener) isOpen(i int) bool { return i < len(l.about.Open) && l.about.Open[i] }

// read is what a text is read as: each is read once.
func (l *listener) read(text string) (goals.Reading, bool) {
	t, ok := l.known[text]
	if !ok {
		t.read, t.why = goals.Try(l.book, text)
		l.known[text] = t
	}
	r, err := goals.Kept(t.read)
	return r, err == nil
}

// reads is a text as goals, nil when it is not read whole.
func (l *listener) reads(text string) []goals.Goal {
	r, _ := l.read(text)
	return r.Goals
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
	return g.Kind == goals.Follow || g.Kind == goals.Goto && g.To == "me" && !leads(list)
}

// urgent is a text without what says at its beginning that it cannot wait: "oh, on second thoughts, stop that and".
func (l *listener) urgent(t text) (rest text, which string) {
	rest, which = t.after("urgent")
	if led, marked := l.unmarked(t.bare()).after("urgent"); which == "" && marked != "" {
		return led, marked
	}
	return rest, which
}

// leads says that the first of several goals is a part of what the second says: put a torch next to me.
func leads(list []goals.Goal) bool {
	return len(list) > 1 && list[1].Span == list[0].Span && list[0].Span != (game.Span{})
}

// instead sorts a request that says of itself that it cannot wait.
func (l *listener) instead(t text) (Said, bool) {
	rest, lead := l.urgent(t)
	if _, now, ok := t.parted("stop-doing"); ok { // stop mining and come here
		lead, rest = "stop", now
	}
	rest, trail := rest.before("urgent-end")
	if lead == "" && trail == "" || rest.empty() || l.reads(rest.String()) == nil {
		return Said{}, false
	}
	return Said{Kind: Goal, Goal: rest.String(), Instead: true}, true
}

// worded makes a request of what was understood: its words are for people alone.
func (l *listener) worded(kind Kind, read goals.Reading) Said {
	guess, now := len(read.Respelt) > 0, atOnce(read.Goals)
	read.Respelt, read.Goals = nil, slices.Clone(read.Goals)
	words := read.Words()
	for i := range read.Goals { // which are parts of other words
		read.Goals[i].Span = game.Span{}
	}
	return Said{Kind: kind, Goal: words, Read: goals.Keeping(l.book, words, read), Guess: guess, Instead: now}
}
