"""Four doors, and twelve guards, each of whom walks a beat of its own."""

from __future__ import annotations

from typing import Any

State = dict[str, Any]
WORTH = {"A": 1, "B": 2, "C": 3, "D": 4}
BEATS = {
    "Ada": "CADCDD",
    "Ben": "DABCCD",
    "Cleo": "CDDBAC",
    "Dan": "DDCBCD",
    "Eve": "DACDBB",
    "Fritz": "DCBDDB",
    "Gus": "DBCCDC",
    "Hana": "CCDCBB",
    "Ivo": "CBDDCA",
    "Jana": "DBACDD",
    "Kim": "DDBBCD",
    "Leo": "BCDDCC",
}


def start(settings: State) -> State:
    """Nobody is on duty yet."""
    return {"left": settings["nights"], "night": 0, "guard": "", "seen": "none"}


def chance(state: State) -> dict[str, Any] | None:
    """Each guard is as likely as any."""
    return None if state["guard"] else {guard: 1 / 12 for guard in BEATS}


def actions(state: State) -> list[str]:
    """All doors."""
    return list(WORTH) if state["left"] else []


def opponent(state: State) -> dict[str, int]:
    """Never draws."""
    return {BEATS[state["guard"]][state["night"]]: 1}


def play(state: State, action: str | None, reply: str) -> dict[str, Any]:
    """Take the coins, or meet the guard."""
    if action is None:
        return {"reward": 0, "state": {**state, "guard": reply}}
    after = {"left": state["left"] - 1, "night": state["night"] + 1, "guard": state["guard"], "seen": reply}
    return {"reward": -6 if action == reply else WORTH[action], "state": after}


def view(state: State) -> str:
    """Who is on duty is told."""
    return f"On duty: {state['guard']}. Nights left: {state['left']}. The guard last stood at: {state['seen']}."
