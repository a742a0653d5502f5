"""A partner to meet at one of three places."""

from __future__ import annotations

from typing import Any

State = dict[str, Any]
WORTH = {"park": 1, "cafe": 2, "tower": 4}
NEXT = {"park": "cafe", "cafe": "tower", "tower": "park"}


def start(settings: State) -> State:
    """Nothing was missed."""
    return {"left": settings["rounds"], "theirs": "park", "missed": 0, "said": "none"}


def actions(state: State) -> list[str]:
    """Three places."""
    return list(WORTH) if state["left"] else []


def opponent(state: State) -> dict[str, int]:
    """Never draws."""
    return {state["theirs"]: 1}


def play(state: State, action: str, reply: str) -> dict[str, Any]:
    """Meet or miss each other; the missed rounds are counted modulo two."""
    met = action == reply
    missed = 0 if met else state["missed"] % 2 + 1
    following = NEXT[action] if met else action if missed == 1 else "park"
    said = f"you {action}, partner {reply}"
    after = {"left": state["left"] - 1, "theirs": following, "missed": missed, "said": said}
    return {"reward": WORTH[action] * met, "state": after}


def view(state: State) -> str:
    """What happened in the last round."""
    return f"Rounds left: {state['left']}. Last round: {state['said']}."
