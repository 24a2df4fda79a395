// SPDX-License-Identifier: MIT

package planner_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/model"
)

// translate plans a goal that a model put into those clauses.
func translate(t *testing.T, c translation, set game.Settings) (game.Plan, error) {
	t.Helper()
	raw, err := json.Marshal(map[string]any{"clauses": c.Clauses})
	if err != nil {
		t.Fatal(err)
	}
	said, cannot := llm.Response{Content: string(raw)}, llm.Response{Content: `{"impossible":"no"}`}
	asker := model.New(book.NewLibrary(planner.Config{}), registry{&oneProvider{Provider: answers(t, said, said, cannot, cannot)}}, model.Config{})
	set.Provider, set.Fallback, set.Assist = "script", model.FallbackFail, game.AssistTranslate
	return planner.NewAuto(planner.NewBuiltin(planner.Config{}), asker, "").Plan(t.Context(), game.Request{
		TaskID: "1", Round: 1, Goal: c.Goal, Body: owned(v2Body("1.21.5")), Settings: set,
		State: holding("dirt=20 tnt=2 carrot=3 wheat_seeds=5 bread=8 stone_pickaxe iron_sword bone=2 iron_pickaxe oak_planks=9 egg=4 snowball=3 diamond=4 stone=9 torch=8"),
	})
}

// No wrong translation is a reading, and a right one is one or a guess whose yes makes
// it one.
func TestTranslationDeniesByDefault(t *testing.T) {
	wrong, right := translationsOf(t, "translated-wrong.jsonl"), translationsOf(t, "translated-right.jsonl")
	if len(wrong) < 60 || len(right) < 60 {
		t.Errorf("%d wrong and %d right", len(wrong), len(right))
	}
	taken := 0
	for _, c := range raced.Every(5, wrong) {
		p, err := translate(t, c, game.Settings{})
		if err == nil && p.Goal.Provable() {
			taken++
			t.Errorf("%q is taken for %q", c.Goal, p.Goal.Reading)
		}
		if p, err = translate(t, c, game.Settings{Unattended: true}); err == nil {
			t.Errorf("%q is done with nobody there: %+v", c.Goal, p.Steps)
		}
		p, err = translate(t, c, game.Settings{Unattended: true, Guess: game.GuessRun})
		if err == nil && p.Goal.Provable() {
			t.Errorf("%q is proven though it was guessed at", c.Goal)
		}
	}
	t.Logf("%d of %d wrong ones are readings", taken, len(wrong))
	sure, asked := 0, 0
	for _, c := range raced.Every(5, right) {
		switch p, err := translate(t, c, game.Settings{}); {
		case err == nil && p.Guess == "" && p.Goal.Provable():
			sure++
		case err == nil && p.Meant != nil && p.Meant.Provable():
			asked++
		default:
			t.Logf("%q: %v", c.Goal, err)
		}
	}
	t.Logf("of %d right ones %d are readings, and %d after a yes", len(right), sure, asked)
	if sure+asked < raced.Of(50, 10) {
		t.Errorf("only %d of %d right ones can be complete", sure+asked, len(right))
	}
}

// Each rule makes a guess by itself: these clauses differ in one thing from those that are
// a reading.
func TestEachRuleMakesAGuess(t *testing.T) {
	type clause = map[string]any
	for _, c := range []struct {
		goal  string
		sure  clause // a reading, where there is one
		guess clause
		why   string
	}{
		{"please 3 sand obtain", clause{"span": "3 sand obtain", "verb": "get", "item": "sand", "quantity": 3},
			clause{"span": "please 3 sand obtain", "verb": "get", "item": "sand", "quantity": 3}, "it takes the whole sentence for one thing"},
		{"please 3 wonderful sand get", nil, clause{"span": "3 wonderful sand get", "verb": "get", "item": "sand", "quantity": 3}, `"wonderful" is left out`},
		{"please 3 sand get wonderfully", nil, clause{"span": "3 sand get", "verb": "get", "item": "sand", "quantity": 3}, `"wonderfully" is left out`},
		{"please no 3 sand get", nil, clause{"span": "no 3 sand get", "verb": "get", "item": "sand", "quantity": 3}, `"no" is left out`},
		{"please 3 cows", nil, clause{"span": "3 cows", "verb": "kill", "item": "cow", "quantity": 3}, `"3 cows" does not say to kill`},
		{"please 3 bread to Bob give", clause{"span": "3 bread to Bob give", "verb": "give", "item": "bread", "quantity": 3, "to": "Bob"},
			clause{"span": "3 bread to Bob give", "verb": "get", "item": "bread", "quantity": 3}, `"Bob" is left out`},
		{"please 3 bread to me give", clause{"span": "3 bread to me give", "verb": "give", "item": "bread", "quantity": 3, "to": "me"},
			clause{"span": "3 bread to me give", "verb": "give", "item": "bread", "quantity": 3, "to": "Bob"}, `does not say "Bob"; "me" is left out`},
		{"please 3 bread give", nil, clause{"span": "3 bread give", "verb": "give", "item": "bread", "quantity": 3, "to": "me"}, `"3 bread give" does not say "me"`},
		{"please 3 sand get", nil, clause{"span": "sand get", "verb": "get", "item": "sand"}, `"3" is left out`},
		{"please sand get", nil, clause{"span": "sand get", "verb": "get", "item": "sand", "quantity": 7}, "the sentence says nothing of 7"},
	} {
		if c.sure != nil {
			if p, err := translate(t, translation{Goal: c.goal, Clauses: []clause{c.sure}}, game.Settings{}); err != nil || p.Guess != "" || !p.Goal.Provable() {
				t.Errorf("%q is no reading: %v, %q", c.goal, err, p.Guess)
			}
		}
		p, err := translate(t, translation{Goal: c.goal, Clauses: []clause{c.guess}}, game.Settings{})
		if err != nil || p.Goal.Provable() || p.Meant == nil || p.Guessed.Code != "guess.taken" || !strings.Contains(p.Guess, c.why) {
			t.Errorf("%q with %v: %v, it is a guess because %q, want %q", c.goal, c.guess, err, p.Guess, c.why)
		}
	}
}

