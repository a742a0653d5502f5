import random


def open(seed: int):
    return {"sent": 0}


def _price(text, sent):
    """The price of one parcel, sent after `sent` others."""
    digits = "".join(char for char in text if char in "0123456789")
    weight = int(digits) if digits else 0
    zone = ""
    for char in text:
        if char in "NSE":
            zone = char
            break

    if weight <= 2:
        price = 4
    elif weight <= 5:
        price = 7
    elif weight <= 10:
        price = 12
    elif weight <= 30:
        price = 20
    else:
        begun = (weight - 30 + 9) // 10  # each begun 10 kg above 30
        price = 20 + 3 * begun

    if zone == "N":
        price += 3
    elif zone == "S":
        price *= 2
    elif zone == "E":
        price = (3 * price + 1) // 2  # one and a half times, rounded up

    if "X" in text:
        price += max(5, (price + 3) // 4)  # a quarter, rounded up

    if (sent + 1) % 3 == 0:
        price //= 2
    return price


def explore(state, text: str) -> dict:
    sent = state["sent"]
    return {"state": {"sent": sent + 1}, "feedback": str(_price(text, sent))}


def _draw_parcel(rng):
    z = rng.choice(["", "N", "S", "E"])
    w = rng.randint(1, 60)
    x = rng.choice(["", "X"])
    return z + str(w) + x


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    sent = state["sent"]
    pairs = []
    while len(pairs) < count:
        first = _draw_parcel(rng)
        second = _draw_parcel(rng)
        if (first, second) not in pairs:
            pairs.append((first, second))
    return [
        {
            "prompt": (
                "What do these two parcels cost together, sent next in this order? "
                + first + " " + second
            ),
            "answer": _price(first, sent) + _price(second, sent + 1),
            "comparator": "number",
        }
        for first, second in pairs
    ]
