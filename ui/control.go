package ui

import (
	"errors"

	"github.com/minehand/minehand/orchestrator"
)

// ResumeTask goes on with the active body's paused or interrupted task, and
// releases the goals that a stop held.
func (s *Service) ResumeTask() error {
	body, err := s.target()
	if err != nil {
		return err
	}
	return s.cfg.Tasks.Resume(body, "")
}

// ClearQueue lets go of the active body's goals that wait, held ones too, and of
// its tasks that wait for a person; it returns how many there were.
func (s *Service) ClearQueue() (int, error) {
	body := s.Active()
	if body == "" {
		return 0, ErrNoBody
	}
	n, err := s.cfg.Tasks.Clear(body)
	if errors.Is(err, orchestrator.ErrNoBody) { // it was never given anything
		return 0, nil
	}
	return n, err
}

// Answer is what a person says to a plan that waits for approval.
type Answer struct {
	TaskID string `json:"taskId"`
	// Revision is the task's: the plan that was looked at.
	Revision int `json:"revision"`
	// Approve lets it run, else the task ends with Reason. All covers the task's
	// later rounds too, unless they bring a new kind of action.
	Approve bool   `json:"approve"`
	All     bool   `json:"all"`
	Reason  string `json:"reason"`
}

// AnswerPlan says yes or no to a plan.
func (s *Service) AnswerPlan(a Answer) error {
	switch {
	case a.TaskID == "":
		return errors.New("an answer needs the taskId of the plan that it is about")
	case a.Approve:
		return s.cfg.Tasks.Approve(a.TaskID, a.Revision, a.All)
	}
	return s.cfg.Tasks.Reject(a.TaskID, a.Revision, a.Reason)
}
