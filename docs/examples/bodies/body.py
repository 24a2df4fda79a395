import asyncio, json, pathlib, sys, time
from contextlib import suppress
import websockets  # pip install websockets

PORT, ME, TOKEN = (sys.argv[1:] or ["9876"])[0], "first-body", pathlib.Path(__file__).with_suffix(".token")
SERIES = str(time.time())  # each start counts its changes anew; one who only walks has none
WORLD = {"present": True, "id": "minehand-test", "kind": "singleplayer"}
ready, running, finished = False, {}, {}  # {id: task}, {id: its end}

# The world that it makes up: a game stands here.
at = {"x": 0.5, "y": 64, "z": 0.5}

def state():
    return {"position": at, "health": 20, "hunger": 20, "saturation": 5, "inventory": [],
            "dimension": "overworld", "gameMode": "survival", "world": WORLD}

async def goto(to, a):
    for wrong, code, why in [
            (a.get("type") != "goto", "unsupported", "this body only walks"),
            (a.get("target"), "not_found", "there is no such thing here"),
            (not all(type(v) in (int, float) for v in to), "invalid", "goto needs the numbers x, y and z"),
            (a.get("dimension", "overworld") != "overworld", "wrong_dimension", "there is only the overworld here"),
            (to[1] != 64, "no_path", "the world is flat: nobody stands there")]:
        if wrong:
            raise ValueError(code, why)
    for axis, goal in ("x", to[0] + 0.5), ("z", to[2] + 0.5):
        while at[axis] != goal:
            at[axis] += max(-0.4, min(0.4, goal - at[axis]))
            await asyncio.sleep(0.1)

# The protocol.
async def act(id, a):
    try:
        await goto([a.get(axis) for axis in "xyz"], a)
        finished[id] = {"actionId": id, "result": {"success": True, "position": dict(at), "state": state()}}
    except (ValueError, asyncio.CancelledError) as e:
        code, why = e.args or ("interrupted", "stopped")
        finished[id] = {"actionId": id, "error": why, "code": code}
    del running[id]
    await tell(finished[id])

async def tell(end):
    await send("action_complete" if "result" in end else "action_failed", **end)

async def send(kind, **more):
    with suppress(websockets.ConnectionClosed):  # the next register tells it
        await line.send(json.dumps({"type": kind, "instanceId": ME, **more}))

async def take(frame):
    global ready
    kind, a = frame.get("type"), frame.get("action") or {}
    id = a.get("id") or frame.get("actionId")
    if kind == "registered" and frame.get("success"):
        ready = bool(TOKEN.write_text(frame["resumeToken"]))
    elif kind == "execute_action" and id in finished:
        await tell(finished[id])
    elif kind == "execute_action" and id and not running:
        running[id] = asyncio.create_task(act(id, a))
    elif kind == "execute_action" and id and id not in running:
        await tell({"actionId": id, "error": "one at a time", "code": "busy"})
    elif kind == "cancel" and id not in running:
        await tell({"actionId": id, "error": "it does not run", "code": "interrupted"})
    elif kind in ("cancel", "stop"):
        [task.cancel() for task in running.values()]
        await asyncio.sleep(0.05)  # what ran says first that it ended
        if kind == "stop":
            await send("stopped", id=frame.get("id"))

async def main():
    global line, ready
    async for line in websockets.connect("ws://localhost:%s/" % PORT):  # again after every loss
        ready, token = False, {"resumeToken": TOKEN.read_text()} if TOKEN.exists() else {}
        await send("register", version="1.21.5", protocol=2, role="self", world=WORLD, series=SERIES,
                   capabilities={"actions": ["goto"], "changes": True}, running=list(running), finished=list(finished.values())[-16:], **token)
        try:
            while True:
                with suppress(TimeoutError, ValueError, TypeError, AttributeError):  # nothing came, or nothing for us
                    await take(json.loads(await asyncio.wait_for(line.recv(), 0.5)))
                if ready:
                    await send("state_update", data=state())
        except websockets.ConnectionClosed as lost:
            if lost.rcvd and 4500 <= lost.rcvd.code < 5000:
                return
            await asyncio.sleep(0.5)

asyncio.run(main())
