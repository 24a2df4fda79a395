"""What the player sees and holds, as Minescript tells it."""
import math
import re
import time

from java import Baritone, Inside
from pipe import FRAME, TICK, GameError
from told import Told

AIR = {"air", "cave_air", "void_air"}
FLUIDS = {"water", "lava", "bubble_column"}
# Blocks that give way to a placed one.
REPLACEABLE = AIR | FLUIDS | {"short_grass", "grass", "tall_grass", "fern", "large_fern", "dead_bush", "vine", "fire", "seagrass", "tall_seagrass", "leaf_litter"}
# Blocks that break at a touch and hold nobody: walked through.
PLANTS = re.compile(
    r"^(short_grass|grass|tall_grass|fern|large_fern|dead_bush|bush|leaf_litter|.*(torch|_sapling|_tulip|_carpet|rail|_button|_pressure_plate|_banner|_sign)"
    r"|dandelion|poppy|blue_orchid|allium|azure_bluet|oxeye_daisy|cornflower|lily_of_the_valley|sunflower|lilac|rose_bush|peony|pink_petals"
    r"|wildflowers|brown_mushroom|red_mushroom|sugar_cane|wheat|carrots|potatoes|beetroots|nether_wart|vine|lever|redstone_wire|tripwire.*"
    r"|snow|seagrass|tall_seagrass|kelp.*|cobweb)$")
HURTS = re.compile(r"^(lava|fire|soul_fire|magma_block|cactus|.*campfire|powder_snow|sweet_berry_bush|wither_rose|cobweb)$")
OPENS = re.compile(
    r"^(.*chest|barrel|.*shulker_box|crafting_table|.*furnace|smoker|hopper|dispenser|dropper|.*anvil|loom|stonecutter|grindstone|cartography_table"
    r"|smithing_table|enchanting_table|brewing_stand|beacon|lectern|crafter)$")
KEEP = re.compile(r"^(.*chest|barrel|.*shulker_box|.*_bed|crafting_table|.*furnace|smoker|.*anvil)$")
# Worth telling of, wherever they are: what is gathered, and what is used.
WORTH = re.compile(
    r"^(.*_log|.*_stem|.*_ore|ancient_debris|stone|cobblestone|deepslate|dirt|grass_block|sand|red_sand|gravel|clay|netherrack|end_stone|obsidian|pumpkin|melon"
    r"|sugar_cane|wheat|carrots|potatoes|beetroots|cactus|bamboo|.*_leaves|water|lava|.*_mushroom|snow_block|ice)$")

# What an item's data says of its wear and its magic, in the forms of the releases (minecraft.wiki,
# "Data component format" and "Item format").
DAMAGE = re.compile(r'"minecraft:damage": ?(\d+)|\bDamage: ?(\d+)')
MAGIC = re.compile(r'"minecraft:enchantments": ?\{(?:levels: ?\{)?([^{}]*)\}|\bEnchantments: ?\[([^\]]*)\]')
LEVEL = re.compile(r'"([a-z0-9_.:/-]+)"(?:: ?|, ?lvl: ?)(\d+)')

# Animals that may be somebody's, and what their data says of it (minecraft.wiki, "Entity
# format"): a game's own client knows whom a wolf belongs to, and that a horse is tame.
OWNABLE = re.compile(r".*[.:](wolf|cat|parrot|horse|donkey|mule|llama|trader_llama|camel|skeleton_horse|zombie_horse|fox)")
OWNED = re.compile(r'\bOwner(UUID)?: ?(\[I;|")|\bTame: ?1b|\bTrusted: ?\[ ?[^\] ]')


def state_of(name):
    """A block's state without minecraft:, oak_log[axis=y]; air for none."""
    return (name or "air").removeprefix("minecraft:")


def plain(name):
    """A block's or item's name without minecraft: and without its state."""
    return state_of(name).split("[", 1)[0]


def walkable(block):
    """Whether a body fits into the block."""
    return block in AIR or block == "water" or bool(PLANTS.match(block))


def feet_of(x, y, z):
    """The block that feet at a place stand in."""
    return math.floor(x), math.floor(y + 0.01), math.floor(z)


