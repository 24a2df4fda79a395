#!/usr/bin/env python3
"""A CLI provider: the subcommands generate, stream and health.

Config:
    providers:
      - name: my-provider
        type: cli
        config: {path: python3, args: [provider.py], subcommand: last, model: small}

Write everything that is not the answer to stderr. Replace words() by a call of
your model. With "#!/usr/bin/env python3" and chmod +x the path can be the file
itself; then leave out args and subcommand.
"""
import json
import sys
from datetime import datetime, timezone


def words(request):
    """The answer, piece by piece."""
    for word in ("You asked: " + request["prompt"]).split(" "):
        yield word + " "


def generate(request):
    text = "".join(words(request)).strip()
    print(json.dumps({
        "content": text, "tokens_used": 0, "model": request.get("config", {}).get("model", ""),
        "latency": 0, "finish_reason": "stop", "provider": "provider.py",
    }))


def stream(request):
    text = ""
    for piece in words(request):
        text += piece
        chunk(text, piece, False)
    chunk(text, "", True)


def chunk(content, delta, done):
    now = datetime.now(timezone.utc).isoformat()
    print(json.dumps({"content": content, "delta": delta, "done": done, "timestamp": now}), flush=True)


command = sys.argv[1] if len(sys.argv) > 1 else ""
if command == "health":
    print("OK")
elif command in ("generate", "stream"):
    {"generate": generate, "stream": stream}[command](json.load(sys.stdin))
else:
    sys.exit("usage: provider.py generate|stream|health")
