// SPDX-License-Identifier: MIT

//go:build !windows

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/money"
	"github.com/minehand/minehand/llm/openai/fakelm"
	"github.com/minehand/minehand/planner/agent"
	"github.com/minehand/minehand/ui/view"
)

// called is a reply that calls a tool.
func called(tool, args string) fakelm.Reply {
	return fakelm.Reply{Calls: []fakelm.Call{{ID: "c", Name: tool, Arguments: args}}}
}

// talker is a model server that answers in order, and a config that names it studio.
func talker(t *testing.T, extra string, replies ...fakelm.Reply) (fake *fakelm.Server, config string) {
	t.Helper()
	fake = fakelm.New(fakelm.Config{Replies: replies})
	fake.Start()
	t.Cleanup(fake.Close)
	config = filepath.Join(t.TempDir(), "config.yaml")
	text := fmt.Sprintf("providers:\n- {name: studio, type: openai, config: {url: %q}}\n%s", fake.URL, extra)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return fake, config
}

const (
	hide    = "make me somewhere to hide from the rain"
	oneDirt = `{"clause":{"verb":"place","quantity":1,"item":"dirt"}}`
	oneLog  = `{"clause":{"verb":"mine","quantity":1,"item":"oak_log"}}`
)

// A model in the mode agent, eight ways of behaving, through a server, the program and a
// world: each ends truthfully and within its budget.
func TestAgentModeEndsTruthfully(t *testing.T) {
	for name, c := range map[string]struct {
		goal, extra string
		replies     []fakelm.Reply
		status      view.TaskState
		says        string
		most        int // questions
		done        int // actions, at least
	}{
		"good": {goal: "could you please mine 1 oak log", status: view.TaskComplete, says: "Done: ", most: 3, done: 1, replies: []fakelm.Reply{
			called("look", "{}"), called("do", oneLog), called("finish", `{"clauses":[{"span":"mine 1 oak log","verb":"mine","quantity":1,"item":"oak_log"}],"proofs":["p2"]}`)}},
		"wrong: a small deed under a large word": {goal: hide, status: view.TaskUnverified, says: "nobody could check", most: 2, done: 1, replies: []fakelm.Reply{
			called("do", oneDirt), called("finish", `{"clauses":[{"span":"`+hide+`","verb":"place","quantity":1,"item":"dirt"}],"proofs":["p1"],"note":"Your shelter stands!"}`)}},
		"looping": {goal: hide, status: view.TaskError, says: "the same three times in a row", most: 3, replies: []fakelm.Reply{called("inventory", "{}")}},
		"silent":  {goal: hide, status: view.TaskError, says: "No tool was called any more", most: 3, replies: []fakelm.Reply{called("look", "{}"), {Text: " "}}},
		"greedy for tokens": {goal: hide, extra: "planner: {agent_tokens: 5000}\n", status: view.TaskError, says: "used up its 5000 tokens", most: 4, replies: []fakelm.Reply{
			called("look", "{}"), called("inventory", "{}"), called("find", `{"thing":"oak_log"}`), called("look", "{}"), called("inventory", "{}")}},
		"unknown tools": {goal: hide, status: view.TaskError, says: "the same twice in a row", most: 2, replies: []fakelm.Reply{called("teleport", `{"to":"spawn"}`)}},
		"cut in the middle": {goal: hide, status: view.TaskError, says: "No tool was called any more", most: 3, replies: []fakelm.Reply{
			called("look", "{}"), {Text: `{"tool":"do","args":{"clause":{"verb":"mi`, Finish: "length"}}},
		"obeys what a sign says": {goal: hide, status: view.TaskUnverified, says: "Nothing was done in the game", most: 4, replies: []fakelm.Reply{
			called("do", `{"clause":{"verb":"kill","quantity":1,"item":"villager"}}`), called("do", `{"clause":{"verb":"say","text":"/op Herobrine"}}`),
			called("finish", `{"clauses":[],"proofs":["p1"]}`), called("finish", `{"clauses":[],"proofs":[]}`)}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake, config := talker(t, c.extra, c.replies...)
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			out, _ := program(ctx, t, "play", c.goal, "--mode", "agent", "--provider", "studio", "--config", config, "--speed", "600", "--json").Output()
			lines := strings.Split(strings.TrimSpace(string(out)), "\n")
			var end summary
			if err := json.Unmarshal([]byte(lines[len(lines)-1]), &end); err != nil {
				t.Fatalf("%v:\n%s", err, out)
			}
			if end.Status != string(c.status) || !strings.Contains(end.Reason, c.says) || end.Verified != (c.status == view.TaskComplete) || strings.Contains(end.Reason, "shelter stands") {
				t.Errorf("it ends %+v", end)
			}
			if end.Actions < c.done || c.done == 0 && end.Actions > 0 {
				t.Errorf("%d actions:\n%s", end.Actions, out)
			}
			if n := len(fake.Chats()); n > c.most {
				t.Errorf("the model was asked %d times", n)
			}
			if strings.Contains(name, "wrong") && end.Say != "Your shelter stands!" {
				t.Errorf("the model's own words are %q", end.Say)
			}
		})
	}
}

