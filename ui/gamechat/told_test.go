// SPDX-License-Identifier: MIT

package gamechat

import (
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/view"
)

// A verdict is said in the language that the goal was said in.
func TestVerdictsAreSaidInTheLanguageOfTheGoal(t *testing.T) {
	held := game.Check{Kind: game.CheckHave, Items: []string{"dirt"}, Count: 3}
	done := view.Task{
		ID: "t", Title: "hol 3 Erde", State: view.TaskComplete, Reason: "Done: 3 dirt held.", Of: 2,
		Clauses: []view.Clause{{Shows: game.Say("evidence.seen", "parts", game.Parts{held.Say()})}},
	}
	for want, change := range map[string]func(*view.Task){
		"Done: 3 dirt held.":                  func(*view.Task) {},
		"Fertig, gesehen: 3x Erde in Besitz.": func(t *view.Task) { t.Language = "de" },
		"完成，已看到：持有3 个 泥土。":                    func(t *view.Task) { t.Language = "zh" },
		"Done." + ui.MeantQuestion():          func(t *view.Task) { t.Reason = "Done." + ui.MeantQuestion() },
		"Fertig, gesehen: 3x Erde in Besitz. War das so gemeint? Mit einem Ja wird es künftig so gelesen.": func(t *view.Task) {
			t.Language, t.Reason = "de", "Done."+ui.MeantQuestion()
		},
		"Nicht fertig: No ore.": func(t *view.Task) { t.Language, t.State, t.Reason = "de", view.TaskError, "No ore." },
		"Not done: No ore.":     func(t *view.Task) { t.State, t.Reason = view.TaskError, "No ore." },
		"2 Aktionen für „hol 3 Erde“: „Handy ja“ führt den Plan aus, „Handy nein“ nicht.":   func(t *view.Task) { t.Language, t.State = "de", view.TaskAwaiting },
		"2 actions for \"hol 3 Erde\": \"Handy yes\" runs the plan, \"Handy no\" does not.": func(t *view.Task) { t.State = view.TaskAwaiting },
	} {
		task := done
		change(&task)
		if got := (&talk{}).told(&view.Event{Task: &task}, "Handy"); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

// Who asked for what a model guessed at answers the verdict's question with a bare yes, and
// nobody else does.
func TestABareYesAnswersWhatAVerdictAsks(t *testing.T) {
	for reason, want := range map[string]bool{"Done." + ui.MeantQuestion(): true, "Done.": false} {
		talk := &talk{tasks: map[string]line{"t": {sender: "Ada", text: "muck"}}}
		talk.told(&view.Event{Task: &view.Task{ID: "t", State: view.TaskComplete, Reason: reason}}, "Handy")
		if talk.open("ada") != want || talk.open("Eve") {
			t.Errorf("%q: open to Ada %v, to Eve %v", reason, talk.open("ada"), talk.open("Eve"))
		}
		talk.guess.until = time.Now()
		if talk.open("Ada") {
			t.Errorf("%q: open after its time", reason)
		}
	}
}

// What a verdict asks is closed by the next task, whose plan a bare yes would be for, and does
// not take the place of a guess that waits.
func TestWhatAVerdictAsksGivesWay(t *testing.T) {
	meant := &view.Event{Body: "b", TaskID: "t", Task: &view.Task{ID: "t", State: view.TaskComplete, Reason: "Done." + ui.MeantQuestion()}}
	next := &view.Event{Body: "b", TaskID: "n", Task: &view.Task{ID: "n", State: view.TaskAwaiting}}
	chat := New(Config{
		Body: func(string) (ui.Body, bool) { return ui.Body{Info: game.BodyInfo{ID: "b"}}, true },
		Say:  func(string, string, string) error { return nil },
	})
	talk := chat.at("b")
	talk.tasks["t"] = line{body: "b", sender: "Ada"}
	chat.happened(meant)
	if !talk.open("Ada") {
		t.Fatal("the verdict asks nobody")
	}
	chat.happened(next)
	if talk.open("Ada") {
		t.Error("a yes to the verdict is a yes to the next plan")
	}
	talk.tasks["t"] = line{body: "b", sender: "Ada"}
	talk.guess = guess{"Eve", "get 3 dirtt", "hash", time.Now().Add(time.Minute)}
	chat.happened(meant)
	if !talk.open("Eve") || talk.open("Ada") {
		t.Error("a guess that waits was forgotten")
	}
}
