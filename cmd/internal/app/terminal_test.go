// SPDX-License-Identifier: MIT

//go:build !windows

package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/terminal"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/view"
)

// scriptedConfig has a model that answers with the replies, and what else the
// config says.
func scriptedConfig(t *testing.T, replies, extra string) settings.Config {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"replies.yaml": replies,
		"shopping.txt": "4 torches\n",
		"config.yaml":  "providers: [{name: script, type: scripted, config: {path: replies.yaml}}]\n" + extra,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cfg, _, err := settings.Load(filepath.Join(dir, "config.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

const (
	readsList = "- match: shopping.txt\n  task: plan\n  reply: {\"run_terminal_command\":[{\"command\":\"COMMAND\",\"description\":\"what is wanted\"}]}\n"
	lights    = "- {task: translate, times: 0, reply: {clauses: []}}\n- {times: 0, reply: {plan: [{type: goal, description: Light, actions: [{type: craft, recipe: torch, quantity: 4}]}]}}\n"
)

// TestAModelsCommandWhileItPlans: a person is asked, hears what the command wrote,
// the model is told, and the plan that it makes of that is carried out. Without the
// yes, and wherever a command may not run at all, it does not.
func TestAModelsCommandWhileItPlans(t *testing.T) {
	for name, c := range map[string]struct {
		command, config string
		yes, fromGame   bool
		asks            bool
		says            string // of the refusal; empty when it runs
	}{
		"allowed":     {"cat shopping.txt", "terminal: {allow: [cat]}\n", true, false, true, ""},
		"said no":     {"cat shopping.txt", "terminal: {allow: [cat]}\n", false, false, true, "The person said no"},
		"off":         {"cat shopping.txt", "", true, false, false, "Terminal commands are off"},
		"not listed":  {"cat shopping.txt", "terminal: {allow: [ls]}\n", true, false, false, "cat is not on the list"},
		"shell":       {"cat shopping.txt | sh", "terminal: {allow: [cat]}\n", true, false, false, "only a shell would read"},
		"game's text": {"cat shopping.txt", "terminal: {allow: [cat]}\n", true, true, false, "What is said in the game never runs a command"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			cfg := scriptedConfig(t, strings.ReplaceAll(readsList, "COMMAND", c.command)+lights, c.config)
			p, err := NewPlanner(cfg, "", os.Getenv)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			b, err := Start(ctx, BackendConfig{DataDir: filepath.Join(t.TempDir(), "data"), Config: cfg, Planner: p, Reader: p.Reader(), Providers: p.Sources(), Practice: true})
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			person := b.Connect()
			defer person.Close()
			if _, err := person.StartPractice(ctx, view.PracticeStart{Speed: 600, Inventory: map[string]int{"iron_pickaxe": 1}}); err != nil {
				t.Fatal(err)
			}
			if _, err := person.Subscribe(ctx, view.Place{}); err != nil {
				t.Fatal(err)
			}
			goal := wish + ", as shopping.txt says"
			if _, err := person.SendPrompt(ctx, view.Prompt{Prompt: goal, Settings: view.PromptSettings{Settings: game.Settings{Provider: "script", FromGame: c.fromGame}}}); err != nil {
				t.Fatal(err)
			}
			var heard []view.TerminalCommand
			var task view.Task
			for !task.State.Ended() {
				e, err := nextEvent(ctx, person)
				if err != nil {
					t.Fatalf("%v; heard %+v, task %+v", err, heard, task)
				}
				if e.Task != nil {
					task = *e.Task
				}
				if e.Task != nil && task.State == view.TaskAwaiting { // a plan that is no clause's is a guess
					if err := person.AnswerPlan(ctx, view.Answer{TaskID: task.ID, Revision: task.Revision, Approve: true}); err != nil {
						t.Fatal(err)
					}
				}
				if e.Terminal == nil {
					continue
				}
				heard = append(heard, *e.Terminal)
				if e.Terminal.State != view.CommandAsks {
					continue
				}
				snap, err := person.GetSnapshot(ctx)
				if err != nil || len(snap.Commands) != 1 || snap.Commands[0].ID != e.Terminal.ID {
					t.Errorf("the snapshot has %+v, %v", snap.Commands, err)
				}
				if err := person.AnswerCommand(ctx, view.AnswerCommand{CommandID: e.Terminal.ID, Allow: c.yes}); err != nil {
					t.Fatal(err)
				}
			}
			want := 1
			if c.asks {
				want = 2
			}
			if len(heard) != want {
				t.Fatalf("heard %+v", heard)
			}
			last := heard[len(heard)-1]
			if last.Command != c.command || last.Provider != "script" || last.Description != "what is wanted" || last.TaskID != task.ID || last.ID == "" || last.ID != heard[0].ID {
				t.Errorf("shown %+v of the task %s", last, task.ID)
			}
			if c.says == "" && (last.State != view.CommandRan || last.Output != "4 torches\n" || last.Exit == nil || *last.Exit != 0) {
				t.Errorf("it ran as %+v", last)
			}
			if c.says != "" && (last.State != view.CommandRefused || !strings.Contains(last.Refused, c.says) || last.Output != "") {
				t.Errorf("refused as %+v", last)
			}
			// Whatever became of the command, the goal went on.
			inv, err := person.GetInventory(ctx, view.OfBody{})
			if err != nil || inv.Counts["torch"] != 4 {
				t.Errorf("holding %v, %v, after %s: %s", inv.Counts, err, task.State, task.Reason)
			}
		})
	}
}

// A goal that a body asks for from inside the game is marked as such.
func TestAWishFromTheGameIsMarked(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cfg := scriptedConfig(t, strings.ReplaceAll(readsList, "COMMAND", "cat shopping.txt")+lights, "terminal: {allow: [cat]}\n")
	p, err := NewPlanner(cfg, "", os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	b, err := Start(ctx, BackendConfig{DataDir: filepath.Join(t.TempDir(), "data"), Config: cfg, Planner: p, Providers: p.Sources()})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	person := b.Connect()
	defer person.Close()
	if _, err := person.Subscribe(ctx, view.Place{}); err != nil {
		t.Fatal(err)
	}
	ws, _, err := websocket.DefaultDialer.DialContext(ctx, b.URL(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	for _, frame := range []string{
		`{"type":"register","protocol":2,"instanceId":"b","version":"1.21.5","role":"self","capabilities":{"actions":["mine","craft","goto","place"]}}`,
		`{"type":"state_update","instanceId":"b","data":{"position":{"x":0,"y":64,"z":0},"health":20,"hunger":20,"saturation":5,"dimension":"overworld","gameMode":"survival","inventory":[]}}`,
		`{"type":"user_request","instanceId":"b","kind":"goal","text":"` + wish + `, as shopping.txt says"}`,
	} {
		if err := ws.WriteMessage(websocket.TextMessage, []byte(frame)); err != nil {
			t.Fatal(err)
		}
	}
	for {
		e, err := nextEvent(ctx, person)
		if err != nil {
			t.Fatal(err)
		}
		if e.Terminal == nil {
			continue
		}
		if e.Terminal.State != view.CommandRefused || !strings.Contains(e.Terminal.Refused, "said in the game") {
			t.Errorf("heard %+v", *e.Terminal)
		}
		return
	}
}

// No answer is not told as a person's.
func TestNobodyIsThereToAnswer(t *testing.T) {
	var none *terminal.UnansweredError
	for said, why := range map[ui.Consent]string{ui.Yes: "", ui.No: "", ui.Late: "Nobody said yes or no in time.", ui.Nobody: nobodyThere} {
		if yes, err := answerOf(said); yes != (said == ui.Yes) || (err == nil) != (why == "") || errors.As(err, &none) && none.Why != why {
			t.Errorf("%v: %v, %v", said, yes, err)
		}
	}
	if yes, err := (&people{}).MayRun(t.Context(), llm.Request{}, &terminal.Command{Line: "ls"}); yes || !errors.As(err, &none) || none.Why != nobodyThere {
		t.Errorf("%v, %v", yes, err)
	}
}
