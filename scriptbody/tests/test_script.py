"""Tests of the script body that need no game: python3 -m unittest discover scriptbody/tests"""
import io
import json
import os
import queue
import socket
import struct
import sys
import threading
import types
import unittest
import unittest.mock

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "src"))

import acts  # noqa: E402
import body  # noqa: E402
import java  # noqa: E402
import line  # noqa: E402
import pipe  # noqa: E402
import told  # noqa: E402
import view  # noqa: E402
import walk  # noqa: E402


class Lines:
    """Stdin that a test feeds."""

    def __init__(self):
        self.queue = queue.Queue()

    def __iter__(self):
        return iter(self.queue.get, None)

    def feed(self, v):
        self.queue.put(json.dumps(v) + "\n" if v is not None else None)


class PipeTest(unittest.TestCase):
    def setUp(self):
        self.source, self.sink, self.ended = Lines(), io.StringIO(), threading.Event()
        self.pipe = pipe.Pipe(self.source, self.sink, self.ended.set)
        self.pipe.timeout = 2

    def tearDown(self):
        self.source.feed(None)

    def test_a_call_is_one_line_and_its_answer_comes_back(self):
        begun = self.pipe.begin("getblock", (1, 2, 3))
        self.assertEqual(self.sink.getvalue(), "?mnsc:1 R getblock [1, 2, 3]\n")
        self.source.feed({"fcid": 1, "retval": "minecraft:stone", "conn": "close"})
        self.assertEqual(self.pipe.finish(begun), "minecraft:stone")

    def test_an_exception_of_the_game_is_raised_with_its_words(self):
        begun = self.pipe.begin("nothing")
        self.source.feed({"fcid": 1, "except": {"type": "x", "message": "Unknown function", "desc": "", "stack": []}, "conn": "close"})
        with self.assertRaisesRegex(pipe.GameError, "Unknown function"):
            self.pipe.finish(begun)

    def test_answers_may_come_in_any_order_between_lines_that_are_none(self):
        a, b = self.pipe.begin("a"), self.pipe.begin("b")
        self.source.queue.put("not json\n")
        self.source.feed({"fcid": 99, "retval": 0})
        self.source.feed({"fcid": 2, "retval": "B"})
        self.source.feed({"fcid": 1, "retval": "A"})
        self.assertEqual((self.pipe.finish(a), self.pipe.finish(b)), ("A", "B"))

    def test_events_come_until_the_end(self):
        heard = queue.Queue()
        threading.Timer(0.05, lambda: self.source.feed({"fcid": 1, "retval": 1})).start()
        self.pipe.hear("key", heard.put)
        self.assertIn('?mnsc:2 R start_event_listener ["key", 1]', self.sink.getvalue())
        self.source.feed({"fcid": 2, "retval": {"key": 87}})
        self.source.feed({"fcid": 2, "retval": {"key": 65}})
        self.assertEqual([heard.get(timeout=2)["key"], heard.get(timeout=2)["key"]], [87, 65])

    def test_a_game_that_answers_nothing_is_told(self):
        self.pipe.timeout = 0.05
        with self.assertRaisesRegex(pipe.GameError, "paused"):
            self.pipe.call("player_position")

    def test_the_end_of_stdin_ends_the_script(self):
        self.source.feed(None)
        self.assertTrue(self.ended.wait(2))
        self.source.queue.put(None)


