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
    socket, number = through(state, (int(text[-2:]) + 29) % 30 + 1, int(text[:-2] or "0"))
    return {"state": state, "feedback": f"socket {socket}, number {number}"}


def questions(state: Cables, seed: int, count: int) -> list[dict[str, Any]]:
    """A socket and a number each, written as a text is."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        socket, number = rng.randint(1, 30), rng.randint(0, 999)
        answer = through(state, socket, number)
        prompt = f"You type {100 * number + socket:03}. Result?"
        found.append({"prompt": prompt, "answer": answer, "comparator": "sequence"})
    return found


def through(cables: Cables, socket: int, number: int) -> list[int]:
    """Out at the cable's other end."""
    p, q, added = next(cable for cable in cables if socket in cable[:2])
    return [p + q - socket, number + added]
