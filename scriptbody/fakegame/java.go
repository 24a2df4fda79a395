// SPDX-License-Identifier: MIT

package fakegame

import (
	"fmt"
	"math"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/sim"
)

// objects are the Java objects that a script holds, by their handle; 0 is null.
type objects struct {
	next int64
	by   map[int64]any
}

func (o *objects) reset() { o.next, o.by = 0, map[int64]any{} }

func (o *objects) keep(v any) int64 {
	if v == nil {
		return 0
	}
	o.next++
	o.by[o.next] = v
	return o.next
}

func (o *objects) get(id int64) (any, error) {
	v, held := o.by[id]
	switch {
	case held || id == 0:
		return v, nil
	case id < 0 || id > o.next:
		return nil, fmt.Errorf("java.lang.IllegalArgumentException: No Object allocated yet with ID %d", id) // Minescript, ResourceTracker
	}
	return nil, fmt.Errorf("java.lang.IllegalStateException: Object with ID %d already released", id) // Minescript, ResourceTracker.getById
}

// outOfBounds: there is no place i among n.
func outOfBounds(i any, n int) error {
	return fmt.Errorf("java.lang.IndexOutOfBoundsException: Index %v out of bounds for length %d", i, n) // Java, Objects.checkIndex
}

// class is a Java class, member one of its names, object anything else.
type class struct{ name string }

type member struct {
	of   string
	name string
}

type object struct {
	text    string
	methods map[string]func(args []any) (any, error)
	fields  map[string]func() any
}

// list is a java.util.List.
type list []any

// classes are those that the body asks for. That the names are these is known from
// public mods (Mojang's names; ContainerInput and handleContainerInput since 26);
// what they do is assumed to be what vanilla's interface does with them.
func (g *Game) classes() map[string]bool {
	c := map[string]bool{
		"java.lang.Object": true, "java.lang.Class": true,
		"net.minecraft.client.Minecraft": true, "net.minecraft.world.entity.player.Player": true,
		"net.minecraft.world.inventory.AbstractContainerMenu":                   true,
		"net.minecraft.world.item.crafting.display.SlotDisplayContext":          true,
		"net.minecraft.world.item.crafting.display.ShapedCraftingRecipeDisplay": true,
		"net.minecraft.core.BlockPos":                                           true,
	}
	if g.cfg.OldNames {
		c["net.minecraft.world.inventory.ClickType"] = true
	} else {
		c["net.minecraft.world.inventory.ContainerInput"] = true
	}
	if g.cfg.NoReflection {
		c = map[string]bool{"java.lang.Object": true, "java.lang.Class": true}
	}
	if g.cfg.Baritone {
		c["baritone.api.BaritoneAPI"] = true
		c["baritone.api.pathing.goals.GoalNear"] = true
		c["baritone.api.pathing.goals.GoalBlock"] = true
	}
	return c
}

// java answers a java_ call; each returns a handle but java_to_string and
// java_array_length (Minescript, runExternalScriptFunction).
func (g *Game) java(c call) (any, error) {
	answer, ok := javaCalls[c.name]
	if !ok {
		return nil, unknown(c.name)
	}
	value, err := answer(g, c)
	if err != nil || c.name == "java_to_string" || c.name == "java_release" {
		return value, err
	}
	return g.objects.keep(value), nil // a handle of it
}

