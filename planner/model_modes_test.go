// SPDX-License-Identifier: MIT

package planner_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/model"
)

func TestSettingsChooseWhomToAsk(t *testing.T) {
	for _, c := range []struct {
		set   game.Settings
		asked string
		by    string
	}{
		{game.Settings{}, "", model.BuiltinName},
		{game.Settings{Provider: "auto"}, "", model.BuiltinName},
		{game.Settings{Provider: "builtin"}, "", model.BuiltinName},
		{game.Settings{Provider: "mine"}, "mine", "mine/scripted"},
		{game.Settings{Model: "hermes"}, "whoever answers", "script/scripted"},
		{game.Settings{LMStudioURL: "http://localhost:4321"}, "http://localhost:4321", "LM Studio at http://localhost:4321/scripted"},
		{game.Settings{Provider: "mine", LMStudioURL: "http://localhost:4321"}, "http://localhost:4321", "LM Studio at http://localhost:4321/scripted"},
	} {
		m, one := modelFor(answers(t, llm.Response{Content: diamonds}), model.Config{})
		auto := planner.NewAuto(planner.NewBuiltin(planner.Config{}), m, "")
		p, err := auto.Plan(context.Background(), game.Request{Goal: "get 3 diamonds", Body: v2Body("1.21.5"), State: holding("iron_pickaxe"), Settings: c.set})
		if asked := strings.Join(one.asked, " "); err != nil || asked != c.asked || p.PlannedBy != c.by {
			t.Errorf("%+v: asked %q, planned by %q, %v", c.set, asked, p.PlannedBy, err)
		}
	}
}

func TestAutoAsksTheModelForWhatItCannotRead(t *testing.T) {
	m, _ := modelFor(answers(t, llm.Response{Content: `{"plan":[{"type":"goal","description":"Light","actions":[{"type":"craft","recipe":"torch","quantity":4}]}],"goal_check":[{"item":"torch","count":4}]}`}), model.Config{})
	auto := planner.NewAuto(planner.NewBuiltin(planner.Config{}), m, planner.AutoName)
	p, err := auto.Plan(context.Background(), game.Request{Goal: "never sit in the dark again", Body: v2Body("1.21.5")})
	if err != nil || p.Source != game.FromModel || len(p.Goal.Clauses) != 0 || len(p.Goal.Checks()) != 1 {
		t.Errorf("%+v %v", p.Goal, err)
	}
}

func TestAutoWithoutAModelSaysWhatWasNotUnderstood(t *testing.T) {
	m, one := modelFor(answers(t), model.Config{})
	one.Provider = noServer{}
	auto := planner.NewAuto(planner.NewBuiltin(planner.Config{}), m, "auto")
	_, err := auto.Plan(context.Background(), game.Request{Goal: "never sit in the dark again", Body: v2Body("1.21.5")})
	var unreadable *game.UnreadableError
	if !errors.As(err, &unreadable) || !errors.Is(err, llm.ErrUnreachable) {
		t.Fatalf("%T %v", err, err)
	}
	if said := err.Error(); said != unreadable.Error() {
		t.Errorf("%q is more than what was not understood: %q", said, unreadable.Error())
	}
	var unasked *planner.UnaskedError
	if !errors.As(err, &unasked) || !strings.Contains(unasked.Cause.Error(), "LM Studio at http://localhost:1234 does not answer. Start it") {
		t.Errorf("%v does not hold why no model was asked", err)
	}
	if _, err := planner.NewAuto(planner.NewBuiltin(planner.Config{}), model.New(book.NewLibrary(planner.Config{}), closed{}, model.Config{}), "").Plan(context.Background(), game.Request{Goal: "never sit in the dark again", Body: v2Body("1.21.5")}); !errors.As(err, &unasked) || !strings.Contains(unasked.Cause.Error(), "no key is set") {
		t.Errorf("%T %v", err, err)
	}
	// What the owner has to decide about is said.
	one.Provider = spent{}
	if _, err = auto.Plan(context.Background(), game.Request{Goal: "never sit in the dark again", Body: v2Body("1.21.5")}); err == nil || !strings.Contains(err.Error(), "No model was asked: ") || !strings.Contains(err.Error(), "budget") {
		t.Errorf("the budget is spent, and all that is said is: %v", err)
	}
	one.Provider = noServer{}
	// A readable goal needs nobody, and a named provider falls back visibly.
	req := game.Request{Goal: "get 3 diamonds", Body: v2Body("1.21.5"), Settings: game.Settings{Provider: "mine"}}
	p, err := auto.Plan(context.Background(), req)
	if err != nil || p.Source != game.FromBuiltin || len(p.Notices) != 1 || !strings.Contains(p.Notices[0], "does not answer") {
		t.Errorf("%q %v", p.Notices, err)
	}
	for _, set := range []game.Settings{{Provider: "mine", Fallback: "fail"}, {Provider: "mine", Mode: game.LowLevel, Fallback: "builtin"}, {Provider: "nobody", Fallback: "fail"}} {
		req.Settings = set
		if p, err := auto.Plan(context.Background(), req); err == nil {
			t.Errorf("%+v: %v", set, described(p))
		}
	}
}

