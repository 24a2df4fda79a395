"""The game's own objects, by Minescript's java_ functions.

Names are Mojang's, which games since 26.1 and NeoForge have; older games with Fabric
need Minescript's mappings (\\install_mappings, once). Nothing of this was ever tried
in the real game: what is not found is not used.
"""
from pipe import PIPE, TICK, GameError


class Java:
    """A handle of an object in the game."""

    def __init__(self, reflection, number):
        self.r, self.number = reflection, number

    def call(self, name, *args, on=PIPE):
        return self.r.call(self.number, name, args, on)

    def text(self):
        return self.r.pipe.call("java_to_string", self.number, on=PIPE)

    def __bool__(self):
        return self.number != 0

    def __del__(self):
        self.r.drop(self.number)


class Reflection:
    def __init__(self, pipe):
        self.pipe = pipe
        self.names = {}  # members of java.lang.Object by name: calls look in the object's own class
        self.known = {}  # classes
        self.kept = set()
        self.dead = []

    def drop(self, number):
        """Lets go of a handle, with others, once there are enough."""
        if number and number not in self.kept:
            self.dead.append(number)
            if len(self.dead) >= 200:
                dead, self.dead = self.dead, []
                try:
                    self.pipe.tell("java_release", *dead, on=PIPE)
                except (OSError, ValueError):
                    pass  # the pipe is closed: the script ends

    def type(self, name):
        """A class; raises GameError when there is none."""
        if name not in self.known:
            self.known[name] = self.pipe.call("java_class", name, on=PIPE)
            self.kept.add(self.known[name])
        return self.known[name]

    def has(self, name):
        try:
            self.type(name)
            return True
        except GameError:
            return False

    def member(self, name, of="java.lang.Object"):
        key = (of, name)
        if key not in self.names:
            self.names[key] = self.pipe.call("java_member", self.type(of), name, on=PIPE)
            self.kept.add(self.names[key])
        return self.names[key]

    def value(self, v):
        """A handle for an argument."""
        if isinstance(v, Java):
            return v
        kind = {bool: "java_bool", int: "java_int", float: "java_double", str: "java_string"}[type(v)]
        return Java(self, self.pipe.call(kind, v, on=PIPE))

    def call(self, target, name, args, on=PIPE, of="java.lang.Object"):
        held = [self.value(a) for a in args]
        return Java(self, self.pipe.call("java_call_method", target, self.member(name, of), *[h.number for h in held], on=on))

    def static(self, of, name, *args, on=PIPE):
        return self.call(0, name, args, on, of)

    def field(self, target, of, name):
        number = target.number if isinstance(target, Java) else target
        return Java(self, self.pipe.call("java_access_field", number, self.member(name, of), on=PIPE))

    def constant(self, of, name):
        return self.field(self.type(of), of, name)

    def new(self, of, *args):
        held = [self.value(a) for a in args]
        ctor = Java(self, self.pipe.call("java_ctor", self.type(of), on=PIPE))
        return Java(self, self.pipe.call("java_new_instance", ctor.number, *[h.number for h in held], on=TICK))

    def calls(self, targets, name, *args):
        """The same method of many objects, in one go; None where it failed."""
        held = [self.value(a) for a in args]
        m = self.member(name)
        got = self.pipe.many([("java_call_method", [t.number, m] + [h.number for h in held]) if t else ("java_to_string", [0]) for t in targets])
        return [Java(self, n) if isinstance(n, int) and n else None for n in got]

    def texts(self, objects):
        got = self.pipe.many([("java_to_string", [o.number if o else 0]) for o in objects])
        return [t if o and isinstance(t, str) else None for o, t in zip(objects, got)]

    def items(self, lists):
        """The elements of many java.util.Lists, a Python list for each."""
        sizes = self.texts(self.calls(lists, "size"))
        jobs = [(i, k) for i, n in enumerate(sizes) if n and n.isdigit() for k in range(min(int(n), 4096))]
        numbers = {k: self.value(k) for k in {k for _, k in jobs}}
        m = self.member("get")
        got = self.pipe.many([("java_call_method", [lists[i].number, m, numbers[k].number]) for i, k in jobs])
        out = [[] for _ in lists]
        for (i, _), n in zip(jobs, got):
            if isinstance(n, int) and n:
                out[i].append(Java(self, n))
        return out


