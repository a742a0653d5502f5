"""Rock, paper, scissors of seven; the opponent's table has a row for each of the player's moves."""

from __future__ import annotations

from typing import Any

State = dict[str, Any]
SEVEN = ("rock", "paper", "scissors", "fire", "water", "air", "sponge")
RING = ("rock", "water", "air", "paper", "sponge", "scissors", "fire")
"""Each is beaten by the next three in the ring."""
TABLE = ("water", "fire", "rock", "air", "sponge", "paper", "scissors")
"""In the order of the seven."""


def start(settings: State) -> State:
    """All turns to play."""
    return {"left": settings["turns"], "past": [], "seen": "none"}


def actions(state: State) -> list[str]:
    """The seven."""
    return list(SEVEN) if state["left"] else []


def opponent(state: State) -> dict[str, Any]:
    """Rock, then the row of the last move."""
    return {TABLE[SEVEN.index(state["past"][0])] if state["past"] else "rock": 1}


def play(state: State, action: str, reply: str) -> dict[str, Any]:
    """A turn won or lost."""
    reward = int(beats(action, reply)) - int(beats(reply, action))
    return {
        "reward": reward,
        "state": {"left": state["left"] - 1, "past": [*state["past"], action][-1:], "seen": reply},
    }


def view(state: State) -> str:
    """Turns left and the last reply."""
    return f"Turns left: {state['left']}. The opponent's last move: {state['seen']}."


def beats(first: str, second: str) -> bool:
    """Whether the first of the seven beats the second."""
    return (RING.index(first) - RING.index(second)) % 7 in (1, 2, 3)
