// SPDX-License-Identifier: MIT

package judge

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/model"
	"github.com/minehand/minehand/ui/view"
)

// TestWhatIsSaidOfAModelsWorkIsTrue gives goals that the reader cannot read to
// scripted models, good and bad, and has their clauses and plans carried out for a
// person who says yes to what was meant and no to anything else, and once more where
// nobody is there. It compares what is said at the end with what the world shows.
func TestWhatIsSaidOfAModelsWorkIsTrue(t *testing.T) {
	if len(beyond) != 40 {
		t.Fatalf("%d goals, want 40", len(beyond))
	}
	for i := range personas {
		p := &personas[i]
		t.Run(p.name, func(t *testing.T) {
			p.judged(t, func(o *outside) func(*view.Task) bool {
				return func(waits *view.Task) bool { return waits.Guess == "" || o.taken(waits.Guess) }
			}, p.complete)
		})
		t.Run(p.name+", nobody there", func(t *testing.T) {
			refused := 0
			list := p.judged(t, func(*outside) func(*view.Task) bool { return nil }, 0)
			for _, tr := range list {
				switch {
				case tr.said.Unreadable && tr.said.Sent == 0:
					refused++
				case tr.said.Guess != "" || tr.said.State == view.TaskComplete || tr.said.Unreadable:
					t.Errorf("%q: %s (%s), %d sent, and nobody said yes", tr.text, tr.said.State, tr.said.Reason, tr.said.Sent)
				}
			}
			if len(list) == len(beyond) && refused < p.complete {
				t.Errorf("only %d of %d goals ended as not understood, want %d", refused, len(list), p.complete)
			}
		})
	}
}

// judged has a persona asked for the goals, with whoever is there to say yes, and
// compares their ends with the world; at least so many are to be complete.
func (p *persona) judged(t *testing.T, asked func(*outside) func(*view.Task) bool, complete int) (list []*trial) {
	t.Helper()
	for k := range min(len(beyond), wanted()/5) {
		o := &beyond[k]
		if *flagOnly >= 0 && k != *flagOnly {
			continue
		}
		g := goal{number: k, text: o.text, clauses: o.meant, start: o.start, seed: int64(k%40 + 1)}
		list = append(list, &trial{goal: g, mode: &modes[0], asked: asked(o)})
	}
	for from := 0; from < len(list); from += together {
		synctest.Test(t, func(t *testing.T) { carryOut(t, list[from:min(from+together, len(list))], p.planner()) })
	}
	ends := map[view.TaskState]int{}
	for _, tr := range list {
		ends[tr.said.State]++
		untrue := tr.said.State == view.TaskComplete && !tr.every()
		if untrue {
			t.Errorf("complete, and it is not true")
		}
		if untrue || *flagOnly >= 0 || testing.Verbose() && complete > 0 && tr.said.State != view.TaskComplete {
			t.Logf("%d %q: %s (%s)\n%s", tr.number, tr.text, tr.said.State, tr.said.Reason, tr.account())
		}
	}
	t.Logf("%s: %v", p.name, ends)
	if len(list) < len(beyond) {
		complete = min(complete, 1) // of a few, which are no sample of the table
	}
	if n := ends[view.TaskComplete]; *flagOnly < 0 && n < complete {
		t.Errorf("only %d of %d goals ended complete, want %d", n, len(list), complete)
	}
	return list
}

// TestTheGoalsAreOutsideTheReader holds the table to its purpose.
func TestTheGoalsAreOutsideTheReader(t *testing.T) {
	b, err := book.NewLibrary(planner.Config{}).Open(game.Request{Goal: "help", Body: game.BodyInfo{ID: "x", Protocol: game.ProtocolV2}})
	if err != nil {
		t.Fatal(err)
	}
	reader := goals.Of(b.Version)
	for i := range beyond {
		if r, err := reader.Read(beyond[i].text); err == nil {
			t.Errorf("%q is read as %q", beyond[i].text, r.Words())
		}
	}
}

// planner has a persona asked for what the reader cannot read.
func (p *persona) planner() *planner.Auto {
	library := book.NewLibrary(planner.Config{})
	return planner.NewAuto(planner.NewBuiltin(planner.Config{}), model.New(library, personaOnly{p}, model.Config{}), "")
}

// personaOnly finds the persona whoever is asked for.
type personaOnly struct{ *persona }

func (p personaOnly) Default() string                       { return p.name }
func (p personaOnly) Provider(string) (llm.Provider, error) { return p.persona, nil }
func (p personaOnly) At(string) (llm.Provider, error)       { return p.persona, nil }

// Generate answers for the goal that the prompt quotes.
func (p *persona) Generate(_ context.Context, req llm.Request) (llm.Response, error) {
	asked := req.Prompt
	for _, m := range req.Context {
		asked += "\n" + m.Content
	}
	for k := range beyond {
		o := &beyond[k]
		quoted := strings.ReplaceAll(o.text, `"`, `\"`)
		if !strings.Contains(asked, o.text) && !strings.Contains(asked, quoted) {
			continue
		}
		said := ""
		if req.Task == llm.TaskTranslate {
			said = p.translate(k, o, req.System+"\n"+asked)
		} else {
			said = p.plan(o, req.System+"\n"+asked)
		}
		return llm.Response{Content: said, Model: p.name, FinishReason: llm.FinishStop, SchemaBound: req.Schema != nil}, nil
	}
	return llm.Response{}, &llm.Error{Kind: llm.ErrEmptyReply, Provider: p.name}
}

func (p *persona) Health(context.Context) (llm.Health, error) {
	return llm.Health{Server: p.name, Model: p.name, Loaded: true}, nil
}

func (p *persona) Models(context.Context) ([]llm.Model, error) { return nil, nil }
