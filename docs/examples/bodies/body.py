import asyncio, contextlib, json, pathlib, sys
import websockets  # pip install websockets

TOKEN = pathlib.Path(__file__).with_suffix(".token")
at = {"x": 0.5, "y": 64, "z": 0.5}  # the world that it makes up: a game stands here
STATE = {"position": at, "health": 20, "hunger": 20, "saturation": 5, "inventory": [], "dimension": "overworld", "gameMode": "survival",
         "world": {"present": True, "id": "minehand-test", "kind": "singleplayer"}}
running, finished = {}, {}  # {id: task}, {id: its end}

async def goto(to, a):
    for _, code, why in filter(lambda row: row[0], [
            (a.get("type") != "goto", "unsupported", "this body only walks"),
            (a.get("target"), "not_found", "there is no such thing here"),
            (not all(type(v) in (int, float) for v in to), "invalid", "goto needs the numbers x, y and z"),
            (a.get("dimension", "overworld") != "overworld", "wrong_dimension", "there is only the overworld here"),
            (to[1] != 64, "no_path", "the world is flat: nobody stands there")]):
        raise ValueError(code, why)
    for axis, goal in ("x", to[0] + 0.5), ("z", to[2] + 0.5):
        while at[axis] != goal:
            at[axis] += max(-0.4, min(0.4, goal - at[axis]))
            await asyncio.sleep(0.1)

async def act(id, a):
    try:
        await goto([a.get(axis) for axis in "xyz"], a)
        end = {"result": {"success": True, "position": dict(at)}}
    except (ValueError, asyncio.CancelledError) as e:
        end = dict(zip(("code", "error"), e.args or ("interrupted", "stopped")))
    del running[id]
    finished[id] = {"actionId": id, **end}
    await send("action_complete" if "result" in end else "action_failed", **finished[id])

async def send(kind, **more):
    with contextlib.suppress(websockets.ConnectionClosed):  # the next register tells it
        await line.send(json.dumps({"type": kind, "instanceId": "first-body", **more}))

async def take(kind, id, frame):
    if kind == "execute_action" and id in finished:
        await send("action_complete" if "result" in finished[id] else "action_failed", **finished[id])
    elif kind == "execute_action" and id and not running:
        running[id] = asyncio.create_task(act(id, frame["action"]))
    elif kind in ("execute_action", "cancel") and id and id not in running:
        await send("action_failed", actionId=id, error="not now", code="busy" if kind == "execute_action" else "interrupted")
    elif kind in ("cancel", "stop"):
        [task.cancel() for task in running.values()]
        await asyncio.sleep(0.05)  # what ran says first that it ended
        if kind == "stop":
            await send("stopped", id=frame.get("id"))

async def main():
    global line
    async for line in websockets.connect("ws://localhost:%s/" % (sys.argv[1:] or ["9876"])[0]):  # again after every loss
        await send("register", version="1.21.5", protocol=2, role="self", world=STATE["world"], capabilities={"actions": ["goto"]},
                   running=list(running), finished=list(finished.values())[-16:], resumeToken=TOKEN.exists() and TOKEN.read_text() or None)
        try:
            TOKEN.write_text(json.loads(await line.recv())["resumeToken"])
            while True:
                await send("state_update", data=STATE)
                with contextlib.suppress(TimeoutError, ValueError, TypeError, AttributeError):  # nothing came, or nothing for us
                    frame = json.loads(await asyncio.wait_for(line.recv(), 0.5))
                    await take(frame.get("type"), frame.get("actionId") or frame.get("action", {}).get("id"), frame)
        except websockets.ConnectionClosed as lost:
            if lost.rcvd and 4500 <= lost.rcvd.code < 5000:
                return
            await asyncio.sleep(0.5)

asyncio.run(main())
