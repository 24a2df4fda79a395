// SPDX-License-Identifier: MIT

package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/internal/wholefile"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/orchestrator/standing"
	"github.com/minehand/minehand/planner/skills"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/view"
)

// keptFile, in the data folder, has standing orders and places.
const keptFile = "kept.json"

// keptShelf is the file of standing orders and places.
type keptShelf struct{ path string }

// Load implements standing.Shelf.
func (s keptShelf) Load() (standing.Kept, error) {
	var k standing.Kept
	err := wholefile.ReadJSON(s.path, &k)
	if errors.Is(err, fs.ErrNotExist) {
		return k, nil
	}
	if err != nil {
		return k, inputError(
			"the standing orders and places in %s cannot be read: mend the file, or move it away to begin without them: %w", s.path, err,
		)
	}
	return k, nil
}

// Save implements standing.Shelf.
func (s keptShelf) Save(k standing.Kept) error { return wholefile.WriteJSON(s.path, k, 0o600) }

// keeper keeps places and standing orders for clients: it joins what is said of them to
// what is known of bodies and their worlds.
type keeper struct {
	standing *standing.Keeper
	body     func(id string) (ui.Body, bool)
	tasks    interface {
		Status(body string) (orchestrator.View, error)
	}
	// landmarks are what is remembered of a world.
	landmarks func(ctx context.Context, world string) ([]game.Landmark, error)
	// clauses reads a goal; nil where nobody can. ask says how it is understood, for a
	// person.
	clauses func(prompt string, body game.BodyInfo, state game.State) ([]game.Clause, error)
}

// worldOf is the world of a body by the name that its places are kept under.
func worldOf(b *ui.Body) string { return cmp.Or(b.Snapshot.State.WorldID(), "body "+b.Info.ID) }

// Kept implements ui.Keeper.
func (k *keeper) Kept(id string) view.Kept {
	out := view.Kept{Held: k.standing.Held(id), Orders: []view.StandingOrder{}, Places: []view.NamedPlace{}}
	b, _ := k.body(id)
	var doing string
	if v, err := k.tasks.Status(id); err == nil {
		for _, t := range append(v.Queue, v.Parked...) {
			doing += t.ID + " "
		}
		if v.Current != nil {
			doing += v.Current.ID
		}
	}
	for _, o := range k.standing.Orders(id) {
		v := view.StandingOrder{Number: o.N, Text: o.Text, Goal: o.Goal, State: view.OrderWaiting}
		if o.Last != nil {
			v.TaskID, v.Reason, v.Ran = o.Last.Task, o.Last.Reason, o.Last.Began
		}
		switch {
		case o.Paused:
			v.State = view.OrderPaused
		case v.TaskID != "" && strings.Contains(doing, v.TaskID):
			v.State = view.OrderRunning
		case o.Failed > 0:
			v.State = view.OrderFailed
		}
		out.Orders = append(out.Orders, v)
	}
	for _, p := range k.standing.Places(worldOf(&b)) {
		out.Places = append(out.Places, view.NamedPlace{Name: p.Name, At: p.At})
	}
	return out
}

// known is what is remembered of a body's world in its dimension, the nearest first.
func (k *keeper) known(ctx context.Context, b *ui.Body) ([]game.Landmark, error) {
	world, s := b.Snapshot.State.WorldID(), &b.Snapshot.State
	if world == "" {
		return nil, nil
	}
	list, err := k.landmarks(ctx, world)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(l game.Landmark) bool { return l.At.Dimension != "" && l.At.Dimension != game.Name(s.Dimension) })
	if at := s.Position; at != nil {
		slices.SortStableFunc(list, func(a, b game.Landmark) int {
			return cmp.Compare(at.Distance(a.At.Center()), at.Distance(b.At.Center()))
		})
	}
	return list, nil
}

// chests are the containers that are remembered, the nearest first.
func (k *keeper) chests(ctx context.Context, b *ui.Body) ([]game.Landmark, error) {
	list, err := k.known(ctx, b)
	return slices.DeleteFunc(list, func(l game.Landmark) bool { return l.Kind != game.LandmarkContainer }), err
}

