"""Load, shoot, defend against an opponent that loads and defends in a cycle."""

from __future__ import annotations

from typing import Any

State = dict[str, Any]
CYCLE = ("load", "load", "load", "defend 1", "load", "defend 2", "defend 1")


def start(settings: State) -> State:
    """Nobody has bullets."""
    return {"left": settings["turns"], "mine": 0, "turn": 0, "seen": "none"}


def actions(state: State) -> list[str]:
    """Load, and what the bullets allow."""
    if not state["left"]:
        return []
    numbers = range(1, state["mine"] + 1)
    return ["load", *(f"shoot {n}" for n in numbers), *(f"defend {n}" for n in numbers)]


def opponent(state: State) -> dict[str, Any]:
    """Never draws."""
    return {CYCLE[state["turn"]]: 1}


def play(state: State, action: str, reply: str) -> dict[str, Any]:
    """Settle the turn."""
    (kind, x), (other, y) = split(action), split(reply)
    mine = min(8, state["mine"] + 1) if kind == "load" else state["mine"] - x
    after = {"left": state["left"] - 1, "mine": mine, "turn": (state["turn"] + 1) % len(CYCLE), "seen": other}
    return {"reward": brings(kind, x, other, y) - brings(other, y, kind, x), "state": after}


def view(state: State) -> str:
    """Own bullets are shown."""
    return f"Turns left: {state['left']}. Your bullets: {state['mine']}. The opponent's last move: {state['seen']}."


def split(move: str) -> tuple[str, int]:
    """Return kind and number of bullets."""
    kind, _, number = move.partition(" ")
    return kind, int(number or 0)


def brings(kind: str, x: int, other: str, y: int) -> int:
    """Whether a move wins against another."""
    if kind == "shoot":
        return int(other == "load" or x > y)
    return int(kind == "defend" and other == "shoot" and x >= y)