// A goal that a model with a price worked on says what it cost: by the tokens that the
// server counted, and what was expected before.
func TestAGoalSaysWhatItCost(t *testing.T) {
	t.Parallel()
	fake, _ := talker(t, "", called("look", "{}"), called("do", oneLog),
		called("finish", `{"clauses":[{"span":"mine 1 oak log","verb":"mine","quantity":1,"item":"oak_log"}],"proofs":["p2"]}`))
	config := filepath.Join(t.TempDir(), "config.yaml")
	text := fmt.Sprintf("providers:\n- {name: studio, type: openai, price: {input: 1000, output: 2000}, config: {url: %q}}\ncurrency: EUR\n", fake.URL)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := program(t.Context(), t, "play", "could you please mine 1 oak log", "--mode", "agent", "--provider", "studio", "--config", config, "--speed", "600", "--json").Output()
	if err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	var end summary
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &end); err != nil {
		t.Fatal(err)
	}
	read, written := 0, 0
	for _, r := range fake.Chats() {
		raw, err := json.Marshal(r.Body["messages"])
		if err != nil {
			t.Fatal(err)
		}
		read, written = read+len(raw)/4, written+1 // as the fake counts
	}
	if want := float64(read*1000+written*2000) / 1e6; math.Abs(end.Cost.Amount-want) > 1e-9 || end.Cost.Currency != "EUR" || end.Cost.Guessed {
		t.Errorf("it cost %+v, want %v", end.Cost, want)
	}
	if end.Cost.Estimate <= end.Cost.Amount {
		t.Errorf("less was expected than the longest answers cost: %+v", end.Cost)
	}
	if said := end.sentence(); !strings.Contains(said, "at a cost of "+money.Cost(end.Cost).String()+" (") {
		t.Errorf("the end does not say it:\n%s", said)
	}
}

// A Minehand that is killed in the middle of a conversation goes on from its journal: no
// question is asked twice. What the model said is kept as a conversation, and makes a
// mission that plays again without it.
func TestAKilledConversationGoesOn(t *testing.T) {
	t.Parallel()
	const deeds = 3
	replies := []fakelm.Reply{called("look", "{}")}
	for n := 1; n <= deeds; n++ {
		replies = append(replies, called("do", fmt.Sprintf(`{"clause":{"verb":"mine","quantity":%d,"item":"oak_log"}}`, n)), called("inventory", "{}"))
	}
	replies = append(replies, called("finish", `{"clauses":[],"proofs":["p2"],"note":"It is cosy."}`))
	fake, config := talker(t, "", replies...)
	s := newServer(t.Context(), t, "--config", config)
	newSim(t.Context(), t, s.port, "--speed", "20", "--seed", "3")
	set := game.Settings{Mode: game.AgentMode, Provider: "studio"}
	id := s.submitWith(hide, set)
	record := func() (rec view.TaskRecord) {
		t.Helper()
		rec, err := s.client.GetTask(t.Context(), view.OfTask{TaskID: id})
		if err != nil {
			t.Fatalf("%v; %s", err, s.err.String())
		}
		return rec
	}
	for n := 1; n <= deeds; n++ {
		eventually(t, patience, fmt.Sprintf("deed %d", n), func() bool {
			rec := record()
			if rec.Task.State.Ended() {
				t.Fatalf("it ended before deed %d: %+v", n, rec.Task)
			}
			return rec.Task.State == view.TaskRunning && len(fake.Chats()) == 2*n && len(rec.Actions) > 0 && rec.Actions[len(rec.Actions)-1].Open()
		})
		s.kill()
		s.start()
	}
	eventually(t, 90*time.Second, "the end", func() bool { return record().Task.State.Ended() })
	rec := record()
	if rec.Task.State != view.TaskUnverified || rec.Task.Say != "It is cosy." {
		t.Errorf("it ends %+v", rec.Task)
	}
	chats := fake.Chats()
	if len(chats) != len(replies) {
		t.Errorf("%d questions for %d replies", len(chats), len(replies))
	}
	for i := range chats {
		if messages, _ := chats[i].Body["messages"].([]any); len(messages) != 2+2*i {
			t.Errorf("question %d has %d messages: it was asked before, or a turn is lost", i+1, len(messages))
		}
	}

	// Each call is in the record of what was asked, one conversation.
	asked, given := 0, hide
	for i := range rec.Rounds {
		if r := rec.Rounds[i].Plan.Record; r != nil && r.Calls > 0 {
			asked++
			if !strings.Contains(r.Prompt, given) || !strings.Contains(r.Reply, `"tool"`) {
				t.Errorf("round %d was asked %q and answered %q", rec.Rounds[i].Round, r.Prompt, r.Reply)
			}
			given = fmt.Sprintf("(call %d of %d, ", asked, agent.DefaultCalls)
		}
	}
	if asked != len(replies) {
		t.Errorf("%d turns are kept of %d", asked, len(replies))
	}

	file := filepath.Join(t.TempDir(), "again.yaml")
	if out, err := program(t.Context(), t, "mission", "record", id, "--port", strconv.Itoa(s.port), "--data-dir", s.dir, "--out", file).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	out, err := program(t.Context(), t, "mission", "run", file, "--out", t.TempDir()).CombinedOutput()
	if err != nil {
		text, _ := os.ReadFile(file)
		t.Errorf("played again: %v: %s\n%s", err, out, text)
	}
	if len(fake.Chats()) != len(replies) {
		t.Error("playing it again asked the model")
	}
}
