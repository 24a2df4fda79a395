"""The body: Minehand's protocol, version 2, between the line and the game."""
import argparse
import json
import os
import queue
import re
import sys
import threading
import time

from acts import Acts, Fail
from line import Line, LineLost
from pipe import GameError, Pipe
from view import Game, plain
from walk import Stopped, Walker

# What an action needs: (member, type) that has to be there, alternatives in a tuple.
NUMBER, TEXT, WHOLE, LIST = (int, float), str, (int, float), list
FIELDS = {
    "goto": [("x y z", "target")], "mine": [("target", "x y z")], "place": [("block",)], "craft": [("recipe",)], "smelt": [("item",)],
    "interact": [("target", "x y z")], "chat": [("message",)], "collect": [("item",)], "build": [("edits",)], "equip": [("item",)],
    "consume": [("item",)], "attack": [("target",)], "drop": [("item",)], "deposit": [("item",), ("x y z",)], "withdraw": [("item",), ("x y z",)],
    "follow": [("target",)], "explore": [("for",)], "look": [("x y z", "target")], "use": [], "wait": [("seconds", "until")],
}
TYPES = {"x": NUMBER, "y": NUMBER, "z": NUMBER, "range": NUMBER, "seconds": NUMBER, "quantity": WHOLE, "radius": NUMBER, "distance": NUMBER, "maxBlocks": NUMBER,
         "maxSeconds": NUMBER, "edits": LIST, "using": dict, "until": (dict, str)}


def fault(action):
    """What is wrong with an action, in a sentence; None for nothing."""
    kind = action["type"]
    for name, value in action.items():
        want = TYPES.get(name, str if name in ("target", "block", "recipe", "item", "message", "to", "for", "slot", "fuel", "dimension") else None)
        if value is None or want is None:
            continue
        if not isinstance(value, want) or isinstance(value, bool):
            return "%s of %s has the wrong type" % (name, kind)
    for options in FIELDS[kind]:
        if not any(all(action.get(m) not in (None, "", []) for m in o.split()) for o in options):
            return "%s needs %s" % (kind, " or ".join(options))
    n = action.get("quantity")
    if n is not None and (n < 1 or n != int(n)):
        return "quantity has to be a whole number of 1 or more"
    for e in action.get("edits") or []:
        if not isinstance(e, dict) or not isinstance(e.get("block"), str) or any(not isinstance(e.get(k), (int, float)) for k in "xyz"):
            return "edits have to be a list of {x, y, z, block}"
    for item, count in (action.get("using") or {}).items():
        if isinstance(count, bool) or not isinstance(count, (int, float)) or count < 1:
            return "using has to name how many of " + item
    return None


def recipe(r):
    """A recipe of the book in the form of data packs."""
    one, cells = {"result": {"id": r["result"], "count": r["count"]}}, [cell[:512] for cell in r["cells"]]
    if r["kind"] == "smelting":
        return {"type": "smelting", "ingredient": cells[0], **one}
    if r["kind"] == "shapeless":
        return {"type": "crafting_shapeless", "ingredients": [c for c in cells if c], **one}
    signs = "ABCDEFGHI"
    row = lambda y: "".join(signs[i] if cells[i] else " " for i in range(y * r["width"], (y + 1) * r["width"]))  # noqa: E731
    key = {signs[i]: cell for i, cell in enumerate(cells) if cell}
    return {"type": "crafting_shaped", "pattern": [row(y) for y in range(r["height"])], "key": key, **one}


SHOWN = re.compile(r"[^\W_]([^\W_]|[ '’().+-])*")  # a display name that the protocol takes