class Region:
    """A box of blocks as it was when it was read; None for what is not loaded."""

    def __init__(self, low, high, blocks):
        self.low, self.high, self.blocks = low, high, blocks
        self.wide, self.deep = high[0] - low[0] + 1, high[2] - low[2] + 1
        self.changed = {}

    def get(self, x, y, z):
        """The block's name; None outside the box and where it is not loaded."""
        if (x, y, z) in self.changed:
            return self.changed[x, y, z]
        if not (self.low[0] <= x <= self.high[0] and self.low[1] <= y <= self.high[1] and self.low[2] <= z <= self.high[2]):
            return None
        return self.blocks[((y - self.low[1]) * self.deep + z - self.low[2]) * self.wide + x - self.low[0]]

    def find(self, wanted):
        """The places of blocks whose name wanted takes."""
        good = {b for b in set(self.blocks) if b is not None and wanted(b)}
        if not good:
            return
        layer = self.wide * self.deep
        for i, b in enumerate(self.blocks):
            if b in good:
                y, rest = divmod(i, layer)
                z, x = divmod(rest, self.wide)
                yield self.low[0] + x, self.low[1] + y, self.low[2] + z


class Game:
    """The game by what Minescript offers, with reflection where that is missing."""

    def __init__(self, pipe, experimental=False):
        self.pipe = pipe
        self.experimental = experimental
        self.info = pipe.call("version_info")
        self.inside = Inside(pipe)
        self.baritone = Baritone(self.inside)
        # Windows are clicked only where that was asked for: it was never tried in the real game.
        self.clicks = experimental and self.inside.clicks is not None
        self.player = ""
        self.pressed = set()
        self.seen = ([], 0.0)  # blocks worth telling of, and when they were looked for
        self.told = Told(self.states)
        self.owners = (set(), 0.0)  # ids of the animals that are somebody's, and when they were asked for
        self.borne = {}  # how many uses an item has when it is new, by its name
        self.regions = None  # whether there is get_block_region, once that was tried

    # asking

    def position(self):
        return tuple(self.pipe.call("player_position"))

    def feet(self):
        return feet_of(*self.position())

    def inventory(self):
        """{slot: (item, count)}"""
        return {s["slot"]: (plain(s["item"]), s["count"]) for s in self.pipe.call("player_inventory") if s.get("slot") is not None}

    def counts(self):
        held = {}
        for item, n in self.inventory().values():
            held[item] = held.get(item, 0) + n
        return held

    def block(self, x, y, z):
        return plain(self.pipe.call("getblock", x, y, z))

    def states(self, cells):
        """The block states of cells; None where they are not loaded."""
        got = self.pipe.call("getblocklist", [list(c) for c in cells])
        return [None if plain(b) == "void_air" else state_of(b) for b in got]

    def region(self, low, high):
        low, high = tuple(map(min, low, high)), tuple(map(max, low, high))
        known = {}
        return Region(low, high, [b if b is None else known.setdefault(b, plain(b)) for b in self.cells(low, high)])

    def cells(self, low, high, exact=False):
        """The block states of a box in the order y, z, x; None for what is not loaded. The
        game looks at one block in 16 to find that out, so that exact asks chunk by chunk."""
        if self.has_regions():
            if not exact:
                try:
                    return self.box(low, high, self.pipe.call("get_block_region", list(low), list(high), True))
                except GameError as e:
                    if "chunks are loaded" not in str(e):
                        raise
            return self.chunks(low, high)
        places = [[x, y, z] for y in range(low[1], high[1] + 1) for z in range(low[2], high[2] + 1) for x in range(low[0], high[0] + 1)]
        blocks = []
        for at in range(0, len(places), 4096):
            blocks += self.states(places[at:at + 4096])
        return blocks

    def has_regions(self):
        """Whether the game has get_block_region, which is since Minescript 5.0."""
        if self.regions is None:
            here = list(self.feet())
            try:
                self.pipe.call("get_block_region", here, here, True)
                self.regions = True
            except GameError as e:
                self.regions = "Unknown function" not in str(e)
        return self.regions

    def chunks(self, low, high):
        wide, deep = high[0] - low[0] + 1, high[2] - low[2] + 1
        out = [None] * (wide * deep * (high[1] - low[1] + 1))
        parts = [((max(low[0], x), low[1], max(low[2], z)), (min(high[0], x + 15), high[1], min(high[2], z + 15)))
                 for x in range(low[0] // 16 * 16, high[0] + 1, 16) for z in range(low[2] // 16 * 16, high[2] + 1, 16)]
        answers = self.pipe.many([("get_block_region", [list(a), list(b), True]) for a, b in parts], on=FRAME)
        for (a, b), answer in zip(parts, answers):
            if answer is None:
                continue
            blocks, row = self.box(a, b, answer), b[0] - a[0] + 1
            for i in range(0, len(blocks), row):
                y, z = divmod(i // row, b[2] - a[2] + 1)
                at = (y * deep + z + a[2] - low[2]) * wide + a[0] - low[0]
                out[at:at + row] = blocks[i:i + row]
        return out

    @staticmethod
    def box(low, high, answer):
        """The blocks of an answer as those of the box that was asked for: the game cuts it
        to the heights that the world has, and leaves the rest of the list empty."""
        bottom, top = (answer.get(end, ask)[1] for end, ask in (("min_pos", low), ("max_pos", high)))
        layer = (high[0] - low[0] + 1) * (high[2] - low[2] + 1)
        blocks = [state_of(b) for b in answer["blocks"][:max(0, top - bottom + 1) * layer]]
        return ["air"] * (layer * (bottom - low[1])) + blocks + ["air"] * (layer * (high[1] - top))

    def around(self, far, down, up):
        x, y, z = self.feet()
        return self.region((x - far, y - down, z - far), (x + far, y + up, z + far))

    def entities(self, nbt=False, kinds=None):
        return self.pipe.call("entities", nbt, None, None, kinds, None, None, None, None, None, None)

    def owned(self):
        """The ids of the animals that are somebody's; asked for every few seconds."""
        if time.monotonic() - self.owners[1] > 2:
            found = self.entities(True, OWNABLE.pattern)
            self.owners = ({e["uuid"] for e in found if OWNED.search(e.get("nbt") or "")}, time.monotonic())
        return self.owners[0]

    def creatures(self, name=None):
        """[(distance, entity)] of what lives nearby, players left out, nearest first."""
        here, out = self.position(), []
        for e in self.entities():
            kind = kind_of(e)
            if e.get("health") is None or kind == "player" or (name and kind != name):
                continue
            out.append((math.dist(here, e["position"]), e))
        return sorted(out, key=lambda one: one[0])

    def players(self):
        here = self.position()
        return [(math.dist(here, e["position"]), e) for e in self.entities() if kind_of(e) == "player" and not e.get("local")]

    def lying(self):
        """[(distance, item, count, place)] of items that lie around, nearest first."""
        here, out = self.position(), []
        for e in self.entities(True):
            if kind_of(e) == "item":
                m = re.search(r'id: ?"([^"]+)"', e.get("nbt") or "")
                n = re.search(r"count: ?(\d+)", e.get("nbt") or "", re.I)
                name = plain(m.group(1)) if m else e["name"].lower().replace(" ", "_")
                out.append((math.dist(here, e["position"]), name, int(n.group(1)) if n else 1, tuple(e["position"])))
        return sorted(out, key=lambda one: one[0])

    def world(self):
        return self.pipe.call("world_info")

    def ticks(self):
        """The game's own time: it stands still when the game does."""
        return self.world()["game_ticks"]

    def screen(self):
        return self.pipe.call("screen_name")

    # doing

    def press(self, key, down):
        if down:
            self.pressed.add(key)
        else:
            self.pressed.discard(key)
        self.pipe.call("player_press_" + key, down, on=TICK)

    def tap(self, key):
        self.press(key, True)
        self.press(key, False)

    def release(self):
        """Lets go of every key that is down."""
        for key in list(self.pressed):
            self.press(key, False)

    def look(self, point):
        self.pipe.call("player_look_at", *map(float, point), on=TICK)

    def face(self, yaw):
        self.pipe.call("player_set_orientation", float(yaw), 0.0, on=TICK)

    def aimed(self):
        """((x, y, z), side) of the block in the crosshair, or None."""
        t = self.pipe.call("player_get_targeted_block", 4.5)
        return (tuple(t["position"]), t["side"]) if t else None

    def select(self, slot):
        self.pipe.call("player_inventory_select_slot", slot, on=TICK)

    def hold(self, item):
        """Takes an item in hand and reports whether it is there."""
        found = [s for s, (name, n) in self.inventory().items() if name == item and n > 0 and (s < 36 or s == 40)]
        if not found:
            return False
        slot = min(found)
        if slot < 9:
            self.select(slot)
        elif slot < 36:
            self.select(self.pipe.call("player_inventory_slot_to_hotbar", slot, on=TICK))
        else:
            self.tap("swap_hands")
            time.sleep(0.1)
        return True

    def echo(self, text):
        self.pipe.tell("echo", text)

    def say(self, text):
        """Says a line in the chat. The game answers nothing to it: what is asked after it
        in the same queue is answered once it was said."""
        self.pipe.tell("chat", text)
        self.pipe.call("player_health")

    def command(self, text):
        self.pipe.tell("execute", text)
        self.pipe.call("player_health")

    # state

    def state(self, world_id, kind):
        """The data of a state_update: what cannot be read is left out, never made up."""
        x, y, z = self.position()
        inventory = []
        for s in self.pipe.call("player_inventory"):
            inventory.append({"slot": s["slot"], "item": plain(s["item"]), "count": s["count"], **self.traits(s)})
        world = self.world()
        data = {
            "position": {"x": x, "y": y, "z": z}, "health": self.pipe.call("player_health"), "inventory": inventory,
            "time": world["day_ticks"] % 24000, "weather": "thunder" if world["thundering"] else "rain" if world["raining"] else "clear",
            "hardcore": bool(world.get("hardcore")),
        }
        held = next((s for s in self.pipe.call("player_inventory") if s.get("selected")), None)
        if held:
            data["heldItem"] = plain(held["item"])
        data["armor"] = [s["item"] for s in inventory if 36 <= s["slot"] <= 39]
        dimension, got = world.get("dimension"), {}
        if self.inside.there:
            for name, read in (("food", self.inside.food), ("oxygen", self.inside.air), ("gameMode", self.inside.game_mode),
                               ("biome", self.inside.biome), ("paused", self.inside.paused), ("dimension", self.inside.dimension)):
                if name == "dimension" and dimension:
                    continue
                try:
                    got[name] = read()
                except (GameError, ValueError):
                    pass
            if "food" in got:
                got["hunger"], got["saturation"] = got.pop("food")
        dimension = dimension or got.pop("dimension", None)
        data["world"] = {"present": True, "id": world_id, "kind": kind}
        if "paused" in got:
            data["world"]["paused"] = got.pop("paused")
        data.update(got)
        if dimension:
            data["dimension"] = data["world"]["dimension"] = self.told.dimension = plain(dimension)
        screen = self.screen()
        if screen:
            data["world"]["screen"] = screen[:40]
        data["nearby"] = self.nearby((x, y, z))
        return data

    def traits(self, stack):
        """{durability, enchantments} of a stack that wears. Of others nothing: what their data
        tells may be of what lies in them."""
        name, nbt = plain(stack["item"]), stack.get("nbt") or ""
        if not self.inside.there:
            return {}
        if name not in self.borne:
            try:
                self.borne[name] = self.inside.bears(stack["slot"])
            except (GameError, ValueError):
                return {}
        first = lambda found: next((g for g in found.groups() if g), "") if found else ""  # noqa: E731
        left = self.borne[name] - int(first(DAMAGE.search(nbt)) or 0)
        if not self.borne[name] or left < 0:
            return {}
        magic = {plain(n): int(level) for n, level in LEVEL.findall(first(MAGIC.search(nbt)))}
        return {"durability": left, **({"enchantments": magic} if magic else {})}

    # How often blocks are looked over, in seconds, and how far.
    LOOK_EVERY = 3.0
    LOOK_FAR = 16

    def nearby(self, here):
        if time.monotonic() - self.seen[1] > self.LOOK_EVERY:
            best, few = {}, []
            region = self.around(self.LOOK_FAR, 6, 10)
            for place in region.find(lambda b: bool(WORTH.match(b) or KEEP.match(b))):
                name = region.get(*place)
                d = math.dist(here, place)
                if KEEP.match(name):
                    few.append((d, name, place))
                elif name not in best or d < best[name][0]:
                    best[name] = (d, name, place)
            self.seen = (sorted(list(best.values()) + few)[:256], time.monotonic())
        sight = lambda name, p: {"name": name, "x": p[0], "y": p[1], "z": p[2], "distance": round(math.dist(here, p), 1)}  # noqa: E731
        mobs, people, owned = [], [], self.owned()
        for e in self.entities():
            kind = kind_of(e)
            if kind == "player":
                if not e.get("local"):
                    people.append(sight(e["name"], e["position"]))
            elif e.get("health") is not None:
                mobs.append({**sight(kind, e["position"]), **({"owned": True} if e["uuid"] in owned else {})})
        return {"blocks": [sight(n, p) for _, n, p in self.seen[0]], "entities": sorted(mobs, key=lambda m: m["distance"])[:128], "players": people}

    def forget_view(self):
        self.seen = (self.seen[0], 0.0)


def kind_of(entity):
    """cow of entity.minecraft.cow or minecraft:cow."""
    return re.split(r"[.:]", entity["type"])[-1]
