#!/usr/bin/env python3
"""A command provider: one JSON-RPC request on stdin, one response on stdout.

Config:
    command_providers:
      - provider_id: my-agent
        command: python3 agent.py
        capabilities: {tasks: [chat, categorize_prompt, npc_dialogue]}

Write everything that is not the response to stderr. Replace answer() by a call
of your model.
"""
import json
import sys


def answer(task, context):
    if task == "chat":
        return context["prompt"].strip().rstrip(".") + ", please."
    if task == "categorize_prompt":
        words = context["prompt"].split()
        numbers = [w for w in words if w.isdigit()]
        blocks = [{"type": "quantity", "content": n} for n in numbers]
        return {"blocks": blocks + [{"type": "target", "content": words[-1]}], "confidence": 0.5}
    if task == "npc_dialogue":
        return "You said: " + context["player_message"]
    raise ValueError("I do not know the task " + task)


def main():
    request = json.loads(sys.stdin.readline())
    response = {"jsonrpc": "2.0", "id": request["id"]}
    try:
        output = answer(request["params"]["task"], request["params"]["context"])
        response["result"] = {"output": output, "metadata": {"model": "agent.py"}}
    except Exception as e:
        response["error"] = {"code": -32000, "message": str(e)}
    print(json.dumps(response), flush=True)
    sys.exit("error" in response)


main()
