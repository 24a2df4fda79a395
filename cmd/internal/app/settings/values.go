// SPDX-License-Identifier: MIT

package settings

import (
	"time"

	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/planner/agent"
)

// valueOf is what a pointer points at, or zero.
func valueOf[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// Scale is how long a second of the protocol lasts, in seconds.
func (c Config) Scale() float64 {
	if c.Timings.Scale == nil {
		return 1
	}
	return *c.Timings.Scale
}

func (l Limits) orchestrator() orchestrator.Limits {
	limits := orchestrator.Limits{
		Deaths: valueOf(l.Deaths), WallTime: valueOf(l.WallTime), Health: valueOf(l.Health), NewTool: valueOf(l.NewTool),
	}
	if l.Health != nil && *l.Health == 0 {
		limits.Health = -1 // never
	}
	return limits
}

// TaskLimits are those of tasks, with the waits among them scaled.
func (c Config) TaskLimits() orchestrator.Limits {
	limits := c.Limits.orchestrator().WithDefaults()
	for _, wait := range []*time.Duration{&limits.RepeatAfter, &limits.ResumeWithin} {
		*wait = time.Duration(float64(*wait) * c.Scale())
	}
	return limits
}

// Agent is the budget of a model in the mode agent.
func (c Config) Agent() agent.Config {
	return agent.Config{Calls: valueOf(c.Planner.AgentCalls), Tokens: valueOf(c.Planner.AgentTokens), Chat: c.Chat.FromModels}
}

// Guard is what may be sent to bodies.
func (c Config) Guard() orchestrator.Guard {
	return orchestrator.Guard{Allow: c.Actions.Allow, Deny: c.Actions.Deny, ChatCommands: c.Chat.AllowCommands}
}
