"""A vending machine that remembers its credit and the coins in its box."""

import random

PRICES = {"A": 4, "B": 7, "C": 8}
COINS = {"1": (1, "ones"), "2": (2, "twos"), "5": (5, "fives")}


def open(seed: int) -> dict:
    # The same for every seed.
    return {"credit": 0, "ones": 2, "twos": 2, "fives": 1}


def _change(rest: int, state: dict):
    """(fives, twos, ones) that make up the rest from the box, or None."""
    for fives in range(min(state["fives"], rest // 5), -1, -1):
        left = rest - 5 * fives
        # With the most twos the fewest ones are needed: if that fails,
        # fewer twos fail as well.
        twos = min(state["twos"], left // 2)
        ones = left - 2 * twos
        if ones <= state["ones"]:
            return fives, twos, ones
    return None


def _act(state: dict, char: str) -> tuple[dict, str]:
    """The next state and the item of one act."""
    state = dict(state)
    if char in COINS:
        value, kind = COINS[char]
        state["credit"] += value
        state[kind] += 1
        return state, "ok"

    price = PRICES[char]
    if state["credit"] < price:
        return state, "no"
    rest = state["credit"] - price
    if rest == 0:
        state["credit"] = 0
        return state, char
    paid = _change(rest, state)
    if paid is None:
        # No coin is paid out, the rest stays as credit.
        state["credit"] = rest
        return state, char + "*"
    fives, twos, ones = paid
    state["credit"] = 0
    state["fives"] -= fives
    state["twos"] -= twos
    state["ones"] -= ones
    return state, char + "+5" * fives + "+2" * twos + "+1" * ones


def explore(state, text: str) -> dict:
    current = dict(state)
    items = []
    for char in text:
        current, item = _act(current, char)
        items.append(item)
    feedback = " ".join(items) if items else "nothing"
    return {"state": current, "feedback": feedback}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    result = []
    for _ in range(count):
        length = rng.randint(3, 8)
        text = "".join([rng.choice("1255ABC") for _ in range(length)])
        # Every question starts from the same state.
        result.append({
            "prompt": f"What comes back if {text} is sent next?",
            "answer": explore(state, text)["feedback"],
            "comparator": "text",
        })
    return result
