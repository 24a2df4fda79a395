// SPDX-License-Identifier: MIT

package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/openai/fakelm"
	"github.com/minehand/minehand/ui/view"
)

// wish is a goal that the reader cannot read.
const wish = "never sit in the dark again"

// The settings of a model server, as they are written in the config, reach it.
func TestSettingsReachTheModelServer(t *testing.T) {
	const plan = `{"plan":[{"type":"goal","description":"Light","actions":[{"type":"craft","recipe":"torch","quantity":4}]}]}`
	for name, c := range map[string]struct {
		settings string
		fake     fakelm.Config
		sent     string // temperature, max_tokens, thinking, ttl
		err      llm.Kind
	}{
		"defaults":       {"", fakelm.Config{}, "0.2 2000 <nil> <nil>", ""},
		"all":            {", temperature: 0, max_tokens: 700, thinking: false, extra: {ttl: 300}", fakelm.Config{}, "0 700 map[enable_thinking:false] 300", ""},
		"first token":    {", first_token: 500ms", fakelm.Config{Quirks: []fakelm.Quirk{"hang-before-first"}}, "0.2 2000 <nil> <nil>", llm.ErrFirstToken},
		"between tokens": {", between_tokens: 500ms", fakelm.Config{Quirks: []fakelm.Quirk{"hang-between-tokens"}}, "0.2 2000 <nil> <nil>", llm.ErrStalled},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.fake.Replies = []fakelm.Reply{{Text: plan}}
			fake := fakelm.New(c.fake)
			fake.Start()
			defer fake.Close()
			cfg, err := settings.Parse(fmt.Appendf(nil, "providers: [{name: studio, type: openai, config: {url: %q%s}}]\nplanner: {fallback: fail}\n", fake.URL, c.settings))
			if err != nil {
				t.Fatal(err)
			}
			p, err := NewPlanner(cfg, "", noEnv)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			req := game.Request{TaskID: "t", Goal: wish, Settings: game.Settings{Provider: "studio", Mode: game.Hybrid}}
			req.Body = game.BodyInfo{ID: "b", Protocol: 2, Version: "1.21.5", Actions: []game.Kind{game.Mine, game.Craft, game.Smelt, game.Place, game.Goto}}
			if _, err = p.Plan(t.Context(), req); c.err != "" && !errors.Is(err, c.err) || c.err == "" && err != nil {
				t.Fatalf("got %v, want %s", err, c.err)
			}
			body := fake.Chats()[0].Body
			if got := fmt.Sprint(body["temperature"], " ", body["max_tokens"], " ", body["chat_template_kwargs"], " ", body["ttl"]); got != c.sent {
				t.Errorf("sent %s, want %s", got, c.sent)
			}
		})
	}
}

// A client changes the configuration: it holds at once, stands in the file beside
// what was written there, and is told to the bodies.
func TestSettingsAreChangedByAClient(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "config.yaml")
	if err := os.WriteFile(file, []byte("# mine\nlimits:\n  deaths: 3 # of one task\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, _, err := settings.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlanner(cfg, "", noEnv)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	b, err := Start(t.Context(), BackendConfig{DataDir: filepath.Join(dir, "data"), Config: cfg, Planner: p, Practice: true})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	c, ctx := b.Connect(), t.Context()
	defer c.Close()
	if _, err := c.StartPractice(ctx, view.PracticeStart{Speed: 2}); err != nil {
		t.Fatal(err)
	}
	before, err := c.GetFrames(ctx, view.FrameQuery{})
	if err != nil {
		t.Fatal(err)
	}

	set := map[string]any{
		"limits.wall_time": "30m", "limits.deaths": 1, "actions.deny": []any{"withdraw"},
		"protect": []any{map[string]any{"name": "home", "x": 1, "y": 64, "z": 2, "radius": 32}},
	}
	now, err := c.ChangeConfig(ctx, view.ChangeConfig{Set: set})
	if err != nil || now.Path != file || now.Locked || !slices.Contains(now.Changeable, "limits.wall_time") {
		t.Fatalf("%+v, %v", now, err)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), "# mine\nlimits:\n  deaths: 1 # of one task\n  wall_time: 30m\n") {
		t.Errorf("the file is\n%s, %v", text, err)
	}
	if again, _, err := settings.Load(file); err != nil || *again.Limits.WallTime != 30*time.Minute || len(again.Protect) != 1 || again.Actions.Deny[0] != game.Withdraw {
		t.Errorf("after a restart: %+v, %v", again, err)
	}
	if m, err := c.GetMap(ctx, view.LookAround{}); err != nil || len(m.Zones) != 1 || m.Zones[0].Radius != 32 {
		t.Errorf("the map has the places %+v, %v", m.Zones, err)
	}
	// Its body comes again and is told.
	for told := false; !told; {
		got, err := c.GetFrames(ctx, view.FrameQuery{After: before.Frames[len(before.Frames)-1].Seq})
		if err != nil {
			t.Fatal(err)
		}
		told = slices.ContainsFunc(got.Frames, func(f view.Frame) bool { return f.Type == "registered" && strings.Contains(f.Text, `"home"`) })
	}

	// What does not fit changes nothing.
	for _, bad := range []map[string]any{
		{"limits.deaths": 0}, {"limits.wall_time": "soon"}, {"port": 1}, {"programs": []any{"/bin/sh"}}, {"actions.deny": []any{"fly"}},
		{"limits.deaths": 5, "protect": []any{map[string]any{"name": "x"}}},
	} {
		if _, err := c.ChangeConfig(ctx, view.ChangeConfig{Set: bad}); err == nil {
			t.Errorf("%v was taken", bad)
		}
		if after, _ := os.ReadFile(file); string(after) != string(text) {
			t.Errorf("%v changed the file to\n%s", bad, after)
		}
	}
}

// A PIN keeps the settings as they are, also after a restart and from who guesses.
func TestAPINLocksTheSettings(t *testing.T) {
	now := time.Now()
	s := &runningConfig{data: t.TempDir(), cfg: settings.Config{}.At(filepath.Join(t.TempDir(), "config.yaml")), apply: func(settings.Config) {}, now: func() time.Time { return now }}
	pin := func(v string) *string { return &v }
	deaths := map[string]any{"limits.deaths": 2}
	if err := s.Change(view.ChangeConfig{NewPIN: pin("12")}); err == nil {
		t.Error("a PIN of two digits was taken")
	}
	if err := s.Change(view.ChangeConfig{NewPIN: pin("24681357")}); err != nil || !s.Shown().Locked {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(s.pinPath()); err != nil || strings.Contains(string(text), "24681357") {
		t.Errorf("kept as %q, %v", text, err)
	}
	for i := range pinTries {
		for _, p := range []view.ChangeConfig{{Set: deaths}, {Set: deaths, PIN: fmt.Sprint(1000 + i)}} {
			if err := s.Change(p); code(err) != view.CodeLocked {
				t.Errorf("%+v: %v", p, err)
			}
		}
	}
	if err := s.Change(view.ChangeConfig{Set: deaths, PIN: "24681357"}); code(err) != view.CodeLocked {
		t.Errorf("after too many tries: %v", err)
	}
	now = now.Add(pinWait)
	if err := s.Change(view.ChangeConfig{Set: deaths, PIN: "24681357"}); err != nil {
		t.Error(err)
	}
	if err := s.Change(view.ChangeConfig{NewPIN: pin(""), PIN: "24681357"}); err != nil || s.Shown().Locked {
		t.Error(err)
	}
	if err := s.Change(view.ChangeConfig{Set: deaths}); err != nil {
		t.Error(err)
	}
}
