"""A line before a counter, in which priority customers overtake regular ones, each at most three times."""

from __future__ import annotations

import random
from typing import Any

State = dict[str, Any]


def open(seed: int) -> State:
    """Three regular customers wait, whose numbers go on from a drawn one."""
    first = random.Random(seed).randint(11, 60)
    return {"line": [[first + place, "r", 0] for place in range(3)], "next": first + 3}


def explore(state: State, text: str) -> dict[str, Any]:
    """Go through the events, and serve once more."""
    after, served = events(state, text)
    return {"state": after, "feedback": " ".join(map(str, served))}


def questions(state: State, seed: int, count: int) -> list[dict[str, Any]]:
    """Who is served, from the given line on; one text in six is short."""
    rng = random.Random(seed)
    texts: list[str] = []
    while len(texts) < count:
        if rng.randrange(6) == 0:
            text = "".join(rng.choice("rps") for _ in range(rng.randint(1, 2)))
        else:
            text = f"rp{''.join(rng.choice('rpps') for _ in range(14))}sssssss"
        texts += [] if text in texts else [text]
    asked = "Who is served, in order, if these events come next? "
    return [
        {"prompt": asked + t, "answer": explore(state, t)["feedback"].split(), "comparator": "sequence"} for t in texts
    ]


def events(state: State, text: str) -> tuple[State, list[Any]]:
    """The line is a list of places, and a newcomer's is found from the back; who was served, or nobody."""
    line, number, served = [list(customer) for customer in state["line"]], state["next"], []
    for event in text + "s":
        if event == "s":
            if line:
                served.append(line.pop(0)[0])
            continue
        if len(line) == 11:
            continue
        place = len(line)
        while event == "p" and place and line[place - 1][1] == "r" and line[place - 1][2] < 3:
            line[place - 1][2] += 1
            place -= 1
        line.insert(place, [number, event, 0])
        number += 1
    return {"line": line, "next": number}, served or ["nobody"]
