// SPDX-License-Identifier: MIT

package modbridge

import (
	"context"
	"errors"
	"fmt"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

// Run runs one of the body's own slash commands and returns what it answered.
// It fails at once when the line is down or the body is of version 1, and when
// the line goes down before the answer: a command is never sent twice.
func (s *Session) Run(ctx context.Context, cmd wire.RunCommand) (wire.CommandResult, error) {
	var answer <-chan wire.CommandResult
	var err error
	s.update(func(moment) {
		_, taken := s.commanded[cmd.ID]
		switch {
		case cmd.ID == "" || taken:
			err = errors.New("a command needs an id of its own")
		case s.conn == nil:
			err = fmt.Errorf("%s is away; try again when it is back", s.id)
		case s.info.Protocol < game.ProtocolV2:
			err = fmt.Errorf("%s has no commands of its own", s.id)
		default:
			answer = s.commanded.ask(cmd.ID)
			s.send(&cmd)
		}
	})
	if err != nil {
		return wire.CommandResult{}, err
	}
	select {
	case result, ok := <-answer:
		if !ok {
			return wire.CommandResult{}, fmt.Errorf("the command %s was not answered: the line to the body went down", cmd.Name)
		}
		return result, nil
	case <-ctx.Done():
		s.update(func(moment) { delete(s.commanded, cmd.ID) })
		return wire.CommandResult{}, fmt.Errorf("the command %s was not answered: %w", cmd.Name, ctx.Err())
	}
}

// asked are the questions that wait for an answer, by id; owned by the session's mutex.
type asked[T any] map[string]chan T

// ask notes a question, whose channel is closed when the line goes down.
func (a *asked[T]) ask(id string) <-chan T {
	if *a == nil {
		*a = make(asked[T])
	}
	answer := make(chan T, 1)
	(*a)[id] = answer
	return answer
}

// answer hands an answer to who asked, and reports whether anybody did.
func (a asked[T]) answer(id string, with T) bool {
	answer, ok := a[id]
	if ok {
		delete(a, id)
		answer <- with
	}
	return ok
}

// drop ends all open questions.
func (a asked[T]) drop() {
	for id, answer := range a {
		delete(a, id)
		close(answer)
	}
}
