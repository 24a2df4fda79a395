// SPDX-License-Identifier: MIT

//go:build real && !windows

package real

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// smeltTicks makes the server's furnaces five times as fast as the game's.
const smeltTicks = "40"

// player is the bot's name in the game.
const player = "Hand"

// server is the Minecraft server process and its control channel.
type server struct {
	*control
	port int
	// onlooker is the observer in its game, if there is one.
	onlooker *observer
}

// observer is a second player that looks on; it answers from packets alone.
type observer struct {
	*control
}

// control is a process that answers questions, one JSON object a line.
type control struct {
	name string
	p    *process

	mu     sync.Mutex
	n      int
	asked  map[int]chan answer
	events []answer
}

// answer is one line of the control channel.
type answer map[string]any

// fields are the members of a command.
type fields map[string]any

func startServer(t *testing.T, version string, args ...string) *server {
	t.Helper()
	if _, err := os.Stat(filepath.Join(root, "bot", "testserver", "node_modules")); err != nil {
		t.Fatalf("the test server's packages are not installed: run make test-real: %v", err)
	}
	s := &server{control: startControl(t, "the game server",
		append([]string{"testserver/main.ts", "--version", version, "--port", "0", "--smelt-ticks", smeltTicks}, args...)...)}
	until(t, patience, "the game server to listen", func() bool { return s.seen("listening") > 0 })
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.events {
		if port, ok := e["port"].(float64); ok {
			s.port = int(port)
		}
	}
	return s
}

// inGame waits until the bot, and the observer where there is one, are in the
// game: a machine that starves them for half a minute has the server throw them
// out, and they come back by themselves.
func (s *server) inGame(t *testing.T) {
	t.Helper()
	until(t, patience, "the bot to be in the game", func() bool {
		list, _ := s.do(t, "players", nil)["players"].([]any)
		return slices.Contains(list, any(player)) && (s.onlooker == nil || slices.Contains(list, any(onlooker)))
	})
}

// observe lets a second player join who looks on from a place.
func (s *server) observe(t *testing.T, version string, x, y, z float64) *observer {
	t.Helper()
	o := &observer{startControl(t, "the observer", "test/observer.ts", "--port", strconv.Itoa(s.port), "--version", version, "--name", onlooker)}
	until(t, patience, "the observer to look on", func() bool { return o.seen("watching") > 0 })
	s.onlooker = o
	s.do(t, "onlooker", fields{"player": onlooker})
	s.do(t, "teleport", fields{"player": onlooker, "x": x, "y": y, "z": z})
	return o
}

// onlooker is the observer's name in the game.
const onlooker = "Alex"

// patience is the most that a process may take to be of use.
const patience = 2 * time.Minute

func startControl(t *testing.T, name string, args ...string) *control {
	t.Helper()
	return startAt(t, name, filepath.Join(root, "bot"), node, args...)
}

func startAt(t *testing.T, name, dir, path string, args ...string) *control {
	t.Helper()
	c := &control{name: name, asked: map[int]chan answer{}}
	c.p = spawn(t, t, name, dir, path, args...)
	c.p.out.mu.Lock()
	early := c.p.out.data.String()
	c.p.out.hear = c.hear
	c.p.out.mu.Unlock()
	for line := range strings.Lines(early) {
		c.hear(line)
	}
	return c
}

// hear takes one line that the process printed.
func (s *control) hear(line string) {
	var a answer
	if json.Unmarshal([]byte(line), &a) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := a["event"]; ok {
		s.events = append(s.events, a)
		return
	}
	if id, ok := a["id"].(float64); ok {
		if ch := s.asked[int(id)]; ch != nil {
			delete(s.asked, int(id))
			ch <- a
		}
	}
}

// do runs one command and returns its answer.
func (s *control) do(t *testing.T, cmd string, f fields) answer {
	t.Helper()
	ch := s.begin(t, cmd, f)
	select {
	case a := <-ch:
		if a["ok"] != true {
			t.Fatalf("%s: %v", cmd, a["error"])
		}
		return a
	case <-s.p.ended:
		t.Fatalf("%s: %s", cmd, s.p.how())
	case <-time.After(answerTime):
		t.Fatalf("%s is not answered: %s\n%s", cmd, s.p.how(), strings.Join(s.stuck(), "\n"))
	}
	return nil
}

// answerTime is the most that an answer may take: the server has told by then
// what it does instead (bot/testserver/watchdog.ts).
const answerTime = time.Minute

// stuck are the server's stacks from when its event loop stood still.
func (s *control) stuck() []string {
	var list []string
	for _, e := range s.named("stuck") {
		list = append(list, fmt.Sprint(e))
	}
	return list
}

// begin sends one command; its answer comes on the channel.
func (s *control) begin(t *testing.T, cmd string, f fields) <-chan answer {
	t.Helper()
	ch := make(chan answer, 1)
	s.mu.Lock()
	s.n++
	m := fields{"id": s.n, "cmd": cmd}
	s.asked[s.n] = ch
	s.mu.Unlock()
	maps.Copy(m, f)
	data, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.p.stdin.Write(append(data, '\n')); err != nil {
		t.Fatalf("%s: %v", cmd, err)
	}
	return ch
}

// items is what the player truly carries.
func (s *server) items(t *testing.T) map[string]int {
	t.Helper()
	return sum(s.do(t, "inventory", fields{"player": player}))
}

// chest is what truly lies in a container.
func (s *server) chest(t *testing.T, x, y, z int) map[string]int {
	t.Helper()
	return sum(s.do(t, "chest", fields{"x": x, "y": y, "z": z}))
}

// sum counts the items of an inventory or a container.
func sum(a answer) map[string]int { return tally(a["items"]) }

// lies counts the items that lie about.
func lies(a answer) map[string]int { return tally(a["drops"]) }

func tally(of any) map[string]int {
	out := map[string]int{}
	list, _ := of.([]any)
	for _, e := range list {
		m, _ := e.(map[string]any)
		name, _ := m["item"].(string)
		n, _ := m["count"].(float64)
		out[name] += int(n)
	}
	return out
}

// block is the name of what stands at a place.
func (s *control) block(t *testing.T, x, y, z int) string {
	t.Helper()
	return fmt.Sprint(s.do(t, "block", fields{"x": x, "y": y, "z": z})["block"])
}

// count is how often something happened since the process began, such as
// "dug:stone" or "killed:zombie".
func (s *control) count(t *testing.T, what string) int {
	t.Helper()
	counts, _ := s.do(t, "counts", nil)["counts"].(map[string]any)
	n, _ := counts[what].(float64)
	return int(n)
}

// seen is how many events of a name came.
func (s *control) seen(name string) int {
	return len(s.named(name))
}

// faults are what the server itself did wrong.
func (s *server) faults() []any {
	var list []any
	for _, e := range s.named("fault") {
		list = append(list, e["error"])
	}
	return list
}

// named are the events of some names.
func (s *control) named(names ...any) []answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []answer
	for _, e := range s.events {
		if slices.Contains(names, e["event"]) {
			list = append(list, e)
		}
	}
	return list
}

// until waits for what other processes do.
func until(t *testing.T, limit time.Duration, what string, holds func() bool) {
	t.Helper()
	if !within(limit, holds) {
		t.Fatalf("waited %s in vain for %s", limit, what)
	}
}

// within polls what other processes do, and reports whether it came true in time.
func within(limit time.Duration, holds func() bool) bool {
	over := time.After(limit)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-tick.C:
		case <-over:
			return false
		}
	}
	return true
}
