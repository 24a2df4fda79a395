package planner_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/scripted"
	"github.com/minehand/minehand/planner"
)

var updateModel = flag.Bool("update", false, "write what was planned into the case files")

// answers makes a provider that gives these replies in order.
func answers(t testing.TB, replies ...llm.Response) *scripted.Provider {
	t.Helper()
	var lines []string
	for _, r := range replies {
		raw, err := json.Marshal(map[string]any{"reply": r.Content, "reasoning": r.Reasoning, "finish_reason": string(r.FinishReason)})
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(raw))
	}
	if len(lines) == 0 {
		lines = []string{`{"reply":"never asked"}`}
	}
	s, err := scripted.Parse(strings.NewReader(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return scripted.New(s)
}

// oneProvider is a Providers with a single entry.
type oneProvider struct {
	llm.Provider
	context int
	asked   []string
}

func (p *oneProvider) Default() string { return "script" }

func (p *oneProvider) with(name string) (llm.Provider, error) {
	p.asked = append(p.asked, name)
	if name == "nobody" {
		return nil, errors.New(`there is no provider "nobody"`)
	}
	return p, nil
}

func (p *oneProvider) At(address string) (llm.Provider, error) { return p.with(address) }

func (p *oneProvider) Health(ctx context.Context) (llm.Health, error) {
	h, err := p.Provider.Health(ctx)
	h.ContextLength = p.context
	return h, err
}

// registry makes oneProvider a planner.Providers: its method of that name is
// taken by the embedded interface.
type registry struct{ *oneProvider }

func (r registry) Provider(name string) (llm.Provider, error) { return r.with(name) }

func modelFor(p llm.Provider, config planner.ModelConfig) (*planner.Model, *oneProvider) {
	one := &oneProvider{Provider: p}
	return planner.NewModel(planner.NewBook(planner.Config{}), registry{one}, config), one
}

// readCase reads a case's settings and replies.
func readCase(t testing.TB, a *txtar.Archive) (req game.Request, replies []llm.Response, contextLength int) {
	t.Helper()
	set := map[string]string{}
	for _, line := range strings.Split(string(a.Comment), "\n") {
		if k, v, ok := strings.Cut(line, ": "); ok {
			set[k] = v
		}
	}
	if set["version"] == "" {
		set["version"] = "1.21.5"
	}
	req = game.Request{Goal: set["goal"], Round: 1, Body: v2Body(set["version"]), State: holding(set["inventory"]), Settings: game.Settings{Mode: game.Mode(set["mode"]), Fallback: set["fallback"]}}
	if set["body"] == "v1" {
		req.Body = v1Body(set["version"])
	}
	for _, w := range strings.Fields(set["near"]) {
		name, at, _ := strings.Cut(w, "@")
		var s game.Sight
		if _, err := fmt.Sscanf(at, "%g,%g,%g", &s.X, &s.Y, &s.Z); err != nil {
			t.Fatal(err)
		}
		s.Name, s.Distance = name, 3
		if req.State.Nearby == nil {
			req.State.Nearby = &game.Nearby{}
			req.State.Position = &game.Vec3{X: s.X - 2, Y: s.Y, Z: s.Z}
		}
		req.State.Nearby.Blocks = append(req.State.Nearby.Blocks, s)
	}
	if kind, subject, ok := strings.Cut(set["exclude"], " "); ok {
		req.Exclude = []game.Exclusion{{Kind: game.Kind(kind), Subject: subject, Code: game.CodeNotFound, Reason: "none was found"}}
	}
	for _, f := range a.Files {
		text := strings.TrimSuffix(string(f.Data), "\n")
		switch f.Name {
		case "reply":
			replies = append(replies, llm.Response{Content: text})
		case "reply length":
			replies = append(replies, llm.Response{Content: text, FinishReason: llm.FinishLength})
		case "reasoning":
			replies = append(replies, llm.Response{Reasoning: text})
		}
	}
	contextLength, _ = strconv.Atoi(set["context"])
	return req, replies, contextLength
}

// shownInserts is how many inserted steps in a row are shown: how the solver goes
// about it is tested elsewhere.
const shownInserts = 2

// told writes a plan, or the error and what led to it, as lines.
func told(p game.Plan, err error) string {
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	if err != nil {
		add("error (%T): %s", err, err)
	} else {
		add("plan by %s (%s, %s)", p.PlannedBy, p.Source, p.Mode)
		judged := ""
		if p.Goal.JudgedByModel {
			judged = " (judged by the model)"
		}
		var words []string
		for _, c := range p.Goal.Checks {
			words = append(words, c.Describe())
		}
		add("goal%s: %s", judged, strings.Join(words, "; "))
		if p.Say != "" {
			add("say: %s", p.Say)
		}
		group := ""
		for i := 0; i < len(p.Steps); i++ {
			s := p.Steps[i]
			if s.Group != group {
				group = s.Group
				add("group: %s", group)
			}
			run := 0
			for i+run < len(p.Steps) && p.Steps[i+run].Source == game.FromCompleting && p.Steps[i+run].Group == group {
				run++
			}
			if run > shownInserts {
				add("- (what is missing) [%s]", s.Source)
				i += run - 1
				continue
			}
			add("- %s [%s] %s", s.Action.Describe(), s.Source, s.Why)
		}
		for _, n := range p.Notices {
			add("notice: %s", n)
		}
	}
	if r := p.Record; r != nil {
		for _, f := range r.Faults {
			add("fault: %s", f)
		}
		add("calls: %d, repaired: %v", r.Calls, r.Repaired)
	}
	return strings.Join(lines, "\n")
}

func TestModelCases(t *testing.T) {
	files, err := filepath.Glob("testdata/model/*.txtar")
	if err != nil || len(files) < 35 {
		t.Fatalf("%d case files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			req, replies, contextLength := readCase(t, a)
			script := answers(t, replies...)
			m, one := modelFor(script, planner.ModelConfig{})
			one.context = contextLength
			p, err := m.Plan(context.Background(), req)
			if len(replies) > 0 && script.Left() > 0 {
				t.Errorf("%d replies were not asked for", script.Left())
			}
			if err == nil {
				if again, err := checkAlone(req, p); err != nil {
					t.Errorf("the plan fails the checker: %v %v", again, err)
				}
			}
			got, want, at := told(p, err), "", -1
			for i, f := range a.Files {
				if f.Name == "want" {
					want, at = strings.TrimSuffix(string(f.Data), "\n"), i
				}
			}
			if *updateModel && got != want {
				if at < 0 {
					at, a.Files = len(a.Files), append(a.Files, txtar.File{Name: "want"})
				}
				a.Files[at].Data = []byte(got + "\n")
				if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != want {
				t.Errorf("planned\n%s\nwant\n%s", got, want)
			}
		})
	}
}
