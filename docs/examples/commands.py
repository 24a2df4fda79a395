# Slash commands from Python (pip install websockets): python commands.py PORT TOKEN "get 1 oak log"
import asyncio, json, sys
from websockets.asyncio.client import connect

port, token, goal = sys.argv[1:4]

async def ask(ws, message, kind="response"):
    await ws.send(json.dumps(message))
    while True:
        answer = json.loads(await ws.recv())
        if answer.get("id") == message["id"] and answer["type"] == kind:
            return answer

async def session(steps):
    async with connect(f"ws://127.0.0.1:{port}/api/v1/ws", additional_headers={"Authorization": f"Bearer {token}"}, max_size=None) as ws:
        await ask(ws, {"type": "hello", "id": "hello", "client": "example-py"})
        await steps(ws)

doing = {"type": "slash_command", "id": 4, "command": "/goal", "args": goal}

async def begin(ws):
    print(len((await ask(ws, {"type": "get_all_commands", "id": 1}))["data"]["commands"]), "commands")
    print("/model goes on:", (await ask(ws, {"type": "get_completions", "id": 2, "command": "/model", "prefix": ""}))["data"]["completions"])
    print((await ask(ws, {"type": "slash_command", "id": 3, "command": "/mode", "args": "hybrid"}, "command_result"))["data"]["text"])
    print("task", (await ask(ws, doing, "command_accepted"))["data"]["taskId"])

async def end(ws):  # the same message under the same name finds the goal again
    print((await ask(ws, doing, "command_result"))["data"]["text"])

asyncio.run(session(begin))
asyncio.run(session(end))
