"""Walking: by Baritone where it is, else on foot: level, up a block, down three, and
nothing is dug."""
import heapq
import math
import time

from pipe import GameError
from view import AIR, FLUIDS, HURTS, PLANTS, feet_of, walkable

REACH = 4.2  # blocks from the eyes: a little less than the game's 4.5
EYES = 1.62
FAR = 32  # blocks that one stretch looks ahead
SIDES = {"up": (0, 1, 0), "down": (0, -1, 0), "north": (0, 0, -1), "south": (0, 0, 1), "west": (-1, 0, 0), "east": (1, 0, 0)}


class Stopped(Exception):
    """The action was stopped."""


class NoWay(Exception):
    """There is no way there."""


def first_hit(region, eye, point, through=None):
    """The first block on the line from the eye to a point (a little beyond), and the free
    one before it: (block, before). Plants in the way count as air when through is set."""
    dx, dy, dz = (point[i] - eye[i] for i in range(3))
    n = math.sqrt(dx * dx + dy * dy + dz * dz)
    if n < 1e-6:
        return None, None
    steps = int((n + 0.1) / 0.04) + 1
    cell = before = None
    for i in range(steps):
        t = i * 0.04 / n
        at = (math.floor(eye[0] + dx * t), math.floor(eye[1] + dy * t), math.floor(eye[2] + dz * t))
        if at == cell:
            continue
        before, cell = cell, at
        b = region.get(*at)
        if b is None:
            return None, None
        if b in AIR or b in FLUIDS or (through and PLANTS.match(b)):
            continue
        return at, before
    return None, None


def eye_of(node):
    return node[0] + 0.5, node[1] + EYES, node[2] + 0.5


def faces(block):
    """Points on the sides of a block, just inside."""
    x, y, z = block
    yield x + 0.5, y + 0.5, z + 0.5
    for dx, dy, dz in SIDES.values():
        yield x + 0.5 + dx * 0.48, y + 0.5 + dy * 0.48, z + 0.5 + dz * 0.48


def sight(region, eye, block):
    """A point of the block that the eye sees within reach; None for none."""
    for point in faces(block):
        if math.dist(eye, point) <= REACH and first_hit(region, eye, point, through=True)[0] == tuple(block):
            return point
    return None


def stands(region, x, y, z):
    """Whether feet can stand there."""
    feet, head, below = region.get(x, y, z), region.get(x, y + 1, z), region.get(x, y - 1, z)
    if feet is None or head is None or below is None:
        return False
    if HURTS.match(feet) or HURTS.match(head) or HURTS.match(below):
        return False
    return walkable(feet) and walkable(head) and (not walkable(below) or feet == "water")


def fits(region, x, y, z):
    b = region.get(x, y, z)
    return b is not None and walkable(b) and not HURTS.match(b)


def steps(region, node):
    """[(node, cost)] that are one step away."""
    x, y, z = node
    for dx in (-1, 0, 1):
        for dz in (-1, 0, 1):
            if dx == dz == 0:
                continue
            diagonal = dx and dz
            if diagonal and not all(fits(region, x + a, y + h, z + b) and not walkable(region.get(x + a, y - 1, z + b) or "stone")
                                    for a, b in ((dx, 0), (0, dz)) for h in (0, 1)):
                continue
            cost = 1.41 if diagonal else 1.0
            if region.get(x + dx, y, z + dz) == "water":
                cost += 6
            if stands(region, x + dx, y, z + dz):
                yield (x + dx, y, z + dz), cost
            elif not diagonal:
                if fits(region, x, y + 2, z) and stands(region, x + dx, y + 1, z + dz) and not fits(region, x + dx, y, z + dz):
                    yield (x + dx, y + 1, z + dz), cost + 1
                elif fits(region, x + dx, y, z + dz) and fits(region, x + dx, y + 1, z + dz):
                    for drop in (1, 2, 3):
                        if stands(region, x + dx, y - drop, z + dz):
                            yield (x + dx, y - drop, z + dz), cost + drop
                            break
                        if not fits(region, x + dx, y - drop, z + dz):
                            break


def path(region, start, arrived, guess, most=12000):
    """The nodes from start to the first that arrived takes, by A*; else to the one that
    guess likes best, and False: (nodes, whether it arrived)."""
    if arrived(start):
        return [start], True
    costs, came, done = {start: 0.0}, {}, set()
    heap = [(guess(start), 0, start)]
    best, least, count = start, guess(start), 0
    while heap and len(done) < most:
        _, _, node = heapq.heappop(heap)
        if node in done:
            continue
        done.add(node)
        if node != start and arrived(node):
            best = node
            break
        if guess(node) < least:
            best, least = node, guess(node)
        for to, cost in steps(region, node):
            total = costs[node] + cost
            if total < costs.get(to, math.inf):
                costs[to], came[to] = total, node
                count += 1
                heapq.heappush(heap, (total + guess(to), count, to))
    else:
        arrived = lambda _: False  # noqa: E731
    nodes = [best]
    while nodes[-1] in came:
        nodes.append(came[nodes[-1]])
    return nodes[::-1], arrived(best)


def room(region, start, most):
    """How many nodes can be walked to, counted up to most."""
    seen, left = {start}, [start]
    while left and len(seen) < most:
        for to, _ in steps(region, left.pop()):
            if to not in seen:
                seen.add(to)
                left.append(to)
    return len(seen)


