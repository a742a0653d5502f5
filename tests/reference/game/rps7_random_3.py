"""Rock, paper, scissors of seven; the opponent draws one of three."""

from __future__ import annotations

from typing import Any

State = dict[str, Any]
SEVEN = ("rock", "paper", "scissors", "fire", "water", "air", "sponge")
RING = ("rock", "water", "air", "paper", "sponge", "scissors", "fire")
"""Each is beaten by the next three in the ring."""


def start(settings: State) -> State:
    """All turns to play."""
    return {"left": settings["turns"], "past": [], "seen": "none"}


def actions(state: State) -> list[str]:
    """The seven."""
    return list(SEVEN) if state["left"] else []


def opponent(state: State) -> dict[str, Any]:
    """A die with three faces."""
    return dict.fromkeys(("paper", "water", "sponge"), 1 / 3)


def play(state: State, action: str, reply: str) -> dict[str, Any]:
    """A turn won or lost."""
    reward = int(beats(action, reply)) - int(beats(reply, action))
    return {"reward": reward, "state": {"left": state["left"] - 1, "past": [], "seen": reply}}


def view(state: State) -> str:
    """Turns left and the last reply."""
    return f"Turns left: {state['left']}. The opponent's last move: {state['seen']}."


def beats(first: str, second: str) -> bool:
    """Whether the first of the seven beats the second."""
    return (RING.index(first) - RING.index(second)) % 7 in (1, 2, 3)
