import random

PRICES = {"A": 4, "B": 7, "C": 8}
COINS = {"1": "ones", "2": "twos", "5": "fives"}


def _change(rest, box):
    """The coins (fives, twos, ones) that make up rest, or None."""
    # Most fives first, among those most twos; the ones are then fixed.
    for fives in range(min(box["fives"], rest // 5), -1, -1):
        left = rest - 5 * fives
        for twos in range(min(box["twos"], left // 2), -1, -1):
            ones = left - 2 * twos
            if ones <= box["ones"]:
                return fives, twos, ones
    return None


def _run(state, text):
    """Return the next state and the feedback."""
    current = dict(state)
    items = []
    for act in text:
        if act in COINS:
            # The coin lies in the box at once.
            current[COINS[act]] += 1
            current["credit"] += int(act)
            items.append("ok")
            continue
        price = PRICES[act]
        if current["credit"] < price:
            items.append("no")
            continue
        rest = current["credit"] - price
        coins = _change(rest, current)
        if coins is None:
            # No change at all: the rest stays as credit.
            current["credit"] = rest
            items.append(act + "*")
            continue
        fives, twos, ones = coins
        current["fives"] -= fives
        current["twos"] -= twos
        current["ones"] -= ones
        current["credit"] = 0
        # With a rest of 0 there are no coins, and the letter stands alone.
        items.append(act + "+5" * fives + "+2" * twos + "+1" * ones)
    feedback = " ".join(items) if items else "nothing"
    return current, feedback


def open(seed: int):
    return {"credit": 0, "ones": 2, "twos": 2, "fives": 1}


def explore(state, text: str) -> dict:
    after, feedback = _run(state, text)
    return {"state": after, "feedback": feedback}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    result = []
    for _ in range(count):
        length = rng.randint(3, 8)
        text = "".join(rng.choice("1255ABC") for _ in range(length))
        # Each question starts from the same state.
        answer = _run(state, text)[1]
        result.append({
            "prompt": f"What comes back if {text} is sent next?",
            "answer": answer,
            "comparator": "text",
        })
    return result
