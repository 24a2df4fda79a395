package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
	"github.com/minehand/minehand/orchestrator"
)

// observer joins the bridge to the orchestrator: sessions come and go, and what
// a player wants from inside the game is asked for here.
type observer struct {
	orch    *orchestrator.Orchestrator
	log     *slog.Logger
	planner PlannerConfig
}

func (o *observer) Registered(s *modbridge.Session) { o.orch.Attach(s) }
func (o *observer) Gone(s *modbridge.Session)       { o.orch.Detach(s.Info().ID) }
func (o *observer) Changed(*modbridge.Session)      {}

func (o *observer) Said(s *modbridge.Session, m wire.FromBody) {
	body := s.Info().ID
	req, ok := m.(*wire.UserRequest)
	if !ok {
		o.log.Debug("body says", "body", body, "message", m)
		return
	}
	if err := o.wish(body, req); err != nil {
		o.log.Warn("a wish from the game could not be granted", "body", body, "kind", req.Kind, "error", err)
		s.Refuse(err.Error())
	}
}

// wishTime bounds what a wish from the game may take.
const wishTime = 5 * time.Second

// wish carries out a user_request: a key or chat line of the player's own.
func (o *observer) wish(body string, req *wire.UserRequest) error {
	switch req.Kind {
	case "goal":
		ctx, cancel := context.WithTimeout(context.Background(), wishTime)
		defer cancel()
		_, err := o.orch.Submit(ctx, body, orchestrator.Submission{
			Goal: req.Text, Policy: orchestrator.Policy(o.planner.Policy), Approve: o.planner.Approve,
		})
		return err
	case "stop":
		return o.orch.Stop(body)
	case "pause":
		return o.orch.Pause(body)
	case "resume":
		return o.orch.Resume(body, "")
	case "approve":
		view, err := o.orch.Status(body)
		if err != nil {
			return err
		}
		if view.Current == nil {
			return errors.New("no plan waits for a yes")
		}
		return o.orch.Approve(view.Current.ID, view.Current.Revision, false)
	}
	return fmt.Errorf("there is no wish %q; a body may ask for goal, stop, pause, resume and approve", req.Kind)
}
