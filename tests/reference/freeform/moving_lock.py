"""A lock of three digits that takes a new code whenever it opens."""

from __future__ import annotations

import random
from typing import Any

State = dict[str, str]
OFTEN = {1: "once", 2: "twice", 3: "three times"}


def open(seed: int) -> State:
    """A drawn code."""
    return {"code": written(random.Random(seed).randrange(1000))}


def explore(state: State, text: str) -> dict[str, Any]:
    """One try."""
    tried, code = int(text), int(state["code"])
    if tried == code:
        return {"state": {"code": written(after(code))}, "feedback": "open"}
    signs = []
    for power in (100, 10, 1):
        difference = code // power % 10 - tried // power % 10
        signs.append("0" if difference == 0 else "+" if difference > 0 else "-")
    return {"state": dict(state), "feedback": "".join(signs)}


def questions(state: State, seed: int, count: int) -> list[dict[str, Any]]:
    """The feedback of an opened lock on a try, or the code after two or three openings."""
    rng = random.Random(seed)
    asked: list[dict[str, Any]] = []
    while len(asked) < count:
        about_feedback, code = rng.randrange(3) == 0, rng.randrange(1000)
        times = rng.choice([1, 2]) if about_feedback else rng.choice([2, 3])
        new = written(repeated(code, times))
        if about_feedback:
            digits = new[-rng.randint(1, 3) :]
            tried = "".join([d if rng.randrange(3) == 0 else str(rng.randrange(10)) for d in digits])
            asks, answer = f"What comes back after that for the try {tried}?", explore({"code": new}, tried)["feedback"]
        else:
            asks, answer = "Which code does it have after that?", new
        prompt = f"A lock of this kind has the code {written(code)} and is opened {OFTEN[times]}. {asks}"
        question = {"prompt": prompt, "answer": answer, "comparator": "exact"}
        asked += [] if question in asked else [question]
    return asked


def repeated(code: int, times: int) -> int:
    """The code after so many openings."""
    return code if times == 0 else repeated(after(code), times - 1)


def after(code: int) -> int:
    """The next code."""
    if code == 0:
        return 123
    a, b, c = code // 100, code // 10 % 10, code % 10
    return (a + b) % 10 * 100 + (b + c) % 10 * 10 + (a + 2 * b) % 10


def written(code: int) -> str:
    """Three digits."""
    return str(1000 + code)[1:]