class LineTest(unittest.TestCase):
    """Against a server of the test's own, which sends frames as it likes."""

    def serve(self, play):
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)
        problems = []

        def run():
            conn, _ = server.accept()
            with conn:
                head = b""
                while b"\r\n\r\n" not in head:
                    head += conn.recv(4096)
                key = next(l for l in head.decode().split("\r\n") if l.startswith("Sec-WebSocket-Key")).split(": ")[1]
                accept = line.base64.b64encode(line.hashlib.sha1((key + line.GUID).encode()).digest()).decode()
                conn.sendall(("HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: %s\r\n\r\n" % accept).encode())
                try:
                    play(conn)
                except Exception as e:  # noqa: BLE001
                    problems.append(e)

        thread = threading.Thread(target=run)
        thread.start()
        self.addCleanup(lambda: (thread.join(), self.assertEqual(problems, [])))
        return line.Line("127.0.0.1", server.getsockname()[1])

    @staticmethod
    def read(conn):
        first, second = conn.recv(2)
        n = second & 127
        if n == 126:
            n = struct.unpack(">H", conn.recv(2))[0]
        mask, data = conn.recv(4), b""
        while len(data) < n:
            data += conn.recv(n - len(data))
        assert second & 128, "a client masks"
        return first & 15, bytes(b ^ mask[i % 4] for i, b in enumerate(data))

    def test_a_ping_is_answered_with_its_payload_between_parts_of_a_text(self):
        def play(conn):
            conn.sendall(b"\x01\x03abc" + b"\x89\x02hi" + b"\x80\x03def")
            assert self.read(conn) == (10, b"hi")
            assert self.read(conn) == (1, "ä".encode() * 200)
        ln = self.serve(play)
        self.assertEqual(ln.receive(), "abcdef")
        ln.send("ä" * 200)
        ln.close()

    def test_the_close_code_is_told(self):
        ln = self.serve(lambda conn: conn.sendall(b"\x88\x06" + struct.pack(">H", 4509) + b"gone"))
        with self.assertRaises(line.LineLost) as lost:
            ln.receive()
        self.assertEqual((lost.exception.code, str(lost.exception)), (4509, "gone"))
        ln.close()

    def test_a_frame_beyond_all_bounds_is_not_read(self):
        ln = self.serve(lambda conn: conn.sendall(b"\x81\x7f" + struct.pack(">Q", 1 << 40)))
        with self.assertRaises(line.LineLost):
            ln.receive()
        ln.close()

    def test_nobody_there(self):
        with socket.create_server(("127.0.0.1", 0)) as s:
            port = s.getsockname()[1]
        with self.assertRaises(line.LineLost):
            line.Line("127.0.0.1", port)


def region(*layers):
    """A region of layers from below; a layer is rows of characters from the north."""
    names = {".": "air", "#": "stone", "~": "water", "L": "lava", "g": "short_grass", "C": "chest"}
    blocks = [names[c] for layer in layers for row in layer.split() for c in row]
    rows = layers[0].split()
    return view.Region((0, 0, 0), (len(rows[0]) - 1, len(layers) - 1, len(rows) - 1), blocks)


def way(r, start, goal):
    nodes, there = walk.path(r, start, lambda n: n == goal, lambda n: walk.math.dist(n, goal))
    return nodes if there else None


class WalkTest(unittest.TestCase):
    def test_level_ground_is_walked_straight(self):
        r = region("#####", ".....", ".....")
        self.assertEqual(way(r, (0, 1, 0), (4, 1, 0)), [(x, 1, 0) for x in range(5)])

    def test_a_block_is_climbed_and_two_are_not(self):
        one, two = region("###", "..#", "...", "...", "..."), region("###", "..#", "..#", "...", "...")
        self.assertEqual(way(one, (0, 1, 0), (2, 2, 0))[-1], (2, 2, 0))
        self.assertIsNone(way(two, (0, 1, 0), (2, 3, 0)))

    def test_a_fall_of_three_is_taken_and_one_of_four_is_not(self):
        three = region("###", "#..", "#..", "#..", "...", "...")
        four = region("###", "#..", "#..", "#..", "#..", "...", "...")
        self.assertIsNotNone(way(three, (0, 4, 0), (2, 1, 0)))
        self.assertIsNone(way(four, (0, 5, 0), (2, 1, 0)))

    def test_lava_is_gone_around(self):
        r = region("### ### ###", "... .L. ...", "... ... ...")
        self.assertNotIn((1, 1, 1), way(r, (0, 1, 1), (2, 1, 1)))

    def test_corners_are_not_cut(self):
        r = region("## ##", ".# ..", ".# ..")
        self.assertEqual(len(way(r, (0, 1, 0), (1, 1, 1))), 3)

    def test_where_there_is_no_way_the_nearest_is_told(self):
        r = region("#####", "..#..", "..#..", "..#..")
        nodes, there = walk.path(r, (0, 1, 0), lambda n: n == (4, 1, 0), lambda n: walk.math.dist(n, (4, 1, 0)))
        self.assertEqual((nodes[-1], there), ((1, 1, 0), False))

    def test_what_is_seen_is_the_first_block_and_plants_hide_nothing(self):
        r = region("####", "...#", ".g.#", "....")
        eye = walk.eye_of((0, 1, 0))
        self.assertIsNotNone(walk.sight(r, eye, (3, 2, 0)))
        self.assertIsNone(walk.sight(region("####", "..##", "..##", "...."), eye, (3, 2, 0)))

    def test_a_hole_is_small(self):
        r = region("### ### ###", "### #.# ###", "### #.# ###", "... ... ...")
        self.assertEqual(walk.room(r, (1, 1, 1), 40), 1)


