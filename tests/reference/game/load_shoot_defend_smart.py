"""Load, shoot, defend against an opponent that gathers bullets until it is provoked."""

from __future__ import annotations

from typing import Any

State = dict[str, Any]


def start(settings: State) -> State:
    """Nobody has bullets."""
    drill = 3 if settings["turns"] < 10 else 6
    state: State = {"left": settings["turns"], "mine": 0, "theirs": 0, "drill": drill, "phase": "load"}
    return {**state, "loaded": 0, "shot": False, "seen": "none"}


def actions(state: State) -> list[str]:
    """Load, and what the bullets allow."""
    if not state["left"]:
        return []
    numbers = range(1, state["mine"] + 1)
    return ["load", *(f"shoot {n}" for n in numbers), *(f"defend {n}" for n in numbers)]


def opponent(state: State) -> dict[str, Any]:
    """Never draws."""
    if state["phase"] == "shoot":
        return {f"shoot {min(2, state['theirs'])}": 1}
    return {"load": 1}


def play(state: State, action: str, reply: str) -> dict[str, Any]:
    """Settle the turn, then the opponent's mood."""
    (kind, x), (other, y) = split(action), split(reply)
    mine = min(8, state["mine"] + 1) if kind == "load" else state["mine"] - x
    theirs = min(8, state["theirs"] + 1) if other == "load" else state["theirs"] - y
    shot = state["shot"] or kind == "shoot"
    loaded = state["loaded"] + 1 if state["phase"] == "load" else 0
    phase = state["phase"]
    if phase == "load" and (shot or loaded == state["drill"]):
        phase, loaded = "wait", 0
    if phase == "wait" and (shot or theirs == 8):
        phase = "shoot"
    elif phase == "shoot" and theirs == 0:
        phase, loaded, shot = "load", 0, False
    after = {**state, "left": state["left"] - 1, "mine": mine, "theirs": theirs, "phase": phase}
    after |= {"loaded": loaded, "shot": shot, "seen": reply}
    return {"reward": outcome(kind, x, other, y), "state": after}


def view(state: State) -> str:
    """Own bullets are shown."""
    return f"Turns left: {state['left']}. Your bullets: {state['mine']}. The opponent's last move: {state['seen']}."


def split(move: str) -> tuple[str, int]:
    """Return kind and number of bullets."""
    kind, _, number = move.partition(" ")
    return kind, int(number or 0)


def outcome(kind: str, x: int, other: str, y: int) -> int:
    """What a turn brings the player: the opponent loads or shoots."""
    if other == "load":
        return int(kind == "shoot")
    return {"load": -1, "shoot": sign(x - y), "defend": 1 if x >= y else -1}[kind]


def sign(number: int) -> int:
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)