// Chests implements ui.Keeper.
func (k *keeper) Chests(ctx context.Context, id string) ([]view.Chest, error) {
	b, _ := k.body(id)
	list, err := k.chests(ctx, &b)
	out := []view.Chest{}
	for _, l := range list {
		out = append(out, view.Chest{Name: l.Name, At: l.At, Contents: maps.Clone(l.Contents), Seen: l.Seen})
	}
	return out, err
}

// Died implements ui.Keeper.
func (k *keeper) Died(ctx context.Context, id string) (at game.Pos, when time.Time, ok bool) {
	b, _ := k.body(id)
	if l := k.death(ctx, &b); l != nil {
		return l.At, l.Seen, true
	}
	return at, when, false
}

// death is where a body died last in its world and dimension; nil for nowhere.
func (k *keeper) death(ctx context.Context, b *ui.Body) *game.Landmark {
	list, err := k.known(ctx, b)
	i := slices.IndexFunc(list, func(l game.Landmark) bool { return l.Kind == game.LandmarkDeath })
	if err != nil || i < 0 {
		return nil
	}
	return &list[i]
}

// Remember implements ui.Keeper.
func (k *keeper) Remember(id, name string, at *game.Pos) (view.NamedPlace, error) {
	b, _ := k.body(id)
	s := &b.Snapshot.State
	if at == nil {
		if s.Position == nil {
			return view.NamedPlace{}, refuse(view.CodeNothing, game.Say("kept.nowhere"))
		}
		feet := s.Position.Feet()
		at = &feet
	}
	p := standing.Place{World: worldOf(&b), Name: skills.Name(name), At: *at}
	p.At.Dimension = cmp.Or(game.Name(p.At.Dimension), game.Name(s.Dimension))
	if err := k.standing.Remember(p); err != nil {
		return view.NamedPlace{}, refuse(view.CodeInvalid, game.SayError(err))
	}
	return view.NamedPlace{Name: p.Name, At: p.At}, nil
}

// Forget implements ui.Keeper.
func (k *keeper) Forget(id, name string) error {
	b, _ := k.body(id)
	return k.standing.Forget(worldOf(&b), skills.Name(name))
}

// Hear implements ui.Keeper.
func (k *keeper) Hear(text, id string) (ui.Wish, bool) {
	b, _ := k.body(id)
	var names []string
	for _, p := range k.standing.Places(worldOf(&b)) {
		names = append(names, p.Name)
	}
	said, ok := skills.Hear(text, names)
	w := ui.Wish{
		Kind: said.Kind, Language: said.Language, Name: said.Name, Goal: said.Goal, When: said.When, Every: said.Every, Number: said.Number,
	}
	switch said.Kind {
	case skills.Chests:
		w.Number = said.Nth
	case skills.Cancel, skills.Pause, skills.Resume:
		if w.Named = said.Name != ""; w.Named {
			w.Among = k.about(id, &said)
		}
		if len(w.Among) == 1 {
			w.Number = w.Among[0]
		}
	}
	return w, ok
}

// about are the numbers of the standing orders whose words have all those of a name, or of
// the one at a place of the list.
func (k *keeper) about(id string, said *skills.Said) (numbers []int) {
	orders := k.standing.Orders(id)
	switch n := len(orders); {
	case said.Nth > 0 && said.Nth <= n:
		return []int{orders[said.Nth-1].N}
	case said.Nth < 0 && n > 0:
		return []int{orders[n-1].N}
	}
	for i := range orders {
		if says(orders[i].Text, said.Name) {
			numbers = append(numbers, orders[i].N)
		}
	}
	return numbers
}

// says reports whether a text has all words of a name, as one or many.
func says(text, name string) bool {
	words := stems(text)
	lacks := func(w string) bool { return !slices.Contains(words, w) }
	return strings.Contains(skills.Name(text), name) || !slices.ContainsFunc(stems(name), lacks)
}

// stems are words without what makes many of one in any of the languages.
func stems(text string) []string {
	words := strings.Fields(skills.Name(text))
	for i := range words {
		words[i] = strings.TrimRight(words[i], "esnаеёиоуыьюяйвмх")
	}
	return words
}