// closed is a Providers none of whose providers can be opened.
type closed struct{}

func (closed) Default() string                       { return "hosted" }
func (closed) Provider(string) (llm.Provider, error) { return nil, errors.New("no key is set") }
func (closed) At(string) (llm.Provider, error)       { return nil, errors.New("no key is set") }

// spent is a provider whose budget is.
type spent struct{ noServer }

func (spent) Health(context.Context) (llm.Health, error) { return llm.Health{}, nil }

func (spent) Generate(context.Context, llm.Request) (llm.Response, error) {
	return llm.Response{}, &llm.Error{Kind: llm.ErrBudget, Provider: "hosted"}
}

// noServer is a provider whose server is not there.
type noServer struct{}

func (noServer) fault() error {
	return &llm.Error{Kind: llm.ErrUnreachable, Provider: "LM Studio at http://localhost:1234"}
}

func (n noServer) Generate(context.Context, llm.Request) (llm.Response, error) {
	return llm.Response{}, n.fault()
}

func (n noServer) Health(context.Context) (llm.Health, error)  { return llm.Health{}, n.fault() }
func (n noServer) Models(context.Context) ([]llm.Model, error) { return nil, n.fault() }

func TestAMetGoalAndAReadyListAskNobody(t *testing.T) {
	script := answers(t)
	m, _ := modelFor(script, model.Config{})
	p, err := m.Plan(context.Background(), game.Request{Goal: "get 3 diamonds", Body: v2Body("1.21.5"), State: holding("diamond=3")})
	if err != nil || len(p.Steps) != 0 || len(p.Goal.Checks()) != 1 {
		t.Errorf("%v %v", described(p), err)
	}
	p, err = m.Plan(context.Background(), game.Request{Actions: []game.Action{{Kind: game.Mine, Target: "dirt", Quantity: 2}}, Body: v2Body("1.21.5")})
	if err != nil || len(p.Steps) != 1 || p.Source != game.FromUser {
		t.Errorf("%v %v", described(p), err)
	}
	if n := len(script.Asked()); n != 0 {
		t.Errorf("the model was asked %d times", n)
	}
}

func TestLaterRoundsTellTheModelWhatHappened(t *testing.T) {
	script := answers(t, llm.Response{Content: diamonds})
	m, _ := modelFor(script, model.Config{})
	req := game.Request{
		Goal: "get 3 diamonds", Round: 2, Body: v2Body("1.21.5"), State: holding("iron_pickaxe diamond=1"),
		History: []game.Attempt{{Round: 1, Step: game.Step{Action: game.Action{Kind: game.Mine, Target: "emerald_ore"}}, Verdict: game.Failed, Outcome: game.Outcome{Failure: &game.Failure{Code: game.CodeNotFound, Message: "no emerald ore"}}}},
		Exclude: []game.Exclusion{{Kind: game.Mine, Subject: "emerald_ore", Code: game.CodeNotFound, Reason: "no emerald ore"}},
	}
	if _, err := m.Plan(context.Background(), req); err != nil {
		t.Fatal(err)
	}
	asked := script.Asked()[0].Prompt
	for _, want := range []string{"1 diamond", "Mine 1 emerald ore: failed, none was found", "do not plan it again:\n- mine emerald_ore (none was found)"} {
		if !strings.Contains(asked, want) {
			t.Errorf("the prompt does not say %q:\n%s", want, asked)
		}
	}
}
