// SPDX-License-Identifier: MIT

package app

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/internal/document"
	"github.com/minehand/minehand/llm/providers"
	"github.com/minehand/minehand/llm/terminal"
)

// SettingError says what is wrong with the value of one setting.
type SettingError struct {
	// Setting as the file has it: planner.mode, or "protect, entry 2".
	Setting string
	// Line in the file; 0 when the value came from elsewhere.
	Line int
	// Fault says what is wrong and what fits.
	Fault error
}

func (e *SettingError) Error() string {
	text := e.Setting + ": " + e.Fault.Error()
	if e.Line > 0 {
		text = fmt.Sprintf("line %d: %s", e.Line, text)
	}
	return text
}

func (e *SettingError) Unwrap() error { return e.Fault }

func setting(name string, fault error) error { return &SettingError{Setting: name, Fault: fault} }

// Validate checks every value. The error is a *SettingError.
func (c Config) Validate() error {
	if c.Port != nil && (*c.Port < 0 || *c.Port > 65535) {
		return setting("port", fmt.Errorf("%d does not exist; use 1 to 65535, or 0 for any free one", *c.Port))
	}
	for _, e := range []struct {
		name, value string
		values      []string
	}{
		{"planner.mode", c.Planner.Mode, []string{string(game.Hybrid), string(game.HighLevel), string(game.LowLevel)}},
		{"planner.fallback", c.Planner.Fallback, []string{"builtin", "fail"}},
		{"planner.policy", c.Planner.Policy, Policies},
		{"journal.text", c.Journal.Text, []string{"on", "off"}},
	} {
		if e.value != "" && !slices.Contains(e.values, e.value) {
			return setting(e.name, fmt.Errorf("%q is none of %s", e.value, strings.Join(e.values, ", ")))
		}
	}
	for _, list := range []struct {
		name  string
		kinds []game.Kind
	}{{"actions.allow", c.Actions.Allow}, {"actions.deny", c.Actions.Deny}} {
		for i, k := range list.kinds {
			if _, ok := game.Lookup(k); !ok {
				return setting(document.Entry(list.name, i), game.Action{Kind: k}.Validate())
			}
		}
	}
	if s := c.Timings.scale(); !(s >= leastScale && s <= 1) {
		return setting("timings.scale", fmt.Errorf("%v cannot be meant; use %v to 1, or leave it out for 1", s, leastScale))
	}
	for i, command := range c.Chat.AllowCommands {
		if len(command) < 2 || !strings.ContainsAny(command[:1], "/#.") || strings.ContainsAny(command, " \t\n") {
			return setting(document.Entry("chat.allow_commands", i), fmt.Errorf("%q is no command; write its first word with its sign, such as /home or #stop", command))
		}
	}
	for i, name := range c.Chat.Owners {
		if !playerName.MatchString(name) {
			return setting(document.Entry("chat.owners", i), fmt.Errorf("%q is no player's name; names have 3 to 16 letters, digits and underscores", name))
		}
	}
	if _, err := data.Load(c.Minecraft.Version); err != nil {
		return setting("minecraft.version", err)
	}
	for i, line := range c.Terminal.Allow {
		if _, err := terminal.New(terminal.Config{Allow: []string{line}}); err != nil {
			return setting(document.Entry("terminal.allow", i), err)
		}
	}
	entries, err := c.entries()
	if err != nil {
		return err
	}
	if err := c.knownPlanner(entries); err != nil {
		return err
	}
	if err := c.Limits.validate(); err != nil {
		return err
	}
	return c.validateZones()
}

// knownPlanner refuses a planner.provider that is no provider, or one that is off.
func (c Config) knownPlanner(entries []providers.Entry) error {
	studio := true
	var names []string
	for _, e := range entries {
		if e.On() {
			names = append(names, e.Name)
		}
		studio = studio && e.Name != LMStudio
	}
	if studio {
		names = append(names, LMStudio)
	}
	if c.Planner.Provider == "" {
		return nil
	}
	if err := plans(c.Planner.Provider, names); err != nil {
		return setting("planner.provider", err)
	}
	return nil
}

// playerName is the form of a player's name (Minecraft Wiki, "Player").
var playerName = regexp.MustCompile(`^[A-Za-z0-9_]{3,16}$`)

// leastScale bounds how fast the protocol's times pass.
const leastScale = 0.001

// maxHealth is the most that limits.health can be: at the full 20 every task
// without food would end.
const maxHealth = 19

func (l LimitsConfig) validate() error {
	if l.Deaths != nil && *l.Deaths < 1 {
		return setting("limits.deaths", fmt.Errorf("%d deaths cannot end a task; use 1 to end it with the first, or leave it out for 3", *l.Deaths))
	}
	if l.Health != nil && !(*l.Health >= 0 && *l.Health <= maxHealth) {
		return setting("limits.health", fmt.Errorf("%v cannot be meant; use 0 (never) to %d, or leave it out for 6", *l.Health, maxHealth))
	}
	for _, d := range []struct {
		name     string
		value    *time.Duration
		standard string
	}{{"limits.wall_time", l.WallTime, "2h"}, {"limits.new_tool", l.NewTool, "10m"}} {
		if d.value != nil && *d.value <= 0 {
			return setting(d.name, fmt.Errorf("%s ends every task at once; use a time above 0, or leave it out for %s", *d.value, d.standard))
		}
	}
	return nil
}

// valueOf is what a pointer points at, or zero.
func valueOf[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// ParseConfig reads and checks a config document. A fault in it is a sentence
// with the line.
func ParseConfig(text []byte) (Config, error) {
	var cfg Config
	lines, err := document.Decode(text, &cfg, budget.Config)
	if err != nil {
		return Config{}, err
	}
	err = cfg.Validate()
	if fault := (*SettingError)(nil); errors.As(err, &fault) {
		fault.Line = lines.Of(fault.Setting)
	}
	return cfg, err
}
