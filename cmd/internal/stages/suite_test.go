// SPDX-License-Identifier: MIT

package stages_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/cmd/internal/stages"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/missions"
	"github.com/minehand/minehand/orchestrator"
)

const suite = "../../../missions/suite"

func load(t *testing.T, path string) []missions.Mission {
	t.Helper()
	list, err := missions.Load(stages.Rules{}, filepath.FromSlash(path))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestNoTwoMissionsShowTheSame: each has a mode, policy, provider, faults and
// verdict of its own.
func TestNoTwoMissionsShowTheSame(t *testing.T) {
	list := load(t, suite)
	if len(list) < 40 {
		t.Errorf("%d missions, want 40", len(list))
	}
	first := map[string]string{}
	for i := range list {
		m := &list[i]
		var faults []string
		for _, f := range m.Faults {
			faults = append(faults, f.What)
		}
		key := fmt.Sprint(or(m.Planner.Mode, "hybrid"), or(m.Planner.Policy, "replan"), or(m.Planner.Provider, "builtin"), faults, m.Expect.Verdict)
		if other := first[key]; other != "" {
			t.Errorf("%s and %s are both %s", other, m.Name, key)
		}
		first[key] = m.Name
		if m.About == "" || m.Guards == "" {
			t.Errorf("%s does not say what it shows, or guards", m.Name)
		}
	}
}

func or(s, def string) string {
	if s == "" {
		return def
	}
	return s
}

// brokenWall is how long a mission with a broken part may take: some of them never
// end.
const brokenWall = 4 * time.Second

// TestEachMissionNoticesItsPart plays each mission with the part broken that it
// guards, and it fails.
func TestEachMissionNoticesItsPart(t *testing.T) {
	list := load(t, suite)
	used := map[string]bool{}
	for i := range list {
		m := list[i]
		used[m.Guards] = true
		part, known := parts[m.Guards]
		if !known {
			t.Errorf("%s guards %q, which is no part of the table", m.Name, m.Guards)
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			m.Limits.Wall = brokenWall
			runs, err := missions.Matrix{}.Runs(stages.Rules{}, []missions.Mission{m})
			if err != nil {
				t.Fatal(err)
			}
			synctest.Test(t, func(t *testing.T) {
				res := (&missions.Runner{Launcher: inProcess{t.TempDir(), part}}).Run(t.Context(), &runs[0])
				if res.Outcome != missions.Missed {
					t.Errorf("with %s broken it is %s (%s): %s\n%s", m.Guards, res.Outcome, res.Verdict, res.Why, res.TimelineText())
				}
			})
		})
	}
	for name := range parts {
		if !used[name] {
			t.Errorf("no mission guards %s", name)
		}
	}
}

// TestTheSuiteInOneProcess: with nothing broken each mission passes on the same
// stage, however busy the machine is.
func TestTheSuiteInOneProcess(t *testing.T) {
	list := load(t, suite)
	runs, err := missions.Matrix{}.Runs(stages.Rules{}, list)
	if err != nil {
		t.Fatal(err)
	}
	for i := range runs {
		t.Run(runs[i].Mission.Name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				res := (&missions.Runner{Launcher: inProcess{dir: t.TempDir()}}).Run(t.Context(), &runs[i])
				if res.Outcome != missions.Passed {
					t.Errorf("%s (%s): %s %q\n%s", res.Outcome, res.Verdict, res.Why, res.Failures, res.TimelineText())
				}
			})
		})
	}
}

// planned wraps a planner.
type planned func(ctx context.Context, req game.Request, plan func(context.Context, game.Request) (game.Plan, error)) (game.Plan, error)

func (f planned) around(p orchestrator.Planner) orchestrator.Planner { return wrapped{p, f} }

type wrapped struct {
	orchestrator.Planner
	f planned
}

func (w wrapped) Plan(ctx context.Context, req game.Request) (game.Plan, error) {
	return w.f(ctx, req, w.Planner.Plan)
}

