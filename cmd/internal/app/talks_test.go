// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// The speeds of the world of a talk: a task ends at once, or is surely under way.
const (
	talkFast = 1000
	talkSlow = 0.1
)

// talker goes through one talk of testdata/talks.txt.
type talker struct {
	*testing.T
	c *client.Client
	// at is the line that is done.
	at int
	// text is what was said last, out what came of it.
	text string
	out  view.Talked
	err  error
	set  view.PromptSettings
	// whom it is said to; left out, the first.
	whom view.OfBody
	// guess is the last that was made, and of what.
	guess view.Talk
	// page: what is typed is read before it is said, and said as it was read, as on the page.
	page bool
	// tasks are those that were made, in their order.
	tasks []string
}

// TestTalks goes through every talk of the file, each in a world of its own.
func TestTalks(t *testing.T) {
	raw, err := os.ReadFile("testdata/talks.txt")
	if err != nil {
		t.Fatal(err)
	}
	type line struct {
		n    int
		text string
	}
	var talks [][]line
	for n, text := range strings.Split(string(raw), "\n") {
		switch {
		case strings.HasPrefix(text, "#") || strings.TrimSpace(text) == "":
		case strings.HasPrefix(text, "talk "):
			talks = append(talks, nil)
			fallthrough
		default:
			last := len(talks) - 1
			talks[last] = append(talks[last], line{n + 1, text})
		}
	}
	const least = 60
	if len(talks) < least {
		t.Errorf("there are %d talks; %d are wanted", len(talks), least)
	}
	for _, lines := range talks {
		t.Run(strings.TrimPrefix(lines[0].text, "talk "), func(t *testing.T) {
			t.Parallel()
			k := &talker{T: t}
			said := 0
			var begin view.PracticeStart
			begin.Speed, begin.Inventory = talkFast, map[string]int{}
			for _, l := range lines[1:] {
				k.at = l.n
				verb, rest, _ := strings.Cut(l.text, " ")
				if k.c == nil && verb != "holds" && verb != "seed" && verb != "slow" && verb != "approve" {
					k.begin(begin)
				}
				switch verb {
				case "holds":
					item, n, _ := strings.Cut(rest, " ")
					begin.Inventory[item] = k.number(n)
				case "seed":
					begin.Seed = int64(k.number(rest))
				case "slow", "fast":
					speed := float64(talkSlow)
					if verb == "fast" {
						speed = talkFast
					}
					if begin.Speed = speed; k.c != nil {
						if _, err := k.c.SetPracticeSpeed(t.Context(), view.PracticeSpeed{Speed: speed}); err != nil {
							k.fatal("%v", err)
						}
					}
				case "page":
					k.page = true
				case ">":
					said++
					k.say(rest, "")
				default:
					k.expect(verb, rest)
				}
			}
			if k.err != nil {
				k.fatal("refused at the end: %v", k.err)
			}
			if said < 3 || said > 6 {
				k.fatal("a talk has three to six messages, this one %d", said)
			}
		})
	}
}

func (k *talker) fatal(format string, args ...any) {
	k.Helper()
	k.Fatalf("line %d: after %q: %s\nanswer: %+v", k.at, k.text, fmt.Sprintf(format, args...), k.out)
}

func (k *talker) number(s string) int {
	k.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		k.fatal("%v", err)
	}
	return n
}

// begin makes the world.
func (k *talker) begin(world view.PracticeStart) {
	k.Helper()
	p, err := NewPlanner(settings.Config{}, "http://127.0.0.1:9", func(string) string { return "" })
	if err != nil {
		k.Fatal(err)
	}
	b, err := Start(k.Context(), BackendConfig{
		DataDir: filepath.Join(k.TempDir(), "data"), Planner: p, Reader: p.Reader(), Listener: p.Listener(), Providers: p.Sources(), Models: asker{p}, Practice: true,
	})
	if err != nil {
		k.Fatal(err)
	}
	k.c = b.Connect()
	k.Cleanup(func() {
		_, _ = k.c.StopPractice(context.Background())
		_ = k.c.Close()
		if err := b.Close(); err != nil {
			k.Error(err)
		}
		_ = p.Close()
	})
	if err := k.c.Hello(k.Context(), view.Hello{Client: "page"}); err != nil {
		k.Fatal(err)
	}
	if _, err := k.c.StartPractice(k.Context(), world); err != nil {
		k.Fatal(err)
	}
}