// javaCalls are the calls of the java bridge, by name.
var javaCalls = map[string]func(*Game, call) (any, error){
	"java_string": func(_ *Game, c call) (any, error) { return c.text(0) },
	"java_int":    func(_ *Game, c call) (any, error) { return c.whole(0) },
	"java_double": func(_ *Game, c call) (any, error) { return c.number(0) },
	"java_float":  func(_ *Game, c call) (any, error) { return c.number(0) },
	"java_bool":   func(_ *Game, c call) (any, error) { return c.truth(0) },
	"java_class": func(g *Game, c call) (any, error) {
		name, err := c.text(0)
		if err == nil && !g.classes()[name] {
			err = fmt.Errorf("java.lang.ClassNotFoundException: %s", name) // Java, Class.forName
		}
		return class{name}, err
	},
	"java_ctor": func(g *Game, c call) (any, error) { return g.held(c, 0) },
	"java_member": func(g *Game, c call) (any, error) {
		v, err := g.held(c, 0)
		if err != nil {
			return nil, err
		}
		of, ok := v.(class)
		if !ok {
			return nil, fmt.Errorf("class java.lang.Object cannot be cast to class java.lang.Class") // Java, ClassCastException
		}
		name, err := c.text(1)
		return member{of.name, name}, err
	},
	"java_call_method": func(g *Game, c call) (any, error) {
		target, name, err := g.memberOf(c)
		if err != nil {
			return nil, err
		}
		args, err := g.heldFrom(c, 2)
		if err != nil {
			return nil, err
		}
		return g.invoke(target, name, args)
	},
	"java_access_field": func(g *Game, c call) (any, error) {
		target, name, err := g.memberOf(c)
		if err != nil {
			return nil, err
		}
		return g.field(target, name)
	},
	"java_new_instance": func(g *Game, c call) (any, error) {
		v, err := g.held(c, 0)
		if err != nil {
			return nil, err
		}
		args, err := g.heldFrom(c, 1)
		if err != nil {
			return nil, err
		}
		return g.construct(v.(class).name, args)
	},
	"java_to_string": func(g *Game, c call) (any, error) {
		v, err := g.held(c, 0)
		return text(v), err
	},
	"java_release": func(g *Game, c call) (any, error) {
		for i := range c.args {
			n, err := c.whole(i)
			if err != nil {
				return nil, err
			}
			delete(g.objects.by, int64(n))
		}
		return nil, nil
	},
}

// held is what the handle in an argument stands for.
func (g *Game) held(c call, i int) (any, error) {
	n, err := c.whole(i)
	if err != nil {
		return nil, err
	}
	return g.objects.get(int64(n))
}

