// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"path/filepath"
	"sync"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/terminal"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/view"
)

// terminalOf is what models may run commands in; without a list in the config it
// refuses all of them.
func terminalOf(cfg settings.Config, env func(string) string) (*terminal.Terminal, error) {
	dir := cfg.Terminal.Dir
	if cfg.Path() != "" && !filepath.IsAbs(dir) {
		dir = filepath.Join(filepath.Dir(cfg.Path()), dir)
	}
	return terminal.New(terminal.Config{Allow: cfg.Terminal.Allow, Dir: dir, Getenv: env})
}

// Terminal is what models may run commands in outside of plans; whoever asks them
// has the person confirm.
func (p *Planner) Terminal() (*terminal.Terminal, error) {
	return terminalOf(p.cfg, p.Providers.env.Getenv)
}

// planning are the providers as plans ask them: with the terminal.
type planning struct {
	*Providers
	terminal *terminal.Terminal
	people   *people
}

// Provider implements model.Providers.
func (p planning) Provider(name string) (llm.Provider, error) {
	return p.over(p.Providers.Provider(name))
}

// At implements model.Providers.
func (p planning) At(address string) (llm.Provider, error) { return p.over(p.Providers.At(address)) }

func (p planning) over(provider llm.Provider, err error) (llm.Provider, error) {
	if err != nil {
		return nil, err
	}
	return p.terminal.Over(provider, p.people), nil
}

// people are those who use a backend: they say which commands may run. Its
// methods may be called from any goroutine.
type people struct {
	mu sync.Mutex
	ui *ui.Service // nil while there is nobody to ask
}

// reach sets where people are reached, nil for nowhere.
func (p *people) reach(s *ui.Service) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ui = s
}

func (p *people) there() *ui.Service {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ui
}

// MayRun implements [terminal.Person].
func (p *people) MayRun(ctx context.Context, req llm.Request, c *terminal.Command) (bool, error) {
	s := p.there()
	if s == nil {
		return false, &terminal.UnansweredError{Why: nobodyThere}
	}
	v := view.TerminalCommand{TaskID: req.Metadata["task"], Provider: c.Provider, Command: c.Line, Description: c.Description}
	said, err := s.MayRun(ctx, req.Metadata["body"], &v)
	c.ID = v.ID
	if err != nil {
		return false, err
	}
	return answerOf(said)
}

// answerOf is what a person said as a Confirm tells it.
func answerOf(said ui.Consent) (bool, error) {
	switch said {
	case ui.Late:
		return false, &terminal.UnansweredError{Why: "Nobody said yes or no in time."}
	case ui.Nobody:
		return false, &terminal.UnansweredError{Why: nobodyThere}
	case ui.Yes, ui.No:
	}
	return said == ui.Yes, nil
}

// nobodyThere is why a command has no answer where nobody can give one.
const nobodyThere = "Nobody is there to say yes to it."

// Ran implements [terminal.Person].
func (p *people) Ran(req llm.Request, r terminal.Run) {
	s := p.there()
	if s == nil {
		return
	}
	v := view.TerminalCommand{ID: r.ID, TaskID: req.Metadata["task"], Provider: r.Provider, Command: r.Line, Description: r.Description,
		State: view.CommandRan, Output: r.Output, Refused: r.Refused}
	if r.Refused != "" {
		v.State = view.CommandRefused
	} else {
		v.Exit = &r.Exit
	}
	s.CommandDone(req.Metadata["body"], v)
}