class FakeGame:
    """A pipe to a world of stone below y 0 and air above, of which the chunks with x below
    16 have come in, as the game answers for it."""

    def __init__(self):
        self.asked, self.beings = [], []

    def state(self, x, y, z):
        return "minecraft:void_air" if x >= 16 or not -64 <= y <= 319 else "minecraft:stone" if y < 0 else "minecraft:air"

    def call(self, name, *args, on="R"):
        self.asked.append(name)
        if name == "getblocklist":
            return [self.state(*p) for p in args[0]]
        if name == "get_block_region":
            low, high, _ = args
            size = 1
            for a, b in zip(low, high):
                size *= b - a + 1
            if any(x >= 16 for x in range(low[0], high[0] + 1, 16)):
                raise pipe.GameError("Not all chunks are loaded within the requested `copy` volume.")
            bottom, top = max(low[1], -64), min(high[1], 319)
            got = [self.state(x, y, z) for y in range(bottom, top + 1) for z in range(low[2], high[2] + 1) for x in range(low[0], high[0] + 1)]
            got = [None if b.endswith("air") else b for b in got]
            return {"min_pos": [low[0], bottom, low[2]], "max_pos": [high[0], top, high[2]], "blocks": got + [None] * (size - len(got))}
        if name == "entities":
            return self.beings
        if name.startswith("java_"):
            raise pipe.GameError("ClassNotFoundException")
        return {"player_position": [0.5, 64.0, 0.5], "version_info": {"minecraft": "1.21.5"}}[name]

    def many(self, calls, on="S"):
        out = []
        for name, args in calls:
            try:
                out.append(self.call(name, *args))
            except pipe.GameError:
                out.append(None)
        return out


