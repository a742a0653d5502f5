import random
from collections import deque

LETTERS = "abcdefghijklmnopqrst"
NODES = 20
EDGES = 24


def open(seed: int):
    rng = random.Random(seed)
    order = list(range(NODES))
    rng.shuffle(order)
    edges = set()
    # A tree first: every node is joined to one of the three before it.
    for i in range(1, NODES):
        k = rng.randrange(max(0, i - 3), i)
        a, b = order[i], order[k]
        edges.add((min(a, b), max(a, b)))
    # Then further edges; a pair that is joined already changes nothing.
    while len(edges) < EDGES:
        a, b = rng.sample(range(NODES), 2)
        edges.add((min(a, b), max(a, b)))
    return {
        "edges": [list(edge) for edge in sorted(edges)],
        "here": "a",
        "asked": [],
    }


def all_distances(edges):
    """Table of the distances: table[i][j] for the nodes i and j."""
    neighbours = [[] for _ in range(NODES)]
    for i, j in edges:
        neighbours[i].append(j)
        neighbours[j].append(i)
    table = []
    for start in range(NODES):
        distance = [None] * NODES
        distance[start] = 0
        queue = deque([start])
        while queue:
            node = queue.popleft()
            for other in neighbours[node]:
                if distance[other] is None:
                    distance[other] = distance[node] + 1
                    queue.append(other)
        table.append(distance)
    return table


def steps_of(here, walk):
    """The steps of a walk, the one from here to its first letter too."""
    return list(zip(here + walk[:-1], walk))


def pairs_of(here, walk):
    """The pairs of different nodes of the steps, in alphabetical order each."""
    return {
        min(a, b) + max(a, b) for a, b in steps_of(here, walk) if a != b
    }


def distances_of(table, here, walk):
    return [
        table[LETTERS.index(a)][LETTERS.index(b)]
        for a, b in steps_of(here, walk)
    ]


def explore(state, text: str) -> dict:
    here = state["here"]
    table = all_distances(state["edges"])
    feedback = " ".join(str(d) for d in distances_of(table, here, text))
    asked = sorted(set(state["asked"]) | pairs_of(here, text))
    return {
        "state": {
            "edges": [list(edge) for edge in state["edges"]],
            "here": text[-1],
            "asked": asked,
        },
        "feedback": feedback,
    }


def draw_walk(rng):
    k = rng.randrange(4)
    if k == 0:
        n = rng.randint(2, 4)
        nodes = [rng.choice(range(NODES))]
        while len(nodes) < n:
            if rng.randrange(4) == 0:
                # The node before it again.
                nodes.append(nodes[-1])
            else:
                nodes.append(rng.choice(range(NODES)))
    else:
        nodes = rng.sample(range(NODES), 5)
    return "".join(LETTERS[node] for node in nodes)


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    here = state["here"]
    asked = set(state["asked"])
    table = all_distances(state["edges"])
    used = set()
    result = []
    for _ in range(count):
        # The hundredth walk drawn for one question is taken as it is.
        for _ in range(100):
            walk = draw_walk(rng)
            if walk not in used and not (pairs_of(here, walk) & asked):
                break
        used.add(walk)
        result.append({
            "prompt": f"Which distances come back for this walk? {walk}",
            "answer": distances_of(table, here, walk),
            "comparator": "sequence",
        })
    return result
