# Slash commands from Python (pip install websockets): python commands.py PORT TOKEN "get 1 oak log"
import asyncio, json, sys, uuid
from websockets.asyncio.client import connect

port, token, goal = sys.argv[1:4]
name = f"example-{uuid.uuid4()}"  # an id stands for its first message, as long as its client is known

async def session(*steps):
    async with connect(f"ws://127.0.0.1:{port}/api/v1/ws", additional_headers={"Authorization": f"Bearer {token}"}, max_size=None) as ws:
        for kind, message, show in [("response", {"type": "hello", "id": "hello", "client": name}, None), *steps]:
            await ws.send(json.dumps(message))
            while (answer := json.loads(await ws.recv())).get("id") != message["id"] or answer["type"] not in (kind, "command_result"):
                pass
            if not answer["success"]: sys.exit(answer["error"])
            if show:
                print(show(answer["data"]))

doing = {"type": "slash_command", "id": 4, "command": "/goal", "args": goal}
asyncio.run(session(
    ("response", {"type": "get_all_commands", "id": 1}, lambda d: f"{len(d['commands'])} commands"),
    ("response", {"type": "get_completions", "id": 2, "command": "/model", "prefix": ""}, lambda d: f"/model goes on: {d['completions']}"),
    ("command_result", {"type": "slash_command", "id": 3, "command": "/mode", "args": "hybrid"}, lambda d: d["text"]),
    ("command_accepted", doing, lambda d: f"task {d['taskId']}")))  # the connection is lost here
asyncio.run(session(("command_result", doing, lambda d: d["text"])))  # the same message under the same name finds the goal again