// A translation that failed is not asked for again for the same words, and what is
// around the body is not in its prompt.
func TestAFailedTranslationIsNotAskedAgain(t *testing.T) {
	cannot := llm.Response{Content: `{"clauses":[],"cannot":"no"}`}
	script := answers(t, cannot, llm.Response{Content: `{"impossible":"no"}`}, llm.Response{Content: `{"impossible":"no"}`})
	asker, _ := modelFor(script, model.Config{})
	auto := planner.NewAuto(planner.NewBuiltin(planner.Config{}), asker, "")
	for task := range 2 {
		_, err := auto.Plan(t.Context(), game.Request{
			TaskID: "7", Round: 1 + task, Goal: "never sit in the dark again", Body: v2Body("1.21.5"), State: holding("purpur_slab=3"),
			Settings: game.Settings{Provider: "script", Assist: game.AssistTranslate, Fallback: model.FallbackFail},
		})
		if err == nil {
			t.Fatal("there is a plan")
		}
	}
	translated := 0
	for _, asked := range script.Asked() {
		if asked.Task == llm.TaskTranslate {
			translated++
			if strings.Contains(asked.Prompt+asked.System, "purpur") {
				t.Errorf("what is held is in the prompt: %s", asked.Prompt)
			}
		}
	}
	if translated != 1 {
		t.Errorf("it was asked for clauses %d times", translated)
	}
}

// A plan that a model makes of words that it could not say in clauses is a guess, and
// where nobody is there to agree to it there is none. Who names the mode has agreed.
func TestAPlanOfWhatNoClauseSaysIsAGuess(t *testing.T) {
	cannot := llm.Response{Content: `{"clauses":[],"cannot":"no"}`}
	plan := llm.Response{Content: `{"plan":[{"type":"goal","description":"Light","actions":[{"type":"craft","recipe":"torch","quantity":4}]}]}`}
	ask := func(set game.Settings, answer ...llm.Response) (game.Plan, error) {
		asker, _ := modelFor(answers(t, answer...), model.Config{})
		set.Provider, set.Fallback = "script", model.FallbackFail
		return planner.NewAuto(planner.NewBuiltin(planner.Config{}), asker, "").Plan(t.Context(), game.Request{
			TaskID: "7", Round: 1, Goal: "never sit in the dark again", Body: v2Body("1.21.5"), State: holding("coal=1 stick=1"), Settings: set,
		})
	}
	p, err := ask(game.Settings{}, cannot, plan)
	if err != nil || p.Guess == "" || p.Meant != nil || p.Goal.Provable() || len(p.Steps) == 0 {
		t.Errorf("%v, %+v", err, p)
	}
	var unread *game.UnreadableError
	if p, err = ask(game.Settings{Unattended: true}, cannot, plan); !errors.As(err, &unread) || unread.Guess == "" || len(p.Steps) > 0 {
		t.Errorf("with nobody there: %v, %d steps", err, len(p.Steps))
	}
	if p, err = ask(game.Settings{Unattended: true, Guess: game.GuessRun}, cannot, plan); err != nil || len(p.Steps) == 0 || p.Goal.Provable() {
		t.Errorf("told to run guesses: %v, %+v", err, p)
	}
	if p, err = ask(game.Settings{Unattended: true, Mode: game.Hybrid}, plan); err != nil || p.Guess != "" || p.Goal.Provable() {
		t.Errorf("with a mode that was named: %v, %q", err, p.Guess)
	}
}
