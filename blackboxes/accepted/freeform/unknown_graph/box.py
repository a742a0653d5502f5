import random

NODES = "abcdefghijklmnopqrst"
EDGE_COUNT = 24


def open(seed: int):
    rng = random.Random(seed)
    order = list(range(20))
    rng.shuffle(order)
    edges = set()
    for i in range(1, 20):
        k = rng.randrange(max(0, i - 3), i)
        u, v = order[i], order[k]
        edges.add((min(u, v), max(u, v)))
    # Pairs that are joined already are drawn without effect.
    while len(edges) < EDGE_COUNT:
        u, v = rng.sample(range(20), 2)
        edges.add((min(u, v), max(u, v)))
    return {"edges": [list(edge) for edge in sorted(edges)], "asked": []}


def _neighbours(edges):
    result = [[] for _ in NODES]
    for i, j in edges:
        result[i].append(j)
        result[j].append(i)
    return result


def _distances_from(neighbours, start):
    """Breadth-first search: the distance from start to every node."""
    distances = {start: 0}
    queue = [start]
    for node in queue:  # the list grows while it is walked through
        for other in neighbours[node]:
            if other not in distances:
                distances[other] = distances[node] + 1
                queue.append(other)
    return distances


def _walk_distances(neighbours, walk):
    """The distances from each node of the walk to the next one."""
    return [_distances_from(neighbours, u)[v] for u, v in zip(walk, walk[1:])]


def _pairs(text):
    """The pairs of different neighbours in the text, each in alphabetical order."""
    return [min(p, q) + max(p, q) for p, q in zip(text, text[1:]) if p != q]


def explore(state, text: str) -> dict:
    neighbours = _neighbours(state["edges"])
    walk = [NODES.index(letter) for letter in text]
    distances = _walk_distances(neighbours, walk)
    feedback = " ".join(str(d) for d in distances) if distances else "-"
    next_state = {
        "edges": [list(edge) for edge in state["edges"]],
        "asked": sorted(set(state["asked"]) | set(_pairs(text))),
    }
    return {"state": next_state, "feedback": feedback}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    neighbours = _neighbours(state["edges"])
    asked = set(state["asked"])
    used = set()
    result = []
    for _ in range(count):
        # The hundredth walk drawn for one question is taken as it is.
        for _attempt in range(100):
            walk = rng.sample(range(20), 5)
            letters = "".join(NODES[node] for node in walk)
            if letters not in used and not any(pair in asked for pair in _pairs(letters)):
                break
        used.add(letters)
        result.append({
            "prompt": "Which distances come back for this walk? " + letters,
            "answer": _walk_distances(neighbours, walk),
            "comparator": "sequence",
        })
    return result
