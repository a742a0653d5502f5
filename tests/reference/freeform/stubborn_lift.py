"""A lift that goes on as it went, then turns, and comes to three floors from one side only."""

from __future__ import annotations

import random
from typing import Any

State = dict[str, Any]
PASSED = {True: (5, 7), False: (3,)}
"""The floors that are never served on the way up, and on the way down."""


def open(seed: int) -> State:
    """At the bottom, on its way up."""
    return {"at": 1, "up": True}


def explore(state: State, text: str) -> dict[str, Any]:
    """One ride."""
    stops, up = ride(state, text)
    if not stops:
        return {"state": dict(state), "feedback": "none"}
    return {"state": {"at": stops[-1], "up": up}, "feedback": " ".join(map(str, stops))}


def questions(state: State, seed: int, count: int) -> list[dict[str, Any]]:
    """A second ride: two, six, seven or eight buttons each, of which some may be equal."""
    rng = random.Random(seed)
    pairs: dict[tuple[str, str], None] = {}
    while len(pairs) < count:
        pairs[pressed(rng, 2), pressed(rng, rng.choice([2, 6, 7, 8, 8]))] = None
    return [
        {
            "prompt": f"The buttons {first} are pressed next. "
            f"Where does the lift stop, in order, if after that ride these buttons are pressed? {second}",
            "answer": explore(explore(state, first)["state"], second)["feedback"].split(),
            "comparator": "sequence",
        }
        for first, second in pairs
    ]


def pressed(rng: random.Random, count: int) -> str:
    """Buttons one by one."""
    return "".join(rng.choice("12345678") for _ in range(count))


def ride(state: State, text: str) -> tuple[list[int], bool]:
    """Simulate floor by floor: sweeps over the house in turning directions, until every wish is served."""
    wanted: set[int] = set()
    for sign in text:
        wanted ^= {int(sign)}
    here, up = state["at"], state["up"]
    came = up
    stops = [here] if here in wanted else []
    wanted -= {here}
    floors = range(here, 9) if up else range(here, 0, -1)
    while wanted:
        for floor in floors:
            if floor in wanted and floor not in PASSED[up]:
                stops.append(floor)
                wanted.remove(floor)
                came = up
        up = not up
        floors = range(1, 9) if up else range(8, 0, -1)
    return stops, came
