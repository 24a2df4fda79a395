// SPDX-License-Identifier: MIT

//go:build script

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/conformance"
	"github.com/minehand/minehand/internal/freeport"
	"github.com/minehand/minehand/scriptbody/fakegame"
	"github.com/minehand/minehand/sim"
)

var program string // the built minehand

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "scripttest")
	if err != nil {
		panic(err)
	}
	program = filepath.Join(dir, "minehand")
	if out, err := exec.Command("go", "build", "-o", program, "../../../minehand").CombinedOutput(); err != nil {
		panic(string(out))
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

func python() string {
	if p := os.Getenv("MINEHAND_PYTHON"); p != "" {
		return p
	}
	return "python3"
}

// speed of the fake games, in game seconds a second.
const speed = 8

// start plays the script in a fake game until the test ends.
func start(t *testing.T, cfg fakegame.Config, port int, experimental bool) *fakegame.Game {
	t.Helper()
	cfg.World.Speed = speed
	g, err := fakegame.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	run(t, g, port, experimental)
	return g
}

// run plays the script in a game until end is called or the test is over.
func run(t *testing.T, g *fakegame.Game, port int, experimental bool) (end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var out said
	say := func(line string) { _, _ = fmt.Fprintln(&out, line) }
	var running sync.WaitGroup
	running.Go(func() {
		if err := runScript(ctx, g, python(), port, experimental, say); err != nil && ctx.Err() == nil {
			t.Errorf("the script ended: %v", err)
		}
	})
	end = func() { cancel(); running.Wait() }
	t.Cleanup(func() {
		end()
		if t.Failed() {
			t.Logf("the script said:\n%s", &out)
		}
	})
	return end
}

// What the script body cannot do, so that conformance skips it: Minescript has no
// function for it, and no kind that only a reflection untried would reach is declared.
var cannot = []string{"sleep", "till", "plant", "harvest", "breed", "shear", "milk", "fish", "travel", "brew", "enchant", "defend"}

// mods are recipes that the script finds in the recipe book and sends (rule 22).
var mods = []fakegame.ModRecipe{{Result: "mymod:hammer", Display: "Large Hammer", Count: 1, Ingredients: [][]string{{"iron_ingot", "mymod:tin_ingot"}, {"stick"}}}}

// TestConformance holds the script to the protocol in three games: with every kind,
// with the names that games before 26 have, and without reflection, where what needs
// clicks is not declared.
func TestConformance(t *testing.T) {
	for _, game := range []struct {
		name         string
		cfg          fakegame.Config
		experimental bool
		only         string
		cannot       []string
	}{
		{"all", fakegame.Config{View: 4, Mods: mods}, true, "", nil},
		{"old names", fakegame.Config{OldNames: true}, true, "action/craft", nil},
		{"no reflection", fakegame.Config{NoReflection: true}, true, "action/*/complete", []string{"craft", "smelt", "deposit", "withdraw"}},
		{"Baritone", fakegame.Config{Baritone: true}, true, "action/goto", nil},
		{"few chunks", fakegame.Config{View: 2}, true, "rule-*", nil},
	} {
		if testing.Short() && game.only == "" {
			continue
		}
		t.Run(game.name, func(t *testing.T) {
			t.Parallel()
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			suite, err := conformance.New(conformance.Config{Only: game.only, AnyWorld: true, Wait: time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			server := &http.Server{Handler: suite}
			go func() { _ = server.Serve(l) }()
			defer server.Close()
			game.cfg.World.Made = game.name
			start(t, game.cfg, l.Addr().(*net.TCPAddr).Port, game.experimental)
			report, err := suite.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if x := report.Body.Extra; len(game.cfg.Mods) > 0 && (x == nil || len(x.Items) != 1 || x.Items[0].Display != "Large Hammer") {
				t.Errorf("of what players see of a mod's items it tells %+v", x)
			}
			missing := slices.Concat(cannot, game.cannot)
			for _, v := range report.Verdicts {
				if v.Result == conformance.Skip {
					t.Logf("skipped: %s: %s", v.ID, v.Sentence)
				}
				switch {
				case v.Result == conformance.Fail:
					t.Errorf("%s: %s", v.ID, v.Sentence)
				case v.Result == conformance.Skip && game.only == "" && !strings.Contains(v.Sentence, "does not have the action") &&
					!expectedSkip(v.ID):
					t.Errorf("%s is skipped: %s", v.ID, v.Sentence)
				case v.Result == conformance.Skip && strings.Contains(v.Sentence, "does not have the action"):
					if kind := v.Sentence[strings.LastIndex(v.Sentence, " ")+1:]; !slices.Contains(missing, kind) {
						t.Errorf("%s: %s is not declared", v.ID, kind)
					}
				}
			}
			t.Logf("%d passed, %d failed, %d skipped in %.0f s", report.Count(conformance.Pass), report.Count(conformance.Fail),
				report.Count(conformance.Skip), report.Seconds)
		})
	}
}

// expectedSkip are the cases that the world, the script or the suite leaves out.
func expectedSkip(id string) bool {
	return slices.Contains([]string{
		"rule-13/unknown-command", // the body has no commands of its own
		"rule-13/no-type",         // run only by name
		"action/consume/complete", // an empty inventory holds no food
		"action/consume/not_hungry",
		"rule-05/progress",                                 // no action runs for longer than 5 s here
		"action/attack/complete", "action/follow/complete", // when no mob is in view
	}, id)
}

// TestTheStateHasAllMembers: every member of the first page's table but those that a body
// of this kind has no use for.
func TestTheStateHasAllMembers(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "protocol", "FIRST_BODY.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(page), "## Every member of a state")
	rows := regexp.MustCompile(`(?m)^\| (\w+)( \*)? \|`).FindAllStringSubmatch(table, -1)[1:] // below the head
	if !found || len(rows) < 15 {
		t.Fatalf("the table has %d rows", len(rows))
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	type update struct {
		Type string
		Data map[string]any
	}
	states := make(chan map[string]any, 1)
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ws, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer ws.Close()
		for {
			var u update
			switch err := ws.ReadJSON(&u); {
			case err != nil:
				return
			case u.Type == "register":
				_ = ws.WriteJSON(map[string]any{"type": "registered", "success": true})
			case u.Type == "state_update":
				select {
				case states <- u.Data:
				default:
				}
			}
		}
	})}
	go func() { _ = server.Serve(l) }()
	defer server.Close()
	start(t, fakegame.Config{World: sim.Config{Seed: 1, Made: "state", Inventory: map[string]int{"iron_pickaxe": 1}}}, l.Addr().(*net.TCPAddr).Port, false)
	var data map[string]any
	select {
	case data = <-states:
	case <-time.After(2 * time.Minute):
		t.Fatal("no state came")
	}
	for _, row := range rows { // of deaths a script that begins anew does not know
		if _, told := data[row[1]]; !told && !slices.Contains([]string{"viewerUrl", "n", "deaths"}, row[1]) {
			t.Errorf("there is no %s in %v", row[1], data)
		}
	}
	world, _ := data["world"].(map[string]any)
	if held, _ := data["inventory"].([]any); len(held) != 1 || held[0].(map[string]any)["durability"] != 250.0 || world["paused"] != false || data["biome"] != "plains" {
		t.Errorf("it tells %v", data)
	}
}

// goals are typed sentences, and what the world has to show when they are done.
var goals = []struct {
	words string
	seed  int64
	item  string
	least int
}{
	{"get 3 oak logs", 1, "oak_log", 3},
	{"make a wooden pickaxe", 1, "wooden_pickaxe", 1},
	{"get 8 cobblestone", 1, "cobblestone", 8},
	{"get a furnace", 1, "furnace", 1},
	{"get 2 charcoal", 2, "charcoal", 2},
	{"get 3 torches", 2, "torch", 3},
	{"get a bed", 2, "white_bed", 1},
	{"get a chest", 1, "chest", 1},
	{"say hello everybody", 1, "", 0},
	{"kill 1 cow", 1, "", 0},
	{"build a 3x2 wall of oak planks", 1, "", 0},
	{"get 3 iron ingots", 1, "iron_ingot", 3},
}

func TestGoals(t *testing.T) {
	turns := make(chan struct{}, 6) // games at once
	for i, goal := range goals {
		if testing.Short() && i > 1 {
			break
		}
		t.Run(goal.words, func(t *testing.T) {
			t.Parallel()
			turns <- struct{}{}
			defer func() { <-turns }()
			port := freeport.Of(t)
			out, code := make(chan string, 1), make(chan int, 1)
			go func() {
				cmd := exec.Command(program, "play", goal.words, "--body", "external", "--port", fmt.Sprint(port),
					"--plain", "--yes", "--timeout", "8m")
				text, err := cmd.CombinedOutput()
				out <- string(text)
				code <- exitCode(err)
			}()
			g := start(t, fakegame.Config{World: sim.Config{Seed: goal.seed, Made: "goal"}}, port, true)
			text, c := <-out, <-code
			facts := g.World().Facts()
			if c != 0 {
				t.Fatalf("it ended with %d:\n%s", c, text)
			}
			if goal.item != "" && facts.Inventory[goal.item] < goal.least {
				t.Fatalf("it said done and the player holds %v:\n%s", facts.Inventory, text)
			}
			if goal.words == "say hello everybody" && !slices.Contains(facts.Chat, "hello everybody") {
				t.Fatalf("the chat has %q", facts.Chat)
			}
			if strings.HasPrefix(goal.words, "build") && len(facts.Standing) < 6 {
				t.Fatalf("%d blocks stand: %v", len(facts.Standing), facts.Standing)
			}
		})
	}
}

func exitCode(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	return -1
}

// serve starts a Minehand that is killed when the test ends, and waits for its port.
func serve(t *testing.T, port int, dir string) *exec.Cmd {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "none.yaml"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return listening(t, port, exec.Command(program, "serve", "--port", fmt.Sprint(port), "--data-dir", dir, "--config", filepath.Join(dir, "none.yaml")))
}

func listening(t *testing.T, port int, cmd *exec.Cmd) *exec.Cmd {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	for range 100 {
		if c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			_ = c.Close()
			return cmd
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("serve does not listen")
	return nil
}

// until waits for something that the world shows.
func until(t *testing.T, g *fakegame.Game, limit time.Duration, what string, true func(sim.Facts) bool) {
	t.Helper()
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if true(g.World().Facts()) {
			return
		}
	}
	t.Fatalf("%s did not come about in %s: %+v", what, limit, g.World().Facts().Inventory)
}

func holds(item string, n int) func(sim.Facts) bool {
	return func(f sim.Facts) bool { return f.Inventory[item] >= n }
}

// do asks for a goal, and waits for the end of its talk in wait.
func do(t *testing.T, goal string, port int, dir string) (wait func()) {
	t.Helper()
	var out bytes.Buffer
	cmd := exec.Command(program, "do", goal, "--port", fmt.Sprint(port), "--data-dir", dir, "--plain", "--yes")
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return func() {
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("it said:\n%s", out.String())
		}
	}
}

