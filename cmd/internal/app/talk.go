// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/planner/check"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/skills"
	"github.com/minehand/minehand/planner/talk"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/view"
)

// sorter sorts what people say for clients, by the planner's rules.
type sorter struct {
	*talk.Sorter
	planner.Lore
}

// Listener sorts what people say for clients.
func (p *Planner) Listener() ui.Listener {
	return sorter{talk.New(p.library), planner.Lore{Library: p.library}}
}

// Stops implements ui.Listener.
func (s sorter) Stops(text string) view.SpeechKind { return view.SpeechKind(s.Sorter.Stops(text)) }

// Answers implements ui.Listener.
func (s sorter) Answers(text string) view.SpeechKind { return view.SpeechKind(s.Sorter.Answers(text)) }

// Sort implements ui.Listener.
func (s sorter) Sort(text string, about ui.About) []ui.Said {
	if said, meant, ok := routineOf(text); ok {
		return []ui.Said{{Kind: view.SpeechRemark, Name: s.routine(said, meant)}}
	}
	acts := s.Sorter.Sort(own.of(text), about)
	out := make([]ui.Said, len(acts))
	for i := range acts {
		said := &acts[i]
		out[i] = ui.Said{
			Kind: view.SpeechKind(said.Kind), Language: said.Language, Goal: said.Goal, Read: said.Read, Guess: said.Guess,
			Gist: said.Gist, Again: said.Again,
			Instead: said.Instead, All: said.All, Topic: view.Topic(said.Topic), Items: said.Items, Count: said.Count,
			Name: said.Name, Fault: said.Fault, Of: said.Of, NothingLeft: said.NothingLeft, Among: said.Among,
		}
	}
	return out
}

// Gist implements ui.Listener.
func (s sorter) Gist(text string, about ui.About) ui.Gist {
	return s.Sorter.Gist(own.of(text), about)
}

// routine keeps a routine, and is the name of what is answered. What is heard as something
// that is acted on ("stop", "yes") keeps its meaning; a greeting may get one.
func (s sorter) routine(said, meant string) string {
	acts := s.Sorter.Sort(said, talk.About{Awaiting: true})
	if s.Stops(said) != "" || slices.ContainsFunc(acts, func(act talk.Said) bool { return act.Kind != talk.Goal && act.Kind != talk.Remark }) {
		return "routine-taken"
	}
	switch err := KeepMeaning(said, meant); {
	case err == nil:
		return "routine-kept"
	case errors.Is(err, errSaid):
		return "routine-taken"
	case errors.Is(err, errMeant):
		return "routine-unread"
	}
	return "routine-lost"
}

// Make implements ui.Listener.
func (s sorter) Make(ctx context.Context, what view.MakeWhat, body game.BodyInfo, state game.State) (view.HowTo, error) {
	h, err := s.Lore.Make(ctx, what.Item, what.Count, body, state)
	if err != nil {
		h, err = s.building(what.Item, body, state, err)
	}
	if err != nil {
		return view.HowTo{}, view.Refuse(view.CodeNotFound, "%v", err)
	}
	out := view.HowTo{
		Text: messages.InEnglish(h.Way()), Lacks: messages.InEnglish(h.Lacks()), Messages: ui.InWords("text", h.Way(), "lacks", h.Lacks()),
		Item: h.Thing.Items[0], Count: h.Thing.Count, Steps: []string{},
		Needs: []view.Amount{}, Missing: []view.Amount{}, Seconds: h.Seconds, Impossible: messages.InEnglish(h.Impossible),
	}
	for _, step := range h.Steps {
		out.Steps = append(out.Steps, messages.InEnglish(step))
	}
	for _, n := range h.Needs {
		out.Needs = append(out.Needs, view.Amount(n))
	}
	for _, n := range h.Missing {
		out.Missing = append(out.Missing, view.Amount(n))
	}
	return out, nil
}

// building is what a structure takes that is called name; the fault where that is none, and where
// only the ground says.
func (s sorter) building(name string, body game.BodyInfo, state game.State, fault error) (check.HowTo, error) {
	b, err := s.Library.Open(game.Request{Goal: name, Body: body, State: state, Round: 1})
	if err != nil {
		return check.HowTo{}, err
	}
	g := goals.Of(b.Version).Built(name)
	of := skills.StructureOf(string(g.Shape))
	if of == nil || g.Size.Wide*g.Size.Deep*g.Size.High == 0 || len(goals.Of(b.Version).Things(goals.Get, name).Goals) > 0 {
		return check.HowTo{}, fault
	}
	crop, _ := b.Version.FieldCrop(g.Items...)
	var needs []game.Need
	for _, piece := range []struct {
		is   skills.Piece
		item string
	}{
		{skills.Block, b.Building(g.Items)}, {skills.Post, b.Wooden("_fence", g.Items)}, {skills.Gate, b.Wooden("_fence_gate", g.Items)},
		{skills.Door, b.Wooden("_door", g.Items)}, {skills.Torch, "torch"}, {skills.Water, "water_bucket"}, {skills.Crop, crop.Seed},
	} {
		if n := of.Count(g.Size, piece.is); n > 0 {
			needs = append(needs, game.Need{Items: []string{piece.item}, Count: n})
		}
	}
	return check.Building(b, name, fmt.Sprintf("%dx%dx%d", g.Size.Wide, g.Size.Deep, g.Size.High), g.Count, needs), nil
}
