import asyncio, json, pathlib, sys, time
import websockets  # pip install websockets

PORT, ME = (sys.argv[1:] or ["9876"])[0], "first-body"
TOKEN = pathlib.Path(__file__).with_suffix(".token")
SERIES = str(time.time())  # each start counts its changes anew; one who only walks has none
WORLD = {"present": True, "id": "minehand-test", "kind": "singleplayer"}
at, ready, running, finished = {"x": 0.5, "y": 64, "z": 0.5}, False, {}, {}  # {id: task}, {id: its end}

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

async def act(id, a):
    try:
        await goto([a.get(axis) for axis in "xyz"], a)
        end = {"result": {"success": True, "position": dict(at), "state": state()}}
    except (ValueError, asyncio.CancelledError) as e:
        code, why = e.args or ("interrupted", "stopped")
        end = {"error": why, "code": code}
    del running[id]
    finished[id] = {"actionId": id, **end}
    await send("action_complete" if "result" in end else "action_failed", **finished[id])

async def send(kind, **more):
    try:
        await line.send(json.dumps({"type": kind, "instanceId": ME, **more}))
    except websockets.ConnectionClosed:
        pass  # the next register tells it

async def take(kind, frame):
    global ready
    a = frame.get("action") or {}
    id = a.get("id") or frame.get("actionId")
    if kind == "registered" and frame.get("success"):
        TOKEN.write_text(frame["resumeToken"])
        ready = True
    elif kind == "execute_action" and id in finished:
        await send("action_complete" if "result" in finished[id] else "action_failed", **finished[id])
    elif kind == "execute_action" and id and not running:
        running[id] = asyncio.create_task(act(id, a))
    elif kind == "execute_action" and id and id not in running:
        await send("action_failed", actionId=id, error="one at a time", code="busy")
    elif kind == "cancel" and id not in running:
        await send("action_failed", actionId=id, error="it does not run", code="interrupted")
    elif kind in ("cancel", "stop"):
        [task.cancel() for task in running.values()]
        await asyncio.sleep(0.05)  # what ran says first that it ended
        if kind == "stop":
            await send("stopped", id=frame.get("id"))

async def play():
    global ready
    token = {"resumeToken": TOKEN.read_text()} if TOKEN.exists() else {}
    await send("register", version="1.21.5", protocol=2, role="self", world=WORLD, series=SERIES,
               capabilities={"actions": ["goto"], "changes": True}, running=list(running), finished=list(finished.values())[-16:], **token)
    while True:
        try:
            frame = json.loads(await asyncio.wait_for(line.recv(), 0.5))
            await take(frame.get("type"), frame)
        except (TimeoutError, ValueError, TypeError, AttributeError):
            pass  # nothing came, or nothing for us
        if ready:
            await send("state_update", data=state())

async def main():
    global line, ready
    while True:
        try:
            async with websockets.connect("ws://localhost:%s/" % PORT) as line:
                await play()
        except (OSError, websockets.WebSocketException):
            ready = await asyncio.sleep(1, False)

asyncio.run(main())
