"""Higher card wins; the opponent goes down or up from the middle, by the player's first card."""

from __future__ import annotations

from typing import Any

State = dict[str, Any]


def start(settings: State) -> State:
    """Both hold all cards."""
    return {"cards": settings["cards"], "mine": list(range(1, settings["cards"] + 1)), "turn": 0, "high": False}


def actions(state: State) -> list[str]:
    """The cards in hand."""
    return [str(card) for card in state["mine"]]


def plan(state: State) -> list[int]:
    """All cards in the opponent's order."""
    middle = (state["cards"] + 1) // 2
    down, up = list(range(middle - 1, 0, -1)), list(range(middle + 1, state["cards"] + 1))
    return [middle, *(up + down if state["high"] else down + up)]


def opponent(state: State) -> dict[str, Any]:
    """The next card of its plan."""
    return {str(plan(state)[state["turn"]]): 1}


def play(state: State, action: str, reply: str) -> dict[str, Any]:
    """Both cards are used up; the first one decides on the plan."""
    card, other = int(action), int(reply)
    high = state["high"] if state["turn"] else card > other
    after = {**state, "mine": [left for left in state["mine"] if left != card], "turn": state["turn"] + 1, "high": high}
    return {"reward": (card > other) - (card < other), "state": after}


def view(state: State) -> str:
    """The hand, and what was seen of the other one."""
    shown = [", ".join(map(str, cards)) or "none" for cards in (state["mine"], sorted(plan(state)[: state["turn"]]))]
    return f"Your cards: {shown[0]}. Cards that the opponent has played: {shown[1]}."
