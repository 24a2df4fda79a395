"""The actions of the protocol, by keys and looks, and in windows by clicks."""
import math
import re
import time

from pipe import GameError
from view import AIR, FLUIDS, KEEP, OPENS, PLANTS, REPLACEABLE, kind_of, plain
from walk import EYES, REACH, SIDES, NoWay, eye_of, first_hit, room, sight, stands


class Fail(Exception):
    """An action that ends without success."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


# What breaks a block, where a hand gets nothing: a pattern, and the least tier of the
# pickaxe (minecraft.wiki, "Breaking"). The first row that fits counts.
NEEDS = [(re.compile("^(" + p + ")$"), tier) for p, tier in (
    ("obsidian|crying_obsidian|netherite_block|ancient_debris|respawn_anchor", 3),
    ("(deepslate_)?(diamond|emerald|gold|redstone)_ore|(diamond|emerald|gold|raw_gold)_block", 2),
    ("(deepslate_)?(iron|copper|lapis)_ore|(iron|lapis|raw_iron|raw_copper)_block|.*copper.*(block|bulb|grate|door|trapdoor)|lightning_rod", 1),
    ("nether_gold_ore|.*_ore|coal_block|quartz.*|stone|cobblestone.*|mossy_cobblestone.*|(smooth|infested)_stone.*|stone_.*|.*deepslate.*|.*granite.*|.*diorite.*"
     "|.*andesite.*|.*tuff.*|calcite|dripstone_block|pointed_dripstone|.*sandstone.*|.*blackstone.*|.*basalt|netherrack|nether_brick.*|red_nether_brick.*|bricks"
     "|brick_.*|.*terracotta|.*_concrete|.*prismarine.*|purpur.*|end_stone.*|magma_block|furnace|blast_furnace|smoker|stonecutter|anvil|.*_anvil|hopper|cauldron"
     "|lantern|soul_lantern|.*chain|iron_bars|iron_door|dispenser|dropper|observer|bell|conduit|.*spawner|mud_brick.*|packed_mud|resin_brick.*|enchanting_table"
     "|ender_chest|grindstone|brewing_stand|.*_wall", 0),
)]
SNOW = re.compile("^(snow|snow_block)$")
SUITS = [(re.compile("^(" + p + ")$"), kind) for p, kind in (
    (".*_(log|wood|stem|hyphae|planks|fence|fence_gate|door|trapdoor|sign|slab|stairs)|crafting_table|.*chest|barrel|bookshelf|pumpkin|melon|ladder|loom|bamboo.*", "axe"),
    ("dirt|.*_dirt|grass_block|sand|red_sand|gravel|clay|mud|podzol|mycelium|soul_s.*|snow|snow_block|farmland|dirt_path|.*_concrete_powder", "shovel"),
    (".*_leaves|cobweb|vine|.*_wool", "shears"),
)]
TIERS = {"wooden": 0, "golden": 0, "stone": 1, "copper": 1, "iron": 2, "diamond": 3, "netherite": 4}
# Items smelted by one piece of fuel (minecraft.wiki, "Smelting").
FUELS = [("coal", 8), ("charcoal", 8), (r".*_planks|.*_log|.*_wood", 1.5), ("stick", 0.5), ("coal_block", 80), ("lava_bucket", 100), ("blaze_rod", 12), ("dried_kelp_block", 20)]
ALWAYS = {"golden_apple", "enchanted_golden_apple", "chorus_fruit", "honey_bottle", "suspicious_stew", "milk_bucket", "potion"}
# What is eaten unasked and how much it fills (minecraft.wiki, "Food"), and what of it mining or
# killing may bring: that is not eaten before it is counted.
FOODS = {"rabbit_stew": 10, "cooked_beef": 8, "cooked_porkchop": 8, "pumpkin_pie": 8, "cooked_mutton": 6, "cooked_salmon": 6, "cooked_chicken": 6, "mushroom_stew": 6,
         "beetroot_soup": 6, "golden_carrot": 6, "bread": 5, "baked_potato": 5, "cooked_cod": 5, "cooked_rabbit": 5, "apple": 4, "beef": 3, "porkchop": 3, "rabbit": 3,
         "carrot": 3, "mutton": 2, "cod": 2, "salmon": 2, "cookie": 2, "melon_slice": 2, "sweet_berries": 2, "glow_berries": 2, "potato": 1, "beetroot": 1,
         "dried_kelp": 1, "tropical_fish": 1}
BROUGHT = {"apple", "beef", "porkchop", "rabbit", "carrot", "mutton", "cod", "salmon", "melon_slice", "sweet_berries", "glow_berries", "potato", "beetroot", "tropical_fish"}
HUNGRY, FED = 6, 18  # sprinting ends at the one, and health comes back from the other on
WORN = [("_helmet", 39), ("_skull", 39), ("_head", 39), ("carved_pumpkin", 39), ("_chestplate", 38), ("elytra", 38), ("_leggings", 37), ("_boots", 36)]
PLACES = {"head": 39, "torso": 38, "legs": 37, "feet": 36, "off_hand": 40}
# What may be asked of a block: the property that shows it, and its value.
STATES = {"open": ("open", "true"), "closed": ("open", "false"), "on": ("powered", "true"), "off": ("powered", "false")}
# The player's body (minecraft.wiki, "Player"): half its width, and its height.
HALF, TALL = 0.3, 1.8
# Items whose block has another name.
ITEMS = {"redstone_wire": "redstone", "wall_torch": "torch", "tripwire": "string", "wheat": "wheat_seeds", "carrots": "carrot", "potatoes": "potato"}


def needed(block):
    """The tier of pickaxe that the block needs; None for a hand."""
    for pattern, tier in NEEDS:
        if pattern.match(block):
            return tier
    return None


def shown(state, name):
    """The value of a property of a block state; None for none."""
    found = re.search(r"[\[,]%s=([a-z0-9_]+)" % name, state or "")
    return found and found.group(1)


def fills(block, position):
    """Whether some of the player's body is where the block is: nothing is placed there."""
    x, y, z = (p - b for p, b in zip(position, block))
    return -HALF < x < 1 + HALF and -TALL < y < 1 and -HALF < z < 1 + HALF


