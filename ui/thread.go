// SPDX-License-Identifier: MIT

package ui

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/ui/view"
)

// thread is what was said to bodies and made no task, and the readings that a person
// may still agree to. What was offered before something else was said or done is over:
// an old card's yes begins nothing. Its methods may be called from any goroutine.
type thread struct {
	publish func(view.Event)
	// shelf keeps it over restarts; nil for nowhere.
	shelf TalkShelf

	mu sync.Mutex
	// list is in the order in which it was said.
	list []Spoken
	// offered are the hashes of the readings that each may agree to.
	offered map[talker][]string
	changed bool

	// saving is held while the shelf is written to.
	saving sync.Mutex
}

// TalkShelf keeps what was said over restarts. Its methods may be called from any
// goroutine.
type TalkShelf interface {
	Load() []Spoken
	Save([]Spoken)
}

// Spoken is what was said, as it is kept.
type Spoken struct {
	view.Spoken
	// Asked is what a yes to its guess says; nil when no guess waits for one.
	Asked *view.Talk `json:"asked,omitempty"`
	// Read is what its guess is read as, Offer that in words.
	Read  *game.Reading `json:"read,omitempty"`
	Offer string        `json:"offer,omitempty"`
	// Open: the hole of what was understood of it waits for an answer.
	Open bool `json:"open,omitempty"`
	// About is the name of what it asked about, until the next request.
	About string `json:"about,omitempty"`
	// Refused: it was a request that was not understood or cannot be done, and no other came since.
	Refused bool `json:"refused,omitempty"`
}

// talker is one who talks to a body: each is asked for their own.
type talker struct{ body, speaker string }

func (s *Spoken) talker() talker { return talker{s.Body, s.Speaker} }

const (
	// keptSpoken is how much of what was said is kept.
	keptSpoken = 200
	// mostOffers is how many readings are kept for one: a page offers one with every few
	// keys.
	mostOffers = 64
)

// open takes what was kept from the shelf; it is called once, before all else.
func (t *thread) open(publish func(view.Event), shelf TalkShelf) {
	t.publish, t.shelf = publish, shelf
	if shelf == nil {
		return
	}
	t.list = shelf.Load()
	for i := range t.list {
		if s := &t.list[i]; s.Asked != nil {
			t.offer(s.talker(), s.Guess)
		}
	}
}

// said is all that was said, oldest first.
func (t *thread) said() []view.Spoken {
	t.mu.Lock()
	defer t.mu.Unlock()
	return lists.Of(t.list, func(s *Spoken) view.Spoken { return s.Spoken })
}

// add notes what was said; a guess may be agreed to from now on.
func (t *thread) add(s Spoken) {
	defer t.save()
	t.mu.Lock()
	defer t.mu.Unlock()
	s.ID, s.At = ulid.Make().String(), time.Now()
	if s.Asked != nil {
		t.offer(s.talker(), s.Guess)
	}
	t.list = append(t.list, s)
	if n := len(t.list) - keptSpoken; n > 0 {
		t.list = slices.Delete(t.list, 0, n)
	}
	t.tell(&s)
}

// tell has clients hear how an entry is now; t.mu is held.
func (t *thread) tell(s *Spoken) {
	t.changed = true
	v := s.Spoken
	t.publish(view.Event{Kind: view.EventTalk, Body: s.Body, Spoken: &v})
}

// save puts what changed on the shelf. The newest is always what is written last.
func (t *thread) save() {
	if t.shelf == nil {
		return
	}
	t.saving.Lock()
	defer t.saving.Unlock()
	t.mu.Lock()
	list, changed := slices.Clone(t.list), t.changed
	t.changed = false
	t.mu.Unlock()
	if changed {
		t.shelf.Save(list)
	}
}

// drop takes an entry out, and reports whether it was there.
func (t *thread) drop(id string) bool {
	return t.remove(func(s *Spoken) bool { return s.ID == id })
}

func (t *thread) remove(which func(*Spoken) bool) bool {
	defer t.save()
	t.mu.Lock()
	defer t.mu.Unlock()
	before := len(t.list)
	t.list = slices.DeleteFunc(t.list, func(s Spoken) bool {
		gone := which(&s)
		if gone {
			s.Dropped = true
			t.tell(&s)
		}
		return gone
	})
	return len(t.list) < before
}

// offers notes that a reading may be agreed to that was put into no words.
func (t *thread) offers(to talker, hash string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.offer(to, hash)
}

// offer is offers; t.mu is held.
func (t *thread) offer(to talker, hash string) {
	if t.offered == nil {
		t.offered = map[talker][]string{}
	}
	list := t.offered[to]
	if !slices.Contains(list, hash) {
		list = append(list, hash)
	}
	t.offered[to] = list[max(len(list)-mostOffers, 0):]
}

// waits reports whether a reading may still be agreed to.
func (t *thread) waits(by talker, hash string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Contains(t.offered[by], hash)
}

// asked is the guess that one was asked about last, nil for none.
func (t *thread) asked(by talker) *Spoken {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range slices.Backward(t.list) {
		if s.Asked != nil && s.talker() == by {
			return &s
		}
	}
	return nil
}

// left is what was understood of what one said last and left open, nil for nothing, and the
// name of what one asked about last; refused says that a request was refused since the last one.
func (t *thread) left(by talker) (partly *game.Partial, about string, refused bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range t.list {
		if s.talker() != by {
			continue
		}
		refused = refused || s.Refused
		if about = cmp.Or(s.About, about); s.Open {
			partly = s.Partly
		}
	}
	return partly, about, refused
}

// over ends what some were offered: the talk has gone on.
func (t *thread) over(whose func(talker) bool) {
	defer t.save()
	t.mu.Lock()
	defer t.mu.Unlock()
	for by := range t.offered {
		if whose(by) {
			delete(t.offered, by)
		}
	}
	for i := range t.list {
		if s := &t.list[i]; (s.Open || s.Refused || s.About != "") && whose(s.talker()) {
			s.Open, s.Refused, s.About, t.changed = false, false, "", true
		}
		if s := &t.list[i]; s.Asked != nil && whose(s.talker()) {
			s.Asked, s.Guess, s.Read, s.Offer, s.Who, s.Choices = nil, "", nil, "", false, nil
			t.tell(s)
		}
	}
}

// overFor ends what one was offered.
func (t *thread) overFor(by talker) { t.over(func(who talker) bool { return who == by }) }

// decline ends one of the readings that one was offered, and takes its question out.
func (t *thread) decline(by talker, hash string) {
	t.mu.Lock()
	if list, some := t.offered[by]; some {
		t.offered[by] = slices.DeleteFunc(list, func(h string) bool { return h == hash })
	}
	t.mu.Unlock()
	t.remove(func(s *Spoken) bool { return s.Asked != nil && s.Guess == hash && s.talker() == by })
}

func dropAnswer(_ context.Context, x *exchange, p view.OfSpoken) (view.Success, error) {
	if !x.svc.thread.drop(p.SpokenID) {
		return view.Success{}, view.Refuse(view.CodeNothing, "That is not in the talk any more.")
	}
	return view.Success{Success: true}, nil
}

// errGuessOver: a guess is agreed to whose moment is over.
var errGuessOver = view.Refuse(view.CodeNothing, "That question no longer waits for an answer: say the goal again.")
