// SPDX-License-Identifier: MIT

package planner_test

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/golden"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/model"
)

var updateCases = flag.Bool("update", false, "write what was planned into the case files")

// modes are the folders of testdata/replies.
var modes = []game.Mode{game.HighLevel, game.LowLevel, game.Hybrid}

// TestCases plans with the replies of each file of testdata/model (what a plan
// does for its goal) and testdata/replies (how models answer; a folder a mode)
// and holds the plan or the sentence against the file. A file is a line about
// it, settings, the replies in order, and "want":
//
//   - "reply" and "reply length" are the content of an answer, the latter cut at
//     its limit; "reasoning" is an answer without content.
//   - "and reasoning" and "and call NAME" are beside the answer before them.
//   - A line that begins with @loop stands there as often as the setting says.
func TestCases(t *testing.T) {
	names := map[game.Mode][]string{}
	with := rules{books: map[game.Kind]*book.Library{}, checker: planner.NewBuiltin(planner.Config{})}
	err := filepath.WalkDir("testdata", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		folder, name := filepath.Split(strings.TrimPrefix(filepath.ToSlash(file), "testdata/"))
		name, isCase := strings.CutSuffix(name, ".txtar")
		mode := game.Mode(strings.TrimSuffix(strings.TrimPrefix(folder, "replies/"), "/"))
		switch {
		case folder == "model/" && isCase:
			mode = ""
		case isCase && slices.Contains(modes, mode):
			names[mode] = append(names[mode], name)
		default:
			t.Errorf("no test reads %s", file)
			return nil
		}
		t.Run(folder+name, func(t *testing.T) { with.run(t, file, mode) })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range modes[1:] {
		if !slices.Equal(names[m], names[modes[0]]) {
			t.Errorf("%s has the replies\n%v\nand %s\n%v", m, names[m], modes[0], names[modes[0]])
		}
	}
	if n := len(names[modes[0]]); n < 60 {
		t.Errorf("%d replies a mode", n)
	}
}

// rules are read once for all cases.
type rules struct {
	books   map[game.Kind]*book.Library // by what is denied
	checker *planner.Builtin
}

func (r rules) run(t *testing.T, file string, mode game.Mode) {
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c := readCase(t, a)
	if mode != "" {
		c.req.Settings.Mode = mode
	}
	script := answers(t, c.replies...)
	one := &oneProvider{Provider: script, context: c.context}
	if r.books[c.deny] == nil {
		var config planner.Config
		if c.deny != "" {
			config.Deny = []game.Kind{c.deny}
		}
		r.books[c.deny] = book.NewLibrary(config)
	}
	m := model.New(r.books[c.deny], registry{one}, model.Config{})
	p, err := m.Plan(context.Background(), c.req)
	if unasked := len(c.replies) - len(script.Asked()); unasked > 0 {
		t.Errorf("%d replies were not asked for", unasked)
	}
	if err == nil {
		if again, err := r.check(c.req, p); err != nil {
			t.Errorf("the plan fails the checker: %v %v", again, err)
		}
	}
	golden.Compare(t, file, a, told(p, err), *updateCases)
}

// check runs a plan's actions through the checker as a ready list.
func (r rules) check(req game.Request, p game.Plan) ([]string, error) {
	for _, s := range p.Steps {
		req.Actions = append(req.Actions, s.Action)
	}
	again, err := r.checker.Plan(context.Background(), req)
	return described(again), err
}

// replyCase is a question and what the model answers.
type replyCase struct {
	req     game.Request
	replies []llm.Response
	context int
	deny    game.Kind
}

// readCase reads a case's settings and replies.
func readCase(t *testing.T, a *txtar.Archive) replyCase {
	t.Helper()
	set := map[string]string{"version": "1.21.5", "body": "v2"}
	for i, line := range strings.Split(strings.TrimSpace(string(a.Comment)), "\n") {
		k, v, ok := strings.Cut(line, ": ")
		switch {
		case i == 0:
		case !ok || !slices.Contains(caseSettings, k):
			t.Fatalf("there is no setting %q", line)
		default:
			set[k] = v
		}
	}
	c := replyCase{req: game.Request{Goal: set["goal"], Round: 1, Body: v2Body(set["version"]), State: holding(set["inventory"]), Settings: game.Settings{Mode: game.Mode(set["mode"]), Fallback: set["fallback"]}}, deny: game.Kind(set["deny"])}
	if set["body"] == "v1" {
		c.req.Body = v1Body(set["version"])
	}
	c.context, _ = strconv.Atoi(set["context"])
	for _, w := range strings.Fields(set["near"]) {
		name, at, _ := strings.Cut(w, "@")
		s := game.Sight{Name: name, Distance: 3}
		if _, err := fmt.Sscanf(at, "%g,%g,%g", &s.X, &s.Y, &s.Z); err != nil {
			t.Fatal(err)
		}
		if c.req.State.Nearby == nil {
			c.req.State.Nearby = &game.Nearby{}
			c.req.State.Position = &game.Vec3{X: s.X - 2, Y: s.Y, Z: s.Z}
		}
		c.req.State.Nearby.Blocks = append(c.req.State.Nearby.Blocks, s)
	}
	if kind, subject, ok := strings.Cut(set["exclude"], " "); ok {
		c.req.Exclude = []game.Exclusion{{Kind: game.Kind(kind), Subject: subject, Code: game.CodeNotFound, Reason: "none was found"}}
	}
	loop, _ := strconv.Atoi(set["loop"])
	for _, f := range a.Files {
		text := looped(strings.TrimSuffix(string(f.Data), "\n"), loop)
		what, beside := strings.CutPrefix(f.Name, "and ")
		if beside && len(c.replies) == 0 {
			t.Fatalf("%q is beside no reply", f.Name)
		}
		what, call, isCall := strings.Cut(what, "call ")
		switch {
		case beside && isCall:
			r := &c.replies[len(c.replies)-1]
			r.ToolCalls = append(r.ToolCalls, llm.ToolCall{Name: call, Arguments: text})
		case beside && what == "reasoning":
			c.replies[len(c.replies)-1].Reasoning = text
		case f.Name == "reply":
			c.replies = append(c.replies, llm.Response{Content: text})
		case f.Name == "reply length":
			c.replies = append(c.replies, llm.Response{Content: text, FinishReason: llm.FinishLength})
		case f.Name == "reasoning":
			c.replies = append(c.replies, llm.Response{Reasoning: text})
		case f.Name != "want":
			t.Fatalf("there is no section %q", f.Name)
		}
	}
	return c
}

var caseSettings = []string{"goal", "mode", "body", "version", "inventory", "near", "exclude", "deny", "fallback", "context", "loop"}

// looped writes a line that begins with @loop as often as n says, as a model
// does that cannot stop.
func looped(text string, n int) string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		if again, ok := strings.CutPrefix(line, "@loop "); ok {
			line = strings.TrimSuffix(strings.Repeat(again+"\n", n), "\n")
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
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
		if len(p.Goal.Clauses) == 0 {
			judged = " (judged by the model)"
		}
		var words []string
		for _, c := range p.Goal.Checks() {
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
