//go:build real && !windows

package real

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
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
	t    *testing.T
	p    *process
	port int

	mu     sync.Mutex
	n      int
	asked  map[int]chan answer
	events []answer
}

// answer is one line of the control channel.
type answer map[string]any

// fields are the members of a command.
type fields map[string]any

func startServer(t *testing.T, version string) *server {
	t.Helper()
	s := &server{t: t, asked: map[int]chan answer{}}
	s.p = spawn(t, t, "the game server", filepath.Join(root, "bot"), node,
		"testserver/main.ts", "--version", version, "--port", "0", "--smelt-ticks", smeltTicks)
	s.p.out.mu.Lock()
	early := s.p.out.data.String()
	s.p.out.hear = s.hear
	s.p.out.mu.Unlock()
	for line := range strings.Lines(early) {
		s.hear(line)
	}
	until(t, 30*time.Second, "the game server to listen", func() bool { return s.listening() })
	return s
}

func (s *server) listening() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.port != 0
}

// hear takes one line that the server printed.
func (s *server) hear(line string) {
	var a answer
	if json.Unmarshal([]byte(line), &a) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if event, ok := a["event"]; ok {
		s.events = append(s.events, a)
		if port, ok := a["port"].(float64); ok && event == "listening" {
			s.port = int(port)
		}
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
func (s *server) do(t *testing.T, cmd string, f fields) answer {
	t.Helper()
	ch := s.begin(t, cmd, f)
	select {
	case a := <-ch:
		if a["ok"] != true {
			t.Fatalf("%s: %v", cmd, a["error"])
		}
		return a
	case <-s.p.ended:
		t.Fatalf("%s: the game server has ended", cmd)
	case <-time.After(30 * time.Second):
		t.Fatalf("%s: the game server does not answer", cmd)
	}
	return nil
}

// begin sends one command; its answer comes on the channel.
func (s *server) begin(t *testing.T, cmd string, f fields) <-chan answer {
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

func sum(a answer) map[string]int {
	out := map[string]int{}
	list, _ := a["items"].([]any)
	for _, e := range list {
		m, _ := e.(map[string]any)
		name, _ := m["item"].(string)
		n, _ := m["count"].(float64)
		out[name] += int(n)
	}
	return out
}

// block is the name of what stands at a place.
func (s *server) block(t *testing.T, x, y, z int) string {
	t.Helper()
	return fmt.Sprint(s.do(t, "block", fields{"x": x, "y": y, "z": z})["block"])
}

// count is how often something happened since the server began, such as
// "dug:stone" or "killed:zombie".
func (s *server) count(t *testing.T, what string) int {
	t.Helper()
	counts, _ := s.do(t, "counts", nil)["counts"].(map[string]any)
	n, _ := counts[what].(float64)
	return int(n)
}

// seen is how many events of a name came.
func (s *server) seen(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, e := range s.events {
		if e["event"] == name {
			n++
		}
	}
	return n
}

// faults are what the server itself did wrong.
func (s *server) faults() []any {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []any
	for _, e := range s.events {
		if e["event"] == "fault" {
			list = append(list, e["error"])
		}
	}
	return list
}

// until polls what other processes do.
func until(t *testing.T, limit time.Duration, what string, holds func() bool) {
	t.Helper()
	over := time.After(limit)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-tick.C:
		case <-over:
			t.Fatalf("waited %s in vain for %s", limit, what)
		}
	}
}
