import random


def _price(sent, text):
    """The price of the parcel if so many parcels were sent before it."""
    digits = "".join(char for char in text if char in "0123456789")
    weight = int(digits) if digits else 0
    zones = [char for char in text if char in "NSE"]
    zone = zones[0] if zones else ""

    # 1. by weight
    if weight <= 2:
        price = 4
    elif weight <= 5:
        price = 7
    elif weight <= 10:
        price = 12
    elif weight <= 30:
        price = 20
    else:
        price = 20 + 3 * ((weight - 30 + 9) // 10)

    # 2. by zone
    if zone == "N":
        price += 3
    elif zone == "S":
        price *= 2
    elif zone == "E":
        price = (3 * price + 1) // 2

    # 3. express: a quarter more, rounded up, at least 5
    if "X" in text:
        price += max(5, (price + 3) // 4)

    # 4. every third parcel costs half, rounded down
    if (sent + 1) % 3 == 0:
        price //= 2
    return price


def open(seed):
    return {"sent": 0}


def explore(state, text):
    sent = state["sent"]
    return {"state": {"sent": sent + 1}, "feedback": str(_price(sent, text))}


def _draw_parcel(rng):
    a = rng.randrange(4)
    if a == 0:
        text = str(rng.randint(1, 12))
    elif a == 1:
        text = str(rng.randint(13, 60))
    elif a == 2:
        text = str(rng.randint(61, 999))
    else:
        text = ""
    m = rng.randint(1, 3) if a == 3 else rng.randint(0, 3)
    for _ in range(m):
        c = rng.choice("NSEX")
        p = rng.randint(0, len(text))
        text = text[:p] + c + text[p:]
    return text


def questions(state, seed, count):
    rng = random.Random(seed)
    sent = state["sent"]
    seen = set()
    result = []
    while len(result) < count:
        parcels = tuple([_draw_parcel(rng) for _ in range(3)])
        if parcels in seen:
            continue
        seen.add(parcels)
        result.append({
            "prompt": "What do these three parcels cost together, sent next in this order? "
            + " ".join(parcels),
            "answer": sum(_price(sent + i, text) for i, text in enumerate(parcels)),
            "comparator": "number",
        })
    return result
