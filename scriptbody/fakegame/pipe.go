// SPDX-License-Identifier: MIT

package fakegame

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/sim"
)

// script is one that runs: what is written to its stdin.
type script struct {
	mu        sync.Mutex
	in        io.Writer
	listeners map[string][]int64 // of an event: ids of the calls that hear of it
	said      func(string)
}

// prefix begins a line that is a function call (Minescript, Job.java).
const prefix = "?mnsc:"

// Run starts a script as Minescript does (Config, python) and answers it until it ends
// or ctx does; the script is then killed. What it prints goes to said, nil for nowhere.
func (g *Game) Run(ctx context.Context, said func(string), python, file string, args ...string) error {
	if said == nil {
		said = func(string) {}
	}
	cmd := exec.CommandContext(ctx, python, append([]string{"-u", file}, args...)...)
	// Nothing of the game's environment goes to a script (Minescript, ScriptConfig's
	// ExecutableCommand); what Windows cannot do without is added by Java, and here by Go.
	cmd.Env = []string{"PYTHONPATH=" + filepath.Dir(file)}
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	errs, err := cmd.StderrPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	s := &script{in: in, listeners: map[string][]int64{}, said: said}
	g.mu.Lock()
	g.script = s
	g.mu.Unlock()
	ticking, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	all.Go(func() { g.live(ticking) })
	var reading sync.WaitGroup
	reading.Go(func() { g.listen(s, out) })
	reading.Go(func() {
		lines := bufio.NewScanner(errs)
		for lines.Scan() {
			said("stderr: " + lines.Text())
		}
	})
	reading.Wait()
	err = cmd.Wait()
	stop()
	all.Wait()
	g.mu.Lock()
	g.script = nil
	g.objects.reset()
	clear(g.keys)
	g.mu.Unlock()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// refusal is an error in Minescript's own words.
type refusal string

func (r refusal) Error() string { return string(r) }

// lineMost bounds a line of a script, in bytes.
const lineMost = 4 << 20

func (g *Game) listen(s *script, out io.Reader) {
	lines := bufio.NewScanner(out)
	lines.Buffer(make([]byte, 64<<10), lineMost)
	for lines.Scan() {
		line := lines.Text()
		call, ok := strings.CutPrefix(line, prefix)
		if !ok {
			s.said(line) // Minescript shows it in the chat, to the player alone
			continue
		}
		g.called(s, call)
	}
}

// call is one function call.
type call struct {
	id   int64
	name string
	args []any
}

func (g *Game) called(s *script, line string) {
	part := strings.SplitN(line, " ", 4)
	if len(part) < 4 {
		s.said("cannot read: " + line)
		return
	}
	id, err := strconv.ParseInt(part[0], 10, 64)
	if err != nil {
		s.said("cannot read: " + line)
		return
	}
	if !strings.Contains("TRS", part[1]) || len(part[1]) != 1 {
		s.fail(id, fmt.Errorf("no executor %q", part[1])) // Minescript, FunctionExecutor.fromValue
		return
	}
	c := call{id: id, name: part[2]}
	if err := json.Unmarshal([]byte(part[3]), &c.args); err != nil {
		s.fail(id, errors.New("java.lang.IllegalArgumentException: Syntax error in script function args")) // Minescript, SubprocessTask
		return
	}
	// The tick loop and the render loop take calls once a tick or frame (Minescript,
	// docs, "Script functions"); a call of the script loop is answered at once. Here
	// each is answered as soon as the tick before it is over.
	g.mu.Lock()
	defer g.mu.Unlock()
	if strings.HasPrefix(c.name, "java_") {
		value, err := g.java(c)
		s.reply(id, value, err)
		return
	}
	value, quiet, err := g.function(s, c)
	if !quiet {
		s.reply(id, value, err)
	}
}

func (s *script) reply(id int64, value any, err error) {
	if id == 0 {
		return // a call with id 0 has no answer
	}
	if err != nil {
		s.fail(id, err)
		return
	}
	s.write(map[string]any{"fcid": id, "retval": value, "conn": "close"})
}

func (s *script) fail(id int64, err error) {
	s.write(map[string]any{"fcid": id, "conn": "close", "except": map[string]any{
		"type": "java.lang.IllegalArgumentException", "message": err.Error(), "desc": err.Error(), "stack": []any{},
	}})
}

func (s *script) write(v any) {
	line, err := json.Marshal(v)
	if err != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, _ = s.in.Write(append(line, '\n'))
}

// tell tells the listeners of an event; the caller holds mu.
func (g *Game) tell(event string, v any) {
	if g.script == nil {
		return
	}
	for _, id := range g.script.listeners[event] {
		g.script.write(map[string]any{"fcid": id, "retval": v})
	}
}

func (c call) size(n int) error {
	if len(c.args) != n {
		return fmt.Errorf("`%s` expected %d args but got: %v", c.name, n, c.args) // Minescript, expectSize
	}
	return nil
}

func (c call) number(i int) (float64, error) {
	if i < len(c.args) {
		if n, ok := c.args[i].(float64); ok {
			return n, nil
		}
	}
	return 0, fmt.Errorf("`%s` expected arg %d to be float but got: %v", c.name, i+1, c.args) // Minescript, getDouble
}

func (c call) whole(i int) (int, error) {
	n, err := c.number(i)
	if err == nil && n != math.Trunc(n) {
		err = fmt.Errorf("`%s` expected arg %d to be int but got: %v", c.name, i+1, n) // Minescript, getStrictInt
	}
	return int(n), err
}

func (c call) text(i int) (string, error) {
	if i < len(c.args) {
		if s, ok := c.args[i].(string); ok {
			return s, nil
		}
	}
	return "", fmt.Errorf("`%s` expected arg %d to be string but got: %v", c.name, i+1, c.args) // Minescript, getString
}

func (c call) truth(i int) (bool, error) {
	if i < len(c.args) {
		if b, ok := c.args[i].(bool); ok {
			return b, nil
		}
	}
	return false, fmt.Errorf("`%s` expected arg %d to be bool but got: %v", c.name, i+1, c.args) // Minescript, getBoolean
}

func unknown(function string) error {
	return refusal(fmt.Sprintf("Unknown function `%s` called from job: [1] minehand", function)) // Minescript, the last case of its functions
}

func (c call) point(i int) (p game.Pos, err error) {
	list, ok := c.args[i].([]any)
	if !ok || len(list) != 3 {
		return p, fmt.Errorf("`%s` expected arg %d to be list of 3 ints but got: %v", c.name, i+1, c.args) // Minescript, getIntListWithSize
	}
	q := call{name: c.name, args: list}
	for n, to := range []*int{&p.X, &p.Y, &p.Z} {
		if *to, err = q.whole(n); err != nil {
			return p, err
		}
	}
	return p, nil
}

// presses are the functions that press a key, and the key of each (Minescript).
var presses = map[string]string{
	"player_press_forward": "key.forward", "player_press_backward": "key.back", "player_press_left": "key.left",
	"player_press_right": "key.right", "player_press_jump": "key.jump", "player_press_sprint": "key.sprint",
	"player_press_sneak": "key.sneak", "player_press_use": "key.use", "player_press_attack": "key.attack",
	"player_press_drop": "key.drop", "player_press_swap_hands": "key.swapOffhand",
}

// function answers a call; quiet means that nothing is answered now.
func (g *Game) function(s *script, c call) (value any, quiet bool, err error) {
	if key, ok := presses[c.name]; ok {
		if err := c.size(1); err != nil {
			return nil, false, err
		}
		down, err := c.truth(0)
		if err == nil {
			g.press(key, down)
		}
		return err == nil, false, err
	}
	switch c.name {
	case "register_event_listener":
		return c.id, false, c.size(2)
	case "start_event_listener":
		if err := c.size(2); err != nil {
			return nil, false, err
		}
		event, err := c.text(0)
		s.listeners[event] = append(s.listeners[event], c.id)
		return nil, err == nil, err
	case "version_info":
		class := "net.minecraft.client.Minecraft"
		return map[string]any{
			"minecraft": g.world.Version(), "minescript": "5.0", "mod_loader": g.cfg.Loader, "launcher": "fakegame",
			"os_name": "Linux", "os_version": "6", "minecraft_class_name": class, "pyjinn": "0.14",
		}, false, c.size(0)
	case "screen_name":
		return g.screenName(), false, c.size(0)
	case "echo", "log":
		text, _ := c.text(0)
		s.said(c.name + ": " + text)
		return nil, true, nil
	case "chat", "execute": // nothing answers them (Minescript, runNoReturnScriptFunction)
		text, err := c.text(0)
		if err == nil && g.joined && c.name == "chat" { // no commands: the player is no operator (assumed)
			g.hands(func(h *sim.Hands) { g.chat(h, text) })
		}
		return nil, err == nil, err
	}
	if !g.joined {
		return nil, false, errors.New("java.lang.NullPointerException: because \"player\" is null") // Java, a method of null
	}
	g.hands(func(h *sim.Hands) { value, err = g.ask(h, c) })
	return value, false, err
}

func (g *Game) press(key string, down bool) {
	if down && g.screen == "" {
		g.clicks[key]++ // Minescript, pressKeyBind: set and click
	}
	g.keys[key] = down && g.screen == ""
}

// ask answers what is asked of a player in a world.
func (g *Game) ask(h *sim.Hands, c call) (any, error) {
	if answer, ok := asked[c.name]; ok {
		return answer(g, h, c)
	}
	return nil, unknown(c.name)
}

// asked are the calls that need a player in a world, by name.
var asked = map[string]func(*Game, *sim.Hands, call) (any, error){
	"player_position": func(_ *Game, h *sim.Hands, c call) (any, error) {
		at := h.At()
		return []float64{at.X, at.Y, at.Z}, c.size(0)
	},
	"player_name":        func(g *Game, _ *sim.Hands, c call) (any, error) { return g.cfg.Player, c.size(0) },
	"player_health":      func(_ *Game, h *sim.Hands, c call) (any, error) { return h.Health(), c.size(0) },
	"player_orientation": func(g *Game, _ *sim.Hands, c call) (any, error) { return []float64{g.yaw, g.pitch}, c.size(0) },
	"player_set_orientation": func(g *Game, _ *sim.Hands, c call) (any, error) {
		yaw, err := c.number(0)
		if err != nil {
			return nil, err
		}
		pitch, err := c.number(1)
		g.yaw, g.pitch = yaw, pitch
		return true, err
	},
	"player_look_at": func(g *Game, h *sim.Hands, c call) (any, error) {
		var p [3]float64
		for i := range p {
			var err error
			if p[i], err = c.number(i); err != nil {
				return nil, err
			}
		}
		g.lookAt(h, game.Vec3{X: p[0], Y: p[1], Z: p[2]})
		return true, c.size(3)
	},
	"player_inventory": func(g *Game, h *sim.Hands, c call) (any, error) { return g.stacks(h), c.size(0) },
	"player_inventory_select_slot": func(_ *Game, h *sim.Hands, c call) (any, error) {
		i, err := c.whole(0)
		if err == nil && (i < 0 || i > 8) {
			err = fmt.Errorf("java.lang.IllegalArgumentException: Invalid selected slot") // vanilla, Inventory.setSelectedSlot
		}
		before := h.Selected()
		if err == nil {
			h.Select(i)
		}
		return before, err
	},
	"player_inventory_slot_to_hotbar": func(g *Game, h *sim.Hands, c call) (any, error) {
		i, err := c.whole(0)
		if err != nil {
			return nil, err
		}
		if i < 0 || i >= game.Slots || g.menu != g.inventory && i >= game.SlotsMain {
			return nil, fmt.Errorf("java.lang.IllegalArgumentException: Inventory slot %d is not available in the current menu", i) // Minescript
		}
		from, with := h.Slot(i), h.Slot(h.Selected())
		h.SetSlot(i, with)
		h.SetSlot(h.Selected(), from)
		return h.Selected(), nil
	},
	"getblock": func(g *Game, h *sim.Hands, c call) (any, error) {
		var p game.Pos
		for i, to := range []*int{&p.X, &p.Y, &p.Z} {
			n, err := c.number(i)
			if err != nil {
				return nil, err
			}
			*to = int(n)
		}
		return g.blockName(h, p), c.size(3)
	},
	"getblocklist": func(g *Game, h *sim.Hands, c call) (any, error) {
		if err := c.size(1); err != nil {
			return nil, err
		}
		list, _ := c.args[0].([]any)
		out := make([]any, 0, len(list))
		for i := range list {
			p, err := call{name: c.name, args: list}.point(i)
			if err != nil {
				return nil, err
			}
			out = append(out, g.blockName(h, p))
		}
		return out, nil
	},
	"get_block_region": (*Game).region,
	"player_get_targeted_block": func(g *Game, h *sim.Hands, c call) (any, error) {
		within, err := c.number(0)
		if err != nil {
			return nil, err
		}
		p, _, side, ok := g.target(h, within)
		if !ok {
			return nil, nil
		}
		return map[string]any{
			"position": []int{p.X, p.Y, p.Z}, "distance": h.At().Distance(p.Center()), "side": side, "type": g.blockName(h, p),
		}, nil
	},
	"entities": (*Game).entities,
	"world_info": func(g *Game, h *sim.Hands, c call) (any, error) {
		return map[string]any{
			"game_ticks": int(h.Now() * 20), "day_ticks": h.Time(), "raining": false, "thundering": false, "spawn": []int{0, 64, 0},
			"hardcore": false, "difficulty": "normal", "name": g.world.ID(), "address": "localhost", "dimension": "minecraft:" + h.Dimension(),
		}, c.size(0)
	},
}

// chat says a line; Baritone takes those that begin with # for itself (Baritone,
// docs/USAGE.md).
func (g *Game) chat(h *sim.Hands, text string) {
	if g.cfg.Baritone && strings.HasPrefix(text, "#") {
		return
	}
	h.Say(text)
	g.tell("chat", map[string]any{"type": "chat", "message": "<" + g.cfg.Player + "> " + text, "time": now()})
}

func (g *Game) stacks(h *sim.Hands) []any {
	out := []any{}
	for i := range game.Slots {
		s := h.Slot(i)
		if s.Count == 0 {
			continue
		}
		var parts []string
		if s.Wear > 0 {
			parts = append(parts, fmt.Sprintf(`"minecraft:damage":%d`, s.Wear))
		}
		if s.Magic != "" {
			parts = append(parts, fmt.Sprintf(`"minecraft:enchantments":{"minecraft:%s":1}`, s.Magic))
		}
		more := ""
		if len(parts) > 0 {
			more = "components:{" + strings.Join(parts, ",") + "},"
		}
		v := map[string]any{
			"item": "minecraft:" + s.Item, "count": s.Count, "slot": i, "selected": nil,
			"nbt": fmt.Sprintf(`{%scount:%d,id:"minecraft:%s"}`, more, s.Count, s.Item), // Minescript, ItemStackData
		}
		if i == h.Selected() {
			v["selected"] = true
		}
		out = append(out, v)
	}
	return out
}

// blockName is a block's state as Minescript writes it.
func (g *Game) blockName(h *sim.Hands, p game.Pos) string {
	p.Dimension = h.Dimension()
	b := h.Block(p)
	switch {
	case p.Y < worldBottom || p.Y > worldTop || !g.loaded(h, p):
		return "minecraft:void_air" // vanilla, Level.getBlockState
	case b == "":
		return "minecraft:air"
	case strings.HasSuffix(b, "_log"):
		return "minecraft:" + b + "[axis=y]"
	case b == "water":
		return "minecraft:water[level=0]"
	}
	return "minecraft:" + b
}

// The heights of the overworld (vanilla, since 1.18).
const worldBottom, worldTop = -64, 319

// loaded reports whether the chunk of a block has come in: Config.View chunks around
// the player's are there.
func (g *Game) loaded(h *sim.Hands, p game.Pos) bool {
	at := h.At()
	far := max(abs(p.X>>4-floor(at.X)>>4), abs(p.Z>>4-floor(at.Z)>>4))
	return g.cfg.View == 0 || far <= g.cfg.View
}

func abs(n int) int { return max(n, -n) }

// region is a box of blocks, air as null, of at most 1600 chunks. The box is cut to the
// heights of the world, and the list stays as long as it was asked for; one block in
// 16 has to be loaded (Minescript, BlockRegionReader and get_block_region).
func (g *Game) region(h *sim.Hands, c call) (any, error) {
	if err := c.size(3); err != nil {
		return nil, err
	}
	a, err := c.point(0)
	if err != nil {
		return nil, err
	}
	b, err := c.point(1)
	if err != nil {
		return nil, err
	}
	a, b = game.Pos{X: min(a.X, b.X), Y: min(a.Y, b.Y), Z: min(a.Z, b.Z)}, game.Pos{X: max(a.X, b.X), Y: max(a.Y, b.Y), Z: max(a.Z, b.Z)}
	blocks := make([]any, 0, (b.X-a.X+1)*(b.Y-a.Y+1)*(b.Z-a.Z+1))
	a.Y, b.Y = max(a.Y, worldBottom), min(b.Y, worldTop)
	if safe, _ := c.args[2].(bool); safe && ((b.X-a.X)/16+1)*((b.Z-a.Z)/16+1) > 1600 {
		return nil, errors.New("`blockpack_read_world` exceeded soft limit of 1600 chunks") // Minescript, BlockRegionReader
	}
	for x := a.X; x <= b.X; x += 16 {
		for z := a.Z; z <= b.Z; z += 16 {
			if !g.loaded(h, game.Pos{X: x, Z: z}) {
				return nil, refusal("Not all chunks are loaded within the requested `copy` volume.") // Minescript, BlockRegionReader
			}
		}
	}
	for y := a.Y; y <= b.Y; y++ {
		for z := a.Z; z <= b.Z; z++ {
			for x := a.X; x <= b.X; x++ {
				if name := g.blockName(h, game.Pos{X: x, Y: y, Z: z}); name != "minecraft:air" && name != "minecraft:void_air" {
					blocks = append(blocks, name)
				} else {
					blocks = append(blocks, nil)
				}
			}
		}
	}
	return map[string]any{"min_pos": []int{a.X, a.Y, a.Z}, "max_pos": []int{b.X, b.Y, b.Z}, "blocks": blocks[:cap(blocks)]}, nil
}

// seen is how far entities are told of, in blocks (assumed: the usual distance that
// a server sends animals to).
const seen = 48

// entities are those that the client knows of, of a type that a pattern matches whole,
// with their data where that is asked for (Minescript, EntitySelection and
// EntityExporter).
func (g *Game) entities(h *sim.Hands, c call) (any, error) {
	if err := c.size(10); err != nil {
		return nil, err
	}
	nbt, _ := c.args[0].(bool)
	kind := regexp.MustCompile("")
	if pattern, ok := c.args[3].(string); ok {
		var err error
		if kind, err = regexp.Compile("^(?:" + pattern + ")$"); err != nil {
			return nil, err
		}
	}
	at := h.At()
	out := []any{}
	add := func(e map[string]any, data string) {
		if !kind.MatchString(e["type"].(string)) {
			return
		}
		e["id"], e["yaw"], e["pitch"], e["velocity"] = len(out)+1, 0, 0, []float64{0, 0, 0}
		if nbt {
			e["nbt"] = data
		}
		out = append(out, e)
	}
	add(map[string]any{
		"name": g.cfg.Player, "type": "entity.minecraft.player", "uuid": "00000000-0000-0000-0000-000000000000",
		"position": []float64{at.X, at.Y, at.Z}, "health": h.Health(), "local": true,
	}, "{}")
	for _, c := range h.Creatures(seen) {
		m := c.At.Center()
		name := c.Name
		if info, ok := h.Data().Mob(name); ok {
			name = info.Display
		}
		data := "{Air:300s}"
		if slices.Contains(g.cfg.Owned, c.Name) {
			data = "{Air:300s,Owner:[I;-1411719402,1225016573,-1521543912,92411033],Sitting:0b}" // vanilla, TamableAnimal
		}
		add(map[string]any{
			"name": name, "type": "entity.minecraft." + c.Name, "uuid": nameOf(c),
			"position": []float64{m.X, m.Y, m.Z}, "health": c.Health - g.wounds[nameOf(c)],
		}, data)
	}
	for _, l := range h.Lying() {
		if m := l.At.Center(); at.Distance(m) <= seen {
			add(map[string]any{
				"name": game.Display(l.Item), "type": "entity.minecraft.item", "uuid": fmt.Sprint(l.Item, l.At),
				"position": []float64{m.X, m.Y, m.Z},
			}, fmt.Sprintf(`{Age:1s,Item:{count:%d,id:"minecraft:%s"}}`, l.Count, l.Item))
		}
	}
	return out, nil
}

// Leave lets the player leave the world, Join come back.
func (g *Game) Leave() { g.be(false) }

// Join lets the player come back into the world.
func (g *Game) Join() { g.be(true) }

func (g *Game) be(there bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.joined = there
	g.tell("world", map[string]any{"type": "world", "connected": there, "time": now()})
}

// Pause stops the game's time, as the menu of a single-player game does; Resume
// goes on at a speed.
func (g *Game) Pause() { g.world.Clock().SetSpeed(0) }

// Resume goes on with so many game seconds a second.
func (g *Game) Resume(speed float64) { g.world.Clock().SetSpeed(speed) }