MINECRAFT = "net.minecraft.client.Minecraft"
PLAYER = "net.minecraft.world.entity.player.Player"
MENU = "net.minecraft.world.inventory.AbstractContainerMenu"
# The kinds of clicks, and who takes them: since 26, and before.
CLICKS = [
    ("net.minecraft.world.inventory.ContainerInput", "handleContainerInput"),
    ("net.minecraft.world.inventory.ClickType", "handleInventoryMouseClick"),
]


class Inside:
    """What only reflection reaches: hunger, windows, the recipe book."""

    def __init__(self, pipe):
        self.r = Reflection(pipe)
        self.clicks = None
        self.modes = {}
        self.recipes, self.shown = None, {}  # read once: see book; what players see of a mod's items
        try:
            self.there = bool(self.minecraft())
        except GameError:
            self.there = False
        if self.there:
            for of, method in CLICKS:
                if self.r.has(of):
                    self.clicks = (of, method)
                    break

    def minecraft(self):
        return self.r.static(MINECRAFT, "getInstance")

    def player(self):
        return self.r.field(self.minecraft(), MINECRAFT, "player")

    def mode(self):
        return self.r.field(self.minecraft(), MINECRAFT, "gameMode")

    def number(self, java):
        return float(java.text())

    def food(self):
        """(hunger, saturation)"""
        data = self.player().call("getFoodData")
        return self.number(data.call("getFoodLevel")), self.number(data.call("getSaturationLevel"))

    def air(self):
        return max(0.0, min(20.0, self.number(self.player().call("getAirSupply")) / 15))

    def game_mode(self):
        return self.mode().call("getPlayerMode").call("getName").text()

    def paused(self):
        return self.minecraft().call("isPaused").text() == "true"

    def bears(self, slot):
        """How many uses the item in a slot of the player has when it is new; 0 for what does not wear."""
        return int(self.number(self.player().call("getInventory").call("getItem", slot).call("getMaxDamage")))

    def level(self):
        return self.r.field(self.minecraft(), MINECRAFT, "level")

    def dimension(self):
        return key_of(self.level().call("dimension"))

    def biome(self):
        return key_of(self.level().call("getBiome", self.player().call("blockPosition")).call("unwrapKey"))

    def respawn(self):
        self.player().call("respawn", on=TICK)

    # windows

    def menu(self):
        return self.r.field(self.player(), PLAYER, "containerMenu")

    def menu_id(self, menu):
        return int(self.number(self.r.field(menu, MENU, "containerId")))

    def slots(self, menu):
        return int(self.number(self.r.field(menu, MENU, "slots").call("size")))

    def contents(self, menu, slots):
        """(item, count) of these slots of a window."""
        numbers = [self.r.value(i) for i in slots]
        m = self.r.member("getSlot")
        got = self.r.pipe.many([("java_call_method", [menu.number, m, n.number]) for n in numbers])
        held = [Java(self.r, n) if n else None for n in got]
        return [read_stack(t) for t in self.r.texts(self.r.calls(held, "getItem"))]

    def carried(self, menu):
        return read_stack(menu.call("getCarried").text())

    def click(self, menu, slot, button, mode):
        of, method = self.clicks
        if mode not in self.modes:
            self.modes[mode] = self.r.constant(of, mode)
        self.mode().call(method, self.menu_id(menu), slot, button, self.modes[mode], self.player(), on=TICK)

    def close(self):
        self.player().call("closeContainer", on=TICK)

    # recipes

    def book(self):
        """The recipes that the game's recipe book shows: {kind: shaped, shapeless or smelting,
        result, count, width, height, cells: [[item, ...], ...], ticks}."""
        if self.recipes is not None:
            return self.recipes
        r = self.r
        context = r.static("net.minecraft.world.item.crafting.display.SlotDisplayContext", "fromLevel", self.level())
        collections = r.items([self.player().call("getRecipeBook").call("getCollections")])[0]
        entries = [e for some in r.items(r.calls(collections, "getRecipes")) for e in some][:8000]
        found = []
        for at in range(0, len(entries), 100):
            found += self._read(r.calls(entries[at:at + 100], "display"), context)
        self.recipes = found
        return found

    def _read(self, displays, context):
        r = self.r
        results = self._stacks(r.calls(displays, "result"), context)
        widths = r.texts(r.calls(displays, "width"))
        heights = r.texts(r.calls(displays, "height"))
        times = r.texts(r.calls(displays, "duration"))
        parts = r.items(r.calls(displays, "ingredients"))
        inputs = self._stacks(r.calls(displays, "ingredient"), context)
        flat = self._stacks([p for some in parts for p in some], context)
        out = []
        for i, some in enumerate(parts):
            cells, flat = flat[:len(some)], flat[len(some):]
            if not results[i]:
                continue
            one = {"result": results[i][0][0], "count": results[i][0][1]}
            if some:
                one["kind"] = "shapeless"
                one["cells"] = [[item for item, _ in cell] for cell in cells]
                if widths[i] and heights[i]:
                    one.update(kind="shaped", width=int(widths[i]), height=int(heights[i]))
            elif inputs[i]:
                one.update(kind="smelting", cells=[[item for item, _ in inputs[i]]], ticks=int(float(times[i] or 200)))
            else:
                continue
            out.append(one)
        return out

    def _stacks(self, displays, context):
        """What each SlotDisplay may be, a list of (item, count)."""
        lists = self.r.items(self.r.calls(displays, "resolveForStacks", context))
        stacks = [s for some in lists for s in some]
        texts = self.r.texts(stacks)
        new = {read_stack(t)[0]: s for t, s in zip(texts, stacks) if ":" in read_stack(t)[0]}
        new = {item: s for item, s in new.items() if item not in self.shown}
        names = self.r.texts(self.r.calls(self.r.calls(list(new.values()), "getHoverName"), "getString")) if new else []
        self.shown.update(zip(new, names))
        out = []
        for some in lists:
            mine, texts = texts[:len(some)], texts[len(some):]
            stacks = [read_stack(t) for t in mine if t]
            out.append([s for s in stacks if s[1]])
        return out