// asked breaks what a request asks for.
func asked(change func(*game.Request)) broken {
	return broken{planner: planned(func(ctx context.Context, req game.Request, plan func(context.Context, game.Request) (game.Plan, error)) (game.Plan, error) {
		change(&req)
		return plan(ctx, req)
	}).around}
}

// answered breaks what comes of it.
func answered(change func(game.Plan, error) (game.Plan, error)) broken {
	return broken{planner: planned(func(ctx context.Context, req game.Request, plan func(context.Context, game.Request) (game.Plan, error)) (game.Plan, error) {
		return change(plan(ctx, req))
	}).around}
}

// steps breaks the steps of a plan.
func steps(keep func(steps []game.Step) []game.Step) broken {
	return answered(func(p game.Plan, err error) (game.Plan, error) {
		p.Steps = keep(p.Steps)
		return p, err
	})
}

// called breaks the settings of prompts, or slash commands.
func called(prompt func(settings map[string]any), command func(params map[string]any)) broken {
	return broken{call: func(name string, params map[string]any) {
		switch settings, _ := params["settings"].(map[string]any); {
		case name == "send-prompt" && prompt != nil && settings != nil:
			prompt(settings)
		case name == "slash_command" && command != nil:
			command(params)
		}
	}}
}

// instead has a slash command do nothing.
func instead(command string) broken {
	return called(nil, func(params map[string]any) {
		if params["command"] == command {
			params["command"] = "/status"
		}
	})
}

func scale(s float64) broken {
	return broken{config: func(c *settings.Config) { c.Timings.Scale = &s }}
}