// Meant implements ui.Keeper.
func (k *keeper) Meant(ctx context.Context, id, text string) (ui.Meant, error) {
	b, _ := k.body(id)
	s := &b.Snapshot.State
	places := k.standing.Places(worldOf(&b))
	known := skills.Known{Box: func(out bool, with func(string, game.Pos) string) (string, game.Pos, bool) {
		if !out && k.sets(&b, text) {
			return "", game.Pos{}, false
		}
		return k.box(ctx, &b, out, with)
	}}
	var elsewhere *standing.Place
	for i := range places {
		known.Names = append(known.Names, places[i].Name)
	}
	known.Place = func(name string) *game.Pos {
		i := slices.IndexFunc(places, func(p standing.Place) bool { return p.Name == name })
		if i < 0 {
			return nil
		}
		if p := &places[i]; p.At.Dimension != "" && s.Dimension != "" && p.At.Dimension != game.Name(s.Dimension) {
			elsewhere = p
		}
		return &places[i].At
	}
	if l := k.death(ctx, &b); l != nil {
		known.Died = &l.At
	}
	r := skills.Reword(text, known)
	out := ui.Meant{Text: r.Text, Typed: r.Typed, Out: r.Out, Language: r.Language}
	switch {
	case r.Lacks == skills.Death:
		return out, refuse(view.CodeNotFound, game.Say("kept.no-death"))
	case r.Lacks != "":
		return out, refuse(view.CodeNotFound, game.Say("kept.no-home", "name", game.Say("kept.home")))
	case elsewhere != nil:
		where := game.Display(elsewhere.At.Dimension)
		return out, refuse(view.CodeImpossible, game.Say("kept.beyond", "name", elsewhere.Name, "dimension", where))
	}
	return out, nil
}

// sets reports whether a text, as it is read, stores things in a container that a part before sets
// up or makes: "the chest" is that one.
func (k *keeper) sets(b *ui.Body, text string) bool {
	if k.clauses == nil {
		return false
	}
	clauses, _ := k.clauses(text, b.Info, b.Snapshot.State)
	var before []string
	for i := range clauses {
		for _, p := range clauses[i].Proofs {
			switch p.Kind {
			case game.CheckStored:
				if p.At == nil && slices.Contains(before, p.Target) {
					return true
				}
			case game.CheckPlaced, game.CheckHave, game.CheckGain:
				before = append(before, p.Items...)
			default:
			}
		}
	}
	return false
}

// box chooses the container that "the chest" means: of what is taken, the nearest that
// held it, then the nearest that was never opened, and else the nearest.
func (k *keeper) box(ctx context.Context, b *ui.Body, out bool, with func(string, game.Pos) string) (string, game.Pos, bool) {
	list, err := k.chests(ctx, b)
	if err != nil || len(list) == 0 {
		return "", game.Pos{}, false
	}
	best := -1
	for i := range list {
		l := &list[i]
		switch {
		case !out:
			best = 0
		case l.Contents == nil && best < 0:
			best = i
		case l.Contents != nil && k.holds(b, l, with(l.Name, l.At)):
			return l.Name, l.At, true
		}
	}
	best = max(best, 0)
	return list[best].Name, list[best].At, true
}

// holds reports whether a container held what a text takes out of it.
func (k *keeper) holds(b *ui.Body, l *game.Landmark, text string) bool {
	if k.clauses == nil {
		return false
	}
	clauses, err := k.clauses(text, b.Info, b.Snapshot.State)
	if err != nil {
		return false
	}
	for i := range clauses {
		for _, p := range clauses[i].Proofs {
			if p.Kind == game.CheckWithdrawn && slices.ContainsFunc(p.Items, func(item string) bool { return l.Contents[item] > 0 }) {
				return true
			}
		}
	}
	return false
}

// read reads the goal of an order for a body.
func (k *keeper) read(ctx context.Context, id, goal string) ([]game.Clause, error) {
	if k.clauses == nil {
		return nil, view.Refuse(view.CodeUnavailable, "this Minehand reads no goals, and so can keep none")
	}
	m, err := k.Meant(ctx, id, goal)
	if err != nil {
		return nil, err
	}
	b, _ := k.body(id)
	return k.clauses(m.Text, b.Info, b.Snapshot.State)
}

