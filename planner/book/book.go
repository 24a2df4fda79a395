// SPDX-License-Identifier: MIT

// Package book is what one request for a plan stands on: the rules of its
// version, the body, what it holds and sees, what is remembered of its world,
// protected places, what is denied or was given up.
//
// A Book is read-only: reading a goal (planner/goals), checking a plan
// (planner/check) and asking a model (planner/model) take a Book and return what
// they found. A Library opens a Book for each request, on the rules of its version.
//
// Usage:
//
//	library := book.NewLibrary(book.Config{})
//	b, err := library.Open(request)
//	if b.Can(game.Milk) { ... }
package book

import (
	"cmp"
	"errors"
	"reflect"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/rules"
	"github.com/minehand/minehand/planner/techtree"
)

// Config holds the wishes that hold for all plans. Its zero value works.
type Config struct {
	// Version overrides the version that bodies name; empty follows the body.
	Version string
	// Deny lists kinds that no plan may hold; Allow, when not empty, the only
	// ones it may.
	Deny, Allow []game.Kind
}

// Library opens books. It may be used from any number of goroutines.
type Library struct{ config Config }

// NewLibrary makes a library of some wishes.
func NewLibrary(config Config) *Library { return &Library{config} }

// solverOf compiles the rules of each version once: they are the same for all libraries.
var solverOf = data.PerVersion(techtree.New)

// Open opens the book of a request. The version is the one that the game's
// process shows, else the configured one, else what the body gave (rule 14). A
// body that names no version that can be read plays the default one; one that is
// older than any table is refused with an *game.ImpossibleError.
func (l *Library) Open(req game.Request) (*Book, error) {
	v, err := data.Load(cmp.Or(req.Body.Detected, l.config.Version, req.Body.Version))
	if old := (*data.TooOldError)(nil); errors.As(err, &old) {
		return nil, &game.ImpossibleError{Reason: old.Error()}
	}
	if err != nil {
		if v, err = data.Load(""); err != nil {
			return nil, err
		}
	}
	if req.Baseline.Inventory == nil {
		req.Baseline = game.BaselineOf(&req.State)
	}
	v = v.With(req.Body.Extra)
	b := &Book{Request: req, Version: v, Solver: solverOf(v), config: l.config}
	b.Request.Exclude = standing(req.Exclude, req.History)
	return b, nil
}

// Book is what one request stands on. Nothing in it is changed after Open; the
// With methods return another.
type Book struct {
	// Request is what was asked. Its Exclude holds what still stands, its Baseline
	// is never without an inventory.
	Request game.Request
	Version *data.Version
	Solver  *techtree.Solver
	// Closed plans from what is held alone, FreeFuel leaves fuel out of account.
	Closed, FreeFuel bool

	config Config
}

// Game names the version of a book's game, with what the body's has of its own.
func (b *Book) Game() string { return b.Version.Name + b.Request.Body.Extra.Mark() }

// WithDenied is the book with more kinds denied.
func (b *Book) WithDenied(kinds ...game.Kind) *Book {
	out := *b
	out.config.Deny = slices.Concat(b.config.Deny, kinds)
	return &out
}

// WithState is the book of a body in another state, from which counting begins.
func (b *Book) WithState(st game.State) *Book {
	out := *b
	out.Request.State, out.Request.Baseline = st, game.BaselineOf(&st)
	return &out
}

// Notice says when another version's rules stand in, or nothing is known of where the
// body is; empty when neither is so.
func (b *Book) Notice() game.Message {
	return game.Then(game.TextOf(b.Version.Notice()), b.elsewhere())
}

// Can reports whether the body has the kind and no list denies it.
func (b *Book) Can(k game.Kind) bool {
	return b.Request.Body.Can(k) && !b.Denied(k)
}

// Denied reports whether a list denies the kind.
func (b *Book) Denied(k game.Kind) bool {
	if slices.Contains(b.config.Deny, k) {
		return true
	}
	return len(b.config.Allow) > 0 && !slices.Contains(b.config.Allow, k)
}

// CanWalkNear reports whether the body can be told to walk near a place; one
// that cannot would try to stand in what is there.
func (b *Book) CanWalkNear() bool {
	return b.Can(game.Goto) && b.Request.Body.CanField(game.Goto, "range")
}

// Overworld is the dimension that stands for one that was not told.
const Overworld = "overworld"

// Dimension is the world that the body is in.
func (b *Book) Dimension() string {
	if at := game.Name(b.Request.State.Dimension); at != "" {
		return at
	}
	return Overworld
}

// Held is how many of the items are held together.
func (b *Book) Held(items ...string) int {
	n := 0
	for _, i := range items {
		n += b.Request.State.Count(i)
	}
	return n
}

// MostHeld is the most plentiful of some alternatives, else the first.
func (b *Book) MostHeld(items []string) string {
	best := items[0]
	rules.Plentiful(items, 1, b.Request.State.Count, func(item string, _ int) { best = item })
	return best
}

// Base is how many of the items were held when the task began.
func (b *Book) Base(items ...string) int {
	n := 0
	for _, i := range items {
		n += b.Request.Baseline.Inventory[i]
	}
	return n
}

// Obtainable leaves out the names that the version has no item for, unless that
// leaves none.
func (b *Book) Obtainable(items []string) []string {
	var out []string
	for _, i := range items {
		if _, ok := b.Version.Item(i); ok {
			out = append(out, i)
		}
	}
	if out == nil {
		return items
	}
	return out
}

// A bed can be slept in from bedFrom to bedUntil, in ticks of the day (Minecraft
// Wiki, "Bed"), and night is waited for until nightFrom.
const (
	bedFrom, bedUntil = 12542, 23459
	nightFrom         = 13000
	ticksPerDay       = 24000
	ticksPerSecond    = 20
)

// ByDay reports whether it is not known to be night.
func (b *Book) ByDay() bool {
	if t := b.Request.State.Time; t != nil {
		return *t < bedFrom || *t >= bedUntil
	}
	return b.LastFailure(game.Sleep) == game.CodeNotNight
}

// UntilSeconds is how long a wait for day or night takes, in seconds; 0 when the
// time is not known.
func (b *Book) UntilSeconds(u *game.Until) float64 {
	if u == nil || b.Request.State.Time == nil {
		return 0
	}
	to := nightFrom
	if u.Phase == "day" {
		to = 0
	} else if !b.ByDay() {
		return 0
	}
	return float64((to-*b.Request.State.Time+ticksPerDay)%ticksPerDay) / ticksPerSecond
}

// Notices are what a player should see of how a plan came about, each once: of
// the version first.
func (b *Book) Notices(lists ...[]game.Message) []game.Message {
	all := append([]game.Message{b.Notice()}, slices.Concat(lists...)...)
	var once []game.Message
	for _, m := range all {
		if m.Code != "" && !slices.ContainsFunc(once, func(o game.Message) bool { return reflect.DeepEqual(o, m) }) {
			once = append(once, m)
		}
	}
	return once
}
