package ui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
)

// Tasks is the part of the orchestrator that clients reach.
type Tasks interface {
	Submit(ctx context.Context, bodyID string, s orchestrator.Submission) (string, error)
	Stop(bodyID string) error
	Resume(bodyID, taskID string) error
	Clear(bodyID string) (int, error)
	Approve(taskID string, revision int, all bool) error
	Reject(taskID string, revision int, reason string) error
	Tasks(ctx context.Context, q orchestrator.Query) ([]orchestrator.Task, error)
	Snapshot() orchestrator.Snapshot
	Subscribe(epoch string, since uint64) (*orchestrator.Subscription, error)
}

// Bodies lists the bodies that are or were just connected.
type Bodies interface {
	List() []Body
}

// Body is a body as clients see it.
type Body struct {
	Info game.BodyInfo `json:"info"`
	Link game.Link     `json:"link"`
}

// Config of a Service. Tasks and Bodies are required.
type Config struct {
	Tasks  Tasks
	Bodies Bodies
	// Policy and Approve hold for prompts that do not say otherwise.
	Policy  orchestrator.Policy
	Approve bool
	// Providers are the names that a prompt's settings may choose from.
	Providers []string
}

// Service answers clients. Its methods may be called from any goroutine.
type Service struct {
	cfg Config

	mu sync.Mutex
	// active is the body that the calls are about; empty until one was
	// chosen.
	active string
}

// New returns a service over the orchestrator's tasks.
func New(cfg Config) *Service { return &Service{cfg: cfg} }

// ErrNoBody: no body is connected, so there is nobody to do anything.
var ErrNoBody = errors.New("no body is connected: start Minecraft with a mod that connects to Minehand, or run minehand body")

// Instance is one entry of detect-instances.
type Instance struct {
	ID       string `json:"id"`
	PID      int    `json:"pid"`
	Name     string `json:"name"`
	Platform string `json:"platform"`
	Version  string `json:"version"`
}

// DetectInstances lists what can be connected to: the bodies that registered.
// PID is 0: a body does not tell its process.
func (s *Service) DetectInstances() []Instance {
	bodies := s.cfg.Bodies.List()
	list := make([]Instance, 0, len(bodies))
	for _, b := range bodies {
		name := b.Info.Name
		if name == "" {
			name = strings.TrimSpace("Minecraft " + b.Info.Version)
		}
		list = append(list, Instance{ID: b.Info.ID, Name: name, Platform: "Java Edition", Version: b.Info.Version})
	}
	return list
}

// ConnectInstance makes a body the one that the calls are about.
func (s *Service) ConnectInstance(id string) error {
	if !slices.ContainsFunc(s.cfg.Bodies.List(), func(b Body) bool { return b.Info.ID == id }) {
		if id == "" {
			return errors.New("connect-instance needs an instanceId; detect-instances lists them")
		}
		return fmt.Errorf("there is no instance %q; detect-instances lists those there are", id)
	}
	s.mu.Lock()
	s.active = id
	s.mu.Unlock()
	return nil
}

// Active is the body that the calls are about: the one that was chosen, or
// the only one there is. It is empty when there is none to choose.
func (s *Service) Active() string {
	s.mu.Lock()
	active := s.active
	s.mu.Unlock()
	if active != "" {
		return active
	}
	if bodies := s.cfg.Bodies.List(); len(bodies) == 1 {
		return bodies[0].Info.ID
	}
	return ""
}

// target is the body of the next prompt. It stays the active one, also while it
// is away and when others come.
func (s *Service) target() (string, error) {
	if id := s.Active(); id != "" {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.active == "" {
			s.active = id
		}
		return s.active, nil
	}
	if len(s.cfg.Bodies.List()) > 1 {
		return "", errors.New("several bodies are connected: choose one with connect-instance first")
	}
	return "", ErrNoBody
}

// PromptSettings are the settings of one prompt; what is left out takes the
// configured value.
type PromptSettings struct {
	game.Settings
	Policy  orchestrator.Policy `json:"policy,omitempty"`
	Approve *bool               `json:"approve,omitempty"`
	// Actions is a ready list to run as it is, instead of a goal: the prompt is
	// then empty.
	Actions []game.Action `json:"actions,omitempty"`
}