// TestKilled kills Minehand in the middle of a goal: the script comes back by itself,
// and the goal goes on at the next start.
func TestKilled(t *testing.T) {
	t.Parallel()
	port, dir := freeport.Of(t), t.TempDir()
	first := serve(t, port, dir)
	g := start(t, fakegame.Config{World: sim.Config{Seed: 1, Made: "kill"}}, port, true)
	defer do(t, "get 6 oak logs", port, dir)()
	until(t, g, 2*time.Minute, "the first log", holds("oak_log", 1))
	if err := first.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = first.Wait()
	time.Sleep(time.Second)
	serve(t, port, dir)
	until(t, g, 3*time.Minute, "six logs", holds("oak_log", 6))
	time.Sleep(3 * time.Second)
	if n := g.World().Facts().Inventory["oak_log"]; n > 12 {
		t.Fatalf("%d logs: what was done before the kill was done again", n)
	}
}

// TestInstalled: the command writes the script into a game, waits for the character, and
// says that it is there when the game runs what was written, as its config says; removing
// leaves the game's folder as it was.
func TestInstalled(t *testing.T) {
	t.Parallel()
	port, home := freeport.Of(t), t.TempDir()
	folder := filepath.Join(home, ".minecraft")
	for name, text := range map[string]string{"options.txt": "x", "mods/minescript-fabric-1.21.8-5.0.jar": "x", "minescript/config.txt": "# mine\n"} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o755), os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	at := func(args ...string) *exec.Cmd {
		cmd := exec.Command(program, append(args, "--port", fmt.Sprint(port))...)
		cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "PYENV_ROOT=" + os.Getenv("PYENV_ROOT")}
		return cmd
	}
	listening(t, port, at("serve"))
	var out bytes.Buffer
	put := at("body", "--minescript", "--folder", folder, "--experimental", "--yes")
	put.Stdout, put.Stderr = &out, &out
	if err := put.Start(); err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(folder, "minescript", "config.txt")
	line := regexp.MustCompile(`(?s)^# mine\n.*\npython="([^"\n]+)"\nautorun\[\*\]=minehand ([^\n]*)\n`)
	var told []string
	for end := time.Now().Add(2 * time.Minute); told == nil; time.Sleep(50 * time.Millisecond) {
		text, _ := os.ReadFile(config)
		if told = line.FindStringSubmatch(string(text)); told == nil && time.Now().After(end) {
			t.Fatalf("the config has %q", text)
		}
	}
	g, err := fakegame.New(fakegame.Config{World: sim.Config{Seed: 1, Made: "installed", Speed: speed}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		_ = g.Run(ctx, nil, told[1], filepath.Join(folder, "minescript", "minehand.py"), strings.Fields(told[2])...)
	})
	err = put.Wait()
	cancel()
	running.Wait()
	if err != nil || !strings.Contains(out.String(), "Alex is there.") {
		t.Fatalf("%v:\n%s", err, out.String())
	}
	if out, err := at("body", "--minescript", "--folder", folder, "--remove").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	left, err := os.ReadDir(filepath.Join(folder, "minescript"))
	if text, _ := os.ReadFile(config); err != nil || len(left) != 1 || string(text) != "# mine\n" {
		t.Fatalf("left: %v, %v, %q", left, err, text)
	}
}

