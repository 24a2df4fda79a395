// SPDX-License-Identifier: MIT

package planner_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/model"
)

// translation is a goal that the reader cannot read, what it is in clauses, and a
// good model's answer. Without a reading the sentence says more than any clauses.
type translation struct {
	Goal, Reading string
	Clauses       []map[string]any
}

func translations(t *testing.T) []translation {
	t.Helper()
	return translationsOf(t, "translations.jsonl")
}

// translationsOf are those of a file.
func translationsOf(t *testing.T, name string) []translation {
	t.Helper()
	f, err := os.Open("model/testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []translation
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var c translation
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	return out
}

// changed is the answer with every clause changed; nil drops it.
func changed(clauses []map[string]any, change func(i int, c map[string]any) map[string]any) []map[string]any {
	out := []map[string]any{}
	for i, c := range clauses {
		next := map[string]any{}
		for k, v := range c {
			next[k] = v
		}
		if next = change(i, next); next != nil {
			out = append(out, next)
		}
	}
	return out
}

// Of 40 goals that the reader cannot read, each with words that ask for nothing, a good
// model's clauses are mostly a guess whose yes makes them a reading; what a bad one says
// never is a reading, unless it is right.
func TestTranslations(t *testing.T) {
	list := translations(t)
	if len(list) < 40 {
		t.Fatalf("only %d goals", len(list))
	}
	wrongItem := map[string]any{"item": "tnt"}
	builtin := planner.NewBuiltin(planner.Config{})
	library := book.NewLibrary(planner.Config{})
	models := []struct {
		name   string
		answer func(c translation) []map[string]any
	}{
		{"good", func(c translation) []map[string]any { return c.Clauses }},
		{"without numbers", func(c translation) []map[string]any {
			return changed(c.Clauses, func(_ int, m map[string]any) map[string]any { delete(m, "quantity"); delete(m, "seconds"); return m })
		}},
		{"without spans", func(c translation) []map[string]any {
			return changed(c.Clauses, func(_ int, m map[string]any) map[string]any { m["span"] = ""; return m })
		}},
		{"with the sentence as span", func(c translation) []map[string]any {
			return changed(c.Clauses, func(_ int, m map[string]any) map[string]any { m["span"] = c.Goal; return m })
		}},
		{"without the last clause", func(c translation) []map[string]any {
			return changed(c.Clauses, func(i int, m map[string]any) map[string]any {
				if i == len(c.Clauses)-1 {
					return nil
				}
				return m
			})
		}},
		{"with the sentence as the span of one clause", func(c translation) []map[string]any {
			return changed(c.Clauses, func(i int, m map[string]any) map[string]any {
				if i > 0 {
					return nil
				}
				m["span"] = c.Goal
				return m
			})
		}},
		{"copying", func(translation) []map[string]any {
			return []map[string]any{{"span": "kill 2 of those spiders", "verb": "kill", "quantity": 2, "item": "spider"}}
		}},
		{"lying", func(translation) []map[string]any { return []map[string]any{} }},
		{"another number", func(c translation) []map[string]any {
			return changed(c.Clauses, func(_ int, m map[string]any) map[string]any { m["quantity"] = 41; return m })
		}},
		{"another thing", func(c translation) []map[string]any {
			return changed(c.Clauses, func(_ int, m map[string]any) map[string]any { m["item"] = wrongItem["item"]; return m })
		}},
		{"another verb", func(c translation) []map[string]any {
			return changed(c.Clauses, func(_ int, m map[string]any) map[string]any {
				if m["verb"] == "wait" {
					m["verb"], m["to"] = "follow", "me"
				} else {
					m["verb"], m["seconds"] = "wait", 1
				}
				return m
			})
		}},
		{"another receiver and place", func(c translation) []map[string]any {
			return changed(c.Clauses, func(_ int, m map[string]any) map[string]any {
				m["to"], m["at"] = "Herobrine", "1 2 3"
				return m
			})
		}},
		{"a clause too many", func(c translation) []map[string]any {
			return append(changed(c.Clauses, func(_ int, m map[string]any) map[string]any { return m }), map[string]any{"span": "and drop all the dirt", "verb": "give", "item": "dirt", "all": true})
		}},
	}
	for _, m := range models {
		t.Run(m.name, func(t *testing.T) {
			right := 0
			for _, c := range raced.Every(5, list) {
				raw, err := json.Marshal(map[string]any{"clauses": m.answer(c)})
				if err != nil {
					t.Fatal(err)
				}
				said := llm.Response{Content: string(raw)}
				done := llm.Response{Content: `{"plan":[{"type":"goal","description":"Done","actions":[{"type":"chat","message":"Done!"}]}],"say":"All done!"}`}
				asker := model.New(library, registry{&oneProvider{Provider: answers(t, said, said, done, done)}}, model.Config{})
				auto := planner.NewAuto(builtin, asker, "")
				p, err := auto.Plan(t.Context(), game.Request{TaskID: "1", Round: 1, Goal: c.Goal, Body: owned(v2Body("1.21.5")), State: holding("dirt=20 tnt=2 carrot=3 wheat_seeds=5 bread=8 stone_pickaxe")})
				if err != nil {
					var impossible *game.ImpossibleError
					if m.name == "good" && !errors.As(err, &impossible) {
						t.Logf("%q: %v", c.Goal, err)
					}
					continue
				}
				if len(p.Goal.Clauses) == 0 {
					if m.name == "good" && p.Meant != nil && p.Meant.Reading == c.words(t) { // they say more than they ask for
						right++
					}
					continue
				}
				if p.Goal.Reading != c.words(t) {
					t.Errorf("%q is taken for %q", c.Goal, p.Goal.Reading)
				}
				right++
			}
			if m.name == "good" && right < raced.Of(25, 5) {
				t.Errorf("%d of %d good translations are readings after a yes, want 25", right, len(list))
			}
			t.Logf("%d readings", right)
		})
	}
}

func owned(b game.BodyInfo) game.BodyInfo { b.Owner = "Alex"; return b }

// words is the reading as people say it.
func (c translation) words(t *testing.T) string {
	t.Helper()
	if c.Reading == "" {
		return ""
	}
	v := planner.NewBuiltin(planner.Config{})
	b, err := v.Library().Open(game.Request{Goal: c.Goal, Body: v2Body("1.21.5")})
	if err != nil {
		t.Fatal(err)
	}
	r, err := goals.Of(b.Version).Read(c.Reading)
	if err != nil {
		t.Fatalf("%q: %v", c.Reading, err)
	}
	return r.Words()
}

// A task is translated once: its clauses do not change under it.
func TestATaskIsTranslatedOnce(t *testing.T) {
	c := translations(t)[0]
	raw, err := json.Marshal(map[string]any{"clauses": c.Clauses})
	if err != nil {
		t.Fatal(err)
	}
	script := answers(t, llm.Response{Content: string(raw)})
	asker, _ := modelFor(script, model.Config{})
	auto := planner.NewAuto(planner.NewBuiltin(planner.Config{}), asker, "")
	var kept *game.Translation
	for round := 1; round <= 3; round++ {
		p, err := auto.Plan(t.Context(), game.Request{TaskID: "7", Round: round, Goal: c.Goal, Body: v2Body("1.21.5"), State: holding("iron_pickaxe"), Translation: kept})
		kept = p.Translation
		if err != nil || p.Meant == nil || len(p.Meant.Clauses) != 1 {
			t.Fatalf("round %d: %v, %+v", round, err, p.Meant)
		}
	}
	if n := len(script.Asked()); n != 1 {
		t.Errorf("the model was asked %d times", n)
	}
	if asked := script.Asked()[0]; asked.Task != llm.TaskTranslate || asked.Schema == nil || !strings.Contains(asked.Prompt, c.Goal) {
		t.Errorf("asked %+v", asked)
	}
}

// With assist translate a named provider is asked for clauses, also of words that
// the reader can read, and the solver plans them; a plan that comes instead is
// completed.
func TestAssistTranslate(t *testing.T) {
	clauses := `{"clauses":[{"span":"get a wooden pickaxe","verb":"get","quantity":1,"item":"wooden_pickaxe"}]}`
	plan := `{"plan":[{"type":"goal","description":"a pickaxe","actions":[{"type":"craft","recipe":"wooden_pickaxe","quantity":1}]}]}`
	for _, c := range []struct {
		name, reply string
		set         game.Settings
		source      game.Source
		task        llm.Task
	}{
		{"clauses", clauses, game.Settings{Provider: "script"}, game.FromBuiltin, llm.TaskTranslate},
		{"in a mode", clauses, game.Settings{Provider: "script", Mode: game.LowLevel}, game.FromBuiltin, llm.TaskTranslate},
		{"without the reader", clauses, game.Settings{Provider: "auto", Reader: model.ReaderOff}, game.FromBuiltin, llm.TaskTranslate},
		{"a plan instead", plan, game.Settings{Provider: "script"}, game.FromModel, llm.TaskTranslate},
	} {
		t.Run(c.name, func(t *testing.T) {
			script := answers(t, llm.Response{Content: c.reply})
			asker, _ := modelFor(script, model.Config{})
			auto := planner.NewAuto(planner.NewBuiltin(planner.Config{}), asker, "")
			c.set.Assist, c.set.Fallback = game.AssistTranslate, model.FallbackFail
			p, err := auto.Plan(t.Context(), game.Request{Goal: "get a wooden pickaxe", Body: v2Body("1.21.5"), Settings: c.set})
			if err != nil || p.Source != c.source || len(p.Steps) < 4 {
				t.Fatalf("%v, %d steps from %s", err, len(p.Steps), p.Source)
			}
			if c.set.Reader == "" && len(p.Goal.Clauses) != 1 {
				t.Errorf("%d clauses, want 1", len(p.Goal.Clauses))
			}
			if asked := script.Asked(); len(asked) != 1 || asked[0].Task != c.task {
				t.Errorf("asked %+v", asked)
			}
		})
	}
}

// A provider that is named puts what the reader cannot read into clauses, as auto
// does, and plans what it can read, or what a mode was named for.
func TestANamedProviderTranslatesToo(t *testing.T) {
	c := translations(t)[0]
	for _, one := range []struct {
		goal string
		mode game.Mode
		task llm.Task
	}{{c.Goal, "", llm.TaskTranslate}, {c.Goal, game.Hybrid, llm.TaskPlan}, {"get a wooden pickaxe", "", llm.TaskPlan}} {
		script := answers(t, llm.Response{Content: `{"impossible":"no"}`})
		asker, _ := modelFor(script, model.Config{})
		auto := planner.NewAuto(planner.NewBuiltin(planner.Config{}), asker, "")
		_, _ = auto.Plan(t.Context(), game.Request{Goal: one.goal, Body: v2Body("1.21.5"), Settings: game.Settings{Provider: "script", Mode: one.mode, Fallback: model.FallbackFail}})
		if asked := script.Asked(); len(asked) == 0 || asked[0].Task != one.task {
			t.Errorf("%q, mode %q: asked %+v, want %s first", one.goal, one.mode, asked, one.task)
		}
	}
}
