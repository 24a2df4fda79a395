// SPDX-License-Identifier: MIT

package missions

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/pattern"
	"github.com/minehand/minehand/ui/view"
)

// translatedBy stands in the signature of a plan that the solver made from a model's
// clauses, which is no fallback.
const translatedBy = ", in the words of "

// ErrNotRecordable: there is nothing that could be played again.
var ErrNotRecordable = errors.New("this task cannot be made a mission: it has no goal in words, or has not ended")

// embeddedWorld is how embedded worlds are named.
var embeddedWorld = pattern.Of(`^minehand-sim-(\d+)(?:\.\w+)?$`)

// Record writes a task that has ended as a mission which plays it again without
// any model: with what was held at its beginning, and the replies that models gave.
// What happened in the game by chance, or by other hands, is not in it.
func Record(rec *view.TaskRecord) ([]byte, error) {
	t := &rec.Task
	verdict := verdictOf(t)
	if t.Goal == "" || verdict == "" {
		return nil, ErrNotRecordable
	}
	var b bytes.Buffer
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("# Recorded from the task %s.", t.ID)
	line("format: %d", Format)
	line("name: recorded-%s", strings.ToLower(t.ID))
	line("about: %s", strconv.Quote(t.Title))
	line("tags: [recorded]")
	if seed := embeddedWorld().FindStringSubmatch(t.World); seed != nil {
		line("world: {seed: %s}", seed[1])
	}
	if len(rec.Held) > 0 {
		line("start: {inventory: %s}", asJSON(rec.Held))
	}
	line("planner: %s", asJSON(plannerOf(rec))) // in one line; JSON is YAML
	line("do: [{goal: %s}]", strconv.Quote(t.Goal))
	line("expect: {verdict: %s, actions: %d, clauses: %d}", verdict, t.Sent, proven(t))
	return b.Bytes(), nil
}

// plannerOf are the settings by which the task is planned again: by the replies that it got, if a
// model planned it.
func plannerOf(rec *view.TaskRecord) map[string]any {
	t := &rec.Task
	planner := map[string]any{"provider": "builtin", "policy": string(t.Policy)}
	replies := repliesOf(rec)
	if len(replies) == 0 {
		return planner
	}
	planner["provider"], planner["replies"] = "scripted", replies
	assist := t.Settings.Assist
	if slices.ContainsFunc(rec.Rounds, func(r view.Round) bool { return r.Plan.Record != nil && r.Plan.Record.Translated }) {
		assist = game.AssistTranslate // also where nobody asked for it: the words could not be read
	}
	put(planner, "mode", string(t.Settings.Mode))
	put(planner, "assist", string(assist))
	put(planner, "reader", t.Settings.Reader)
	if slices.ContainsFunc(rec.Rounds, fellBack) {
		planner["fallback"] = "on"
	}
	return planner
}

// fellBack reports whether the built-in planner planned a round that a model was asked about.
func fellBack(r view.Round) bool {
	return r.Plan.Source == game.FromBuiltin && r.Plan.Record != nil && r.Plan.Record.Calls > 0 &&
		!strings.Contains(r.Plan.PlannedBy, translatedBy)
}

// repliesOf are the replies of all rounds, in order.
func repliesOf(rec *view.TaskRecord) []map[string]any {
	var out []map[string]any
	seen := map[int]bool{}
	for i := range rec.Rounds {
		r := &rec.Rounds[i]
		if r.Plan.Record == nil || seen[r.Round] {
			continue // a later revision repeats the record
		}
		seen[r.Round] = true
		for _, text := range r.Plan.Record.Replies {
			reply := map[string]any{"reply": text}
			if text == "" {
				reply = map[string]any{"error": "empty_reply"}
			}
			out = append(out, reply)
		}
	}
	return out
}
