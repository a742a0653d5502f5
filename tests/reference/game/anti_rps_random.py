"""Rock, paper, scissors the wrong way round against an opponent that draws, but nothing twice in a row."""

from __future__ import annotations

from typing import Any

State = dict[str, Any]


def start(settings: State) -> State:
    """All turns to play."""
    return {"left": settings["turns"], "seen": "none"}


def actions(state: State) -> list[str]:
    """The three."""
    return ["rock", "paper", "scissors"] if state["left"] else []


def opponent(state: State) -> dict[str, Any]:
    """One of the moves that it did not play last."""
    left = [move for move in ("rock", "paper", "scissors") if move != state["seen"]]
    return dict.fromkeys(left, 1 / len(left))


def play(state: State, action: str, reply: str) -> dict[str, Any]:
    """Paper beats scissors, rock beats paper, scissors beat rock."""
    order = ["rock", "scissors", "paper"]  # each is beaten by the next
    step = (order.index(action) - order.index(reply)) % 3
    return {"reward": (0, 1, -1)[step], "state": {"left": state["left"] - 1, "seen": reply}}


def view(state: State) -> str:
    """Turns left and the last reply."""
    return f"Turns left: {state['left']}. The opponent's last move: {state['seen']}."
