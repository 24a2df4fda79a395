"""The pipe to Minescript: function calls on stdout, answers and events on stdin.

A call is a line "?mnsc:ID EXECUTOR NAME ARGS", its answer a JSON object a line with
the same id as "fcid" (read in Minescript's public documents and sources, 2026).
"""
import itertools
import json
import os
import sys
import threading

# Who carries a call out in the game: its ticks, its frames, or the pipe itself, which
# is quickest and only for what touches nothing.
TICK, FRAME, PIPE = "T", "R", "S"


class GameError(Exception):
    """The game refused a call; the text is its own."""


class Pipe:
    """Calls functions of the game from any thread."""

    def __init__(self, source=None, sink=None, ended=None):
        if source is None:  # the game writes UTF-8, whatever this system's own is
            sys.stdin.reconfigure(encoding="utf-8", errors="replace")
        self.source = source or sys.stdin
        self.sink = sink or sys.stdout
        self.ended = ended or (lambda: os._exit(0))
        self.lock = threading.Lock()
        self.ids = itertools.count(1)
        self.waiting = {}  # id -> [event, answer]
        self.listeners = {}  # id -> handler
        self.timeout = 30.0  # seconds; a paused frame loop answers nothing
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for line in self.source:
            try:
                answer = json.loads(line)
            except ValueError:
                continue
            number = answer.get("fcid") if isinstance(answer, dict) else None
            if number in self.listeners:
                if "retval" in answer:
                    self.listeners[number](answer["retval"])
                continue
            with self.lock:
                entry = self.waiting.pop(number, None)
            if entry:
                entry[1] = answer
                entry[0].set()
        self.ended()  # the game has stopped the script, or is gone

    def _write(self, number, executor, name, args):
        line = "?mnsc:%d %s %s %s\n" % (number, executor, name, json.dumps(args))
        self.sink.write(line)

    def begin(self, name, args=(), on=FRAME):
        """Sends a call; finish waits for its answer."""
        entry = [threading.Event(), None]
        with self.lock:
            number = next(self.ids)
            self.waiting[number] = entry
            self._write(number, on, name, list(args))
            self.sink.flush()
        return name, number, entry

    def finish(self, begun):
        name, number, entry = begun
        if not entry[0].wait(self.timeout):
            with self.lock:
                self.waiting.pop(number, None)
            raise GameError("%s got no answer in %g s: is the game paused?" % (name, self.timeout))
        answer = entry[1]
        if "except" in answer:
            problem = answer["except"] or {}
            raise GameError("%s: %s" % (name, problem.get("message") or problem.get("desc") or "refused"))
        return answer.get("retval")

    def call(self, name, *args, on=FRAME):
        return self.finish(self.begin(name, args, on))

    def tell(self, name, *args, on=FRAME):
        """A call whose answer nobody waits for."""
        with self.lock:
            self._write(0, on, name, list(args))
            self.sink.flush()

    def many(self, calls, on=PIPE):
        """The answers of several calls [(name, args), ...]; None where one was refused."""
        begun = []
        with self.lock:
            for name, args in calls:
                number, entry = next(self.ids), [threading.Event(), None]
                self.waiting[number] = entry
                self._write(number, on, name, list(args))
                begun.append((name, number, entry))
            self.sink.flush()
        answers = []
        for one in begun:
            try:
                answers.append(self.finish(one))
            except GameError:
                answers.append(None)
        return answers

    def hear(self, event, handler):
        """Calls the handler for every event of that name, on the pipe's own thread."""
        listener = self.call("register_event_listener", event, {})
        with self.lock:
            number = next(self.ids)
            self.listeners[number] = handler
            self._write(number, FRAME, "start_event_listener", [event, listener])
            self.sink.flush()
