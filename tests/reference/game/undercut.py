"""Numbers from one to seven: one less than the other wins most; after two free numbers the opponent's follow a rule."""

from __future__ import annotations

from typing import Any

State = dict[str, Any]
NUMBERS = [str(n) for n in range(1, 8)]


def start(settings: State) -> State:
    """Nothing was played."""
    return {"left": settings["rounds"], "theirs": [], "said": "none"}


def actions(state: State) -> list[str]:
    """Seven numbers."""
    return list(NUMBERS) if state["left"] else []


def opponent(state: State) -> dict[str, Any]:
    """Draws its first two numbers; any later one follows from the two before it."""
    if len(state["theirs"]) < 2:
        return {number: 1 / 7 for number in NUMBERS}
    before, last = state["theirs"]
    return {NUMBERS[(before + last if last > before else 2 * last - before - 1) % 7 - 1]: 1}


def play(state: State, action: str, reply: str) -> dict[str, Any]:
    """By the difference of the numbers."""
    over = int(action) - int(reply)
    reward = -3 * over if abs(over) == 1 else (over > 0) - (over < 0)
    said = f"you {action}, opponent {reply}"
    after = {"left": state["left"] - 1, "theirs": [*state["theirs"], int(reply)][-2:], "said": said}
    return {"reward": reward, "state": after}


def view(state: State) -> str:
    """The last round."""
    return f"Rounds left: {state['left']}. Last round: {state['said']}."