class Walker:
    def __init__(self, game, check, progress):
        self.game = game
        self.check = check  # raises Stopped, waits while paused
        self.progress = progress  # progress(message, fraction)
        self.region = None
        self.out = None  # out(target) digs a way out of a hole and reports whether it did

    def box(self, target, margin=10):
        """A region that holds the player and the way to the target, or its beginning."""
        x, y, z = self.game.feet()
        to = [max(c - FAR, min(c + FAR, t)) for c, t in zip((x, y, z), target)]
        low = (min(x, to[0]) - margin, max(min(y, to[1]) - 8, y - 24), min(z, to[2]) - margin)
        high = (max(x, to[0]) + margin, min(max(y, to[1]) + 8, y + 24), max(z, to[2]) + margin)
        self.region = self.game.region(low, high)
        return self.region

    def go(self, target, arrived, words, stretches=24):
        """Walks until arrived(region, node) is true near the target; raises NoWay."""
        far = lambda n: math.dist(n, target)  # noqa: E731
        near, stuck = math.inf, 0
        for _ in range(stretches):
            self.check()
            self.progress("on the way to " + words, None)
            region = self.box(target)
            start = self.start(region)
            nodes, there = path(region, start, lambda n: arrived(region, n), far)
            if there and len(nodes) == 1:
                return region
            if not there and (len(nodes) == 1 or far(nodes[-1]) > near - 1):
                stuck += 1
                if stuck > 1 or len(nodes) == 1:
                    break
            near = min(near, far(nodes[-1]))
            if not self.follow(nodes):
                stuck += 1
                if stuck > 4:
                    break
            elif there:
                region = self.box(target)
                if arrived(region, self.start(region)):
                    return region
        if self.out and self.out(target):
            return self.go(target, arrived, words, stretches)
        raise NoWay("there is no way on foot to " + words)

    def start(self, region):
        """The node of the player: the block below the edge that they stand on, too."""
        px, py, pz = self.game.position()
        x, y, z = feet_of(px, py, pz)
        options = [(x, y, z)] + [(x + a, y, z + b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]
        good = [o for o in options if stands(region, *o) and abs(o[0] + 0.5 - px) < 0.82 and abs(o[2] + 0.5 - pz) < 0.82]
        return min(good, key=lambda o: math.dist((o[0] + 0.5, o[2] + 0.5), (px, pz))) if good else (x, y, z)

    def follow(self, nodes, close=0.25):
        """Walks along nodes, so close to the middle of the last; False when it does not get on."""
        game = self.game
        try:
            for at, node in enumerate(nodes[1:] if len(nodes) > 1 else nodes, 1):
                goal = (node[0] + 0.5, node[2] + 0.5)
                last = at >= len(nodes) - 1
                moved, since = None, time.monotonic()
                while True:
                    self.check()
                    x, y, z = game.position()
                    d = math.dist((x, z), goal)
                    if d < (close if last else 0.4) and abs(y - node[1]) < 0.9:
                        break
                    if d < 0.25 and y > node[1] + 0.9:
                        time.sleep(0.01)  # falling
                        game.press("forward", False)
                        if time.monotonic() - since > 3:
                            return False
                        continue
                    if moved is None or math.dist(moved, (x, y, z)) > 0.3:
                        moved, since = (x, y, z), time.monotonic()
                    elif time.monotonic() - since > 2:
                        return False
                    if d > 3 or y < node[1] - 1.3:
                        return False
                    game.face(math.degrees(math.atan2(-(goal[0] - x), goal[1] - z)))
                    jump = node[1] > y + 0.5 and d < 1.6 or game_wet(self.region, x, y, z)
                    if jump != ("jump" in game.pressed):
                        game.press("jump", jump)
                    if "forward" not in game.pressed:
                        game.press("forward", True)
                    time.sleep(0.003)
            return True
        finally:
            game.release()

    # what actions ask for

    def near(self, target, within, words):
        """Walks to within blocks of the target's block."""
        def arrived(region, n):
            return math.dist(n, target) <= within
        if self.game.baritone.there:
            self.by_baritone(target, max(0, math.floor(within)), words)
            return
        self.go(target, arrived, words)

    def touch(self, block, words):
        """Walks to where the block is seen within reach, and returns the point to look at."""
        def arrived(region, n):
            return sight(region, eye_of(n), block) is not None
        region = self.box(block, 4)
        x, y, z = self.game.position()
        point = sight(region, (x, y + EYES, z), block)
        if point:
            return point
        try:
            region = self.go(block, arrived, words)
        except NoWay:
            if not self.game.baritone.there:
                raise
            self.by_baritone(block, 2, words)
            region = self.box(block, 4)
        x, y, z = self.game.position()
        point = sight(region, (x, y + EYES, z), block) or sight(region, eye_of(self.start(region)), block)
        if not point:
            raise NoWay("there is nothing to be seen of " + words)
        return point

    def by_baritone(self, target, within, words):
        b = self.game.baritone
        try:
            b.go(*target, within)
            moved, since = None, time.monotonic()
            while b.busy():
                self.check()
                at = self.game.position()
                if moved is None or math.dist(at, moved) > 0.5:
                    moved, since = at, time.monotonic()
                elif time.monotonic() - since > 20:
                    break
                time.sleep(0.05)
        except GameError as e:
            raise NoWay("Baritone: " + str(e)) from e
        finally:
            try:
                b.stop()
            except GameError:
                pass
        if math.dist(self.game.feet(), target) > within + 1.5:
            raise NoWay("Baritone finds no way to " + words)


def game_wet(region, x, y, z):
    return region is not None and region.get(*feet_of(x, y, z)) == "water"