def key_of(java):
    """overworld of ResourceKey[minecraft:dimension / minecraft:overworld], alone or in an Optional."""
    text = java.text()
    if " / " not in text:
        raise ValueError("no key: " + text)
    return text.rsplit("/", 1)[-1].strip(" ]").removeprefix("minecraft:")


def read_stack(text):
    """(item, count) of an ItemStack's text, "3 minecraft:stick"; ("", 0) for none."""
    if not text:
        return "", 0
    count, _, item = text.partition(" ")
    item = item.removeprefix("minecraft:")
    if not count.isdigit() or item in ("air", ""):
        return "", 0
    return item, int(count)


class Baritone:
    """Walks and digs its own ways, where it is installed."""

    def __init__(self, inside):
        self.r = inside.r
        self.there = inside.there and self.r.has("baritone.api.BaritoneAPI")

    def _primary(self):
        return self.r.static("baritone.api.BaritoneAPI", "getProvider").call("getPrimaryBaritone")

    def go(self, x, y, z, within):
        if within:
            goal = self.r.new("baritone.api.pathing.goals.GoalNear", self.r.new("net.minecraft.core.BlockPos", x, y, z), within)
        else:
            goal = self.r.new("baritone.api.pathing.goals.GoalBlock", x, y, z)
        self._primary().call("getCustomGoalProcess").call("setGoalAndPath", goal, on=TICK)

    def busy(self):
        return self._primary().call("getCustomGoalProcess").call("isActive").text() == "true"

    def stop(self):
        self._primary().call("getPathingBehavior").call("cancelEverything", on=TICK)