class ViewTest(unittest.TestCase):
    def setUp(self):
        self.pipe = FakeGame()
        self.game = view.Game(self.pipe)

    def test_a_box_beyond_the_heights_of_the_world_keeps_its_places(self):
        r = self.game.region((0, -70, 0), (1, 330, 1))
        self.assertEqual([r.get(0, y, 0) for y in (-70, -64, -1, 0, 319, 330)], ["air", "stone", "stone", "air", "air", "air"])
        self.assertEqual(len(r.blocks), 2 * 2 * 401)

    def test_what_has_not_come_in_is_not_taken_for_air(self):
        r = self.game.region((8, -2, -20), (40, 1, 20))
        self.assertEqual([r.get(15, -1, 20), r.get(15, 0, -20), r.get(16, -1, 0), r.get(40, 0, 0)], ["stone", "air", None, None])
        # The game looks at every 16th block only: a narrow box has to be asked for exactly.
        self.assertEqual(self.game.cells((14, -1, 0), (17, -1, 0), exact=True), ["stone", "stone", None, None])

    def test_changes_carry_their_cause_and_what_is_not_loaded_is_none(self):
        state = {(0, 0, 0): "oak_log[axis=y]"}
        t = told.Told(lambda cells: [state.get(c, "air") for c in cells])
        t.action, t.dimension = "01A", "overworld"
        with t.watch([(0, 0, 0)], "way"):
            state[0, 0, 0] = "air"
            state[0, 1, 0] = "sand"  # fell beside it
        self.assertEqual(t.frame(), [{"n": 1, "x": 0, "y": 0, "z": 0, "from": "oak_log[axis=y]", "to": "air", "why": "way", "dimension": "overworld", "action": "01A"}])
        with t.watch([(5, 0, 0)]):
            state[5, 0, 0] = state[6, 0, 0] = "red_bed[part=head]"  # both halves are its own
        with t.watch([(0, 0, 0)]):
            state[0, 0, 0] = None  # gone out of sight
        self.assertEqual([(c["x"], c["why"]) for c in t.frame()], [(0, "way"), (5, "goal"), (6, "goal")])
        t.kept("another", 3)
        self.assertEqual(len(t.frame()), 3)
        t.kept(t.series, 2)
        self.assertEqual([c["n"] for c in t.frame()], [3])

    def test_what_nobody_keeps_is_forgotten_and_told_as_lost(self):
        t = told.Told(None)
        for i in range(told.MOST_CHANGES + 5):
            t.note((i, 0, 0), "stone", "air", "goal")
        first, second = t.frame()[:2]
        self.assertEqual((first["n"], first["lost"], second["n"], len(t.frame())), (6, True, 7, told.IN_FRAME))

    def test_animals_that_are_somebodys_are_told_and_left_alone(self):
        at = lambda kind, uuid, nbt: {"type": "entity.minecraft." + kind, "uuid": uuid, "name": kind, "position": [1, 64, 1], "health": 8, "nbt": nbt}  # noqa: E731
        self.pipe.beings = [at("wolf", "a", "{Owner:[I;1,2,3,4]}"), at("wolf", "b", "{Air:300s}"), at("horse", "c", "{Tame:1b}"), at("horse", "d", "{Tame:0b}"),
                            at("fox", "e", "{Trusted:[[I;1,2,3,4]]}"), at("fox", "f", "{Trusted:[]}"), at("cat", "g", '{OwnerUUID:"x"}')]
        self.assertEqual(self.game.owned(), {"a", "c", "e", "g"})
        seen = self.game.nearby((0, 64, 0))["entities"]
        self.assertEqual([m.get("owned", False) for m in seen], [True, False, True, False, True, False, True])


