"""A machine that sells three drinks and gives change from its box."""

from __future__ import annotations

import random
from typing import Any

State = dict[str, int]
PRICES = {"A": 4, "B": 7, "C": 8}
KINDS = {"5": "fives", "2": "twos", "1": "ones"}


def open(seed: int) -> State:
    """Five coins."""
    return {"credit": 0, "ones": 2, "twos": 2, "fives": 1}


def explore(state: State, text: str) -> dict[str, Any]:
    """Act by act."""
    after, items = acts(state, text)
    return {"state": after, "feedback": " ".join(items) or "nothing"}


def questions(state: State, seed: int, count: int) -> list[dict[str, Any]]:
    """Texts that would be sent next."""
    rng = random.Random(seed)
    texts = []
    for _ in range(count):
        length = rng.randint(3, 8)
        texts.append("".join(rng.choice("1255ABC") for _ in range(length)))
    return [
        {
            "prompt": f"What comes back if {text} is sent next?",
            "answer": " ".join(acts(state, text)[1]),
            "comparator": "text",
        }
        for text in texts
    ]


def acts(state: State, text: str) -> tuple[State, list[str]]:
    """The state afterwards, and an item for each character."""
    now, items = dict(state), []
    for act in text:
        if act in KINDS:
            now["credit"] += int(act)
            now[KINDS[act]] += 1
            items.append("ok")
        elif now["credit"] < PRICES[act]:
            items.append("no")
        else:
            now["credit"] -= PRICES[act]
            paid = change(now)
            items.append(f"{act}*" if paid is None else act + "".join(f"+{coin}" for coin in paid))
            for coin in paid or ():
                now[KINDS[coin]] -= 1
            now["credit"] = now["credit"] if paid is None else 0
    return now, items


def change(box: State) -> list[str] | None:
    """All numbers of fives and twos are tried, the largest first."""
    for fives in range(box["fives"], -1, -1):
        for twos in range(box["twos"], -1, -1):
            ones = box["credit"] - 5 * fives - 2 * twos
            if 0 <= ones <= box["ones"]:
                return ["5"] * fives + ["2"] * twos + ["1"] * ones
    return None
