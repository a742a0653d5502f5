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
    shown, after = reading(state, int(text))
    return {"state": after, "feedback": str(shown)}


def questions(state: State, seed: int, count: int) -> list[dict[str, Any]]:
    """Three readings to come."""
    rng = random.Random(seed)
    drawn: list[tuple[int, ...]] = []
    while len(drawn) < count:
        three = tuple(rng.randint(0, 99) for _ in range(3))
        if three not in drawn:
            drawn.append(three)
    return [
        {
            "prompt": "What does the gauge show for the next three true values {}, {} and {}, in this order?".format(
                *t
            ),
            "answer": series(state, t),
            "comparator": "sequence",
        }
        for t in drawn
    ]


def series(state: State, true_values: tuple[int, ...]) -> list[int]:
    """One reading after the other."""
    shown: list[int] = []
    for value in true_values:
        seen, state = reading(state, value)
        shown.append(seen)
    return shown


def reading(state: State, value: int) -> tuple[int, State]:
    """What is shown, and the state afterwards."""
    count = state["read"] + 1
    drift = state["step"] * ((count - 1) // state["every"])
    seen = state["shown"] if count % state["stuck"] == 0 else value * state["scale"] + state["zero"] + drift
    return seen, {**state, "read": count, "shown": seen}
