import random

NODES = "abcdefghijkl"


def introduction():
    return "This black-box is a graph with twelve nodes."


def open(seed):
    rng = random.Random(seed)
    order = list(range(12))
    rng.shuffle(order)
    edges = set()
    for i in range(1, 12):
        k = rng.randrange(max(0, i - 3), i)
        edges.add((min(order[i], order[k]), max(order[i], order[k])))
    while len(edges) < 14:
        first, second = rng.sample(range(12), 2)
        # Adding an edge that is there already changes nothing.
        edges.add((min(first, second), max(first, second)))
    return {"edges": [list(edge) for edge in sorted(edges)], "asked": []}


def _distances_from(state, origin):
    """The distances from one node to all that can be reached, by number."""
    neighbours = {node: [] for node in range(12)}
    for i, j in state["edges"]:
        neighbours[i].append(j)
        neighbours[j].append(i)
    distances = {origin: 0}
    queue = [origin]
    for node in queue:  # the list grows while it is read
        for other in neighbours[node]:
            if other not in distances:
                distances[other] = distances[node] + 1
                queue.append(other)
    return distances


def _walk_distances(state, walk):
    numbers = [NODES.index(letter) for letter in walk]
    return [
        _distances_from(state, first)[second]
        for first, second in zip(numbers, numbers[1:])
    ]


def _pairs(walk):
    """The pairs of different neighbours, letters in alphabetical order."""
    return [
        min(first, second) + max(first, second)
        for first, second in zip(walk, walk[1:])
        if first != second
    ]


def explore(state, text):
    distances = _walk_distances(state, text)
    feedback = " ".join(str(distance) for distance in distances) if distances else "-"
    following = {
        "edges": [list(edge) for edge in state["edges"]],
        "asked": sorted(set(state["asked"]) | set(_pairs(text))),
    }
    return {"state": following, "feedback": feedback}


def questions(state, seed, count):
    rng = random.Random(seed)
    asked = set(state["asked"])
    walks = []
    for _ in range(count):
        for attempt in range(1, 101):
            walk = "".join([NODES[node] for node in rng.sample(range(12), 5)])
            fresh = walk not in walks and not any(pair in asked for pair in _pairs(walk))
            # The hundredth walk is taken as it is.
            if fresh or attempt == 100:
                break
        walks.append(walk)
    return [
        {
            "prompt": "Which distances come back for this walk? " + walk,
            "answer": _walk_distances(state, walk),
            "comparator": "sequence",
        }
        for walk in walks
    ]
