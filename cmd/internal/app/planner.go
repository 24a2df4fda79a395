// SPDX-License-Identifier: MIT

package app

import (
	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/llm/process"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/planner/agent"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/model"
	"github.com/minehand/minehand/ui"
)

// Planner is the planner of a program with the model servers behind it.
type Planner struct {
	*planner.Auto
	Providers *Providers

	library *book.Library
	cfg     settings.Config
	people  *people
}

// Reader reads goals for clients.
func (p *Planner) Reader() ui.Reader { return reader{p.library} }

// Sources lists for clients who can plan.
func (p *Planner) Sources() ui.Providers { return sources{p.cfg, p} }

// NewPlanner makes the planner that the config names. lmStudioURL and env are
// those of NewProviders.
func NewPlanner(cfg settings.Config, lmStudioURL string, env func(string) string) (*Planner, error) {
	providers, err := NewProviders(cfg, lmStudioURL, env)
	if err != nil {
		return nil, err
	}
	if name := cfg.Planner.Provider; name != "" {
		if err := providers.Plans(name); err != nil {
			return nil, err
		}
	}
	process.EndLeftovers() // of a Minehand that was killed: they may hold a model's memory
	builtin := planner.NewBuiltin(planner.Config{
		Version: cfg.Minecraft.Version, Allow: cfg.Actions.Allow, Deny: cfg.Actions.Deny,
	})
	term, err := terminalOf(cfg, env)
	if err != nil {
		return nil, err
	}
	asked := &people{}
	whom, mode := planning{providers, term, asked}, game.Mode(cfg.Planner.Mode)
	asker := model.New(builtin.Library(), whom, model.Config{Mode: mode, Fallback: cfg.Planner.Fallback, Chat: cfg.Chat.FromModels})
	talker := agent.New(builtin.Library(), whom, cfg.Agent())
	return &Planner{
		Auto: planner.NewAuto(builtin, asker, cfg.Planner.Provider).WithAgent(talker, mode), Providers: providers,
		library: builtin.Library(), cfg: cfg, people: asked,
	}, nil
}

// Close drops the connections to model servers.
func (p *Planner) Close() error { return p.Providers.Close() }
