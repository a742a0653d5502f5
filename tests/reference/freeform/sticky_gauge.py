"""A gauge with a wrong scale, a wrong zero that drifts, and readings that stick."""

from __future__ import annotations

import random
from typing import Any

State = dict[str, int]


def open(seed: int) -> State:
    """Drawn faults."""
    rng = random.Random(seed)
    scale = rng.choice([1, 2, 3])
    zero = rng.randint(-9, 9)
    step = rng.choice([-3, -2, -1, 1, 2, 3])
    every = rng.randint(6, 9)
    return {
        **{"scale": scale, "zero": zero, "step": step, "every": every},
        **{"stuck": rng.randint(10, 14), "read": 0, "shown": 0},
    }


def explore(state: State, text: str) -> dict[str, Any]:
    """One reading."""
    seen, after = reading(state, int(text))
    return {"state": after, "feedback": str(seen)}


def questions(state: State, seed: int, count: int) -> list[dict[str, Any]]:
    """The last three of up to thirty readings to come."""
    rng = random.Random(seed)
    rows: list[tuple[int, ...]] = []
    while len(rows) < count:
        row = tuple(rng.randint(0, 99) for _ in range(rng.randint(3, 30)))
        rows += [] if row in rows else [row]
    asked = "What does the gauge show for the last three of these true values, which come next in this order? "
    return [
        {"prompt": asked + " ".join(map(str, row)), "answer": shown(state, row)[-3:], "comparator": "sequence"}
        for row in rows
    ]


def shown(state: State, true_values: tuple[int, ...]) -> list[int]:
    """One reading after the other."""
    all_of: list[int] = []
    for value in true_values:
        seen, state = reading(state, value)
        all_of.append(seen)
    return all_of


def reading(state: State, value: int) -> tuple[int, State]:
    """What is shown, and the state afterwards."""
    count = state["read"] + 1
    drift = state["step"] * ((count - 1) // state["every"])
    seen = state["shown"] if count % state["stuck"] == 0 else value * state["scale"] + state["zero"] + drift
    return seen, {**state, "read": count, "shown": seen}
