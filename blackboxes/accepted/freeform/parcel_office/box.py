import random


def _price(sent: int, text: str) -> int:
    digits = "".join(c for c in text if c in "0123456789")
    weight = int(digits) if digits else 0
    zone = ""
    for c in text:
        if c in "NSE":
            zone = c
            break

    # step 1: weight
    if weight <= 2:
        price = 4
    elif weight <= 5:
        price = 7
    elif weight <= 10:
        price = 12
    elif weight <= 30:
        price = 20
    else:
        # 3 for each begun 10 kg above 30
        price = 20 + 3 * ((weight - 30 + 9) // 10)

    # step 2: zone
    if zone == "N":
        price += 3
    elif zone == "S":
        price *= 2
    elif zone == "E":
        price = (3 * price + 1) // 2  # one and a half times, rounded up

    # step 3: express: a quarter of the price more, rounded up, at least 5
    if "X" in text:
        price += max(5, (price + 3) // 4)

    # step 4: every third parcel at half the price, rounded down
    if (sent + 1) % 3 == 0:
        price //= 2
    return price


def open(seed: int):
    return {"sent": 0}


def explore(state, text: str) -> dict:
    sent = state["sent"]
    return {"state": {"sent": sent + 1}, "feedback": str(_price(sent, text))}


def _draw_parcel(rng) -> str:
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
            "prompt": "What do these two parcels cost together, sent next in this order? "
            + first + " " + second,
            "answer": _price(sent, first) + _price(sent + 1, second),
            "comparator": "number",
        }
        for first, second in pairs
    ]