class ActsTest(unittest.TestCase):
    def test_what_needs_which_pickaxe(self):
        for block, tier in (("stone", 0), ("iron_ore", 1), ("deepslate_diamond_ore", 2), ("obsidian", 3), ("coal_ore", 0), ("furnace", 0),
                            ("oak_log", None), ("dirt", None), ("chest", None), ("glass", None), ("oak_leaves", None), ("cobblestone", 0), ("sand", None)):
            self.assertEqual(acts.needed(block), tier, block)

    def test_what_is_only_to_be_gone_needs_no_tool(self):
        for held, hand in (({}, None), ({0: ("dirt", 1), 1: ("wooden_pickaxe", 1)}, "wooden_pickaxe")):
            took, broken = [], []
            game = types.SimpleNamespace(block=lambda *p: "obsidian", inventory=lambda held=held: held, hold=took.append,
                                         select=lambda slot: took.append(None), look=lambda point: None, aimed=lambda: ((1, 2, 3), "up"))
            a = acts.Acts(game, types.SimpleNamespace(), lambda: None, lambda text, part: None)
            a.allowed, a.reach, a.strike = lambda block: None, lambda block, name: (1.5, 2.5, 3.5), lambda block, name, why: broken.append(block)
            a.do_build({"edits": [{"x": 1, "y": 2, "z": 3, "block": "air"}]})
            self.assertEqual((took, broken), ([hand], [(1, 2, 3)]))
            with self.assertRaises(acts.Fail) as f:
                a.dig((1, 2, 3), "obsidian")
            self.assertEqual(f.exception.code, "missing_tool")

    def test_ingredients_are_shared_out_the_choosy_cells_first(self):
        recipe = {"cells": [["a", "b"], ["a"], []]}
        self.assertEqual(acts.Acts.assign(recipe, {"a": 1, "b": 1}), ["b", "a", ""])
        self.assertIsNone(acts.Acts.assign(recipe, {"a": 1}))

    def test_a_line_with_a_hash_is_never_said_before_baritone_was_found(self):
        said = []
        game = types.SimpleNamespace(baritone=types.SimpleNamespace(there=False), say=said.append)
        a = acts.Acts(game, types.SimpleNamespace(), None, None)
        with self.assertRaises(acts.Fail) as f:
            a.do_chat({"message": "#goto 1 2 3"})
        self.assertEqual((f.exception.code, said), ("denied", []))
        with self.assertRaises(acts.Fail):
            a.do_chat({"message": " #goto 1 2 3"})  # a blank before it is nothing to those who read it
        self.assertEqual(said, [])
        game.baritone.there = True
        a.do_chat({"message": "#stop"})
        self.assertEqual(said, ["#stop"])

    def test_an_ore_behind_something_at_the_end_of_its_way_is_left_for_the_next(self):
        held = {"stone_pickaxe": 1}
        game = types.SimpleNamespace(counts=lambda: dict(held), inventory=lambda: {0: ("stone_pickaxe", 1)}, hold=lambda name: None)
        a = acts.Acts(game, types.SimpleNamespace(), lambda: None, lambda text, part: None)
        a.nearest = lambda names, far, skip=(): ([], None)
        a.gather = lambda around: held.update(raw_iron=held.get("raw_iron", 0) + 1)
        a.search = lambda look, most: None
        ores, dug = [(1, 2, 3), (4, 5, 6)], []
        a.dig_to = lambda target, skip: (next((o for o in ores if o not in skip and o not in dug), None), None)

        def dig(block, name, why="goal"):
            if block == (1, 2, 3):
                raise acts.Fail("unreachable", "iron_ore is behind something")
            dug.append(block)
        a.dig = dig
        self.assertEqual((a.do_mine({"type": "mine", "target": "iron_ore"}), dug), ({"broken": 1}, [(4, 5, 6)]))
        with self.assertRaises(acts.Fail) as f:
            a.do_mine({"type": "mine", "target": "iron_ore"})
        self.assertEqual(f.exception.code, "unreachable")

    def test_a_station_that_stands_where_a_dug_way_had_its_floor_is_found(self):
        layer = types.SimpleNamespace(find=lambda fits: [p for p, b in {(1, 0, 0): "furnace", (2, 0, 0): "stone"}.items() if fits(b)])
        game = types.SimpleNamespace(around=lambda *far: layer, position=lambda: (0.5, 0.0, 0.5), feet=lambda: (0, 0, 0))
        a = acts.Acts(game, types.SimpleNamespace(touch=lambda p, name: p), None, None)
        a.floors = {(1, 0, 0), (2, 0, 0)}
        self.assertEqual(a.station("furnace"), (1, 0, 0))
        self.assertEqual(a.dig_to("stone", set()), (None, None))  # the way back is not mined

    def test_nothing_is_placed_into_the_players_own_body(self):
        for at, inside in (((0.24 + 0.5, 1, 0.5), True), ((0.15 + 0.5, 1, 0.5), False), ((0.74, 2, 0.5), False), ((0.74, -0.9, 0.5), False)):
            self.assertEqual(acts.fills((1, 1, 0), at), inside, at)

    def test_a_hungry_player_eats_before_what_takes_nothing_from_the_inventory(self):
        for kind, hunger, held, left in (
                ({"type": "mine", "target": "stone"}, 6, {"bread": 4}, {"bread": 1}),
                ({"type": "goto"}, 7, {"bread": 4}, {"bread": 4}),
                ({"type": "goto"}, 5, {"cooked_beef": 1, "apple": 9}, {"cooked_beef": 0, "apple": 7}),
                ({"type": "wait"}, 3, {"rotten_flesh": 4, "cod_bucket": 1, "golden_apple": 1}, {"rotten_flesh": 4, "cod_bucket": 1, "golden_apple": 1}),
                ({"type": "drop", "item": "bread"}, 3, {"bread": 4}, {"bread": 4}),
                ({"type": "attack", "target": "cow"}, 3, {"beef": 4}, {"beef": 4}),
                ({"type": "collect", "item": "bread"}, 3, {"bread": 4}, {"bread": 4})):
            points, said = [hunger], []
            game = types.SimpleNamespace(counts=lambda held=held: {i: n for i, n in held.items() if n}, inside=types.SimpleNamespace(there=True, food=lambda: (points[0], 0)))
            a = acts.Acts(game, types.SimpleNamespace(), lambda: None, lambda text, part: said.append(text))

            def consume(action, held=held):
                held[action["item"]] -= 1
                points[0] += acts.FOODS[action["item"]]
            a.do_consume = consume
            setattr(a, "do_" + kind["type"], lambda action: None)
            eaten = held != left
            a.run(kind)
            self.assertEqual((held, bool(said)), (left, eaten), kind)

    def test_what_is_asked_to_stand_in_a_way_is_left_so(self):
        door = "oak_door[facing=north,open=%s]"
        for state, as_, uses, stands in (
                (door % "true", "closed", 1, door % "false"),
                (door % "false", "closed", 0, door % "false"),
                (door % "true", None, 1, door % "false"),
                ("lever[powered=false]", "on", 1, "lever[powered=true]"),
                ("lever[powered=true]", "on", 0, "lever[powered=true]"),
                ("stone", "open", 0, acts.Fail("invalid", "stone is never open")),
                ("iron_door[open=false]", "open", 1, acts.Fail("denied", "the iron_door was used, and is not open"))):
            world, used = [state], []
            a = acts.Acts(types.SimpleNamespace(states=lambda cells, world=world: [world[0] for _ in cells]), types.SimpleNamespace(), None, None)
            a.touch_it = lambda action: (1, 2, 3)

            def use(world=world, used=used):
                used.append(1)
                if not world[0].startswith("iron"):
                    world[0] = world[0].replace("true", "TRUE").replace("false", "true").replace("TRUE", "false")
            a.use_it = use
            action = {"type": "interact", "x": 1, "y": 2, "z": 3, **({"as": as_} if as_ else {})}
            if isinstance(stands, acts.Fail):
                with self.assertRaises(acts.Fail) as f:
                    a.do_interact(action)
                self.assertEqual((f.exception.code, str(f.exception), len(used)), (stands.code, str(stands), uses))
                continue
            got = a.do_interact(action) or {}
            self.assertEqual((world[0], len(used)), (stands, uses), (state, as_))
            self.assertEqual(got, {} if not as_ else {"stands": stands, **({} if uses else {"already": True})})

    def test_what_needs_clicks_is_declared_only_where_they_are(self):
        game = types.SimpleNamespace(clicks=False)
        self.assertNotIn("craft", acts.Acts(game, types.SimpleNamespace(), None, None).kinds())
        game.clicks = True
        self.assertIn("craft", acts.Acts(game, types.SimpleNamespace(), None, None).kinds())

    def test_what_clicks_by_reflection_is_there_only_when_it_was_asked_for(self):
        inside = types.SimpleNamespace(there=True, clicks=object(), r=types.SimpleNamespace(has=lambda name: False))
        for experimental in (False, True):
            with unittest.mock.patch.object(view, "Inside", lambda pipe: inside):
                game = view.Game(FakeGame(), experimental)
            kinds = acts.Acts(game, types.SimpleNamespace(), None, None).kinds()
            self.assertEqual([k in kinds for k in ("craft", "smelt", "deposit", "withdraw", "goto")], [experimental] * 4 + [True])

    def test_the_documents_name_the_kinds_as_they_are(self):
        with open(os.path.join(os.path.dirname(__file__), "..", "..", "docs", "BODIES.md"), encoding="utf-8") as f:
            rows = [line.split("|")[1:4] for line in f if line.startswith("| ")]
        for kinds, plain, clicked in ((acts.Acts.PLAIN, "yes", "yes"), (acts.Acts.CLICKED, "no", "yes: ")):
            self.assertTrue(any(sorted(r[0].strip().split(", ")) == sorted(kinds) and r[1].strip() == plain and r[2].strip().startswith(clicked) for r in rows if len(r) == 3), kinds)

    def test_a_stack_is_read_from_its_text(self):
        for text, want in (("3 minecraft:stick", ("stick", 3)), ("0 minecraft:air", ("", 0)), ("1 create:cogwheel", ("create:cogwheel", 1)), (None, ("", 0)), ("x", ("", 0))):
            self.assertEqual(java.read_stack(text), want)


