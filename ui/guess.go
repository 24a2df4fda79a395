package ui

import (
	"slices"
	"sync"
	"time"

	"github.com/minehand/minehand/ui/view"
)

// guesses are the readings that a person may still agree to. What was offered before
// something else was said or done is over: an old card's yes begins nothing.
type guesses struct {
	mu sync.Mutex
	of map[talker]*offers
}

// talker is one who talks to a body: each is asked for their own.
type talker struct{ body, speaker string }

// offers are what one may agree to.
type offers struct {
	// question is the one that was asked in words, which a plain yes answers; nil for
	// none.
	question *question
	// readings are the hashes of all that were offered.
	readings []string
}

// question is a guess that was asked about.
type question struct {
	said view.Talk
	at   time.Time
}

// mostOffers is how many readings are kept: a page offers one with every few keys.
const mostOffers = 64

// offer notes that a reading may be agreed to; asked is the question, nil when none
// was put into words.
func (g *guesses) offer(to talker, hash string, asked *question) {
	g.mu.Lock()
	defer g.mu.Unlock()
	o := g.of[to]
	if o == nil {
		o = &offers{}
		if g.of == nil {
			g.of = map[talker]*offers{}
		}
		g.of[to] = o
	}
	if asked != nil {
		o.question = asked
	}
	if !slices.Contains(o.readings, hash) {
		o.readings = append(o.readings, hash)
	}
	if n := len(o.readings); n > mostOffers {
		o.readings = slices.Delete(o.readings, 0, n-mostOffers)
	}
}

// open is the question that one was asked last, nil for none.
func (g *guesses) open(by talker) *question {
	g.mu.Lock()
	defer g.mu.Unlock()
	if o := g.of[by]; o != nil {
		return o.question
	}
	return nil
}

// waits reports whether a reading may still be agreed to.
func (g *guesses) waits(by talker, hash string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	o := g.of[by]
	return o != nil && slices.Contains(o.readings, hash)
}

// over ends what one was offered: the talk has gone on.
func (g *guesses) over(by talker) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.of, by)
}

// decline ends one of the readings that one was offered.
func (g *guesses) decline(by talker, hash string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	o := g.of[by]
	if o == nil {
		return
	}
	o.readings = slices.DeleteFunc(o.readings, func(h string) bool { return h == hash })
	if o.question != nil && o.question.said.Accepted == hash {
		o.question = nil
	}
}

// overFor ends what anybody was offered for a body.
func (g *guesses) overFor(body string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for by := range g.of {
		if by.body == body {
			delete(g.of, by)
		}
	}
}

// errGuessOver: a guess is agreed to whose moment is over.
var errGuessOver = &view.RefusedError{Code: view.CodeNothing, Sentence: "That question no longer waits for an answer: say the goal again."}
