"""The prices of a post office that sells every third parcel at half price."""

from __future__ import annotations

import random
import re
from typing import Any

State = dict[str, int]


def open(seed: int) -> State:
    """Nothing was sent."""
    return {"sent": 0}


def explore(state: State, text: str) -> dict[str, Any]:
    """Sell one parcel."""
    now = {"sent": state["sent"] + 1}
    return {"state": now, "feedback": f"{price(text, now['sent'])}"}


def questions(state: State, seed: int, count: int) -> list[dict[str, Any]]:
    """The sum of three parcels that would be sent next."""
    rng = random.Random(seed)
    rows: list[str] = []
    while len(rows) < count:
        row = " ".join(drawn(rng) for _ in range(3))
        if row not in rows:
            rows.append(row)
    asked = "What do these three parcels cost together, sent next in this order? "
    place = state["sent"]
    return [
        {
            "prompt": asked + row,
            "answer": sum(price(text, place + n) for n, text in enumerate(row.split(), start=1)),
            "comparator": "number",
        }
        for row in rows
    ]


def drawn(rng: random.Random) -> str:
    """A parcel: a light, middling or heavy weight, or none, into which letters are put one by one."""
    kind = rng.randrange(4)
    text = "" if kind == 3 else str(rng.randint(*[(1, 12), (13, 60), (61, 999)][kind]))
    for _ in range(rng.randint(0 if text else 1, 3)):
        letter = rng.choice("NSEX")
        place = rng.randint(0, len(text))
        text = text[:place] + letter + text[place:]
    return text


def price(text: str, place: int) -> int:
    """The price of the parcel in this place of the session, from 1."""
    kilos = int("0" + re.sub(r"\D", "", text))
    crowns = 4 if kilos < 3 else 7 if kilos < 6 else 12 if kilos < 11 else 20
    above = max(0, kilos - 30)
    crowns += 3 * (above // 10 + bool(above % 10))
    zone = re.search("[NSE]", text)
    if zone:
        crowns = {"N": crowns + 3, "S": crowns + crowns, "E": crowns + crowns // 2 + crowns % 2}[zone[0]]
    if "X" in text:
        quarter = crowns // 4 + bool(crowns % 4)
        crowns += quarter if quarter > 5 else 5
    return crowns if place % 3 else crowns // 2
