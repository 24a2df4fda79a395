// SPDX-License-Identifier: MIT

package app

import (
	"cmp"
	"context"
	"errors"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/view"
)

// reader reads goals for clients as the built-in planner does.
type reader struct{ library *book.Library }

// Clauses are a goal as the built-in planner reads it for a body.
func (r reader) Clauses(prompt string, body game.BodyInfo, state game.State) ([]game.Clause, error) {
	_, task, err := r.read(own.of(prompt), nil, body, state)
	return task.Goal.Clauses, err
}

func (r reader) read(prompt string, before *game.Reading, body game.BodyInfo, state game.State) (*game.Reading, goals.Task, error) {
	if body.ID == "" { // nobody is there yet: as for one who can do everything
		body.Protocol = game.ProtocolV2
		for _, k := range game.Catalogue() {
			body.Actions = append(body.Actions, k.Kind)
		}
	}
	b, err := r.library.Open(game.Request{Goal: prompt, Read: before, Body: body, State: state, Round: 1})
	if err != nil {
		return nil, goals.Task{}, err
	}
	b.Request.Read = goals.Keep(b, prompt)
	task, err := goals.Read(b, prompt)
	return b.Request.Read, task, err
}

// Read implements ui.Reader.
func (r reader) Read(_ context.Context, prompt string, before *game.Reading, body game.BodyInfo, state game.State) (ui.Understood, error) {
	prompt = own.of(prompt)
	read, task, err := r.read(prompt, before, body, state)
	return ui.Understood{Reading: shown(prompt, task, err), Read: read}, nil
}

// shown is how clients see what was read.
func shown(prompt string, task goals.Task, err error) view.Reading {
	var (
		unreadable *game.UnreadableError
		guess      *game.GuessError
	)
	switch {
	case errors.As(err, &guess):
		g := &guess.Guess
		return view.Reading{
			Guess:    g.Reading,
			Question: g.Sentence(),
			Messages: ui.InWords("question", g.Say()),
			Clauses:  ui.ClausesOf(g.Text, g.Clauses),
			Hash:     g.Accept,
		}
	case errors.As(err, &unreadable):
		return view.Reading{
			Clauses:    []view.Clause{},
			Missing:    unreadable.Error(),
			Messages:   ui.InWords("missing", unreadable.Say()),
			Unreadable: true,
			Part:       cmp.Or(unreadable.Part, unreadable.Cannot, prompt),
			Partly:     unreadable.Partly,
			Nearest:    unreadable.Nearest,
		}
	case err != nil:
		return view.Reading{Clauses: []view.Clause{}, Missing: err.Error(), Messages: ui.InWords("missing", game.SayError(err)), Part: prompt}
	}
	return view.Reading{
		Understood: true,
		Text:       task.Goal.Reading,
		Clauses:    ui.ClausesOf(prompt, task.Goal.Clauses),
		Hash:       game.AcceptanceOf(prompt, task.Goal.Clauses),
	}
}
