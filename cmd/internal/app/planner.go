package app

import (
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner"
)

// Planner is the planner of a program with the model servers behind it.
type Planner struct {
	*planner.Auto
	Providers *Providers
}

// NewPlanner makes the planner that the config names. lmStudioURL and env are
// those of NewProviders.
func NewPlanner(cfg Config, lmStudioURL string, env func(string) string) (*Planner, error) {
	providers, err := NewProviders(cfg.Providers, lmStudioURL, env)
	if err != nil {
		return nil, err
	}
	if name := cfg.Planner.Provider; !slices.Contains([]string{"", planner.AutoName, planner.BuiltinOnly}, name) && !slices.Contains(providers.Names(), name) {
		return nil, fmt.Errorf("there is no provider %q; use %s, %s or one of the config: %s", name, planner.AutoName, planner.BuiltinOnly, strings.Join(providers.Names(), ", "))
	}
	builtin := planner.NewBuiltin(planner.Config{
		Version: cfg.Minecraft.Version, Allow: cfg.Actions.Allow, Deny: cfg.Actions.Deny,
	})
	model := planner.NewModel(builtin.Book(), providers, planner.ModelConfig{
		Mode: game.Mode(cfg.Planner.Mode), Fallback: cfg.Planner.Fallback,
	})
	return &Planner{Auto: planner.NewAuto(builtin, model, cfg.Planner.Provider), Providers: providers}, nil
}

// Close drops the connections to model servers.
func (p *Planner) Close() error { return p.Providers.Close() }
