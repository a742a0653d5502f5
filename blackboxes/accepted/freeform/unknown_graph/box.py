import random

LETTERS = "abcdefghijklmnopqrst"
NODES = 20
EDGES = 24
MAX_DRAWS = 100


def open(seed: int):
    rng = random.Random(seed)
    order = list(range(NODES))
    rng.shuffle(order)
    edges = set()
    for i in range(1, NODES):
        k = rng.randrange(max(0, i - 3), i)
        edges.add(_edge(order[i], order[k]))
    while len(edges) < EDGES:
        i, j = rng.sample(range(NODES), 2)
        edges.add(_edge(i, j))  # no effect if they are joined already
    return {"edges": [list(edge) for edge in sorted(edges)], "asked": []}


def _edge(i, j):
    return (min(i, j), max(i, j))


def _neighbours(edges):
    result = [[] for _ in range(NODES)]
    for i, j in edges:
        result[i].append(j)
        result[j].append(i)
    return result


def _distances_from(neighbours, start):
    """The distances from start to every node it reaches."""
    distance = {start: 0}
    queue = [start]
    for node in queue:  # the queue grows while it is read
        for other in neighbours[node]:
            if other not in distance:
                distance[other] = distance[node] + 1
                queue.append(other)
    return distance


def _walk_distances(neighbours, walk):
    """The distances from each letter of the walk to the next one."""
    result = []
    for first, second in zip(walk, walk[1:]):
        distance = _distances_from(neighbours, LETTERS.index(first))
        result.append(distance[LETTERS.index(second)])
    return result


def _pairs(walk):
    """The pairs of different neighbours, each in alphabetical order."""
    return [
        min(first, second) + max(first, second)
        for first, second in zip(walk, walk[1:])
        if first != second
    ]


def explore(state, text: str) -> dict:
    distances = _walk_distances(_neighbours(state["edges"]), text)
    if len(text) == 1:
        feedback = "-"
    else:
        feedback = " ".join(str(distance) for distance in distances)
    following = {
        "edges": [list(edge) for edge in state["edges"]],
        "asked": sorted(set(state["asked"]) | set(_pairs(text))),
    }
    return {"state": following, "feedback": feedback}


def _draw_walk(rng):
    k = rng.randrange(4)
    if k == 0:
        n = rng.randint(3, 4)
        nodes = [rng.choice(range(NODES))]
        while len(nodes) < n:
            if rng.randrange(4) == 0:
                nodes.append(nodes[-1])
            else:
                nodes.append(rng.choice(range(NODES)))
    else:
        nodes = rng.sample(range(NODES), 5)
    return "".join(LETTERS[node] for node in nodes)


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    neighbours = _neighbours(state["edges"])
    asked = set(state["asked"])  # only for membership
    used = set()  # only for membership
    result = []
    for _ in range(count):
        for _ in range(MAX_DRAWS):
            walk = _draw_walk(rng)
            if walk not in used and not any(p in asked for p in _pairs(walk)):
                break
        # If no walk was good, the hundredth one is taken as it is.
        used.add(walk)
        result.append({
            "prompt": f"Which distances come back for this walk? {walk}",
            "answer": _walk_distances(neighbours, walk),
            "comparator": "sequence",
        })
    return result
