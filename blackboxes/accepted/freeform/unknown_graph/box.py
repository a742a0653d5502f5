import random

NODES = "abcdefghijklmnopqrst"


def _distances(edges):
    """All distances, as a list of lists by the numbers of the nodes."""
    neighbours = [[] for _ in NODES]
    for i, j in edges:
        neighbours[i].append(j)
        neighbours[j].append(i)
    table = []
    for start in range(len(NODES)):
        row = [None] * len(NODES)
        row[start] = 0
        queue = [start]
        for node in queue:  # the queue grows while it is read
            for other in neighbours[node]:
                if row[other] is None:
                    row[other] = row[node] + 1
                    queue.append(other)
        table.append(row)
    return table


def _answer(table, walk):
    """The list of the distances along the walk, a text of letters."""
    places = [NODES.index(letter) for letter in walk]
    return [table[i][j] for i, j in zip(places, places[1:])] or ["-"]


def _pairs(walk):
    """The pairs of different neighbours in the walk, each in alphabetical order."""
    return [
        min(one, other) + max(one, other)
        for one, other in zip(walk, walk[1:])
        if one != other
    ]


def open(seed):
    rng = random.Random(seed)
    order = list(range(20))
    rng.shuffle(order)
    edges = []
    for i in range(1, 20):
        k = rng.randrange(max(0, i - 3), i)
        edges.append(sorted([order[i], order[k]]))
    while len(edges) < 24:
        edge = sorted(rng.sample(range(20), 2))
        if edge not in edges:
            edges.append(edge)
    return {"edges": sorted(edges), "asked": []}


def explore(state, text):
    table = _distances(state["edges"])
    feedback = " ".join(str(item) for item in _answer(table, text))
    after = {
        "edges": [list(edge) for edge in state["edges"]],
        "asked": sorted(set(state["asked"]) | set(_pairs(text))),
    }
    return {"state": after, "feedback": feedback}


def _draw_walk(rng):
    if rng.randrange(4) == 0:
        n = rng.randint(1, 4)
        nodes = [rng.choice(range(20)) for _ in range(n)]
    else:
        nodes = rng.sample(range(20), 5)
    return "".join([NODES[node] for node in nodes])


def questions(state, seed, count):
    rng = random.Random(seed)
    table = _distances(state["edges"])
    asked = set(state["asked"])
    seen = set()
    result = []
    for _ in range(count):
        # the hundredth walk is taken as it is
        for _attempt in range(100):
            walk = _draw_walk(rng)
            if walk not in seen and not any(pair in asked for pair in _pairs(walk)):
                break
        seen.add(walk)
        result.append({
            "prompt": "Which distances come back for this walk? " + walk,
            "answer": _answer(table, walk),
            "comparator": "sequence",
        })
    return result
