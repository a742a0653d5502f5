"""Four doors with coins, and a guard who watches the richest one, or the last one every third night."""

from __future__ import annotations

from typing import Any

State = dict[str, Any]
DOORS = "ABCD"


def start(settings: State) -> State:
    """One coin behind each door."""
    return {"left": settings["nights"], "night": 1, "coins": [1, 1, 1, 1], "mine": "none", "seen": "none"}


def actions(state: State) -> list[str]:
    """All doors."""
    return list(DOORS) if state["left"] else []


def opponent(state: State) -> dict[str, int]:
    """Never draws."""
    if state["night"] % 3 == 0:
        return {state["mine"]: 1}
    return {DOORS[state["coins"].index(max(state["coins"]))]: 1}


def play(state: State, action: str, reply: str) -> dict[str, Any]:
    """Take the coins, or meet the guard."""
    door, coins = DOORS.index(action), list(state["coins"])
    reward = -6
    if action != reply:
        reward, coins[door] = coins[door], 0
    coins = [min(4, n + 1) for n in coins]
    after = {"left": state["left"] - 1, "night": state["night"] + 1, "coins": coins, "mine": action, "seen": reply}
    return {"reward": reward, "state": after}


def view(state: State) -> str:
    """All coins are seen."""
    coins = ", ".join(f"{door} {n}" for door, n in zip(DOORS, state["coins"], strict=True))
    return f"Coins: {coins}. Nights left: {state['left']}. The guard last stood at: {state['seen']}."
