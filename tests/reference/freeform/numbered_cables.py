"""Thirty sockets, fifteen cables with numbers; what is sent into a socket comes out at another one, and larger."""

from __future__ import annotations

import random
from typing import Any

Cables = list[list[int]]


def open(seed: int) -> Cables:
    """Neighbours in a shuffled list are joined."""
    rng = random.Random(seed)
    sockets = list(range(1, 31))
    rng.shuffle(sockets)
    return [[*sockets[i : i + 2], rng.randint(1, 9)] for i in range(0, 30, 2)]


def explore(state: Cables, text: str) -> dict[str, Any]:
    """The last two digits are the socket, those before them the number."""
    socket, number = typed(state, text)
    return {"state": state, "feedback": f"socket {socket}, number {number}"}


def questions(state: Cables, seed: int, count: int) -> list[dict[str, Any]]:
    """One to five digits each, drawn one by one."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        text = "".join(rng.choice("0123456789") for _ in range(rng.randint(1, 5)))
        prompt = f"You type {text}. Result?"
        found.append({"prompt": prompt, "answer": typed(state, text), "comparator": "sequence"})
    return found


def typed(cables: Cables, text: str) -> list[int]:
    """Where the digits lead, and to which number."""
    return through(cables, (int(text[-2:]) + 29) % 30 + 1, int(text[:-2] or "0"))


def through(cables: Cables, socket: int, number: int) -> list[int]:
    """Out at the cable's other end."""
    p, q, added = next(cable for cable in cables if socket in cable[:2])
    return [p + q - socket, number + added]
