import random

PRICES = {"A": 4, "B": 7, "C": 8}
COINS = {"1": "ones", "2": "twos", "5": "fives"}


def _change(rest, box):
    for fives in range(min(rest // 5, box["fives"]), -1, -1):
        left = rest - 5 * fives
        for twos in range(min(left // 2, box["twos"]), -1, -1):
            ones = left - 2 * twos
            if ones <= box["ones"]:
                return fives, twos, ones
    return None


def _send(state, text):
    now = dict(state)
    items = []
    for act in text:
        if act in COINS:
            now[COINS[act]] += 1
            now["credit"] += int(act)
            items.append("ok")
            continue
        price = PRICES[act]
        if now["credit"] < price:
            items.append("no")
            continue
        rest = now["credit"] - price
        if rest == 0:
            now["credit"] = 0
            items.append(act)
            continue
        coins = _change(rest, now)
        if coins is None:
            now["credit"] = rest
            items.append(act + "*")
            continue
        fives, twos, ones = coins
        now["fives"] -= fives
        now["twos"] -= twos
        now["ones"] -= ones
        now["credit"] = 0
        items.append(act + "+5" * fives + "+2" * twos + "+1" * ones)
    return now, " ".join(items) if items else "nothing"


def open(seed: int):
    return {"credit": 0, "ones": 2, "twos": 2, "fives": 1}


def explore(state, text: str) -> dict:
    now, said = _send(state, text)
    return {"state": now, "feedback": said}


def questions(state, seed: int, count: int) -> list:
    rng = random.Random(seed)
    result = []
    for _ in range(count):
        length = rng.randint(3, 8)
        text = "".join(rng.choice("1255ABC") for _ in range(length))
        result.append(
            {"prompt": f"What comes back if {text} is sent next?", "answer": _send(state, text)[1], "comparator": "text"}
        )
    return result