// say says something; a refusal before that has to have been expected.
func (k *talker) say(text, accepted string) {
	k.Helper()
	if k.err != nil {
		k.fatal("refused: %v", k.err)
	}
	k.text = text
	if k.page && accepted == "" {
		if r, err := k.c.Read(k.Context(), view.ReadPrompt{Prompt: text, OfBody: k.whom}); err == nil && r.Understood {
			accepted = r.Hash
		}
	}
	k.out, k.err = k.c.Talk(k.Context(), view.Talk{Text: text, Accepted: accepted, Settings: k.set, OfBody: k.whom})
	if r := k.out.Reading; k.err == nil && k.out.TaskID == "" && r != nil && r.Guess != "" {
		k.guess = view.Talk{Text: text, Accepted: r.Hash}
	}
	if id := k.out.TaskID; id != "" && k.err == nil && !slices.Contains(k.tasks, id) {
		k.tasks = append(k.tasks, id)
	}
}

// expect holds the talk to one line.
func (k *talker) expect(verb, rest string) {
	k.Helper()
	if verb == "refused" {
		if k.err == nil || !strings.Contains(k.err.Error(), rest) {
			k.fatal("refused with %v, not with %q", k.err, rest)
		}
		k.err = nil
		return
	}
	if k.err != nil {
		k.fatal("refused: %v", k.err)
	}
	switch verb {
	case "=":
		got := string(k.out.Kind)
		if k.out.Topic != "" {
			got += " " + string(k.out.Topic)
		}
		if k.out.Start != "" {
			got += " " + string(k.out.Start)
		}
		if k.out.Goal != "" && strings.Contains(rest, ":") {
			got += ": " + k.out.Goal
		}
		if got != rest {
			k.fatal("it is %q, not %q", got, rest)
		}
	case "says":
		if !strings.Contains(k.out.Say, rest) {
			k.fatal("it does not say %q", rest)
		}
	case "unsaid":
		if strings.Contains(k.out.Say, rest) {
			k.fatal("it says %q", rest)
		}
	case "guess":
		if k.out.TaskID != "" || k.out.Reading == nil || !strings.Contains(k.out.Reading.Guess, rest) || k.out.Say != k.out.Reading.Question {
			k.fatal("no guess of %q", rest)
		}
	case "agree":
		k.say(k.guess.Text, k.guess.Accepted)
	case "approve":
		yes := true
		k.set.Approve = &yes
	case "begins":
		if (k.out.TaskID != "") != (rest == "something") {
			k.fatal("the task is %q", k.out.TaskID)
		}
	case "done":
		k.await(len(k.tasks), rest)
	case "task":
		n, state, _ := strings.Cut(rest, " ")
		k.await(k.number(n), state)
	case "acting":
		k.until("an action under way", func() (string, bool) {
			s, err := k.c.GetSnapshot(k.Context())
			if err != nil {
				k.fatal("%v", err)
			}
			a := s.Players[0].Action
			return fmt.Sprintf("%+v", s.Players[0].Current), a != nil && a.Open() && s.Players[0].Current.ID == k.tasks[len(k.tasks)-1]
		})
	case "held":
		item, n, _ := strings.Cut(rest, " ")
		want := k.number(n)
		k.until(rest, func() (string, bool) {
			inv, err := k.c.GetInventory(k.Context(), view.OfBody{})
			return fmt.Sprint(inv.Counts, err), inv.Counts[item] == want
		})
	case "clauses":
		id := k.tasks[len(k.tasks)-1]
		if n, of, ok := strings.Cut(rest, " "); ok {
			if i, err := strconv.Atoi(n); err == nil { // of an earlier task
				id, rest = k.tasks[i-1], of
			}
		}
		rec, err := k.c.GetTask(k.Context(), view.OfTask{TaskID: id})
		var texts []string
		for _, c := range rec.Task.Clauses {
			texts = append(texts, c.Text)
		}
		if got := strings.Join(texts, "; "); err != nil || got != rest {
			k.fatal("the clauses are %q, %v; not %q", got, err, rest)
		}
	case "tasks":
		if list, err := k.c.ListTasks(k.Context(), view.TaskQuery{}); err != nil || len(list.Tasks) != k.number(rest) {
			k.fatal("there are %d tasks, %v", len(list.Tasks), err)
		}
	default:
		k.fatal("the file has a line that begins with %q", verb)
	}
}

// await waits until the n-th task stands as wanted.
func (k *talker) await(n int, state string) {
	k.Helper()
	k.until(state, func() (string, bool) {
		rec, err := k.c.GetTask(k.Context(), view.OfTask{TaskID: k.tasks[n-1]})
		if err != nil {
			k.fatal("%v", err)
		}
		if got := rec.Task.State; got.Ended() && string(got) != state {
			k.fatal("task %d ended as %s: %s", n, got, rec.Task.Reason)
		}
		return string(rec.Task.State) + " " + rec.Task.Reason + " " + rec.Task.Waiting, string(rec.Task.State) == state
	})
}

// until waits for what comes by itself.
func (k *talker) until(what string, is func() (now string, ok bool)) {
	k.Helper()
	for begun := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		now, ok := is()
		if ok {
			return
		}
		if time.Since(begun) > 2*time.Minute {
			k.fatal("%s did not come; it is %s", what, now)
		}
	}
}
