import random

DIGITS = "0123456789"


def _ceil_div(a, b):
    return -(-a // b)


def _by_weight(weight):
    if weight <= 2:
        return 4
    if weight <= 5:
        return 7
    if weight <= 10:
        return 12
    if weight <= 30:
        return 20
    return 20 + 3 * _ceil_div(weight - 30, 10)


def _price(sent, text):
    """The price of the parcel that is sent after `sent` others."""
    digits = "".join(c for c in text if c in DIGITS)
    weight = int(digits) if digits else 0
    zone = next((c for c in text if c in "NSE"), "")

    price = _by_weight(weight)
    if zone == "N":
        price += 3
    elif zone == "S":
        price *= 2
    elif zone == "E":
        # one and a half times as much, rounded up
        price = _ceil_div(price * 3, 2)
    if "X" in text:
        price += max(5, _ceil_div(price, 4))
    if (sent + 1) % 3 == 0:
        # every third parcel costs half, rounded down
        price //= 2
    return price


def open(seed):
    return {"sent": 0}


def explore(state, text):
    sent = state["sent"]
    return {"state": {"sent": sent + 1}, "feedback": str(_price(sent, text))}


def _draw_parcel(rng):
    zone = rng.choice(["", "N", "S", "E"])
    weight = rng.randint(1, 60)
    express = rng.choice(["", "X"])
    return zone + str(weight) + express


def questions(state, seed, count):
    rng = random.Random(seed)
    sent = state["sent"]
    seen = set()
    result = []
    while len(result) < count:
        first = _draw_parcel(rng)
        second = _draw_parcel(rng)
        if (first, second) in seen:
            continue
        seen.add((first, second))
        result.append({
            "prompt": "What do these two parcels cost together, sent next in this order? "
            + first + " " + second,
            "answer": _price(sent, first) + _price(sent + 1, second),
            "comparator": "number",
        })
    return result