// SendPrompt queues a goal for the active body and returns its task id before
// anything runs.
func (s *Service) SendPrompt(ctx context.Context, prompt string, set PromptSettings) (taskID string, err error) {
	if err := set.Validate(); err != nil {
		return "", err
	}
	if n := set.Provider; n != "" && !slices.Contains(s.cfg.Providers, n) {
		return "", fmt.Errorf("there is no provider %q; use one of %s", n, strings.Join(s.cfg.Providers, ", "))
	}
	body, err := s.target()
	if err != nil {
		return "", err
	}
	sub := orchestrator.Submission{Goal: strings.TrimSpace(prompt), Actions: set.Actions, Settings: set.Settings, Policy: s.cfg.Policy, Approve: s.cfg.Approve}
	if set.Policy != "" {
		sub.Policy = set.Policy
	}
	if set.Approve != nil {
		sub.Approve = *set.Approve
	}
	return s.cfg.Tasks.Submit(ctx, body, sub)
}

// StopTask stops what the active body does; when none was chosen, what every
// body does. With nothing running it succeeds.
func (s *Service) StopTask() error {
	bodies := []string{s.Active()}
	if bodies[0] == "" {
		bodies = bodies[:0]
		for _, b := range s.cfg.Bodies.List() {
			bodies = append(bodies, b.Info.ID)
		}
		for _, v := range s.cfg.Tasks.Snapshot().Bodies {
			if (v.Current != nil || len(v.Queue) > 0) && !slices.Contains(bodies, v.Body) {
				bodies = append(bodies, v.Body)
			}
		}
	}
	var faults []error
	for _, b := range bodies {
		if err := s.cfg.Tasks.Stop(b); err != nil && !errors.Is(err, orchestrator.ErrNoBody) {
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}

// Status is the answer to get-status.
type Status struct {
	// Status: idle, processing, complete, error.
	Status             string             `json:"status"`
	CurrentTask        *orchestrator.Task `json:"currentTask"`
	ConnectedInstances []string           `json:"connectedInstances"`
	ActiveInstance     string             `json:"activeInstance"`
}

// GetStatus says how the active body's current or last task stands.
func (s *Service) GetStatus(ctx context.Context) (Status, error) {
	st := Status{Status: "idle", ConnectedInstances: []string{}, ActiveInstance: s.Active()}
	for _, b := range s.cfg.Bodies.List() {
		if b.Link.State == game.LinkUp {
			st.ConnectedInstances = append(st.ConnectedInstances, b.Info.ID)
		}
	}
	if st.ActiveInstance == "" {
		return st, nil
	}
	task, err := s.current(ctx, st.ActiveInstance)
	if task != nil {
		st.CurrentTask, st.Status = task, task.Class()
	}
	return st, err
}

// current is the task that a body's status is about: the one at hand, else the
// next, else one that waits for a person, else the last that ended.
func (s *Service) current(ctx context.Context, body string) (*orchestrator.Task, error) {
	for _, v := range s.cfg.Tasks.Snapshot().Bodies {
		switch {
		case v.Body != body:
		case v.Current != nil:
			return v.Current, nil
		case len(v.Queue) > 0:
			return &v.Queue[0], nil
		case len(v.Parked) > 0:
			return &v.Parked[len(v.Parked)-1], nil
		}
	}
	last, err := s.cfg.Tasks.Tasks(ctx, orchestrator.Query{Body: body, Limit: 1})
	if err != nil || len(last) == 0 {
		return nil, err
	}
	return &last[0], nil
}

// Snapshot is everything that events change.
func (s *Service) Snapshot() orchestrator.Snapshot { return s.cfg.Tasks.Snapshot() }

// Subscribe returns the numbered events after since.
func (s *Service) Subscribe(epoch string, since uint64) (*orchestrator.Subscription, error) {
	return s.cfg.Tasks.Subscribe(epoch, since)
}