// TestRestartOfBoth: the game ends in the middle of a goal, and Minehand after it. The
// task waits over the restart for the player's character, and goes on when the game runs
// again, without doing twice what was done.
func TestRestartOfBoth(t *testing.T) {
	t.Parallel()
	port, dir := freeport.Of(t), t.TempDir()
	first := serve(t, port, dir)
	world := fakegame.Config{World: sim.Config{Seed: 1, Made: "restart", Speed: speed}}
	g, err := fakegame.New(world)
	if err != nil {
		t.Fatal(err)
	}
	end := run(t, g, port, true)
	defer do(t, "get 6 oak logs", port, dir)()
	until(t, g, 2*time.Minute, "the first log", holds("oak_log", 1))
	end()
	if err := first.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = first.Wait()
	serve(t, port, dir)
	time.Sleep(2 * time.Second) // nobody plays, and the task waits
	if g.World().Facts().Inventory["oak_log"] >= 6 {
		t.Fatal("six logs without a player")
	}
	run(t, g, port, true)
	until(t, g, 3*time.Minute, "six logs", holds("oak_log", 6))
	time.Sleep(3 * time.Second)
	if n := g.World().Facts().Inventory["oak_log"]; n > 12 {
		t.Fatalf("%d logs: what was done before the restart was done again", n)
	}
}

