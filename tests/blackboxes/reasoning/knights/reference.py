"""An independent implementation: worlds by plain enumeration, the published search by testing every completion."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

KINDS = ("leaf", "not", "and", "or", "->", "<=>")


def true_in(said: Any, world: tuple[bool, ...]) -> bool:
    kind, *parts = said
    match kind:
        case "telling-truth":
            return world[parts[0]]
        case "lying":
            return not world[parts[0]]
        case "not":
            return not true_in(parts[0], world)
        case "and":
            return all(true_in(part, world) for part in parts)
        case "or":
            return any(true_in(part, world) for part in parts)
        case "->":
            return true_in(parts[1], world) if true_in(parts[0], world) else True
        case "<=>":
            return true_in(parts[0], world) is true_in(parts[1], world)
    raise AssertionError(kind)


def worlds_of(puzzle: Any) -> list[tuple[bool, ...]]:
    """All solutions, true before false, person 0 first."""
    return [
        world
        for world in product((True, False), repeat=len(puzzle))
        if all(true_in(said, world) is world[who] for who, said in enumerate(puzzle))
    ]


def random_statement(rng: random.Random, people: int, depth: int) -> tuple[Any, ...]:
    kind = rng.choice(KINDS) if depth > 1 else "leaf"
    if kind == "leaf":
        return (rng.choice(("telling-truth", "lying")), rng.randrange(people))
    size = 1 if kind == "not" else rng.randint(2, 4) if kind in ("and", "or") else 2
    return (kind, *(random_statement(rng, people, depth - 1) for _ in range(size)))


def random_puzzle(rng: random.Random, people: int, depth: int = 3) -> tuple[Any, ...]:
    return tuple(random_statement(rng, people, depth) for _ in range(people))


def _people_in(said: Any) -> list[int]:
    if said[0] in ("telling-truth", "lying"):
        return [said[1]]
    return [who for part in said[1:] for who in _people_in(part)]


def _refuted(puzzle: Any, roles: dict[int, bool]) -> int | None:
    """The first assumed speaker whose claim no completion of the open roles lets agree with his role."""
    everybody = range(len(puzzle))
    open_people = [who for who in everybody if who not in roles]
    completions = [
        roles | dict(zip(open_people, rest, strict=True)) for rest in product((True, False), repeat=len(open_people))
    ]
    worlds = [tuple(full[who] for who in everybody) for full in completions]
    for speaker in sorted(roles):
        if not any(true_in(puzzle[speaker], world) is roles[speaker] for world in worlds):
            return speaker
    return None


def published_steps(puzzle: Any) -> list[list[Any]]:
    """The published search as recursion-free backtracking over a queue, told in our step format."""
    queue, at = list(range(len(puzzle))), 0
    roles: dict[int, bool] = {}
    options = {who: [True, False] for who in queue}
    steps: list[list[Any]] = []
    while True:
        if at == len(queue):
            return [*steps, ["success", [roles[who] for who in range(len(puzzle))]]]
        if not options[queue[at]]:
            exhausted = []
            while at >= 0 and not options[queue[at]]:
                options[queue[at]] = [True, False]
                roles.pop(queue[at], None)
                exhausted.append(queue[at])
                at -= 1
            if at < 0:
                return [*steps, ["fail"]]
            steps.append(["reconsider", queue[at], exhausted])
        person = queue[at]
        roles[person] = options[person].pop(0)
        speaker = _refuted(puzzle, roles)
        if speaker is not None:
            steps.append(["conflict", person, roles[person], speaker, roles[speaker]])
            continue
        steps.append(["ok", person, roles[person]])
        at += 1
        for who in reversed(_people_in(puzzle[person])):
            if who in queue[at:]:
                queue.remove(who)
                queue.insert(at, who)