// heldFrom is what the handles from an argument on stand for.
func (g *Game) heldFrom(c call, first int) ([]any, error) {
	var list []any
	for i := first; i < len(c.args); i++ {
		v, err := g.held(c, i)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

// memberOf is the object of a call and the member of it that is meant.
func (g *Game) memberOf(c call) (any, member, error) {
	target, err := g.held(c, 0)
	if err != nil {
		return nil, member{}, err
	}
	m, err := g.held(c, 1)
	if err != nil {
		return nil, member{}, err
	}
	name, ok := m.(member)
	if !ok {
		return nil, member{}, fmt.Errorf("no member") // assumed
	}
	return target, name, nil
}

func text(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case *object:
		return v.text
	case class:
		return "class " + v.name
	}
	return fmt.Sprint(v)
}

func noMethod(name string) error {
	return fmt.Errorf("java.lang.IllegalArgumentException: No matching method found: %s", name) // Minescript, findBestMatchingMethod
}

func (g *Game) invoke(target any, m member, args []any) (any, error) {
	switch t := target.(type) {
	case nil:
		switch m.of + "." + m.name {
		case "net.minecraft.client.Minecraft.getInstance":
			return g.minecraft(), nil
		case "net.minecraft.world.item.crafting.display.SlotDisplayContext.fromLevel":
			return &object{text: "ContextMap"}, nil
		case "baritone.api.BaritoneAPI.getProvider":
			return g.baritone(), nil
		}
	case list:
		switch {
		case m.name == "size" && len(args) == 0:
			return len(t), nil
		case m.name == "get" && len(args) == 1:
			i, ok := args[0].(int)
			if !ok || i < 0 || i >= len(t) {
				return nil, outOfBounds(args[0], len(t))
			}
			return t[i], nil
		}
	case *object:
		if f := t.methods[m.name]; f != nil {
			return f(args)
		}
	}
	return nil, noMethod(m.name)
}

func (g *Game) field(target any, m member) (any, error) {
	if o, ok := target.(*object); ok {
		if f := o.fields[m.name]; f != nil {
			return f(), nil
		}
	}
	if c, ok := target.(class); ok && (strings.HasSuffix(c.name, ".ContainerInput") || strings.HasSuffix(c.name, ".ClickType")) {
		switch m.name {
		case "PICKUP", "QUICK_MOVE", "SWAP", "THROW":
			return &object{text: m.name}, nil
		}
	}
	return nil, fmt.Errorf("java.lang.NoSuchFieldException: %s", m.name) // Java, Class.getField
}

func (g *Game) construct(name string, args []any) (any, error) {
	switch {
	case name == "baritone.api.pathing.goals.GoalBlock" && len(args) == 3:
		p, err := pos(args)
		return &goal{p, 0}, err
	case name == "net.minecraft.core.BlockPos" && len(args) == 3:
		p, err := pos(args)
		return p, err
	case name == "baritone.api.pathing.goals.GoalNear" && len(args) == 2:
		p, ok := args[0].(game.Pos)
		n, good := args[1].(int)
		if !ok || !good {
			return nil, noMethod(name)
		}
		return &goal{p, n}, nil
	}
	return nil, noMethod(name)
}

func pos(args []any) (p game.Pos, err error) {
	for i, to := range []*int{&p.X, &p.Y, &p.Z} {
		n, ok := args[i].(int)
		if !ok {
			return p, noMethod("<init>")
		}
		*to = n
	}
	return p, nil
}

func get(v any) func([]any) (any, error) { return func([]any) (any, error) { return v, nil } }

func (g *Game) minecraft() *object {
	return &object{text: "Minecraft", fields: map[string]func() any{
		"player":   func() any { return g.player() },
		"gameMode": func() any { return g.gameMode() },
		"level": func() any {
			key := func(of string, read func(h *sim.Hands) string) string {
				name := ""
				g.hands(func(h *sim.Hands) { name = read(h) })
				return "ResourceKey[minecraft:" + of + " / minecraft:" + name + "]"
			}
			return &object{text: "ClientLevel", methods: map[string]func([]any) (any, error){
				"dimension": func([]any) (any, error) { return &object{text: key("dimension", (*sim.Hands).Dimension)}, nil },
				"getBiome": func(args []any) (any, error) {
					if _, ok := args[0].(game.Pos); !ok {
						return nil, noMethod("getBiome")
					}
					return &object{text: "Reference", methods: map[string]func([]any) (any, error){
						"unwrapKey": get(&object{text: "Optional[" + key("worldgen/biome", (*sim.Hands).Biome) + "]"}),
					}}, nil
				},
			}}
		},
	}, methods: map[string]func([]any) (any, error){"isPaused": get(g.world.Clock().Speed() == 0)}}
}

func (g *Game) player() any {
	if !g.joined {
		return nil
	}
	return &object{
		text: "LocalPlayer",
		fields: map[string]func() any{
			"containerMenu": func() any { return g.menuObject(g.menu) },
			"inventoryMenu": func() any { return g.menuObject(g.inventory) },
		},
		methods: map[string]func([]any) (any, error){
			"getFoodData": func([]any) (any, error) {
				var hunger, saturation float64
				g.hands(func(h *sim.Hands) { hunger, saturation = h.Hunger(), h.Saturation() })
				return &object{methods: map[string]func([]any) (any, error){
					"getFoodLevel": get(int(hunger)), "getSaturationLevel": get(saturation),
				}}, nil
			},
			"getAirSupply": get(300),
			"blockPosition": func([]any) (at any, err error) {
				g.hands(func(h *sim.Hands) { at = g.blockOf(h, h.At()) })
				return at, nil
			},
			"getInventory": get(&object{text: "Inventory", methods: map[string]func([]any) (any, error){"getItem": g.itemIn}}),
			"closeContainer": func([]any) (any, error) {
				g.hands(func(h *sim.Hands) { g.shut(h) })
				return nil, nil
			},
			"respawn": func([]any) (any, error) {
				g.hands(func(h *sim.Hands) { g.respawn(h) })
				return nil, nil
			},
			"getRecipeBook": func([]any) (any, error) { return g.book(), nil },
		},
	}
}

// itemIn is the ItemStack in a slot of the inventory.
func (g *Game) itemIn(args []any) (any, error) {
	i, ok := args[0].(int)
	if !ok || i < 0 || i >= game.Slots {
		return nil, outOfBounds(args[0], game.Slots)
	}
	var s sim.Held
	most := 0
	g.hands(func(h *sim.Hands) {
		s = h.Slot(i)
		if it, known := h.Data().Item(s.Item); known {
			most = it.Durability
		}
	})
	o := stack(s.Item, s.Count)
	o.methods = map[string]func([]any) (any, error){"getMaxDamage": get(most)}
	return o, nil
}

func (g *Game) menuObject(m *menu) *object {
	return &object{
		text:   "Menu",
		fields: map[string]func() any{"containerId": func() any { return m.id }, "slots": func() any { return make(list, m.slots()) }},
		methods: map[string]func([]any) (any, error){
			"getSlot": func(args []any) (any, error) {
				i, ok := args[0].(int)
				if !ok || i < 0 || i >= m.slots() {
					return nil, outOfBounds(args[0], m.slots())
				}
				return &object{methods: map[string]func([]any) (any, error){"getItem": func([]any) (any, error) {
					var s sim.Held
					g.hands(func(h *sim.Hands) { s = g.get(h, m, i) })
					return stack(s.Item, s.Count), nil
				}}}, nil
			},
			"getCarried": func([]any) (any, error) { return stack(g.cursor.Item, g.cursor.Count), nil },
		},
	}
}

// stack is an ItemStack, whose text is its count and its item.
func stack(item string, n int) *object {
	if n == 0 {
		item = "air"
	}
	if !strings.Contains(item, ":") {
		item = "minecraft:" + item
	}
	return &object{text: fmt.Sprintf("%d %s", n, item)}
}

func (g *Game) gameMode() *object {
	click := func(args []any) (any, error) {
		if len(args) != 5 {
			return nil, noMethod("handleContainerInput")
		}
		var n [3]int
		for i := range n {
			v, ok := args[i].(int)
			if !ok {
				return nil, noMethod("handleContainerInput")
			}
			n[i] = v
		}
		mode, ok := args[3].(*object)
		if !ok {
			return nil, noMethod("handleContainerInput")
		}
		var err error
		g.hands(func(h *sim.Hands) { err = g.click(h, n[0], n[1], n[2], mode.text) })
		return nil, err
	}
	name := "handleContainerInput"
	if g.cfg.OldNames {
		name = "handleInventoryMouseClick"
	}
	return &object{text: "MultiPlayerGameMode", methods: map[string]func([]any) (any, error){
		name:            click,
		"getPlayerMode": get(&object{text: "SURVIVAL", methods: map[string]func([]any) (any, error){"getName": get("survival")}}),
	}}
}

// book is the recipe book: it shows every recipe of the version (the game shows
// those that were unlocked).
func (g *Game) book() *object {
	var collections list
	g.hands(func(h *sim.Hands) {
		for _, r := range h.Data().AllRecipes() {
			collections = append(collections, collection(display(r)))
		}
		for _, s := range h.Data().Smeltings() {
			collections = append(collections, collection(furnaceDisplay(s)))
		}
	})
	for _, m := range g.cfg.Mods {
		var parts list
		for _, items := range m.Ingredients {
			parts = append(parts, choice(items, 1))
		}
		made := stack(m.Result, m.Count)
		made.methods = map[string]func([]any) (any, error){
			"getHoverName": get(&object{text: "translation{}", methods: map[string]func([]any) (any, error){"getString": get(m.Display)}}),
		}
		shown := &object{text: "ShapelessCraftingRecipeDisplay", methods: map[string]func([]any) (any, error){
			"ingredients":     get(parts),
			"result":          get(&object{text: "SlotDisplay", methods: map[string]func([]any) (any, error){"resolveForStacks": get(list{made})}}),
			"craftingStation": get(choice([]string{data.StationTable}, 1)),
		}}
		collections = append(collections, collection(shown))
	}
	return &object{text: "ClientRecipeBook", methods: map[string]func([]any) (any, error){"getCollections": get(collections)}}
}

func collection(d *object) *object {
	return &object{text: "RecipeCollection", methods: map[string]func([]any) (any, error){
		"getRecipes": get(list{&object{text: "RecipeDisplayEntry", methods: map[string]func([]any) (any, error){"display": get(d)}}}),
	}}
}

// choice is a SlotDisplay: any of these.
func choice(items []string, n int) *object {
	var stacks list
	for _, item := range items {
		stacks = append(stacks, stack(item, n))
	}
	return &object{text: "SlotDisplay", methods: map[string]func([]any) (any, error){"resolveForStacks": get(stacks)}}
}

func display(r data.Recipe) *object {
	var parts list
	d := &object{text: "ShapelessCraftingRecipeDisplay", methods: map[string]func([]any) (any, error){
		"result": get(choice([]string{r.Result}, r.Count)), "craftingStation": get(choice([]string{data.StationTable}, 1)),
	}}
	if r.Shape == nil {
		for _, in := range r.Ingredients {
			for range in.Count {
				parts = append(parts, choice(in.Items, 1))
			}
		}
	} else {
		wide := 0
		for _, row := range r.Shape {
			wide = max(wide, len(row))
			for _, in := range row {
				if in < 0 {
					parts = append(parts, choice(nil, 1))
				} else {
					parts = append(parts, choice(r.Ingredients[in].Items, 1))
				}
			}
		}
		d.text = "ShapedCraftingRecipeDisplay"
		d.methods["width"], d.methods["height"] = get(wide), get(len(r.Shape))
	}
	d.methods["ingredients"] = get(parts)
	return d
}

func furnaceDisplay(s data.Smelting) *object {
	return &object{text: "FurnaceRecipeDisplay", methods: map[string]func([]any) (any, error){
		"ingredient": get(choice([]string{s.Input}, 1)), "fuel": get(choice(nil, 1)), "result": get(choice([]string{s.Output}, 1)),
		"duration": get(s.Ticks), "craftingStation": get(choice([]string{data.StationFurnace}, 1)),
	}}
}

// goal is one of Baritone's: within so many blocks of a place.
type goal struct {
	at     game.Pos
	within int
}

// path is Baritone on its way: straight, through whatever is in the way, at half of
// walking speed (what the real one does is its own affair).
type path struct{ goal *goal }

func (p *path) step(g *Game, h *sim.Hands) {
	at, to := h.At(), p.goal.at.Center()
	d := at.Distance(to)
	if d <= math.Max(0.3, float64(p.goal.within)) {
		for _, q := range []game.Pos{g.blockOf(h, at), g.blockOf(h, game.Vec3{X: at.X, Y: at.Y + 1, Z: at.Z})} {
			if h.Solid(q) {
				h.Break(q)
			}
		}
		g.path, g.vy, g.fallen = nil, 0, 0
		return
	}
	share := math.Min(1, walkSpeed/2/d)
	h.SetAt(game.Vec3{X: at.X + (to.X-at.X)*share, Y: at.Y + (to.Y-at.Y)*share, Z: at.Z + (to.Z-at.Z)*share})
}

func (g *Game) baritone() *object {
	process := &object{text: "CustomGoalProcess", methods: map[string]func([]any) (any, error){
		"setGoalAndPath": func(args []any) (any, error) {
			to, ok := args[0].(*goal)
			if !ok {
				return nil, noMethod("setGoalAndPath")
			}
			// There is no way to a place in the air (assumed: no blocks to build up with).
			g.hands(func(h *sim.Hands) {
				at := to.at
				at.Dimension = h.Dimension()
				below := at
				below.Y--
				if h.Solid(at) || h.Solid(below) {
					g.path = &path{to}
				}
			})
			return nil, nil
		},
		"isActive": func([]any) (any, error) { return g.path != nil, nil },
	}}
	behavior := &object{text: "PathingBehavior", methods: map[string]func([]any) (any, error){
		"cancelEverything": func([]any) (any, error) { g.path = nil; return true, nil },
		"isPathing":        func([]any) (any, error) { return g.path != nil, nil },
	}}
	primary := &object{text: "Baritone", methods: map[string]func([]any) (any, error){
		"getCustomGoalProcess": get(process), "getPathingBehavior": get(behavior),
	}}
	return &object{text: "BaritoneProvider", methods: map[string]func([]any) (any, error){"getPrimaryBaritone": get(primary)}}
}
