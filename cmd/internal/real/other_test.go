//go:build real && !windows

package real

import (
	"flag"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
)

var (
	otherServer  = flag.String("real.server", "", "a Minecraft server, host:port on this machine, to try the goal list on (make test-other)")
	otherVersion = flag.String("real.version", "1.21.4", "its version")
)

// otherGoals are tried in this order, each on what the ones before left. The
// observer must have seen at least these; a goal without any is judged by the
// verdict alone, which the table says.
var otherGoals = []struct {
	goal string
	saw  map[string]int
}{
	{"get 4 logs", map[string]int{"gone:*_log": 2}},
	{"get a crafting table", nil},
	{"get a wooden pickaxe", map[string]int{"block:crafting_table": 0}},
	{"get 12 cobblestone", map[string]int{"gone:*stone": 8}},
	{"get a stone pickaxe", nil},
	{"get a furnace", nil},
	{"place 3 cobblestone", map[string]int{"block:cobblestone": 3}},
	{"build a 3x2 wall of cobblestone", map[string]int{"block:cobblestone": 6}},
	{"get an iron ingot", map[string]int{"gone:*iron_ore": 1}},
	{"put 2 cobblestone in a chest", map[string]int{"block:chest": 1}},
	{"follow " + onlooker + " for 10 seconds", nil},
}

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
	var table strings.Builder
	fmt.Fprintf(&table, "| goal on %s, %s | verdict | the observer saw | s |\n|---|---|---|---|\n", *otherServer, *otherVersion)
	for _, g := range otherGoals {
		before := o.all(t)
		began := time.Now()
		task := r.endedWithin(t, r.send(t, g.goal, nil), 10*time.Minute)
		saw, enough := "-", false
		for over := time.Now().Add(lag); !enough && time.Now().Before(over); time.Sleep(100 * time.Millisecond) {
			enough = true
			after := o.all(t)
			for what, n := range g.saw {
				got := matching(after, what) - matching(before, what)
				saw, enough = fmt.Sprintf("%d %s", got, what), enough && got >= n
			}
		}
		fmt.Fprintf(&table, "| %s | %s | %s | %.0f |\n", g.goal, task.State, saw, time.Since(began).Seconds())
		if task.State == "complete" && !enough {
			t.Errorf("%q ended complete, but the observer saw only %s", g.goal, saw)
		}
		if task.State != "complete" {
			t.Errorf("%q ended %s: %s", g.goal, task.State, task.Reason)
		}
	}
	t.Logf("\n%s", table.String())
}

// lag is the most by which a server, or a busy machine, tells the observer later
// than the bot.
const lag = 10 * time.Second

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
