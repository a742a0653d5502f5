import random

LIMITS = ((2, 4), (5, 7), (10, 12), (30, 20))


def _price(text, place):
    """The price of the parcel that is the place-th of the session, from 1."""
    digits = "".join(sign for sign in text if sign.isdigit())
    kilograms = int(digits) if digits else 0
    for limit, base in LIMITS:
        if kilograms <= limit:
            price = base
            break
    else:
        price = 20 + 3 * -(-(kilograms - 30) // 10)
    zone = next((sign for sign in text if sign in "NSE"), None)
    if zone == "N":
        price += 3
    elif zone == "S":
        price *= 2
    elif zone == "E":
        price = -(-3 * price // 2)
    if "X" in text:
        price += max(5, -(-price // 4))
    if place % 3 == 0:
        price //= 2
    return price


def open(seed):
    return {"sent": 0}


def explore(state, text):
    place = state["sent"] + 1
    return {"state": {"sent": place}, "feedback": str(_price(text, place))}


def questions(state, seed, count):
    rng = random.Random(seed)

    def parcel():
        z = rng.choice(["", "N", "S", "E"])
        w = rng.randint(1, 60)
        x = rng.choice(["", "X"])
        return z + str(w) + x

    pairs = []
    while len(pairs) < count:
        first = parcel()
        second = parcel()
        if (first, second) not in pairs:
            pairs.append((first, second))
    sent = state["sent"]
    return [
        {
            "prompt": f"What do these two parcels cost together, sent next in this order? {first} {second}",
            "answer": _price(first, sent + 1) + _price(second, sent + 2),
            "comparator": "number",
        }
        for first, second in pairs
    ]