class BodyTest(unittest.TestCase):
    def test_an_action_without_what_it_needs_is_told(self):
        for action in ({"type": "goto"}, {"type": "mine"}, {"type": "mine", "target": 7}, {"type": "goto", "x": 1, "y": 2}, {"type": "mine", "target": "stone", "quantity": 0},
                       {"type": "craft", "recipe": "stick", "using": {"oak_planks": "two"}}, {"type": "build", "edits": [{"x": 1}]}, {"type": "wait"}, {"type": "goto", "x": True, "y": 1, "z": 1}):
            self.assertIsNotNone(body.fault(action), action)
        for action in ({"type": "goto", "x": 0, "y": 0, "z": 0}, {"type": "mine", "target": "stone", "quantity": 2.0}, {"type": "use"}, {"type": "wait", "until": {"phase": "day"}}):
            self.assertIsNone(body.fault(action), action)

    def test_only_recipes_of_mods_are_sent_and_no_more_than_fit(self):
        recipe = lambda result, cell: {"kind": "shapeless", "result": result, "count": 2, "cells": [[cell]]}  # noqa: E731
        book = [recipe("stick", "oak_planks")] + [recipe("mod:thing%d" % i, "stick") for i in range(3)]
        shown = {"mod:thing0": "Large Thing", "mod:thing1": None, "mod:thing2": "\u00a7cRed [2]", "mod:a": "x" * 65, "mod:b": "Gr\u00f6\u00dftes Ding"}
        b = types.SimpleNamespace(game=types.SimpleNamespace(inside=types.SimpleNamespace(recipes=book, shown=shown)), MOST=1 << 16)
        got = body.Body.tables(b)
        self.assertEqual([r["result"]["id"] for r in got["recipes"]], ["mod:thing0", "mod:thing1", "mod:thing2"])
        self.assertEqual(got["items"], [{"id": "mod:thing0", "display": "Large Thing"}, {"id": "mod:b", "display": "Gr\u00f6\u00dftes Ding"}])
        b.MOST = 150
        self.assertEqual(len(body.Body.tables(b)["recipes"]), 1)

    def test_recipes_go_out_in_the_form_of_data_packs(self):
        out = {"result": "mod:hammer", "count": 1}
        for book, want in (
                ({"kind": "shapeless", "cells": [["a", "b"], []]}, {"type": "crafting_shapeless", "ingredients": [["a", "b"]]}),
                ({"kind": "smelting", "cells": [["a", "b"]]}, {"type": "smelting", "ingredient": ["a", "b"]}),
                ({"kind": "shaped", "width": 2, "height": 2, "cells": [["a"], [], ["b"], ["a"]]},
                 {"type": "crafting_shaped", "pattern": ["A ", "CD"], "key": {"A": ["a"], "C": ["b"], "D": ["a"]}})):
            self.assertEqual(body.recipe({**out, **book}), {**want, "result": {"id": "mod:hammer", "count": 1}})

    def survey(self, game, **ask):
        b = types.SimpleNamespace(game=game, SIDE=body.Body.SIDE, RUNS=body.Body.RUNS)
        return body.Body.survey(b, {"id": "s", **ask})

    def test_a_survey_tells_what_is_not_loaded_and_refuses_what_is_too_much(self):
        game = types.SimpleNamespace(feet=lambda: (0, 64, 0), told=types.SimpleNamespace(dimension="overworld"))
        game.cells = lambda low, high, exact: ["stone", "stone", None, "air"]
        got = self.survey(game, box={"from": {"x": 1, "y": 2, "z": 3}, "to": {"x": 4, "y": 2, "z": 3}}, what=["blocks", "light"])
        self.assertEqual((got["palette"], got["blocks"], got["complete"], got["light"]), (["stone", "air"], [[0, 2], [-1, 1], [1, 1]], False, [[-1, 4]]))
        self.assertEqual(got["box"], {"from": {"x": 1, "y": 2, "z": 3}, "to": {"x": 4, "y": 2, "z": 3}})
        self.assertEqual(self.survey(game, box={"from": {"x": 0, "y": 0, "z": 0}, "to": {"x": 32, "y": 0, "z": 0}})["code"], "invalid")
        game.cells = lambda low, high, exact: ["stone", "dirt"] * 4000
        self.assertEqual(self.survey(game, radius=10)["code"], "too_large")

    def test_the_state_leaves_out_what_cannot_be_read(self):
        answers = {"player_position": [0.5, 64, 0.5], "player_inventory": [{"item": "minecraft:stick", "count": 2, "slot": 0, "selected": True}], "player_health": 20,
                   "world_info": {"day_ticks": 25000, "raining": False, "thundering": False, "name": "w", "address": "localhost"}, "screen_name": None, "entities": [],
                   "get_block_region": {"blocks": [None] * (33 * 33 * 17)}, "version_info": {"minecraft": "1.21.5"}}

        class NoReflection:
            def call(self, name, *args, on="R"):
                if name.startswith("java_"):
                    raise pipe.GameError("ClassNotFoundException")
                return answers[name]

        game = view.Game(NoReflection(), experimental=True)
        state = game.state("w", "singleplayer")
        for member in ("hunger", "saturation", "oxygen", "gameMode", "dimension"):
            self.assertNotIn(member, state)
        self.assertEqual((state["time"], state["heldItem"], game.clicks, game.baritone.there), (1000, "stick", False, False))

    def test_what_an_item_bears_and_is_enchanted_with_is_told_of_what_wears_alone(self):
        bears = {"iron_pickaxe": 250, "shield": 336, "shulker_box": 0}
        asked = []

        class Inside:
            there = True

            def bears(self, slot):
                asked.append(slot)
                if slot == 4:
                    raise pipe.GameError("No matching method found")
                return bears[self.names[slot]]

        game = view.Game(FakeGame())
        game.inside = inside = Inside()
        magic = {"efficiency": 5, "mymod:deep": 1}
        for nbt, want in (
                ('{count:1,id:"minecraft:iron_pickaxe"}', {"durability": 250}),
                ('{components:{"minecraft:damage":12},count:1,id:"minecraft:iron_pickaxe"}', {"durability": 238}),
                ('{components:{"minecraft:damage":12,"minecraft:enchantments":{"minecraft:efficiency":5,"mymod:deep":1}},count:1}', {"durability": 238, "enchantments": magic}),
                ('{components:{"minecraft:enchantments":{levels:{"minecraft:efficiency":5,"mymod:deep":1},show_in_tooltip:0b}},count:1}', {"durability": 250, "enchantments": magic}),
                ('{Count:1b,tag:{Damage:12,Enchantments:[{id:"minecraft:efficiency",lvl:5s},{id:"mymod:deep",lvl:1s}]}}', {"durability": 238, "enchantments": magic}),
                ('{components:{"minecraft:damage":300},count:1}', {}),  # more than it bears: another of its name does
                (None, {"durability": 250})):
            inside.names = {0: "iron_pickaxe"}
            self.assertEqual(game.traits({"slot": 0, "item": "minecraft:iron_pickaxe", "count": 1, "nbt": nbt}), want, nbt)
        self.assertEqual(asked, [0])  # once for each item
        inside.names = {1: "shulker_box"}
        inner = '{components:{"minecraft:container":[{item:{components:{"minecraft:damage":3,"minecraft:enchantments":{"minecraft:mending":1}}}}]}}'
        self.assertEqual(game.traits({"slot": 1, "item": "minecraft:shulker_box", "count": 1, "nbt": inner}), {})
        self.assertEqual(game.traits({"slot": 4, "item": "minecraft:bow", "count": 1}), {})
        inside.there = False
        self.assertEqual(game.traits({"slot": 0, "item": "minecraft:iron_pickaxe", "count": 1}), {})


if __name__ == "__main__":
    unittest.main()
