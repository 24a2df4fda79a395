package app

import (
	"fmt"

	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/planner"
)

// NewPlanner makes the planner that the config names.
func NewPlanner(cfg Config) (orchestrator.Planner, error) {
	switch cfg.Planner.Provider {
	case "", "auto", "builtin":
		return planner.NewBuiltin(planner.Config{}), nil
	}
	return nil, fmt.Errorf("there is no provider %q; use auto or builtin", cfg.Planner.Provider)
}
