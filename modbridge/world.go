// SPDX-License-Identifier: MIT

package modbridge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

const (
	// maxReports is how many changes of a body wait to be kept; what comes beyond is not
	// taken, and the body sends it again.
	maxReports = 4096
	// surveyLimit is how long a body may take to answer one survey.
	surveyLimit = 10 * time.Second
	// maxSurveys is how many surveys of a body may be open.
	maxSurveys = 8
)

// reports are the changes that a body told and that nobody has kept yet.
type reports struct {
	// series that the body counts in, through the highest number taken from it, 0 for
	// none yet.
	series  string
	through int
	// placed is the number of the last that put a block there, or that was lost.
	placed int
	list   []game.Reported
	// full: the last frame held as many as one may, so that more may wait at the body.
	full bool
}

// report takes in what the body changed (rule 19), each number once. A frame begins with
// the oldest change that was not said to be kept, so that a gap in the numbers is lost;
// but not before the first number of a series that this process hears. Before the first
// state of a line nobody knows in which world they are, and none is taken: they come again.
func (s *Session) report(c *conn, m wire.FromBody) {
	update, states := m.(*wire.StateUpdate)
	list := wire.ChangesOf(m)
	if states || len(list) > 0 {
		s.reports.full = len(list) >= wire.MaxChanges
	}
	if len(list) == 0 || s.info.Series == "" || s.stated != c {
		return
	}
	state := s.state
	if states {
		state = update.Data.Over(s.state)
	}
	r := &s.reports
	for _, c := range list {
		if c.N <= r.through {
			continue
		}
		if len(r.list) >= maxReports {
			return
		}
		add := func(c game.Change) {
			r.list = append(r.list, game.Reported{Series: r.series, Change: c, World: state.WorldID()})
		}
		if r.through > 0 && c.N != r.through+1 && !c.Lost {
			add(game.Change{N: c.N - 1, Why: game.WhyOther, Lost: true})
		}
		if c.Lost || c.N > r.through+1 || !game.IsAir(c.To) {
			r.placed = c.N
		}
		if r.through = c.N; c.Dimension == "" && !c.Lost && state != nil {
			c.Dimension = state.Dimension
		}
		add(c)
	}
}

// Changes are what the body changed and nobody has kept yet, the oldest first.
func (s *Session) Changes() []game.Reported {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.reports.list)
}

// Owes reports whether the body may have changed more than it has told.
func (s *Session) Owes() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reports.full
}

// Reports reports whether the body tells what it changes.
func (s *Session) Reports() bool {
	return get(s, &s.info).Series != ""
}

// Keep says that the changes of a series up to a number are kept. The body forgets
// them.
func (s *Session) Keep(series string, through int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := &s.reports
	r.list = slices.DeleteFunc(r.list, func(c game.Reported) bool { return c.Series == series && c.N <= through })
	if s.info.Series == series {
		s.send(&wire.ChangesKept{Series: series, Through: through})
	}
}

// Survey asks the body what stands in a box, and returns its answers: several where
// one would be too large. It fails when the body cannot, is away, or does not answer
// within 10 s, and when ctx ends.
func (s *Session) Survey(ctx context.Context, ask game.Survey) ([]game.Surveyed, error) {
	if ask.Box != nil {
		if err := ask.Box.Check(); err != nil {
			return nil, err
		}
	}
	m, err := s.surveyOnce(ctx, ask)
	if err != nil {
		return nil, err
	}
	if m.Code == game.CodeTooLarge && m.Box.Size() > 1 && m.Box.Check() == nil {
		var all []game.Surveyed
		first, second := m.Box.Halves()
		for _, half := range [...]game.Box{first, second} {
			part, err := s.Survey(ctx, game.Survey{Box: &half, What: ask.What})
			if err != nil {
				return nil, err
			}
			all = append(all, part...)
		}
		return all, nil
	}
	if m.Code != "" || m.Error != "" {
		return nil, &game.Failure{Code: m.Code, Message: m.Error}
	}
	return []game.Surveyed{m}, nil
}

func (s *Session) surveyOnce(ctx context.Context, ask game.Survey) (game.Surveyed, error) {
	ask.ID = newToken()
	var answer <-chan game.Surveyed
	var err error
	s.update(func(moment) {
		switch {
		case !s.info.Surveys:
			err = fmt.Errorf("%s cannot look around", s.id)
		case s.conn == nil:
			err = fmt.Errorf("%s is away; try again when it is back", s.id)
		case len(s.surveys) >= maxSurveys:
			err = fmt.Errorf("%s is looking at %d places already", s.id, maxSurveys)
		default:
			answer = s.surveys.ask(ask.ID)
			s.send(&wire.Survey{Survey: ask})
		}
	})
	if err != nil {
		return game.Surveyed{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, surveyLimit)
	defer cancel()
	select {
	case m, ok := <-answer:
		if !ok {
			return m, errors.New("the line to the body went down while it looked around")
		}
		if ask.Box != nil && m.Code == "" && m.Error == "" && m.Box != *ask.Box {
			return m, fmt.Errorf("%s looked at another place than it was asked to", s.id)
		}
		return m, nil
	case <-ctx.Done():
		s.update(func(moment) {
			if _, open := s.surveys[ask.ID]; open {
				delete(s.surveys, ask.ID)
				s.send(&wire.SurveyCancel{ID: ask.ID})
			}
		})
		return game.Surveyed{}, fmt.Errorf("%s did not say what stands there: %w", s.id, ctx.Err())
	}
}