// Order implements ui.Keeper.
func (k *keeper) Order(ctx context.Context, id, text string, w *ui.Wish, accepted string) (view.StandingOrder, error) {
	clauses, err := k.read(ctx, id, w.Goal)
	if guess := (*game.GuessError)(nil); errors.As(err, &guess) {
		if guess.Guess.Accept != accepted {
			return view.StandingOrder{}, err
		}
		w.Goal = guess.Guess.Reading
		clauses, err = k.read(ctx, id, w.Goal)
	}
	if cannot := (*game.ImpossibleError)(
		nil,
	); err != nil &&
		(!errors.As(err, &cannot) || w.When == skills.Unmet) { // what cannot be now may be some morning
		return view.StandingOrder{}, view.Refuse(view.CodeNotUnderstood, "%s", game.Sentence(err.Error()))
	}
	if w.When == skills.Unmet && !standing.Keepable(clauses) {
		return view.StandingOrder{}, refuse(view.CodeNotUnderstood, game.Say("kept.how-often", "goal", w.Goal))
	}
	if err := k.fits(id, clauses); err != nil && w.When == skills.Unmet {
		return view.StandingOrder{}, err
	}
	o, err := k.standing.Add(
		standing.Order{Body: id, Text: strings.TrimSpace(text), Goal: w.Goal, When: standing.When(w.When), Every: w.Every},
	)
	return view.StandingOrder{Number: o.N, Text: o.Text, Goal: o.Goal, State: view.OrderWaiting}, err
}

// fits refuses what no inventory holds, with its bound.
func (k *keeper) fits(id string, clauses []game.Clause) error {
	b, _ := k.body(id)
	v, err := data.Load(b.Info.Version)
	goal := game.Goal{Clauses: clauses}
	for _, c := range goal.Checks() {
		if err == nil && c.Kind == game.CheckHave {
			err = fitting(v, &c)
		}
	}
	return err
}

// fitting refuses more of an item than an inventory holds.
func fitting(v *data.Version, c *game.Check) error {
	it, known := v.Item(c.Items[0])
	if !known || c.Count <= game.SlotsMain*it.Stack {
		return nil
	}
	most := game.Things{Count: game.SlotsMain * it.Stack, Items: []string{it.Name}}
	return refuse(view.CodeImpossible, game.Say("kept.too-many", "things", most, "count", c.Count))
}

// Change implements ui.Keeper.
func (k *keeper) Change(id string, n int, change view.OrderChange) error {
	if change == view.OrderForget {
		return k.standing.Remove(id, n)
	}
	return k.standing.Pause(id, n, change == view.OrderPause)
}

// Hold implements ui.Keeper.
func (k *keeper) Hold(id string, held bool) bool { return k.standing.Hold(id, held) }

// nearestChest is the nearest container that is remembered.
func (k *keeper) nearestChest(ctx context.Context, b *ui.Body) (game.Landmark, error) {
	list, err := k.chests(ctx, b)
	if err == nil && len(list) == 0 {
		err = refuse(view.CodeNotFound, game.Say("kept.no-chest"))
	}
	if err != nil {
		return game.Landmark{}, err
	}
	return list[0], nil
}

// Look implements ui.Keeper.
func (k *keeper) Look(ctx context.Context, id string) (string, error) {
	b, _ := k.body(id)
	l, err := k.nearestChest(ctx, &b)
	return fmt.Sprintf("open the %s at %d %d %d", game.Display(l.Name), l.At.X, l.At.Y, l.At.Z), err
}

// Away implements ui.Keeper.
func (k *keeper) Away(ctx context.Context, id string) ([]game.Action, error) {
	b, _ := k.body(id)
	l, err := k.nearestChest(ctx, &b)
	if err != nil {
		return nil, err
	}
	v, err := data.Load(b.Info.Version)
	if err != nil {
		return nil, err
	}
	counts := map[string]int{}
	var items []string
	for _, s := range b.Snapshot.State.Inventory {
		it, _ := v.Item(s.Item)
		if s.Slot >= game.SlotsMain || it.Durability > 0 || it.Food != nil && v.Eatable(s.Item) {
			continue
		}
		if counts[s.Item] == 0 {
			items = append(items, s.Item)
		}
		counts[s.Item] += s.Count
	}
	if len(items) == 0 {
		return nil, refuse(view.CodeNothing, game.Say("kept.nothing-held"))
	}
	slices.Sort(items)
	at := game.Pos{X: l.At.X, Y: l.At.Y, Z: l.At.Z}
	actions := make([]game.Action, len(items))
	for i, item := range items {
		actions[i] = game.Action{Kind: game.Deposit, Item: item, Quantity: counts[item], At: &at}
	}
	return actions, nil
}
