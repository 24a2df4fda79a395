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
	answer := make(chan wire.CommandResult, 1)
	var err error
	s.update(func(moment) {
		_, taken := s.asked[cmd.ID]
		switch {
		case cmd.ID == "" || taken:
			err = errors.New("a command needs an id of its own")
		case s.conn == nil:
			err = fmt.Errorf("%s is away; try again when it is back", s.id)
		case s.info.Protocol < game.ProtocolV2:
			err = fmt.Errorf("%s has no commands of its own", s.id)
		default:
			if s.asked == nil {
				s.asked = make(map[string]chan wire.CommandResult)
			}
			s.asked[cmd.ID] = answer
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
		s.update(func(moment) { delete(s.asked, cmd.ID) })
		return wire.CommandResult{}, fmt.Errorf("the command %s was not answered: %w", cmd.Name, ctx.Err())
	}
}

// answered hands a result to the one that asked; called under the session's mutex.
func (s *Session) answered(r *wire.CommandResult) bool {
	answer, ok := s.asked[r.ID]
	if ok {
		delete(s.asked, r.ID)
		answer <- *r
	}
	return ok
}

// unanswered ends all open commands when the line goes down.
func (s *Session) unanswered() {
	for id, answer := range s.asked {
		delete(s.asked, id)
		close(answer)
	}
}