// parts are those of a server, broken.
var parts = map[string]broken{
	// The last step of each plan is forgotten.
	"steps": steps(func(s []game.Step) []game.Step { return s[:max(len(s)-1, 0)] }),
	// What was inserted is left out again.
	"completing": steps(func(s []game.Step) []game.Step {
		return slices.DeleteFunc(slices.Clone(s), func(s game.Step) bool { return s.Source == game.FromCompleting })
	}),
	// Nothing is expected of a step, so that nothing contradicts it.
	"verification": steps(func(s []game.Step) []game.Step {
		s = slices.Clone(s)
		for i := range s {
			s[i].Expect = game.Expect{}
		}
		return s
	}),
	// The second part of a goal is forgotten.
	"clauses": answered(func(p game.Plan, err error) (game.Plan, error) {
		p.Goal.Clauses = p.Goal.Clauses[:min(1, len(p.Goal.Clauses))]
		return p, err
	}),
	// Causes of errors are lost.
	"impossible": answered(func(p game.Plan, err error) (game.Plan, error) { return p, plainly(err) }),
	"unreadable": answered(func(p game.Plan, err error) (game.Plan, error) { return p, plainly(err) }),
	// A reply that was mended is thrown away.
	"repair": answered(func(p game.Plan, err error) (game.Plan, error) {
		if p.Record != nil && p.Record.Repaired || p.Record != nil && p.Record.Calls > 1 {
			return game.Plan{}, fmt.Errorf("broken for a test")
		}
		return p, err
	}),
	// There is one plan, and no other.
	"replanning": {planner: planned(func(ctx context.Context, req game.Request, plan func(context.Context, game.Request) (game.Plan, error)) (game.Plan, error) {
		if req.Round > 1 {
			return game.Plan{}, &game.GaveUpError{Reason: "broken for a test"}
		}
		return plan(ctx, req)
	}).around},
	"mode":   asked(func(r *game.Request) { r.Settings.Mode = game.Hybrid }),
	"assist": asked(func(r *game.Request) { r.Settings.Assist = game.AssistComplete; r.Settings.Mode = game.Hybrid }),
	"asking": asked(func(r *game.Request) { r.Settings.Provider = "builtin" }),
	"reader": asked(func(r *game.Request) {
		if r.Settings.Reader == "off" {
			r.Settings.Reader = "on"
		} else {
			r.Settings.Reader = "off"
		}
	}),
	"fallback": asked(func(r *game.Request) {
		if r.Settings.Fallback == "fail" {
			r.Settings.Fallback = "builtin"
		} else {
			r.Settings.Fallback = "fail"
		}
	}),
	"policy": called(func(s map[string]any) {
		s["policy"] = map[any]string{"stop": "replan", "continue": "stop"}[s["policy"]]
	}, nil),
	"approval": called(func(s map[string]any) { s["approve"] = false }, nil),
	// Somebody is said to be there, of whom a yes is waited for.
	"guess":    called(func(s map[string]any) { delete(s, "unattended") }, nil),
	"stop":     instead("/stop"),
	"pause":    instead("/pause"),
	"commands": called(nil, func(p map[string]any) { p["command"], p["args"] = "/help", "" }),
	"deny":     {config: func(c *settings.Config) { c.Actions.Deny = nil }},
	// The times of the protocol are far too short, or far too long.
	"grace":    scale(0.001),
	"patience": scale(0.001),
	"deadline": scale(1),
	"journal":  {forgets: true},
	"resume":   {refuses: true},
	// A line is sent a second time.
	"sent-once": {line: func() filter {
		var again, held []byte
		sent, states := false, 0
		return func(toBody bool, m map[string]any, raw []byte, send func(bool, []byte)) {
			id := fmt.Sprint(m["actionId"])
			switch a, _ := m["action"].(map[string]any); {
			case toBody && a != nil && again == nil:
				send(true, raw)
				a["id"] = fmt.Sprint(a["id"], "-again")
				again, _ = json.Marshal(m)
				return
			case !toBody && m["type"] == "action_complete" && strings.HasSuffix(id, "-again"):
				raw = held // the first result waits for the second
				if held == nil {
					return
				}
			case !toBody && m["type"] == "action_complete" && again != nil && !sent:
				sent, held = true, raw
				send(true, again)
				return
			case !toBody && m["type"] == "state_update" && again != nil && !sent:
				if states++; states == 3 {
					sent = true
					send(true, again)
				}
			}
			send(toBody, raw)
		}
	}},
	// A result ends whatever is under way, and what it shows counts as new.
	"first-result": {line: func() filter {
		var first []byte // waits for its copy, so that the next action finds it there
		var second map[string]any
		doubled := false
		return func(toBody bool, m map[string]any, raw []byte, send func(bool, []byte)) {
			switch {
			case !toBody && m["type"] == "action_complete" && !doubled && first == nil:
				first = raw
				return
			case !toBody && m["type"] == "action_complete" && !doubled:
				doubled, second = true, m
				raw = first
			case toBody && m["type"] == "execute_action" && second != nil:
				a, _ := m["action"].(map[string]any)
				second["actionId"] = a["id"]
				if result, _ := second["result"].(map[string]any); result != nil {
					if state, _ := result["state"].(map[string]any); state != nil {
						delete(state, "n")
					}
				}
				early, _ := json.Marshal(second)
				second = nil
				send(false, early)
			}
			send(toBody, raw)
		}
	}},
	// The inventory of every state is that of the first.
	"watching": {line: func() filter {
		var first any
		return func(toBody bool, m map[string]any, raw []byte, send func(bool, []byte)) {
			if data, _ := m["data"].(map[string]any); !toBody && m["type"] == "state_update" && data != nil {
				if first == nil {
					first = data["inventory"]
				}
				data["inventory"] = first
				raw, _ = json.Marshal(m)
			}
			send(toBody, raw)
		}
	}},
	// A frame that cannot be read fails the action under way.
	"decoder": {line: func() filter {
		garbled := false
		return func(toBody bool, m map[string]any, raw []byte, send func(bool, []byte)) {
			switch {
			case !toBody && !json.Valid(raw):
				garbled = true
				return
			case !toBody && garbled && m["type"] == "action_complete":
				garbled = false
				raw, _ = json.Marshal(map[string]any{"type": "action_failed", "instanceId": m["instanceId"], "actionId": m["actionId"], "error": "broken for a test", "code": "internal"})
			}
			send(toBody, raw)
		}
	}},
}

// plainly is an error without its cause.
func plainly(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s", strings.TrimSpace(err.Error()))
}
