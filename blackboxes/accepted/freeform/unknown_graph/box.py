import random

LETTERS = "abcdefghijklmnopqrst"
NODES = len(LETTERS)
EDGES = 24


def _all_distances(edges):
    """Table of the shortest distances: table[i][j]."""
    neighbours = [[] for _ in range(NODES)]
    for i, j in edges:
        neighbours[i].append(j)
        neighbours[j].append(i)
    table = []
    for start in range(NODES):
        distance = [None] * NODES
        distance[start] = 0
        queue = [start]
        for node in queue:  # the list grows while it is walked through
            for other in neighbours[node]:
                if distance[other] is None:
                    distance[other] = distance[node] + 1
                    queue.append(other)
        table.append(distance)
    return table


def _pairs(text):
    """Pairs of different neighbouring letters, each in alphabetical order."""
    return [min(x, y) + max(x, y) for x, y in zip(text, text[1:]) if x != y]


def _walk_distances(table, text):
    nodes = [LETTERS.index(letter) for letter in text]
    return [table[x][y] for x, y in zip(nodes, nodes[1:])]


def open(seed):
    rng = random.Random(seed)
    order = list(range(NODES))
    rng.shuffle(order)
    edges = set()
    for i in range(1, NODES):
        k = rng.randrange(max(0, i - 3), i)
        x, y = order[i], order[k]
        edges.add((min(x, y), max(x, y)))
    while len(edges) < EDGES:
        x, y = rng.sample(range(NODES), 2)
        edges.add((min(x, y), max(x, y)))
    return {"edges": [list(edge) for edge in sorted(edges)], "asked": []}


def explore(state, text):
    if len(text) == 1:
        feedback = "-"
    else:
        table = _all_distances(state["edges"])
        feedback = " ".join(str(d) for d in _walk_distances(table, text))
    next_state = {
        "edges": [list(edge) for edge in state["edges"]],
        "asked": sorted(set(state["asked"]) | set(_pairs(text))),
    }
    return {"state": next_state, "feedback": feedback}


def _draw_walk(rng):
    k = rng.randrange(4)
    if k == 0:
        n = rng.randint(1, 4)
        nodes = [rng.choice(range(NODES)) for _ in range(n)]
    else:
        nodes = rng.sample(range(NODES), 5)
    return "".join(LETTERS[node] for node in nodes)


def questions(state, seed, count):
    rng = random.Random(seed)
    table = _all_distances(state["edges"])
    asked = set(state["asked"])
    used = set()
    result = []
    for _ in range(count):
        # The hundredth walk drawn for one question is taken as it is.
        for _attempt in range(100):
            walk = _draw_walk(rng)
            if walk not in used and not any(p in asked for p in _pairs(walk)):
                break
        used.add(walk)
        answer = ["-"] if len(walk) == 1 else _walk_distances(table, walk)
        result.append({
            "prompt": "Which distances come back for this walk? " + walk,
            "answer": answer,
            "comparator": "sequence",
        })
    return result
