// SPDX-License-Identifier: MIT

//go:build real && !windows

package real

import (
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/ui/view"
)

var (
	otherServer  = flag.String("real.server", "", "a Minecraft server, host:port on this machine, to try the goal list on (make test-other)")
	otherVersion = flag.String("real.version", "1.21.4", "its version")
)

// otherGoal is a goal with what the observer must have seen of it at least. One
// without either is judged by the verdict alone, which the table says.
type otherGoal struct {
	goal string
	saw  map[string]int
	// home wants the bot to stand where it joined.
	home bool
}

// otherGoals are tried in this order, each on what the ones before left. What is
// built is built at home: the mining before it may have ended deep in the rock.
func otherGoals(home place) []otherGoal {
	return []otherGoal{
		{goal: "get 4 logs", saw: map[string]int{"gone:*_log": 2}},
		{goal: "get a crafting table"},
		{goal: "get a wooden pickaxe", saw: map[string]int{"block:crafting_table": 0}},
		{goal: "get 12 cobblestone", saw: map[string]int{"gone:*stone": 8}},
		{goal: "get a stone pickaxe"},
		{goal: "get a furnace"},
		{goal: fmt.Sprintf("go to %.0f %.0f %.0f", math.Floor(home.x), math.Floor(home.y), math.Floor(home.z)), home: true},
		{goal: "place 3 cobblestone", saw: map[string]int{"block:cobblestone": 3}},
		{goal: "build a 3x2 wall of cobblestone", saw: map[string]int{"block:cobblestone": 6}},
		{goal: "get an iron ingot", saw: map[string]int{"gone:*iron_ore": 1}},
		{goal: "put 2 cobblestone in a chest", saw: map[string]int{"block:chest": 1}},
		{goal: "say hello everybody", saw: map[string]int{"said:" + player + ":hello everybody": 1}},
		{goal: "follow " + onlooker + " for 10 seconds"},
	}
}

// otherTime is the most that one goal may take before it is stopped and the next
// is tried.
const otherTime = 10 * time.Minute

// TestOther plays the goal list on a server that somebody else wrote. The
// observer judges from the packets that it gets; nothing is asked of the server.
func TestOther(t *testing.T) {
	if *otherServer == "" {
		t.Skip("make test-other SERVER=host:port VERSION=v runs it")
	}
	host, port, ok := strings.Cut(*otherServer, ":")
	if !ok {
		t.Fatal("give the server as host:port")
	}
	r := &rig{owner: t, version: *otherVersion, data: t.TempDir()}
	r.startServe(t)
	r.body = spawn(t, t, "the body", root, program, "body", "--server", *otherServer, "--version", *otherVersion,
		"--port", strconv.Itoa(r.port), "--name", player, "--cache-dir", cache)
	until(t, patience, "the bot to be in the game", func() bool { return r.body.out.contains("joined ") })
	o := &observer{startControl(t, "the observer", "test/observer.ts", "--host", host, "--port", port, "--version", *otherVersion, "--name", onlooker)}
	until(t, patience, "the observer to look on", func() bool { return o.seen("watching") > 0 })
	home := o.where(t, player)
	var table strings.Builder
	fmt.Fprintf(&table, "| goal on %s, %s | verdict | the observer saw | s |\n|---|---|---|---|\n", *otherServer, *otherVersion)
	// A goal that ends the test leaves the table of those before it.
	defer func() { t.Logf("\n%s", table.String()) }()
	for _, g := range otherGoals(home) {
		before := o.all(t)
		began := time.Now()
		task := r.outcome(t, r.send(t, g.goal, nil), otherTime)
		saw, enough := "-", false
		within(lag, func() bool {
			saw, enough = o.judge(t, g, before, home)
			return enough
		})
		fmt.Fprintf(&table, "| %s | %s | %s | %.0f |\n", g.goal, task.State, saw, time.Since(began).Seconds())
		if task.State == "complete" && !enough {
			t.Errorf("%q ended complete, but the observer saw only %s", g.goal, saw)
		}
		if task.State != "complete" {
			t.Errorf("%q ended %s: %s", g.goal, task.State, task.Reason)
		}
	}
}

// lag is the most by which a server, or a busy machine, tells the observer later
// than the bot.
const lag = 10 * time.Second

// outcome waits for a task to end, and stops it when it does not.
func (r *rig) outcome(t *testing.T, id string, limit time.Duration) view.Task {
	t.Helper()
	var task view.Task
	ended := func() bool {
		at, over := r.task(t, id)
		task = at
		return over
	}
	if within(limit, ended) {
		return task
	}
	if err := r.c.Call(t.Context(), "stop-task", view.OfBody{}, nil); err != nil {
		t.Fatal(err)
	}
	task.State = view.TaskStopped
	task.Reason = fmt.Sprintf("stopped after %s. %s", limit, task.Reason)
	return task
}

// judge is what the observer saw of a goal, and whether that is enough.
func (o *observer) judge(t *testing.T, g otherGoal, before map[string]any, home place) (saw string, enough bool) {
	t.Helper()
	if g.home {
		off := o.where(t, player).distance(home)
		return fmt.Sprintf("%.1f blocks off", off), off < 3
	}
	saw, enough = "-", true
	after := o.all(t)
	for what, n := range g.saw {
		got := matching(after, what) - matching(before, what)
		saw, enough = fmt.Sprintf("%d %s", got, what), enough && got >= n
	}
	return saw, enough
}

// place is a point in the world.
type place struct{ x, y, z float64 }

func (p place) distance(q place) float64 { return math.Hypot(math.Hypot(p.x-q.x, p.z-q.z), p.y-q.y) }

// where the observer sees a player.
func (o *observer) where(t *testing.T, name string) place {
	t.Helper()
	a := o.do(t, "player", fields{"name": name})
	at := func(k string) float64 { v, _ := a[k].(float64); return v }
	return place{at("x"), at("y"), at("z")}
}

// all are the observer's counts.
func (o *observer) all(t *testing.T) map[string]any {
	t.Helper()
	counts, _ := o.do(t, "counts", nil)["counts"].(map[string]any)
	return counts
}

// matching sums the counts whose name ends like one after a star.
func matching(counts map[string]any, what string) int {
	kind, tail, star := strings.Cut(what, "*")
	sum := 0
	for name, v := range counts {
		n, _ := v.(float64)
		if name == what || star && strings.HasPrefix(name, kind) && strings.HasSuffix(name, tail) {
			sum += int(n)
		}
	}
	return sum
}

// contains reports whether a text was printed.
func (l *lines) contains(text string) bool { return strings.Contains(l.text(), text) }
