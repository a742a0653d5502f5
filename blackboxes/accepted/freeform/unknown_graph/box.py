"""A hidden graph with twenty nodes; walks bring back the distances of their steps."""

import random

LETTERS = "abcdefghijklmnopqrst"
NODES = 20
EDGES = 24


def open(seed):
    rng = random.Random(seed)
    order = list(range(NODES))
    rng.shuffle(order)
    edges = set()
    for i in range(1, NODES):
        k = rng.randrange(max(0, i - 3), i)
        edges.add(ordered(order[i], order[k]))
    while len(edges) < EDGES:
        first, second = rng.sample(range(NODES), 2)
        edges.add(ordered(first, second))  # no change where they are joined already
    return {"edges": [list(edge) for edge in sorted(edges)], "here": "a", "asked": []}


def ordered(first, second):
    return (min(first, second), max(first, second))


def all_distances(edges):
    """distances[i][j] for all nodes, by breadth-first search from each node."""
    neighbours = [[] for _ in range(NODES)]
    for i, j in edges:
        neighbours[i].append(j)
        neighbours[j].append(i)
    table = []
    for source in range(NODES):
        distance = [None] * NODES
        distance[source] = 0
        queue = [source]
        for node in queue:  # the queue grows while it is read
            for other in neighbours[node]:
                if distance[other] is None:
                    distance[other] = distance[node] + 1
                    queue.append(other)
        table.append(distance)
    return table


def steps(here, walk):
    """The steps of a walk as pairs of letters, the step from here to its first letter included."""
    path = here + walk
    return list(zip(path, path[1:]))


def step_pairs(here, walk):
    """The pairs of different nodes of the steps, each as two letters in alphabetical order."""
    return {min(x, y) + max(x, y) for x, y in steps(here, walk) if x != y}


def walk_distances(table, here, walk):
    return [table[LETTERS.index(x)][LETTERS.index(y)] for x, y in steps(here, walk)]


def explore(state, text):
    here = state["here"]
    table = all_distances(state["edges"])
    feedback = " ".join(str(number) for number in walk_distances(table, here, text))
    next_state = {
        "edges": [list(edge) for edge in state["edges"]],
        "here": (here + text)[-1],
        "asked": sorted(set(state["asked"]) | step_pairs(here, text)),
    }
    return {"state": next_state, "feedback": feedback}


def draw_walk(rng):
    k = rng.randrange(4)
    if k == 0:
        n = rng.randint(2, 4)
        nodes = [rng.choice(range(NODES))]
        while len(nodes) < n:
            if rng.randrange(4) == 0:
                nodes.append(nodes[-1])
            else:
                nodes.append(rng.choice(range(NODES)))
    else:
        nodes = rng.sample(range(NODES), 5)
    return "".join(LETTERS[node] for node in nodes)


def questions(state, seed, count):
    rng = random.Random(seed)
    here = state["here"]
    asked = set(state["asked"])
    table = all_distances(state["edges"])
    used = set()
    result = []
    for _ in range(count):
        # At most a hundred walks are drawn; the hundredth is taken as it is.
        for _ in range(100):
            walk = draw_walk(rng)
            if walk not in used and not (step_pairs(here, walk) & asked):
                break
        used.add(walk)
        result.append({
            "prompt": "Which distances come back for this walk? " + walk,
            "answer": walk_distances(table, here, walk),
            "comparator": "sequence",
        })
    return result