def slot_of(item):
    for end, slot in WORN:
        if item.endswith(end):
            return slot
    return 40 if item in ("shield", "totem_of_undying") else 0


class Acts:
    def __init__(self, game, walker, check, progress):
        self.game, self.walker, self.check, self.progress = game, walker, check, progress
        self.zones = []
        self.floors = set()  # of the ways that were dug: the way back
        self.walker.out = self.get_out

    # The kinds that need nothing but keys and looks, and those that need clicks.
    PLAIN = ["goto", "mine", "place", "interact", "chat", "collect", "build", "equip", "consume", "attack", "drop", "follow", "explore", "look", "use", "wait"]
    CLICKED = ["craft", "smelt", "deposit", "withdraw"]

    def kinds(self):
        return self.PLAIN + (self.CLICKED if self.game.clicks else [])

    def run(self, action):
        self.meal(action)
        before = self.game.counts()
        result = getattr(self, "do_" + action["type"])(action) or {}
        if action["type"] not in ("goto", "interact", "chat", "equip", "follow", "explore", "look", "wait"):
            after = self.game.counts()
            result["delta"] = {i: after.get(i, 0) - before.get(i, 0) for i in set(after) | set(before) if after.get(i, 0) != before.get(i, 0)}
        result["success"] = True
        return result

    def meal(self, action):
        """Eats when the player is hungry, before an action that takes nothing from the
        inventory; never what the action is about."""
        if action["type"] not in ("goto", "mine", "follow", "explore", "collect", "attack", "wait") or not self.game.inside.there:
            return
        spared = {action.get("item"), action.get("target")} | (BROUGHT if action["type"] in ("mine", "attack") else set())
        try:
            hunger, enough = self.game.inside.food()[0], HUNGRY
            while hunger <= enough:
                held = [item for item in self.game.counts() if item in FOODS and item not in spared]
                if not held:
                    return
                item = max(held, key=lambda item: min(FOODS[item], 20 - hunger) - max(0, FOODS[item] - 20 + hunger))
                self.progress("hungry: eating " + item.replace("_", " "), 0)
                self.do_consume({"item": item})
                hunger, enough = self.game.inside.food()[0], FED - 1
        except (Fail, GameError):
            pass  # it goes on hungry, and its states say so

    # helpers

    def allowed(self, place):
        """Fails where the place is protected."""
        for z in self.zones:
            if math.dist(place, (z["x"], z["y"], z["z"])) <= z["radius"]:
                raise Fail("protected", "%d %d %d is in the protected place %s" % (*place, z["name"]))

    def protected(self, place):
        try:
            self.allowed(place)
        except Fail:
            return True
        return False

    def wait_for(self, true, seconds, every=0.02):
        """Waits until true() is; reports whether it came in time. The game's ticks count."""
        begun = time.monotonic()
        while not true():
            self.check()
            if time.monotonic() - begun > seconds:
                return False
            time.sleep(every)
        return True

    def place_of(self, a):
        """(x, y, z) of an action, None for none."""
        if a.get("x") is None and a.get("y") is None and a.get("z") is None:
            return None
        dimension = a.get("dimension")
        if dimension:
            here = self.game.world().get("dimension") or (self.game.inside.dimension() if self.game.inside.there else dimension)
            if plain(here) != plain(dimension):
                raise Fail("wrong_dimension", "the place lies in %s and the player is in %s" % (plain(dimension), plain(here)))
        return tuple(math.floor(a[k]) for k in "xyz")

    def reach(self, block, words):
        try:
            return self.walker.touch(block, words)
        except NoWay as e:
            raise Fail("unreachable", str(e)) from e

    def nearest(self, names, far, skip=()):
        """Places of such blocks, nearest first."""
        region = self.game.around(far, min(far, 24), min(far, 16))
        here = self.game.position()
        found = [p for p in region.find(lambda b: b in names) if p not in skip]
        return sorted(found, key=lambda p: math.dist(here, p) + 2 * max(0, here[1] - p[1] - 1)), region

    def search(self, look, most):
        """Walks ever longer ways until look() finds something; None after most blocks."""
        walked, leg, turn = 0.0, 24, 0
        found = look()
        while not found and walked < most:
            self.check()
            x, y, z = self.game.feet()
            n = min(leg, max(8, int(most - walked)))
            dx, dz = [(1, 0), (0, 1), (-1, 0), (0, -1)][turn % 4]
            self.progress("looking around", None)
            try:
                self.walker.near((x + dx * n, y, z + dz * n), 6, "there")
            except NoWay:
                pass
            walked += max(4.0, math.dist((x, z), self.game.feet()[::2]))
            turn += 1
            leg += 12 * (turn % 2 == 0)
            found = look()
        return found

    # digging

    def tool(self, block, gone=False):
        """Takes the right tool in hand; fails when the block needs one that is not held,
        unless it is only to be gone."""
        tier, held = needed(block), self.game.inventory()
        picks = sorted((TIERS[n.split("_")[0]], s, n) for s, (n, _) in held.items() if n.endswith("_pickaxe") and n.split("_")[0] in TIERS and s < 36)
        if tier is not None:
            good = [p for p in picks if p[0] >= tier]
            if not good and not gone:
                raise Fail("missing_tool", "%s needs a %s pickaxe or a better one" % (block, ["wooden", "stone", "iron", "diamond"][tier]))
            if picks:
                self.game.hold((good or picks[-1:])[0][2])
                return
        if SNOW.match(block) and not gone and not any(n.endswith("_shovel") for n, _ in held.values()):
            raise Fail("missing_tool", block + " needs a shovel")
        for pattern, kind in SUITS:
            if pattern.match(block):
                for s, (n, _) in sorted(held.items()):
                    if s < 36 and (n == kind or n.endswith("_" + kind)):
                        self.game.hold(n)
                        return
                break
        # A bare hand, so that no tool is worn out for nothing.
        for s in range(9):
            if s not in held or not re.search(r"_(pickaxe|axe|shovel|hoe|sword)$|^shears$", held[s][0]):
                self.game.select(s)
                return

    def dig(self, block, name, why="goal", gone=False):
        """Breaks one block that is in reach, and what is small and in front of it; by hand
        where no tool for it is held and it is only to be gone."""
        self.allowed(block)
        game = self.game
        for _ in range(8):
            point = self.reach(block, name)
            self.tool(name, gone)
            game.look(point)
            aimed = game.aimed()
            if aimed and aimed[0] == tuple(block):
                self.strike(block, name, why)
                return
            if aimed:
                front = game.block(*aimed[0])
                if PLANTS.match(front) or front.endswith("_leaves"):
                    self.allowed(aimed[0])
                    self.strike(aimed[0], front, "way")
                    continue
            time.sleep(0.05)
        raise Fail("unreachable", "%s at %d %d %d is behind something" % (name, *block))

    def strike(self, block, name, why):
        game = self.game
        begun = game.ticks()
        with game.told.watch([block], why):
            game.press("attack", True)
            try:
                while plain(game.block(*block)) == name:
                    self.check()
                    if "attack" not in game.pressed:  # a pause let go of it
                        game.press("attack", True)
                    if game.ticks() - begun > 600:
                        raise Fail("timeout", "%s does not break: the game's window has to be in front, for the game digs only then" % name)
                    time.sleep(0.01)
            finally:
                game.press("attack", False)

    def gather(self, around, radius=6.0, seconds=2.0, item=None):
        """Picks up what lies around a place."""
        tried, begun = set(), time.monotonic()
        while time.monotonic() - begun < 12:
            self.check()
            lying = [l for l in self.game.lying() if math.dist(l[3], around) <= radius and (item is None or l[1] == item)]
            fresh = [l for l in lying if tuple(map(math.floor, l[3])) not in tried]
            if not fresh:
                if not lying or time.monotonic() - begun > seconds:
                    return
                time.sleep(0.05)
                continue
            place = tuple(map(math.floor, fresh[0][3]))
            tried.add(place)
            try:
                self.walker.near(place, 1.2, "the items")
            except NoWay:
                continue
            self.wait_for(lambda: not any(tuple(map(math.floor, l[3])) == place for l in self.game.lying()), 1.2)

    def do_mine(self, a):
        place, target = self.place_of(a), plain(a["target"]) if a.get("target") else None
        if place:
            name = self.game.block(*place)
            if name in AIR or name in FLUIDS:
                raise Fail("not_found", "there is nothing to break at %d %d %d" % place)
            if target and target != name:
                raise Fail("not_found", "at %d %d %d there is %s, not %s" % (*place, name, target))
            self.tool(name)
            self.dig(place, name)
            self.gather(place)
            return {"broken": 1}
        until = a.get("until") or {}
        item, want = until.get("item") and plain(until["item"]), int(until.get("count") or 1)
        start = self.game.counts().get(item, 0) if item else 0
        quantity, broken, skip, why = int(a.get("quantity") or 1), 0, set(), None

        def look():
            for far in (12, 32):
                found, region = self.nearest({target}, far, skip | self.floors)
                found = [p for p in found if self.open_to(region, p)]
                if found:
                    return found
            return None

        searched = False
        while (self.game.counts().get(item, 0) - start < want) if item else broken < quantity:
            self.check()
            if needed(target) is not None:
                self.tool(target)  # refused before anything is walked or broken
            done = False
            for p in (look() or [])[:8]:
                if self.protected(p):
                    skip.add(p)
                    why = why or Fail("protected", "the %s here lies in a protected place" % target)
                elif p != self.underfoot():
                    try:
                        self.dig(p, target)
                        done = True
                        break
                    except Fail as f:
                        if f.code != "unreachable":
                            raise
                        skip.add(p)
                        why = f
            if not done:
                p, way = self.dig_to(target, skip)
                why = way or why
                if p:
                    try:
                        self.dig(p, target)
                        done = True
                    except Fail as f:
                        if f.code != "unreachable":
                            raise
                        skip.add(p)  # the next one, then
                        why = f
                        continue
                elif not searched:
                    searched = True
                    if self.search(look, 160):
                        continue
            if not done:
                raise why or Fail("not_found", "there is no %s within sight, nor on a walk" % target)
            broken += 1
            self.progress("broke %s" % target, min(1.0, broken / quantity))
            held = sum(self.game.counts().values())
            self.gather(p)
            if sum(self.game.counts().values()) == held and len(self.game.inventory()) >= 36:
                raise Fail("inventory_full", "there is no room for what the %s left" % target)
        return {"broken": broken}

    @staticmethod
    def open_to(region, p):
        """Whether the block can be seen from somewhere: not all around it is filled."""
        for d in SIDES.values():
            b = region.get(p[0] + d[0], p[1] + d[1], p[2] + d[2])
            if b is not None and (b in AIR or b == "water" or PLANTS.match(b) or b.endswith("_leaves")):
                return True
        return False

    # How many blocks of a way are dug, at most.
    WAY = 64

    def underfoot(self):
        x, y, z = self.game.feet()
        return x, y - 1, z

    def dig_to(self, target, skip):
        """Digs stairs to one of the nearest such blocks in the ground: (its place, None), or
        (None, the Fail of the last)."""
        why = None
        for _ in range(3):
            found = [p for p in self.nearest({target}, 32, skip | self.floors)[0] if not self.protected(p) and p != self.underfoot()]
            if not found:
                return None, why
            try:
                self.stairs(found[0], target)
                return found[0], None
            except Fail as f:
                if f.code not in ("unreachable", "protected", "missing_tool"):
                    raise
                skip.add(found[0])
                why = f if f.code != "missing_tool" else Fail("unreachable", "the way to the %s leads through rock: %s" % (target, f))
        return None, why

    def stairs(self, goal, target, done=None):
        """Digs a way towards a block, a stair where it goes up or down, until done(region,
        here) holds; else until the block is in reach."""
        done = done or (lambda region, here: sight(region, eye_of(here), goal))
        turn = (1, 0)
        for _ in range(self.WAY):
            self.check()
            self.progress("digging a way to the " + target, None)
            region = self.walker.box(goal, 4)
            here = self.walker.start(region)
            if done(region, here):
                return
            x, y, z = here
            away = (goal[0] - x, goal[2] - z)
            if abs(away[0]) + abs(away[1]) <= 1:
                turn = (-turn[1], turn[0])  # stairs in a turn
            elif abs(away[0]) >= abs(away[1]):
                turn = (1 if away[0] > 0 else -1, 0)
            else:
                turn = (0, 1 if away[1] > 0 else -1)
            nx, nz, dy = x + turn[0], z + turn[1], max(-1, min(1, goal[1] - y))
            cells = [(nx, y + h, nz) for h in ((2, 1) if dy > 0 else (1, 0, -1) if dy < 0 else (1, 0))]
            if dy > 0:
                cells.insert(0, (x, y + 2, z))
            floor = (nx, y + dy - 1, nz)
            if (region.get(*floor) or "air") in REPLACEABLE:
                raise Fail("unreachable", "the way to the %s leads over a hole" % target)
            for cell in cells:
                name = self.game.block(*cell)
                if any((region.get(cell[0] + a, cell[1] + b, cell[2] + c) or "") in FLUIDS for a, b, c in SIDES.values()):
                    raise Fail("unreachable", "the way to the %s leads through water or lava" % target)
                if KEEP.match(name):
                    raise Fail("unreachable", "a %s is in the way to the %s" % (name, target))
                if name not in AIR and name not in FLUIDS and not PLANTS.match(name):
                    self.dig(cell, name, "way")
            self.floors |= {floor, (x, y - 1, z)}
            out, self.walker.out = self.walker.out, None
            try:
                self.walker.near((nx, y + dy, nz), 0.5, target)
            except NoWay as e:
                raise Fail("unreachable", str(e)) from e
            finally:
                self.walker.out = out
        raise Fail("unreachable", "the %s lies more than %d steps in the ground" % (target, self.WAY))

    # Fewer blocks to stand on than these make a hole.
    HOLE = 40

    def get_out(self, target):
        """Digs stairs out of a hole that the player is in, towards the target; reports
        whether it did."""
        region = self.walker.box(target, 6)
        x, y, z = here = self.walker.start(region)
        if room(region, here, self.HOLE) >= self.HOLE:
            return False
        dx, dz = target[0] - x, target[2] - z
        way = (1 if dx > 0 else -1, 0) if abs(dx) >= abs(dz) else (0, 1 if dz > 0 else -1)
        out, self.walker.out = self.walker.out, None
        self.progress("digging a way out", None)
        try:
            self.stairs((x + 24 * way[0], y + 24, z + 24 * way[1]), "way out", lambda r, n: room(r, n, self.HOLE) >= self.HOLE)
            return True
        except Fail as f:
            if f.code not in ("unreachable", "missing_tool", "protected"):
                raise
            return False
        finally:
            self.walker.out = out

    # placing

    def put(self, place, block):
        """Places a block that is held."""
        self.allowed(place)
        game = self.game
        item = ITEMS.get(block, block)
        there = game.block(*place)
        if item not in game.counts():
            raise Fail("missing_item", "there is no %s in the inventory" % item)
        if there not in REPLACEABLE:
            raise Fail("unreachable", "at %d %d %d there is %s already" % (*place, there))
        x, y, z = place

        def touches(region, eye):
            """(point, neighbour) on a side of a neighbour, seen so that the block comes here."""
            for dx, dy, dz in SIDES.values():
                n = (x - dx, y - dy, z - dz)
                b = region.get(*n)
                if b is None or b in REPLACEABLE or PLANTS.match(b):
                    continue
                point = (n[0] + 0.5 + dx * 0.49, n[1] + 0.5 + dy * 0.49, n[2] + 0.5 + dz * 0.49)
                if math.dist(eye, point) > REACH:
                    continue
                hit, before = first_hit(region, eye, point)
                if hit == n and before == place or hit == place:
                    return point, n
            return None

        def apart(node):
            return node != place and (node[0], node[1] + 1, node[2]) != place

        if not any(self.solid(x - dx, y - dy, z - dz) for dx, dy, dz in SIDES.values()):
            raise Fail("no_support", "at %d %d %d there is nothing to place a block against" % place)
        try:
            region = self.walker.go(place, lambda r, n: apart(n) and touches(r, eye_of(n)) is not None, "the place", stretches=12)
        except NoWay as e:
            raise Fail("unreachable", str(e)) from e
        for _ in range(6):
            px, py, pz = game.position()
            found = not fills(place, (px, py, pz)) and touches(region, (px, py + EYES, pz))
            if found:
                point, n = found
                game.hold(item)
                game.look(point)
                sneak = bool(OPENS.match(region.get(*n) or ""))
                if sneak:
                    game.press("sneak", True)
                    time.sleep(0.1)
                try:
                    with game.told.watch([place]):
                        game.tap("use")
                        done = self.wait_for(lambda: game.block(*place) not in REPLACEABLE or game.block(*place) == block, 1.5)
                    if done:
                        return
                finally:
                    if sneak:
                        game.press("sneak", False)
            self.center(region)
        raise Fail("unreachable", "%s could not be placed at %d %d %d" % (block, *place))

    def center(self, region):
        """Walks to the middle of the block that the player stands in: no part of the body
        is in the next one then."""
        self.walker.region = region
        self.game.press("sneak", True)  # slowly; follow lets go of it
        self.walker.follow([self.walker.start(region)], 0.15)

    def solid(self, x, y, z):
        b = self.game.block(x, y, z)
        return b not in REPLACEABLE and not PLANTS.match(b)

    def do_place(self, a):
        block, place = plain(a["block"]), self.place_of(a)
        if ITEMS.get(block, block) not in self.game.counts():
            raise Fail("missing_item", "there is no %s in the inventory" % block)
        tried = [place] if place else self.free()
        problem = Fail("unreachable", "there is no free place near the player")
        for p in tried:
            try:
                self.put(p, block)
                return {"position": dict(zip("xyz", p))}
            except Fail as f:
                if f.code not in ("unreachable", "no_support", "protected") or place:
                    raise
                problem = f
        raise problem

    def free(self):
        """Free places on the ground near the player, nearest first."""
        x, y, z = self.game.feet()
        region = self.game.around(4, 3, 4)
        out = []
        for dx in range(-3, 4):
            for dz in range(-3, 4):
                for dy in (0, 1, -1):
                    p = (x + dx, y + dy, z + dz)
                    below = region.get(p[0], p[1] - 1, p[2]) or "air"
                    if (dx or dz) and (region.get(*p) or "stone") in AIR and below not in REPLACEABLE and not PLANTS.match(below) and not KEEP.match(below):
                        out.append(p)
        return sorted(out, key=lambda p: (abs(p[1] - y), math.dist(p, (x, y, z)) < 1.9, math.dist(p, (x, y, z))))[:8]

    def do_build(self, a):
        edits, placed = a["edits"], 0
        digs = all(plain(e["block"]) in AIR for e in edits)
        counted = [not e.get("stood") and digs == (plain(e["block"]) in AIR) for e in edits]
        for e in edits:
            block = plain(e["block"])
            p = (int(e["x"]), int(e["y"]), int(e["z"]))
            if block in AIR:
                name = self.game.block(*p)
                if name not in AIR:
                    self.dig(p, name, gone=True)
            elif self.game.block(*p) != block:
                self.put(p, block)
            placed += 1
            made, total = sum(counted[:placed]), max(sum(counted), 1)
            self.progress("%s %d of %d" % ("dug" if digs else "placed", made, total), made / total)
        return {"placed": placed, "total": len(edits)}

    # going

    def do_goto(self, a):
        place = self.place_of(a)
        within = float(a.get("range") or 1)
        if place:
            try:
                self.walker.near(place, within, "%d %d %d" % place)
            except NoWay as e:
                raise Fail("no_path", str(e)) from e
        else:
            target = a["target"]
            people = [e for _, e in self.game.players() if e["name"].lower() == target.lower()]
            mobs = [e for _, e in self.game.creatures(plain(target))]
            if people or mobs:
                spot, reach = tuple(map(math.floor, (people + mobs)[0]["position"])), 2.5
            else:
                found, _ = self.nearest({plain(target)}, 32)
                if not found:
                    raise Fail("not_found", "there is no %s within 32 blocks" % target)
                spot, reach = found[0], None
            try:
                if reach:
                    self.walker.near(spot, reach, target)
                else:
                    self.walker.touch(spot, target)
            except NoWay as e:
                raise Fail("no_path", str(e)) from e
        return {"position": dict(zip("xyz", self.game.position()))}

    def do_follow(self, a):
        target, distance = a["target"], float(a.get("distance") or 3)
        end = time.monotonic() + float(a["seconds"]) if a.get("seconds") else math.inf
        seen = False
        while time.monotonic() < end:
            self.check()
            spots = [e for _, e in self.game.players() if e["name"].lower() == target.lower()] or [e for _, e in self.game.creatures(plain(target))]
            if not spots and not seen:
                raise Fail("not_found", "there is no %s to follow" % target)
            seen = True
            if spots and math.dist(spots[0]["position"], self.game.position()) > distance:
                try:
                    self.walker.near(tuple(map(math.floor, spots[0]["position"])), max(1.5, distance), target)
                except NoWay:
                    pass
            time.sleep(0.2)

    def do_explore(self, a):
        wanted, start = plain(a["for"]), self.game.position()
        most = min(float(a.get("maxBlocks") or 500), 5.0 * float(a.get("maxSeconds") or 600))

        def look():
            mobs = self.game.creatures(wanted)
            if mobs:
                return tuple(mobs[0][1]["position"])
            found, _ = self.nearest({wanted}, 24)
            return found[0] if found else None

        spot = self.search(look, most)
        if not spot:
            raise Fail("not_found", "no %s came in sight within %d blocks" % (wanted, most))
        return {"position": dict(zip("xyz", map(float, spot))), "searched": int(math.dist(start, self.game.position()))}

    def do_collect(self, a):
        item, want, radius = plain(a["item"]), int(a.get("quantity") or 1), float(a.get("radius") or 16)
        start = self.game.counts().get(item, 0)
        while self.game.counts().get(item, 0) - start < want:
            lying = [l for l in self.game.lying() if l[1] == item and l[0] <= radius]
            if not lying:
                raise Fail("not_found", "no %s lies within %g blocks" % (item, radius))
            before = self.game.counts().get(item, 0)
            self.gather(lying[0][3], 2, item=item)
            if self.game.counts().get(item, 0) == before:
                raise Fail("inventory_full" if len(self.game.inventory()) >= 36 else "not_found", "the %s cannot be picked up" % item)

    # small things

    def point_of(self, a):
        """(what it is, where to look, its block or None) of a place or thing to look at or use."""
        place = self.place_of(a)
        target = a.get("target")
        if place:
            name = self.game.block(*place)
            if target and plain(target) != name or name in AIR:
                if target or a["type"] in ("interact", "use"):
                    raise Fail("not_found", "at %d %d %d there is %s" % (*place, name))
            return name, tuple(c + 0.5 for c in place), place
        for _, e in self.game.players():
            if e["name"].lower() == target.lower():
                return target, tuple(e["position"]), None
        mobs = self.game.creatures(plain(target))
        if mobs:
            x, y, z = mobs[0][1]["position"]
            return plain(target), (x, y + 0.6, z), None
        found, _ = self.nearest({plain(target)}, 32)
        if not found:
            raise Fail("not_found", "there is no %s within 32 blocks" % target)
        return plain(target), tuple(c + 0.5 for c in found[0]), found[0]

    def do_look(self, a):
        self.game.look(self.point_of(a)[1])

    def touch_it(self, a):
        """Walks to what is to be used and looks at it; its block, or None for a being."""
        name, point, block = self.point_of(a)
        if block:
            if OPENS.match(name) and not self.game.inside.there:
                raise Fail("unsupported", "%s opens a window, which this game lets nobody close by script" % name)
            self.game.look(self.reach(block, name))
        else:
            try:
                self.walker.near(tuple(map(math.floor, point)), 2.5, name)
            except NoWay as e:
                raise Fail("unreachable", str(e)) from e
            self.game.look(point)
        return block

    def shut(self):
        if self.game.screen() and self.game.inside.there:
            self.game.inside.close()

    def do_interact(self, a):
        block = self.touch_it(a)
        if not a.get("as"):
            return self.use_it()
        name, want = STATES[a["as"]]
        stands = self.game.states([block])[0] if block else None
        now = shown(stands, name)
        if now is None:
            raise Fail("invalid", "%s is never %s" % (plain(stands) if stands else a.get("target"), a["as"]))
        if now == want:
            return {"stands": stands, "already": True}
        self.use_it()
        stands = self.game.states([block])[0]
        if shown(stands, name) != want:
            raise Fail("denied", "the %s was used, and is not %s" % (plain(stands), a["as"]))
        return {"stands": stands}

    def use_it(self):
        with self.game.told.watch(self.ahead()):
            self.game.tap("use")
            time.sleep(0.25)
        self.shut()

    def ahead(self):
        """The cells that an item can change when it is used: those on the line of sight, up
        to the block that is aimed at and the one before its side."""
        game = self.game
        x, y, z = game.position()
        yaw, pitch = map(math.radians, game.pipe.call("player_orientation"))
        turn = (-math.sin(yaw) * math.cos(pitch), -math.sin(pitch), math.cos(yaw) * math.cos(pitch))
        aimed, cells = game.aimed(), []
        for i in range(int(4.5 / 0.1)):
            cells.append(tuple(math.floor(c + t * i * 0.1) for c, t in zip((x, y + EYES, z), turn)))
            if aimed and cells[-1] == aimed[0]:
                break
        if aimed and aimed[1] in SIDES:
            cells += [aimed[0], tuple(c + d for c, d in zip(aimed[0], SIDES[aimed[1]]))]
        return cells

    def do_use(self, a):
        if a.get("item") and not self.game.hold(plain(a["item"])):
            raise Fail("missing_item", "there is no %s in the inventory" % plain(a["item"]))
        place = self.place_of(a)
        if place or a.get("target"):
            if place:
                self.allowed(place)
            self.touch_it(a)
        self.use_it()

    def do_wait(self, a):
        until = (a.get("until") or {})
        phase = until if isinstance(until, str) else until.get("phase")
        if phase:
            night = lambda: 13000 <= self.game.world()["day_ticks"] % 24000 < 23000  # noqa: E731
            while night() != (phase == "night"):
                self.check()
                time.sleep(0.2)
                self.progress("waiting for " + phase, None)
            return
        end = time.monotonic() + float(a["seconds"]) if a.get("seconds") else math.inf
        while time.monotonic() < end:
            self.check()
            time.sleep(min(0.2, max(0.0, end - time.monotonic())))

    def do_chat(self, a):
        text = a["message"]
        first = text.lstrip()[:1]
        if first == "#" and not self.game.baritone.there:
            raise Fail("denied", "Baritone is not installed, so that everybody would read this")
        if first == "\\":
            raise Fail("denied", "a line that begins with \\ is a command of Minescript")
        if text.startswith("/"):
            self.game.command(text)
        else:
            self.game.say(text)

    def do_equip(self, a):
        item, game = plain(a["item"]), self.game
        slot = PLACES.get(a.get("slot") or "", 0 if a.get("slot") == "hand" else slot_of(item))
        held = game.inventory()
        if item not in {n for n, _ in held.values()}:
            raise Fail("missing_item", "there is no %s in the inventory" % item)
        if slot and held.get(slot, ("", 0))[0] == item:
            return
        game.hold(item)
        if slot == 0:
            return
        if slot != 40 and slot_of(item) != slot:
            raise Fail("invalid", "%s cannot be worn there" % item)
        game.tap("swap_hands" if slot == 40 else "use")
        if not self.wait_for(lambda: game.inventory().get(slot, ("", 0))[0] == item, 2):
            raise Fail("internal", "%s could not be put on" % item)

    def do_consume(self, a):
        item, game = plain(a["item"]), self.game
        if item not in game.counts():
            raise Fail("missing_item", "there is no %s in the inventory" % item)
        if game.inside.there and item not in ALWAYS and game.inside.food()[0] >= 20:
            raise Fail("not_hungry", "the player is not hungry")
        game.hold(item)
        before = game.counts()[item]
        x, y, z = game.position()
        game.look((x, y + 10, z + 4))  # at the sky, so that no block is used instead
        begun = game.ticks()
        game.press("use", True)
        try:
            while game.counts().get(item, 0) >= before:
                self.check()
                if game.ticks() - begun > 100:
                    raise Fail("not_hungry", "%s was not eaten: the player is not hungry, or it is no food" % item)
                time.sleep(0.02)
        finally:
            game.press("use", False)

    def do_drop(self, a):
        item, n, game = plain(a["item"]), int(a.get("quantity") or 1), self.game
        have = game.counts().get(item, 0)
        if have < n:
            raise Fail("missing_item", "there are only %d %s in the inventory" % (have, item))
        if a.get("to"):
            people = [e for _, e in game.players() if e["name"].lower() == a["to"].lower()]
            if not people:
                raise Fail("not_found", "there is no player %s here" % a["to"])
            try:
                self.walker.near(tuple(map(math.floor, people[0]["position"])), 2.5, a["to"])
            except NoWay as e:
                raise Fail("unreachable", str(e)) from e
            game.look(people[0]["position"])
        else:
            self.face_free()
        for left in range(n, 0, -1):
            self.check()
            game.hold(item)
            before = game.counts().get(item, 0)
            game.tap("drop")
            if not self.wait_for(lambda: game.counts().get(item, 0) < before, 2, 0.01):
                raise Fail("internal", "%s could not be thrown" % item)

    def face_free(self):
        """Turns to where nothing is in the way for three blocks."""
        region = self.game.around(4, 1, 3)
        x, y, z = self.game.position()
        for yaw in range(0, 360, 45):
            r = math.radians(yaw)
            far = (x - math.sin(r) * 3.5, y + 1, z + math.cos(r) * 3.5)
            if first_hit(region, (x, y + 1, z), far)[0] is None:
                self.game.face(yaw)
                return
        self.game.face(0)

    def do_attack(self, a):
        target, want, killed = plain(a["target"]), int(a.get("quantity") or 1), 0
        if target == "player" or any(e["name"].lower() == a["target"].lower() for _, e in self.game.players()):
            raise Fail("denied", "players are not attacked")
        radius = float(a.get("radius") or 0)
        lost = set()
        while killed < want:
            self.check()
            look = lambda: [e for d, e in self.game.creatures(target)  # noqa: E731
                            if (not radius or d <= radius) and e["uuid"] not in lost and e["uuid"] not in self.game.owned()]
            found = look() or (None if radius else self.search(look, 96))
            if not found:
                raise Fail("not_found", "there is no %s within %s" % (target, "%g blocks" % radius if radius else "sight"))
            if self.fight(found[0], target):
                killed += 1
                self.progress("killed " + target, killed / want)
            else:
                lost.add(found[0]["uuid"])
        return {"killed": killed}

    def fight(self, entity, target):
        """Hits until it is dead; False when it got away."""
        game = self.game
        weapons = [(kind, TIERS.get(n.split("_")[0], 0), n) for n, _ in game.inventory().values() for kind in (2, 1) if n.endswith({2: "_sword", 1: "_axe"}[kind])]
        spot, last, begun = None, -100, time.monotonic()
        while time.monotonic() - begun < 40:
            self.check()
            now = [e for _, e in game.creatures(target) if e["uuid"] == entity["uuid"]]
            if not now:
                if spot and last > 0:
                    self.gather(spot, 5)
                return last > 0
            spot = tuple(now[0]["position"])
            if math.dist(spot, game.position()) > 2.6:
                try:
                    self.walker.near(tuple(map(math.floor, spot)), 2.2, target)
                except NoWay:
                    return False
                continue
            if weapons:
                game.hold(max(weapons)[2])
            ticks = game.ticks()
            if ticks - last >= 14:
                game.look((spot[0], spot[1] + 0.5, spot[2]))
                game.tap("attack")
                last = ticks
            time.sleep(0.02)
        return False

    # windows

    def open(self, block, name):
        """Opens the window of a block and returns its menu."""
        inside = self.game.inside
        self.shut()
        for _ in range(3):
            self.game.look(self.reach(block, name))
            self.game.tap("use")
            if self.wait_for(lambda: inside.menu_id(inside.menu()) != 0, 1.5):
                return inside.menu()
        raise Fail("internal", "the %s does not open" % name)

    def station(self, name, far=32):
        found, _ = self.nearest({name}, far)
        for p in found[:6]:
            try:
                self.walker.touch(p, name)
                return p
            except NoWay:
                continue
        raise Fail("no_station", "there is no %s within %d blocks that can be reached" % (name, far))

    def do_craft(self, a):
        item, want = plain(a["recipe"]), int(a.get("quantity") or 1)
        allowed = {plain(k): int(n) for k, n in a["using"].items()} if a.get("using") else None
        ways = [r for r in self.game.inside.book() if r["result"] == item and r["kind"] != "smelting"]
        if not ways:
            raise Fail("unknown_recipe", "the recipe book has no recipe for %s" % item)
        held = self.usable(allowed)
        fitting = [w for w in ways if self.assign(w, held)]
        if not fitting:
            raise Fail("missing_item", "%s needs %s" % (item, self.missing(ways[0], held)))
        way = min(fitting, key=self.big)
        inside, made = self.game.inside, 0
        table = self.station("crafting_table") if self.big(way) else None
        menu = self.open(table, "crafting_table") if table else inside.menu()
        try:
            side = 3 if table else 2
            while made < want:
                self.check()
                parts = self.assign(way, self.usable(allowed))
                if not parts:
                    raise Fail("missing_item", "%s needs %s" % (item, self.missing(way, self.usable(allowed))))
                self.lay(menu, way, parts, side)
                if not self.wait_for(lambda: inside.contents(menu, [0])[0][0] == item, 2):
                    raise Fail("internal", "the grid does not make %s" % item)
                before = self.game.counts().get(item, 0)
                inside.click(menu, 0, 0, "QUICK_MOVE")
                if not self.wait_for(lambda: self.game.counts().get(item, 0) > before, 2):
                    raise Fail("inventory_full", "there is no room for %s" % item)
                made += way["count"]
                if allowed is not None:
                    for p in parts:
                        if p:
                            allowed[p] -= 1
                self.progress("crafted " + item, min(1.0, made / want))
        finally:
            inside.close()  # what is left in the grid goes back

    def usable(self, allowed):
        held = {}
        for s, (n, c) in self.game.inventory().items():
            if s < 36:
                held[n] = held.get(n, 0) + c
        return held if allowed is None else {n: min(c, allowed[n]) for n, c in held.items() if allowed.get(n)}

    @staticmethod
    def big(way):
        """Whether the recipe needs a table."""
        if way["kind"] == "shaped":
            return way["width"] > 2 or way["height"] > 2
        return len(way["cells"]) > 4

    @staticmethod
    def assign(way, held):
        """The item of each cell, "" for none; None when something is not held."""
        left, out = dict(held), [""] * len(way["cells"])
        for i in sorted(range(len(out)), key=lambda i: len(way["cells"][i])):
            if not way["cells"][i]:
                continue
            best = max(way["cells"][i], key=lambda n: left.get(n, 0))
            if left.get(best, 0) < 1:
                return None
            left[best] -= 1
            out[i] = best
        return out

    @staticmethod
    def missing(way, held):
        left, lack = dict(held), []
        for cell in way["cells"]:
            best = max(cell, key=lambda n: left.get(n, 0), default=None)
            if best is None:
                continue
            if left.get(best, 0) < 1:
                lack.append(cell[0])
            else:
                left[best] -= 1
        return ", ".join("%d %s" % (lack.count(n), n) for n in sorted(set(lack))) or "something else"

    def lay(self, menu, way, parts, side):
        """Puts one of each part into the grid."""
        inside = self.game.inside
        first = 10 if side == 3 else 9  # the first slot of the player's own
        wide = way.get("width", side)
        at = {}
        for i, item in enumerate(parts):
            if item:
                at.setdefault(item, []).append(1 + (i // wide) * side + i % wide)
        for item, cells in at.items():
            slots = list(range(first, first + 36))
            held = inside.contents(menu, slots)
            for cell in cells:
                slot = next((s for s, (n, c) in zip(slots, held) if n == item and c > 0), None)
                if slot is None:
                    raise Fail("missing_item", "there is no %s left" % item)
                inside.click(menu, slot, 0, "PICKUP")
                inside.click(menu, cell, 1, "PICKUP")
                inside.click(menu, slot, 0, "PICKUP")
                i = slots.index(slot)
                held[i] = (item, held[i][1] - 1)

    def do_smelt(self, a):
        item, want, inside = plain(a["item"]), int(a.get("quantity") or 1), self.game.inside
        if self.game.counts().get(item, 0) < want:
            raise Fail("missing_item", "smelting %d %s needs %d more" % (want, item, want - self.game.counts().get(item, 0)))
        place = self.station("furnace")
        fuel = self.fuel(a, item, want)
        menu = self.open(place, "furnace")
        try:
            for slot in (0, 2, 1):
                if inside.contents(menu, [slot])[0][1]:
                    inside.click(menu, slot, 0, "QUICK_MOVE")
            done = 0
            before = self.game.counts()
            while done < want:
                batch = min(64, want - done)
                self.bring(menu, item, batch, 0)
                done += self.burn(menu, item, fuel, batch)
                self.progress("smelted " + item, done / want)
            del before
        finally:
            for slot in (0, 2, 1):
                try:
                    if inside.contents(menu, [slot])[0][1]:
                        inside.click(menu, slot, 0, "QUICK_MOVE")
                except GameError:
                    break
            inside.close()

    def fuel(self, a, item, want):
        """(name, how many items it smelts)"""
        held = self.game.counts()
        if a.get("fuel"):
            name = plain(a["fuel"])
            return name, next((n for p, n in FUELS if re.fullmatch(p, name)), 1)
        for pattern, n in FUELS:
            for name, count in sorted(held.items()):
                spare = count - (want if name == item else 0)
                if re.fullmatch(pattern, name) and spare > 0 and spare * n >= want:
                    return name, n
        for pattern, n in FUELS:
            for name, count in sorted(held.items()):
                if re.fullmatch(pattern, name) and count - (want if name == item else 0) > 0:
                    return name, n
        raise Fail("no_fuel", "the furnace needs fuel: bring coal, charcoal or wood")

    def bring(self, menu, item, n, to, first=3):
        """Puts n of an item from the player's slots into one slot of the window."""
        inside, slots = self.game.inside, list(range(first, first + 36))
        left = n
        for slot, (name, count) in zip(slots, inside.contents(menu, slots)):
            if left == 0:
                return
            if name != item:
                continue
            inside.click(menu, slot, 0, "PICKUP")
            if count <= left:
                inside.click(menu, to, 0, "PICKUP")
                left -= count
            else:
                for _ in range(left):
                    inside.click(menu, to, 1, "PICKUP")
                left = 0
                inside.click(menu, slot, 0, "PICKUP")
        if left:
            raise Fail("missing_item", "there are %d %s too few" % (left, item))

    def burn(self, menu, item, fuel, n):
        """Waits until n outputs are there and takes them."""
        inside, name, per = self.game.inside, *fuel
        fed, taken, ticks, out = 0.0, 0, self.game.ticks(), 0
        while taken < n:
            self.check()
            got, burning, made = inside.contents(menu, [0, 1, 2])
            if made[1] > out:
                ticks, out = self.game.ticks(), made[1]
            if made[1] and (taken + made[1] >= n or not got[1]):
                inside.click(menu, 2, 0, "QUICK_MOVE")
                taken += made[1]
                out = 0
                continue
            if not burning[1] and fed < n:
                spare = self.game.counts().get(name, 0)
                if spare < 1:
                    if self.game.ticks() - ticks > 400:
                        raise Fail("no_fuel", "there is no %s left to burn" % name)
                else:
                    amount = min(spare, max(1, math.ceil((n - fed) / per)), 64)
                    self.bring(menu, name, amount, 1)
                    fed += amount * per
            if self.game.ticks() - ticks > 700:
                raise Fail("invalid", "%s does not smelt" % item)
            self.progress("smelting " + item, None)
            time.sleep(0.05)
        return taken

    def store(self, a, inwards):
        item, n, place = plain(a["item"]), int(a.get("quantity") or 1), self.place_of(a)
        name = self.game.block(*place)
        if not re.match(r"^(.*chest|barrel|.*shulker_box|hopper|dispenser|dropper)$", name):
            raise Fail("not_found", "there is no container at %d %d %d" % place)
        if inwards and self.game.counts().get(item, 0) < n:
            raise Fail("missing_item", "there are only %d %s in the inventory" % (self.game.counts().get(item, 0), item))
        inside = self.game.inside
        menu = self.open(place, name)
        try:
            own = inside.slots(menu) - 36
            chest, mine = list(range(own)), list(range(own, own + 36))
            source, into = (mine, chest) if inwards else (chest, mine)
            held = dict(zip(source, inside.contents(menu, source)))
            have = sum(c for i, c in held.values() if i == item)
            if have < n:
                raise Fail("missing_item", "there are only %d %s in the container" % (have, item))
            left = n
            for slot, (what, count) in held.items():
                if what != item or left == 0:
                    continue
                if count <= left:
                    inside.click(menu, slot, 0, "QUICK_MOVE")
                    rest = inside.contents(menu, [slot])[0][1]
                    left -= count - rest
                    if rest:
                        raise Fail("inventory_full", "not all %s fitted" % item)
                else:
                    spot = next((s for s, (w, c) in zip(into, inside.contents(menu, into)) if not c or w == item and c + left <= 64), None)
                    if spot is None:
                        raise Fail("inventory_full", "there is no room for %s" % item)
                    inside.click(menu, slot, 0, "PICKUP")
                    for _ in range(left):
                        inside.click(menu, spot, 1, "PICKUP")
                    inside.click(menu, slot, 0, "PICKUP")
                    left = 0
            held = inside.contents(menu, chest)
            return {"contents": [{"slot": s, "item": w, "count": c} for s, (w, c) in zip(chest, held) if c]}
        finally:
            inside.close()

    def do_deposit(self, a):
        return self.store(a, True)

    def do_withdraw(self, a):
        return self.store(a, False)
