"""Higher card wins; the opponent plays its piles in a fixed order, each in random order."""

from __future__ import annotations

from typing import Any

State = dict[str, Any]


def start(settings: State) -> State:
    """Both hold all cards."""
    cards = settings["cards"]
    return {"cards": cards, "mine": list(range(1, cards + 1)), "theirs": list(range(1, cards + 1))}


def actions(state: State) -> list[str]:
    """The cards in hand."""
    return [str(card) for card in state["mine"]]


def opponent(state: State) -> dict[str, Any]:
    """The rest of the first pile that is not used up."""
    small, larger = divmod(state["cards"], 4)
    piles, low = [], 1
    for pile in range(4):
        high = low + small + (1 if pile < larger else 0)
        piles.append([str(card) for card in range(low, high) if card in state["theirs"]])
        low = high
    rest = next((piles[pile] for pile in (1, 3, 0, 2) if piles[pile]), [])
    return {card: 1 / len(rest) for card in rest}


def play(state: State, action: str, reply: str) -> dict[str, Any]:
    """Both cards are used up."""
    mine = [card for card in state["mine"] if str(card) != action]
    theirs = [card for card in state["theirs"] if str(card) != reply]
    return {"reward": sign(int(action) - int(reply)), "state": {**state, "mine": mine, "theirs": theirs}}


def view(state: State) -> str:
    """The hand, and what was seen of the other one."""
    gone = [card for card in range(1, state["cards"] + 1) if card not in state["theirs"]]
    shown = [", ".join(map(str, cards)) or "none" for cards in (state["mine"], gone)]
    return f"Your cards: {shown[0]}. Cards that the opponent has played: {shown[1]}."


def sign(number: int) -> int:
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)
