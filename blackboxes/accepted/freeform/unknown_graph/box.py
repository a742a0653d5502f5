import random
from collections import deque

LETTERS = "abcdefghijklmnopqrst"
NODES = 20
EDGES = 24
MAX_DRAWS = 100


def _pair(a, b):
    """Two different nodes as two letters in alphabetical order."""
    low, high = min(a, b), max(a, b)
    return LETTERS[low] + LETTERS[high]


def _distances_from(neighbours, start):
    distances = {start: 0}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for other in neighbours[node]:
            if other not in distances:
                distances[other] = distances[node] + 1
                queue.append(other)
    return distances


def _walk_distances(edges, walk):
    neighbours = [[] for _ in range(NODES)]
    for i, j in edges:
        neighbours[i].append(j)
        neighbours[j].append(i)
    return [_distances_from(neighbours, a)[b] for a, b in zip(walk, walk[1:])]


def open(seed: int):
    rng = random.Random(seed)
    order = list(range(NODES))
    rng.shuffle(order)
    edges = set()
    for i in range(1, NODES):
        k = rng.randrange(max(0, i - 3), i)
        a, b = order[i], order[k]
        edges.add((min(a, b), max(a, b)))
    while len(edges) < EDGES:
        a, b = rng.sample(range(NODES), 2)
        # The set keeps an edge that is already there as it is.
        edges.add((min(a, b), max(a, b)))
    return {"edges": [[i, j] for i, j in sorted(edges)], "asked": []}


def explore(state, text: str) -> dict:
    walk = [LETTERS.index(letter) for letter in text]
    distances = _walk_distances(state["edges"], walk)
    asked = set(state["asked"])
    for a, b in zip(walk, walk[1:]):
        if a != b:
            asked.add(_pair(a, b))
    following = {
        "edges": [list(edge) for edge in state["edges"]],
        "asked": sorted(asked),
    }
    feedback = " ".join(str(d) for d in distances) if distances else "-"
    return {"state": following, "feedback": feedback}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    asked = set(state["asked"])
    used = set()
    result = []
    for _ in range(count):
        walk = ()
        for draw in range(1, MAX_DRAWS + 1):
            walk = tuple(rng.sample(range(NODES), 5))
            if draw == MAX_DRAWS:
                break  # the hundredth walk is taken as it is
            known = any(_pair(a, b) in asked for a, b in zip(walk, walk[1:]))
            if walk not in used and not known:
                break
        used.add(walk)
        letters = "".join(LETTERS[node] for node in walk)
        result.append({
            "prompt": "Which distances come back for this walk? " + letters,
            "answer": _walk_distances(state["edges"], walk),
            "comparator": "sequence",
        })
    return result
