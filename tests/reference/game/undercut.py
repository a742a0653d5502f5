"""Numbers from one to five: one less than the other wins most."""

from __future__ import annotations

from typing import Any

State = dict[str, Any]


def start(settings: State) -> State:
    """Nothing was played."""
    return {"left": settings["rounds"], "mine": 2, "lost": 0, "said": "none"}


def actions(state: State) -> list[str]:
    """Five numbers."""
    return [str(n) for n in range(1, 6)] if state["left"] else []


def opponent(state: State) -> dict[str, int]:
    """Never draws."""
    return {"2" if state["lost"] >= 2 else str((state["mine"] + 1) % 5 + 1): 1}


def play(state: State, action: str, reply: str) -> dict[str, Any]:
    """By the difference of the numbers."""
    over = int(action) - int(reply)
    reward = -3 * over if abs(over) == 1 else (over > 0) - (over < 0)
    lost = min(2, state["lost"] + 1) if reward > 0 else 0
    said = f"you {action}, opponent {reply}"
    after = {"left": state["left"] - 1, "mine": int(action), "lost": lost, "said": said}
    return {"reward": reward, "state": after}


def view(state: State) -> str:
    """The last round."""
    return f"Rounds left: {state['left']}. Last round: {state['said']}."