// proxy carries connections to a port, and cuts them.
type proxy struct {
	l    net.Listener
	to   string
	mu   sync.Mutex
	down bool
	open []net.Conn
}

func (p *proxy) serve() {
	for {
		c, err := p.l.Accept()
		if err != nil {
			return
		}
		p.mu.Lock()
		down := p.down
		p.mu.Unlock()
		d, err := net.Dial("tcp", p.to)
		if err != nil || down {
			_ = c.Close()
			continue
		}
		p.mu.Lock()
		p.open = append(p.open, c, d)
		p.mu.Unlock()
		go func() { _, _ = io.Copy(c, d); _ = c.Close() }()
		go func() {
			// Minehand looks at the Host of the upgrade: it has to be its own.
			head := make([]byte, 1024)
			n, _ := c.Read(head)
			_, _ = d.Write(bytes.Replace(head[:n], []byte(p.l.Addr().String()), []byte(p.to), 1))
			_, _ = io.Copy(d, c)
			_ = d.Close()
		}()
	}
}

func (p *proxy) set(down bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.down = down; down {
		for _, c := range p.open {
			_ = c.Close()
		}
		p.open = nil
	}
}

// TestOutage cuts the line for six seconds in the middle of a goal.
func TestOutage(t *testing.T) {
	t.Parallel()
	port := freeport.Of(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{l: l, to: fmt.Sprintf("127.0.0.1:%d", port)}
	go p.serve()
	defer l.Close()
	ended, text := play1(t, "get 6 oak logs", port)
	g := start(t, fakegame.Config{World: sim.Config{Seed: 1, Made: "cut"}}, l.Addr().(*net.TCPAddr).Port, true)
	until(t, g, 2*time.Minute, "the first log", holds("oak_log", 1))
	p.set(true)
	time.Sleep(6 * time.Second)
	p.set(false)
	if code := <-ended; code != 0 || g.World().Facts().Inventory["oak_log"] < 6 {
		t.Fatalf("it ended with %d:\n%s", code, text)
	}
}

// said is what a program has written until now.
type said struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func play1(t *testing.T, goal string, port int) (ended chan int, text *said) {
	t.Helper()
	text, ended = &said{}, make(chan int, 1)
	cmd := exec.Command(program, "play", goal, "--body", "external", "--port", fmt.Sprint(port), "--plain", "--yes", "--timeout", "6m")
	cmd.Stdout, cmd.Stderr = text, text
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { ended <- exitCode(cmd.Wait()) }()
	return ended, text
}

// TestPlayersOwnInput: a key of the player's pauses the action at once, and it goes on
// when the hands are off the keys.
func TestPlayersOwnInput(t *testing.T) {
	t.Parallel()
	port := freeport.Of(t)
	ended, text := play1(t, "get 6 oak logs", port)
	g := start(t, fakegame.Config{World: sim.Config{Seed: 1, Made: "keys"}}, port, true)
	until(t, g, 2*time.Minute, "the first log", holds("oak_log", 1))
	g.Press(87, 1)
	time.Sleep(500 * time.Millisecond)
	before := g.World().Facts()
	time.Sleep(2 * time.Second)
	after := g.World().Facts()
	if before.Position.Distance(after.Position) > 0.5 || after.Inventory["oak_log"] > before.Inventory["oak_log"]+1 {
		t.Fatalf("it went on from %v to %v under the player's hands", before.Position, after.Position)
	}
	if code := <-ended; code != 0 || g.World().Facts().Inventory["oak_log"] < 6 {
		t.Fatalf("it ended with %d:\n%s", code, text)
	}
}

// TestPausedAndLeft: nothing is done while the game is paused or the player is in no world,
// and the goal is met when both are over.
func TestPausedAndLeft(t *testing.T) {
	t.Parallel()
	port := freeport.Of(t)
	ended, text := play1(t, "get 6 oak logs", port)
	g := start(t, fakegame.Config{World: sim.Config{Seed: 1, Made: "paused"}}, port, true)
	until(t, g, 2*time.Minute, "the first log", holds("oak_log", 1))
	tells := func(what string) {
		until(t, g, 2*time.Minute, what, func(sim.Facts) bool { return strings.Contains(text.String(), what) })
	}
	g.Pause()
	tells("The game is paused")
	g.Resume(speed)
	g.Leave()
	tells("the player is in no world")
	g.Join()
	if code := <-ended; code != 0 || g.World().Facts().Inventory["oak_log"] < 6 {
		t.Fatalf("it ended with %d:\n%s", code, text)
	}
}

// TestADeathIsTold: the goal does not go on as if nothing was lost.
func TestADeathIsTold(t *testing.T) {
	t.Parallel()
	port := freeport.Of(t)
	ended, text := play1(t, "get 6 oak logs", port)
	g := start(t, fakegame.Config{World: sim.Config{Seed: 1, Made: "death"}}, port, true)
	until(t, g, 2*time.Minute, "the first log", holds("oak_log", 1))
	g.Kill()
	code := <-ended
	facts := g.World().Facts()
	if facts.Deaths != 1 || code == 0 && facts.Inventory["oak_log"] < 6 {
		t.Fatalf("it ended with %d, %d deaths, %v:\n%s", code, facts.Deaths, facts.Inventory, text)
	}
	if !regexp.MustCompile(`(?i)died`).MatchString(text.String()) {
		t.Fatalf("the death is not told:\n%s", text)
	}
}
