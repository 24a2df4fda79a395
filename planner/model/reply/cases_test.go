// SPDX-License-Identifier: MIT

package reply_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"go.uber.org/goleak"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/internal/golden"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/planner/model/reply"
)

var update = flag.Bool("update", false, "write what was read into the case files")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func names(t testing.TB, version string) *reply.Names {
	t.Helper()
	v, err := data.Load(version)
	if err != nil {
		t.Fatal(err)
	}
	return reply.NewNames(v)
}

// body is a body of version 1, or one of version 2 with every kind.
func body(version string) game.BodyInfo {
	if version == "v1" {
		return game.BodyInfo{ID: "body", Protocol: game.ProtocolV1, Actions: game.V1Kinds()}
	}
	b := game.BodyInfo{ID: "body", Protocol: game.ProtocolV2, Owner: "Alex"}
	for _, k := range game.Catalogue() {
		if !k.Local {
			b.Actions = append(b.Actions, k.Kind)
		}
	}
	return b
}

func TestReplies(t *testing.T) {
	files, err := filepath.Glob("testdata/replies/*.txtar")
	if err != nil || len(files) < 60 {
		t.Fatalf("%d case files, %v", len(files), err)
	}
	if all, err := filepath.Glob("testdata/replies/*"); err != nil || len(all) != len(files) {
		t.Errorf("%d files, of which %d are read, %v", len(all), len(files), err)
	}
	byVersion := map[string]*reply.Names{}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			set := map[string]string{}
			for _, line := range strings.Split(string(a.Comment), "\n") {
				if k, v, ok := strings.Cut(line, ": "); ok {
					set[k] = v
				}
			}
			resp := llm.Response{FinishReason: llm.FinishReason(set["finish"]), SchemaBound: true}
			var state game.State
			for _, f := range a.Files {
				text := strings.TrimSuffix(string(f.Data), "\n")
				switch name, call, _ := strings.Cut(f.Name, " "); name {
				case "content":
					resp.Content = text
				case "reasoning":
					resp.Reasoning = text
				case "call":
					resp.ToolCalls = append(resp.ToolCalls, llm.ToolCall{ID: "call", Name: call, Arguments: text})
				case "state":
					if err := json.Unmarshal(f.Data, &state); err != nil {
						t.Fatal(err)
					}
				}
			}
			version := set["version"]
			if byVersion[version] == nil {
				byVersion[version] = names(t, version)
			}
			got := render(resp, reply.Env{Names: byVersion[version], Body: body(set["body"]), State: &state})
			golden.Compare(t, file, a, got, *update)
		})
	}
}

// render writes what was read as lines.
func render(resp llm.Response, env reply.Env) string {
	p, err := reply.Read(resp)
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	if err != nil {
		var f *reply.Fault
		if !errors.As(err, &f) {
			return "not a fault: " + err.Error()
		}
		add("fault (%s): %s", f.Kind, f.Text)
	} else {
		mended := ""
		if p.Mended {
			mended = ", mended"
		}
		add("shape: %s%s", p.Shape, mended)
	}
	for _, c := range p.Terminal {
		add("terminal: %s (%s)", c.Command, c.Description)
	}
	if p.Impossible != "" {
		add("impossible: %s", p.Impossible)
	}
	if p.Say != "" {
		add("say: %s", p.Say)
	}
	if err != nil {
		return strings.Join(lines, "\n")
	}
	n := env.Normalise(p)
	group := ""
	for _, s := range n.Steps {
		if s.Group != group {
			group = s.Group
			add("group: %s", group)
		}
		raw, err := json.Marshal(s.Action)
		if err != nil {
			add("not written: %v", err)
			continue
		}
		add("%s", raw)
	}
	for _, c := range n.Checks {
		add("check: %s", c.Describe())
	}
	for _, s := range n.Notes {
		add("note: %s", s)
	}
	for _, s := range n.Faults {
		add("fault: %s", s)
	}
	return strings.Join(lines, "\n")
}

func TestRepliesAreReadTheSameEachTime(t *testing.T) {
	n := names(t, data.DefaultVersion)
	env := reply.Env{Names: n, Body: body("v2"), State: &game.State{}}
	resp := llm.Response{Content: `{"commands":[{"action":"craft","item":"pickaxe"},{"action":"craft","item":"stone_pickax"},{"action":"mine","target":"wood"}],"goal_check":{"stick":2,"torch":4,"apple":1},"Say":"a","say":"b","SAY":"c"}`}
	first := render(resp, env)
	for range 20 {
		if again := render(resp, reply.Env{Names: names(t, data.DefaultVersion), Body: body("v2"), State: &game.State{}}); again != first {
			t.Fatalf("%s\nthen\n%s", first, again)
		}
	}
}

func TestMentioned(t *testing.T) {
	n := names(t, data.DefaultVersion)
	for text, want := range map[string][]string{
		"please get me a nice set of Diamond Pickaxes and 3 torches": {"diamond_pickaxe", "torch"},
		"prepare for the night: some wood, a bed!":                   {"oak_log", "white_bed"},
		"kill the zombies": {"zombie"},
		"do nothing":       nil,
	} {
		if got := n.Mentioned(text, 8); !slices.Equal(got, want) {
			t.Errorf("%q mentions %v, want %v", text, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("testdata/replies/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, s := range a.Files {
			if s.Name != "want" && s.Name != "state" {
				f.Add(string(s.Data), "")
			}
		}
	}
	n := names(f, data.DefaultVersion)
	f.Fuzz(func(t *testing.T, content, reasoning string) {
		p, err := reply.Read(llm.Response{Content: content, Reasoning: reasoning})
		if err != nil {
			var fault *reply.Fault
			if !errors.As(err, &fault) || fault.Text == "" {
				t.Fatalf("%T %v", err, err)
			}
			return
		}
		if p.Entries() == 0 && p.Impossible == "" {
			t.Fatal("an empty plan was taken for one")
		}
		for _, version := range [...]string{"v1", "v2"} {
			b := body(version)
			for _, s := range (reply.Env{Names: n, Body: b, State: &game.State{}}).Normalise(p).Steps {
				if _, ok := game.Lookup(s.Action.Kind); !ok {
					t.Fatalf("the kind %q is in no catalogue", s.Action.Kind)
				}
				if _, err := json.Marshal(s.Action); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}
