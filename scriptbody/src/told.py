"""What this body changes in the world (docs/protocol, rule 19), each change with a
number until Minehand keeps it."""
import re
import threading
import time

MOST_CHANGES, IN_FRAME = 4096, 256
# Blocks of two cells: breaking or placing one changes the other.
TWO_CELLS = re.compile(
    r"_bed$|_door$|^(tall_grass|large_fern|sunflower|lilac|rose_bush|peony|tall_seagrass|small_dripleaf|pitcher_plant|pitcher_crop)$")
BESIDE = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]


def kind_in(state):
    """oak_log of oak_log[axis=y]."""
    return state.split("[", 1)[0]


class Told:
    """The changes that Minehand does not keep yet."""

    def __init__(self, read):
        self.read = read  # read(cells) returns the block states of cells, None where they are not loaded
        self.series = "%x" % time.time_ns()  # of this start
        self.lock = threading.Lock()
        # Owned by lock:
        self.list = []
        self.last = 0
        self.action = None  # id of the one that runs
        self.dimension = None

    def frame(self):
        """What a frame takes along, the oldest first."""
        with self.lock:
            return self.list[:IN_FRAME]

    def kept(self, series, through):
        with self.lock:
            if series == self.series:
                self.list = [c for c in self.list if c["n"] > through]

    def note(self, place, before, after, why):
        with self.lock:
            self.last += 1
            change = {"n": self.last, **dict(zip("xyz", place)), "from": before, "to": after, "why": why}
            if self.dimension:
                change["dimension"] = self.dimension
            if self.action:
                change["action"] = self.action
            self.list.append(change)
            if len(self.list) > MOST_CHANGES:
                lost = {"n": self.list[1]["n"], "x": 0, "y": 0, "z": 0, "from": "", "to": "", "why": "other", "lost": True}
                self.list = [lost] + self.list[2:]

    def watch(self, cells, why="goal"):
        """What stands in cells and beside them, to be compared when the deed is done."""
        return Watch(self, cells, why)


class Watch:
    """Notes what its cells became: with Watch(...): do it."""

    def __init__(self, told, cells, why):
        self.told, self.why = told, why
        self.cells = list(dict.fromkeys(tuple(c) for c in cells))
        beside = [tuple(a + b for a, b in zip(c, side)) for c in self.cells for side in BESIDE]
        self.beside = [c for c in dict.fromkeys(beside) if c not in self.cells]

    def __enter__(self):
        self.before = self.told.read(self.cells + self.beside)
        return self

    def __exit__(self, *_):
        after = self.told.read(self.cells + self.beside)
        for i, (cell, old, new) in enumerate(zip(self.cells + self.beside, self.before, after)):
            if old is None or new is None or kind_in(old) == kind_in(new):
                continue
            # Beside what was dug or placed only its other half is this body's.
            if i < len(self.cells) or TWO_CELLS.search(kind_in(old)) or TWO_CELLS.search(kind_in(new)):
                self.told.note(cell, old, new, self.why)