class Body:
    # How often the state is sent, in seconds, and for how long the player has to keep
    # their hands off before an action that they interrupted goes on.
    EVERY, HANDS_OFF = 0.5, 4.0

    def __init__(self, pipe, options):
        self.pipe, self.options = pipe, options
        self.game = Game(pipe, options.experimental)
        self.walker = Walker(self.game, self.check, self.progress)
        self.acts = Acts(self.game, self.walker, self.check, self.progress)
        self.lock = threading.RLock()
        # Owned by lock:
        self.line = None
        self.registered = False
        self.action = None  # that runs
        self.stop = threading.Event()
        self.finished = []  # terminal messages, the last 16
        self.asked = []  # stops to be answered once nothing runs
        self.paused = None  # the reason
        self.zones = []
        self.touched = 0.0  # when the player last touched a key
        self.progressed = 0.0
        self.alive = True
        self.jobs, self.asides = queue.Queue(), queue.Queue()  # actions, and what is done beside them
        self.memory = os.path.join(os.path.dirname(os.path.abspath(sys.argv[0])), "minehand.json")
        self.token = self.remembered()
        self.name = pipe.call("player_name")
        self.instance = options.instance or "minescript_" + self.name
        self.game.player = self.name

    def remembered(self):
        """The resume token, which outlives a crash of the game."""
        try:
            with open(self.memory, encoding="utf-8") as f:
                return json.load(f).get("resumeToken", "")
        except (OSError, ValueError, AttributeError):
            return ""

    def remember(self, token):
        self.token = token
        try:
            with open(self.memory, "w", encoding="utf-8") as f:
                json.dump({"resumeToken": token}, f)
        except OSError:
            pass

    # out

    TELLING = ("state_update", "action_progress", "action_complete", "action_failed")  # take changes along

    def send(self, kind, **members):
        members = {"type": kind, "instanceId": self.instance, **members}
        if kind in self.TELLING:
            changes = self.game.told.frame()
            if changes:
                members["changes"] = changes
        with self.lock:
            line = self.line if self.registered or kind == "register" else None
        if line:
            try:
                line.send(json.dumps(members))
            except LineLost:
                line.close()

    def progress(self, message, fraction):
        if time.monotonic() - self.progressed < 0.5:
            return
        self.progressed = time.monotonic()
        with self.lock:
            action = self.action
        if action:
            extra = {} if fraction is None else {"fraction": fraction}
            self.send("action_progress", actionId=action["id"], message=message, **extra)

    def where(self):
        """(id, kind) of the world."""
        world = self.game.world()
        address = world.get("address") or "localhost"
        if address == "localhost":
            return world.get("name") or "world", "singleplayer"
        return address, "server"

    def hello(self):
        world_id, kind = self.where()
        with self.lock:
            running = [self.action["id"]] if self.action else []
            finished = list(self.finished)
        members = {
            "version": self.game.info["minecraft"], "protocol": 2, "name": self.name, "role": "self", "owner": self.name,
            "loader": (self.game.info.get("mod_loader") or "minescript").lower(),
            # Baritone digs where it likes on its ways, and tells nobody.
            "capabilities": {"actions": self.acts.kinds(), "protects": not self.game.baritone.there,
                             "changes": not self.game.baritone.there, "survey": True},
            "world": {"present": True, "id": world_id, "kind": kind}, "running": running, "finished": finished,
        }
        if members["capabilities"]["changes"]:
            members["series"] = self.game.told.series
        if self.token:
            members["resumeToken"] = self.token
        members.update(self.tables())
        self.send("register", **members)

    MOST = 2 << 20  # bytes of recipes that a register takes along, of 4 MiB that it may have

    def tables(self):
        """The recipes of mods that the running game's book shows, in the form of data packs,
        and what players see of those mods' items (rule 22)."""
        out, size = [], 0
        for r in self.game.inside.recipes or []:
            if ":" not in r["result"] and not any(":" in i for cell in r["cells"] for i in cell):
                continue  # the game's own: Minehand knows those
            one = recipe(r)
            size += len(json.dumps(one))
            if size > self.MOST:
                break
            out.append(one)
        named = [{"id": item, "display": name} for item, name in self.game.inside.shown.items() if SHOWN.fullmatch(name or "") and len(name.encode()) <= 64]
        return {"recipes": out, "items": named} if out else {}

    def report(self):
        """Sends the state, at least once a second, while the player is in a world."""
        while True:
            time.sleep(self.EVERY)
            with self.lock:
                up = self.registered
            if up:
                try:
                    self.send_state()
                except (GameError, KeyError, TypeError):
                    self.send("state_update", data={"world": {"present": False}})

    def send_state(self):
        data = self.game.state(*self.where())
        if self.alive and data["health"] <= 0:
            self.alive = False
            self.send("event", name="died", data=data["position"])
        elif not self.alive and data["health"] > 0:
            self.alive = True
            self.send("event", name="respawned")
        self.send("state_update", data=data)

    # in

    def hear(self, text):
        try:
            frame = json.loads(text)
        except ValueError:
            return
        if not isinstance(frame, dict):
            return
        handle = getattr(self, "on_" + str(frame.get("type")), None)
        if handle:
            handle(frame)

    def on_registered(self, frame):
        if not frame.get("success"):
            self.game.echo("Minehand: " + str(frame.get("error")))
            return
        with self.lock:
            self.registered = True
            self.zones = [z for z in frame.get("protected") or [] if isinstance(z, dict)]
            paused, action = self.paused, self.action
        if frame.get("resumeToken"):
            self.remember(frame["resumeToken"])
        if paused and action:
            self.send("action_paused", actionId=action["id"], reason=paused)
        self.asides.put(("state", None))

    def on_execute_action(self, frame):
        action = frame.get("action")
        if not isinstance(action, dict) or action.get("id") in (None, ""):
            return
        with self.lock:
            running = self.action
            known = next((f for f in self.finished if f["actionId"] == action["id"]), None)
        if running and running["id"] == action["id"]:
            return
        if known:
            self.tell_end(known)
            return
        kind = action.get("type")
        problem = None
        if not isinstance(kind, str) or kind not in self.acts.kinds():
            problem = ("unsupported", "this body has no action %s" % kind)
        else:
            wrong = fault(action)
            if wrong:
                problem = ("invalid", wrong)
            elif running:
                problem = ("busy", "another action is running: send one at a time")
        if problem:
            self.send("action_failed", actionId=action["id"], error=problem[1], code=problem[0], retryable=False)
            return
        lifted = frame.get("lifted") or []
        with self.lock:
            self.action = action
            self.stop = threading.Event()
            self.game.told.action = action["id"]
            self.acts.zones = [z for z in self.zones if z.get("name") not in lifted]
        self.jobs.put(action)

    def on_cancel(self, frame):
        with self.lock:
            if self.action and self.action["id"] == frame.get("actionId"):
                self.stop.set()
                return
            known = next((f for f in self.finished if f["actionId"] == frame.get("actionId")), None)
        if known:
            self.tell_end(known)
        else:
            self.send("action_failed", actionId=frame.get("actionId"), error="it does not run", code="interrupted")

    def on_stop(self, frame):
        answer = {"id": frame["id"]} if "id" in frame else {}
        with self.lock:
            if self.action:
                self.stop.set()
                self.asked.append(answer)
                return
        self.send("stopped", **answer)

    def on_run_command(self, frame):
        self.send("command_result", id=frame.get("id"), success=False, error="this body has no commands of its own")

    def on_say(self, frame):
        text = " ".join(str(frame.get("message") or "").split())[:256]
        if text and text[0] not in "/#\\.":
            if frame.get("to"):
                self.asides.put(("whisper", (str(frame["to"]), text)))
            else:
                self.asides.put(("say", text))

    def on_survey(self, frame):
        self.asides.put(("survey", frame))

    def on_warning(self, frame):
        print("Minehand warns: " + str(frame.get("message")), file=sys.stderr)

    # at work

    def check(self):
        """Raises Stopped when the action was stopped; waits while the player plays."""
        with self.lock:
            stop, action = self.stop, self.action
        if stop.is_set():
            raise Stopped()
        reason = self.hindered()
        if not reason:
            return
        self.game.release()
        with self.lock:
            self.paused = reason
        if action:
            self.send("action_paused", actionId=action["id"], reason=reason)
        try:
            while self.hindered():
                if stop.is_set():
                    raise Stopped()
                time.sleep(0.1)
        finally:
            with self.lock:
                self.paused = None
        if action:
            self.send("action_resumed", actionId=action["id"], reason=reason)

    def hindered(self):
        """Why nothing can be done now: player_input, screen, dead; None when all is well."""
        if time.monotonic() - self.touched < self.HANDS_OFF:
            return "player_input"
        if not self.alive:
            raise Fail("died", "the player died")
        if self.foreign:
            return "screen"
        return None

    foreign = False  # a screen is open that no action opened

    def watch(self):
        """Looks for screens that the player opened: those of containers are the actions' own."""
        while True:
            time.sleep(0.25)
            try:
                screen = self.game.screen()
                busy = bool(self.action)
                mine = busy and self.game.clicks and self.game.inside.menu_id(self.game.inside.menu()) != 0 if screen else False
                self.foreign = bool(screen) and not mine
                if self.alive and self.game.pipe.call("player_health") <= 0:
                    self.send_state()
            except (GameError, ValueError, KeyError, TypeError):
                self.foreign = False

    def work(self):
        while True:
            try:
                self.act(self.jobs.get())
            except GameError as e:
                print("Minehand: %s" % e, file=sys.stderr)

    def beside(self):
        """Does what goes on beside an action."""
        while True:
            what, value = self.asides.get()
            try:
                if what == "state":
                    self.send_state()
                elif what == "say":
                    self.game.say(value)
                elif what == "whisper":
                    self.game.command("/tell %s %s" % value)
                elif what == "survey":
                    self.send("surveyed", **self.survey(value))
            except (GameError, KeyError, TypeError, ValueError) as e:
                print("Minehand: %s" % e, file=sys.stderr)

    def act(self, action):
        end = {"actionId": action["id"]}
        try:
            result = self.acts.run(action)
            try:
                result["state"] = self.game.state(*self.where())
            except GameError:
                pass
            end["result"] = result
        except Stopped:
            end.update(error="stopped", code="interrupted")
        except Fail as f:
            end.update(error=str(f), code=f.code)
        except GameError as e:
            gone = "is null" in str(e)  # the player, or the level
            end.update(error="the player is in no world" if gone else str(e), code="no_world" if gone else "internal")
        except Exception as e:  # noqa: BLE001: an action's fault never ends the body
            end.update(error="%s: %s" % (type(e).__name__, e), code="internal")
        try:
            self.game.release()
            if end.get("code") == "died" and self.game.inside.there:
                self.game.inside.respawn()
            if self.game.baritone.there:
                self.game.baritone.stop()
        except GameError:
            pass
        self.game.forget_view()
        with self.lock:
            self.action = self.game.told.action = None
            self.finished = (self.finished + [end])[-16:]
            asked, self.asked = self.asked, []
        self.tell_end(end)
        for answer in asked:
            self.send("stopped", **answer)

    def tell_end(self, end):
        if "result" in end:
            self.send("action_complete", actionId=end["actionId"], result=end["result"])
        else:
            self.send("action_failed", actionId=end["actionId"], error=end["error"], code=end["code"])

    SIDE, RUNS = 32, 6000  # of a survey's box, and of its answer

    def survey(self, frame):
        """The answer to survey {id, box or radius, what} (rule 20)."""
        if isinstance(frame.get("box"), dict):
            low, high = ([int(frame["box"][end][k]) for k in "xyz"] for end in ("from", "to"))
        else:
            radius = max(0, min(15, int(frame.get("radius") or 0)))
            low, high = ([c + r for c in self.game.feet()] for r in (-radius, radius))
        head = {"id": frame.get("id"), "box": {"from": dict(zip("xyz", low)), "to": dict(zip("xyz", high))}, "complete": False}
        sides = [h - l + 1 for l, h in zip(low, high)]
        if not all(1 <= n <= self.SIDE for n in sides):
            return {**head, "code": "invalid", "error": "the box has %d x %d x %d blocks; from 1 to %d along each side are looked at" % (*sides, self.SIDE)}
        if self.game.told.dimension:
            head["dimension"] = self.game.told.dimension
        cells = self.game.cells(tuple(low), tuple(high), exact=True)
        index = {state: i for i, state in enumerate(dict.fromkeys(c for c in cells if c is not None))}
        head.update(palette=list(index), blocks=runs([index.get(c, -1) for c in cells]), complete=None not in cells)
        if "light" in (frame.get("what") or []):
            head["light"] = [[-1, len(cells)]]  # no function of the game tells of it
        if len(head["blocks"]) + 1 > self.RUNS:
            return {**{k: head[k] for k in ("id", "box")}, "complete": False, "code": "too_large", "error": "the answer has too many runs; ask for less at once"}
        return head

    def on_changes_kept(self, frame):
        self.game.told.kept(frame.get("series"), frame.get("through") or 0)

    # events of the game

    def on_key(self, event):
        if event.get("action") == 1:
            self.touched = time.monotonic()

    def on_chat(self, event):
        text = event.get("message") or ""
        whisper = " whispers to you: "
        if whisper in text:
            sender, _, said = text.partition(whisper)
            self.send("chat_message", sender=sender, message=said, whisper=True)
        elif text.startswith("<") and "> " in text:
            sender, _, said = text[1:].partition("> ")
            if sender != self.name:
                self.send("chat_message", sender=sender, message=said)

    def run(self):
        for event, handler in (("key", self.on_key), ("mouse", self.on_key), ("chat", self.on_chat)):
            try:
                self.pipe.hear(event, handler)
            except GameError as e:
                print("Minehand hears no %s: %s" % (event, e), file=sys.stderr)
        if self.game.clicks:
            try:
                self.game.inside.book()
            except (GameError, ValueError, IndexError) as e:
                print("Minehand cannot read the recipe book, so it crafts nothing: %s" % e, file=sys.stderr)
                self.game.clicks = False
        for target in (self.work, self.beside, self.report, self.watch):
            threading.Thread(target=target, daemon=True).start()
        tries, told = 0, None
        while True:
            code = 0
            try:
                line = Line(self.options.host, self.options.port)
                with self.lock:
                    self.line, self.registered = line, False
                self.hello()
                while True:
                    self.hear(line.receive())
                    if self.registered and told is not True:
                        told, tries = True, 0
                        self.game.echo(self.words())
            except LineLost as e:
                code = e.code
                if told is not False:
                    told = False
                    self.game.echo("Minehand is not there: %s. This script tries again." % e)
            except GameError:
                pass  # between two worlds
            with self.lock:
                if self.line:
                    self.line.close()
                self.line, self.registered = None, False
            if 4500 <= code < 5000:
                self.game.echo("Minehand has sent this script away for good.")
                os._exit(0)
            tries += 1
            time.sleep(min(5.0, 0.5 * tries))

    def words(self):
        way = "Baritone walks" if self.game.baritone.there else "without Baritone it walks on foot, and digs only to what it mines"
        clicks = "" if self.game.clicks else "; without --experimental it does not craft, smelt or use chests"
        return "Minehand plays %s: %s%s. Touch a key and it waits." % (self.name, way, clicks)


def runs(values):
    """Runs [value, count] of equal values."""
    out = []
    for v in values:
        if out and out[-1][0] == v:
            out[-1][1] += 1
        else:
            out.append([v, 1])
    return out


def main():
    parser = argparse.ArgumentParser(prog="minehand", description="Lets Minehand move this player.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=9876)
    parser.add_argument("--instance", default="")
    parser.add_argument("--experimental", action="store_true", help="craft, smelt and use chests, by reflection that was never tried in the real game")
    Body(Pipe(), parser.parse_args()).run()


if __name__ == "__main__":
    main()
