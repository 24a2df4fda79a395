import asyncio, json, pathlib, sys
import websockets  # pip install websockets

PORT, ME = (sys.argv[1:] or ["9876"])[0], "first-body"
TOKEN = pathlib.Path(__file__).with_suffix(".token")
at = {"x": 0.5, "y": 64, "z": 0.5}
world = {"present": True, "id": "minehand-test", "kind": "singleplayer"}
running, finished = {}, []  # {id: task}, and the last ends


def state():
    return {"position": at, "health": 20, "hunger": 20, "saturation": 5, "inventory": [],
            "dimension": "overworld", "gameMode": "survival", "world": world}


async def goto(a):
    to = [a.get(k) for k in "xyz"]
    if a.get("target"):
        return {"error": "there is no %s here" % a["target"], "code": "not_found"}
    if not all(type(v) in (int, float) for v in to):
        return {"error": "goto needs the numbers x, y and z", "code": "invalid"}
    if a.get("dimension", "overworld") != "overworld":
        return {"error": "there is only the overworld here", "code": "wrong_dimension"}
    if to[1] != 64:
        return {"error": "the world is flat: nobody stands there", "code": "no_path"}
    for axis, goal in (("x", to[0] + 0.5), ("z", to[2] + 0.5)):
        while at[axis] != goal:
            at[axis] += max(-0.4, min(0.4, goal - at[axis]))
            await asyncio.sleep(0.1)
    return {"result": {"success": True, "position": dict(at), "state": state()}}


async def act(send, a):
    try:
        end = await goto(a) if a.get("type") == "goto" else {"error": "this body only walks", "code": "unsupported"}
    except asyncio.CancelledError:
        end = {"error": "stopped", "code": "interrupted"}
    running.pop(a["id"], None)
    finished.append({"actionId": a["id"], **end})
    await send("action_complete" if "result" in end else "action_failed", **finished[-1])


async def play(line):
    async def send(kind, **more):
        try:
            await now[0].send(json.dumps({"type": kind, "instanceId": ME, **more}))
        except (AttributeError, websockets.ConnectionClosed):
            pass  # the line is down: finished tells it later
    now[0] = line
    token = {"resumeToken": TOKEN.read_text()} if TOKEN.exists() else {}
    await send("register", version="1.21.5", protocol=2, role="self", world=world, capabilities={"actions": ["goto"]},
               running=list(running), finished=finished[-16:], **token)
    async for text in line:
        try:
            frame = json.loads(text)
            kind, a = frame.get("type"), dict(frame.get("action") or {})
        except (ValueError, TypeError, AttributeError):
            continue  # not for us
        if kind == "registered" and frame.get("success"):
            TOKEN.write_text(frame["resumeToken"])
            asyncio.create_task(tell(send, line))
        elif kind == "execute_action" and a.get("id") not in running:
            known = [f for f in finished if f["actionId"] == a.get("id")]
            if known:
                await send("action_complete" if "result" in known[0] else "action_failed", **known[0])
            elif running:
                await send("action_failed", actionId=a["id"], error="one at a time", code="busy")
            elif a.get("id"):
                running[a["id"]] = asyncio.create_task(act(send, a))
        elif kind == "cancel" and frame.get("actionId") in running:
            running[frame["actionId"]].cancel()
        elif kind == "cancel":
            await send("action_failed", actionId=frame.get("actionId"), error="it does not run", code="interrupted")
        elif kind == "stop":
            [task.cancel() for task in running.values()]
            await asyncio.sleep(0.05)
            await send("stopped")


async def tell(send, line):
    while now[0] is line:
        await send("state_update", data=state())
        await asyncio.sleep(0.5)


async def main():
    while True:
        try:
            async with websockets.connect("ws://localhost:%s/" % PORT) as line:
                await play(line)
        except (OSError, websockets.WebSocketException):
            pass
        now[0] = None
        await asyncio.sleep(1)

now = [None]
asyncio.run(main())
