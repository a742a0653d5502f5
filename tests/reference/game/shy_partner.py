"""A partner sits on one of the benches in each round, and is seen by nobody who sits elsewhere."""

from __future__ import annotations

from typing import Any

State = dict[str, Any]
BENCHES = [str(n) for n in range(1, 17)]
PLAN = [11, 4, 14, 7, 7, 2, 16, 9]


def start(settings: State) -> State:
    """Nobody has met."""
    return {"left": settings["rounds"], "round": 0, "said": "none"}


def actions(state: State) -> list[str]:
    """All benches."""
    return list(BENCHES) if state["left"] else []


def opponent(state: State) -> dict[str, int]:
    """Never draws."""
    return {str(PLAN[state["round"]]): 1}


def play(state: State, action: str, reply: str) -> dict[str, Any]:
    """Meet or miss each other."""
    together = action == reply
    said = "you met" if together else "you did not meet"
    after = {"left": state["left"] - 1, "round": state["round"] + 1, "said": said}
    return {"reward": int(together), "state": after}


def view(state: State) -> str:
    """Whether they met is told, but not where the partner sat."""
    return f"Rounds left: {state['left']}. Last round: {state['said']}."
