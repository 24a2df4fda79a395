// SPDX-License-Identifier: MIT

package talk_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/talk"
)

// What the page says in the person's place, in each of its languages, means what the English
// words do: the first goals that it offers, "come to me" and "what is missing?".
func TestWhatThePageSaysForThePerson(t *testing.T) {
	type words struct {
		Hero struct {
			Tries map[string]string `json:"tries"`
		} `json:"hero"`
		Verdict struct {
			ComeWords  string `json:"comeWords"`
			AskMissing string `json:"askMissing"`
		} `json:"verdict"`
	}
	files, err := filepath.Glob("../../frontend/src/words/*.json")
	if err != nil || len(files) < 7 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	version, err := data.Load(data.Newest())
	if err != nil {
		t.Fatal(err)
	}
	sorter, reader := talk.New(book.NewLibrary(book.Config{})), goals.Of(version)
	means := func(text string) string {
		said := sorter.Sort(text, talk.About{Busy: true})[0]
		if said.Kind == talk.Question {
			return string(said.Topic)
		}
		read, err := reader.Read(said.Goal)
		if err != nil {
			return err.Error()
		}
		for i := range read.Goals {
			read.Goals[i].Span = game.Span{}
		}
		list, err := json.Marshal(read.Goals)
		if err != nil {
			t.Fatal(err)
		}
		return string(list)
	}
	of := func(file string) map[string]string {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var w words
		if err := json.Unmarshal(raw, &w); err != nil {
			t.Fatal(err)
		}
		all := map[string]string{"comeWords": w.Verdict.ComeWords, "askMissing": w.Verdict.AskMissing}
		for i, text := range w.Hero.Tries {
			all["tries."+i] = text
		}
		return all
	}
	english := of("../../frontend/src/words/en.json")
	for _, file := range files {
		own := of(file)
		for name, text := range english {
			if want, got := means(text), means(own[name]); got != want {
				t.Errorf("%s: %s %q means %s, not %s as %q", filepath.Base(file), name, own[name], got, want, text)
			}
		}
	}
}
