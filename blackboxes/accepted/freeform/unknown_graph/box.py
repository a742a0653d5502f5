import random

NODES = "abcdefghijklmnopqrst"
EDGE_COUNT = 24


def _distances_from(edges, start: int) -> dict:
    neighbours = {node: [] for node in range(len(NODES))}
    for i, j in edges:
        neighbours[i].append(j)
        neighbours[j].append(i)
    distance = {start: 0}
    queue = [start]
    for node in queue:  # the queue grows while it is walked
        for other in neighbours[node]:
            if other not in distance:
                distance[other] = distance[node] + 1
                queue.append(other)
    return distance


def _walk_distances(edges, walk: str) -> list[int]:
    """The distances from each letter of the walk to the next one."""
    result = []
    for one, two in zip(walk, walk[1:]):
        distance = _distances_from(edges, NODES.index(one))
        result.append(distance[NODES.index(two)])
    return result


def _pairs(walk: str) -> list[str]:
    """The pairs of different neighbours in the walk, letters ascending."""
    return ["".join(sorted((one, two)))
            for one, two in zip(walk, walk[1:]) if one != two]


def open(seed: int):
    rng = random.Random(seed)
    order = list(range(len(NODES)))
    rng.shuffle(order)
    edges = []
    for i in range(1, len(NODES)):
        k = rng.randrange(max(0, i - 3), i)
        edges.append(sorted([order[i], order[k]]))
    while len(edges) < EDGE_COUNT:
        edge = sorted(rng.sample(range(20), 2))
        # Two nodes that are joined already are passed over.
        if edge not in edges:
            edges.append(edge)
    return {"edges": sorted(edges), "asked": []}


def explore(state, text: str) -> dict:
    asked = list(state["asked"])
    for pair in _pairs(text):
        if pair not in asked:
            asked.append(pair)
    if len(text) < 2:
        feedback = "-"
    else:
        feedback = " ".join(
            str(number) for number in _walk_distances(state["edges"], text))
    next_state = {
        "edges": [list(edge) for edge in state["edges"]],
        "asked": sorted(asked),
    }
    return {"state": next_state, "feedback": feedback}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    asked = set(state["asked"])
    walks = []
    for _ in range(count):
        # The hundredth walk drawn for one question is taken as it is.
        for attempt in range(1, 101):
            walk = "".join(NODES[node] for node in rng.sample(range(20), 5))
            if attempt == 100:
                break
            if walk in walks:
                continue
            if any(pair in asked for pair in _pairs(walk)):
                continue
            break
        walks.append(walk)
    return [
        {
            "prompt": "Which distances come back for this walk? " + walk,
            "answer": _walk_distances(state["edges"], walk),
            "comparator": "sequence",
        }
        for walk in walks
    ]
