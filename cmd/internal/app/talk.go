// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"errors"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/planner"
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
	acts := s.Sorter.Sort(own.of(text), talk.About(about))
	out := make([]ui.Said, len(acts))
	for i := range acts {
		said := &acts[i]
		out[i] = ui.Said{
			Kind: view.SpeechKind(said.Kind), Language: said.Language, Goal: said.Goal, Read: said.Read, Guess: said.Guess,
			Gist: ui.Gist(said.Gist), Again: said.Again,
			Instead: said.Instead, All: said.All, Topic: view.Topic(said.Topic), Items: said.Items, Count: said.Count,
			Name: said.Name, Fault: said.Fault, Of: said.Of, NothingLeft: said.NothingLeft, Among: said.Among,
		}
	}
	return out
}

// Gist implements ui.Listener.
func (s sorter) Gist(text string, about ui.About) ui.Gist {
	return ui.Gist(s.Sorter.Gist(own.of(text), talk.About(about)))
}

// routine keeps a routine, and is the name of what is answered. What is heard as something
// else than a goal ("stop", "yes") keeps its meaning.
func (s sorter) routine(said, meant string) string {
	if s.Stops(said) != "" || s.Sorter.Sort(said, talk.About{Awaiting: true})[0].Kind != talk.Goal {
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
