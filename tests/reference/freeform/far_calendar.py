"""A calendar of thirteen months; dates are counted as days from the beginning."""

from __future__ import annotations

import random
import re
from typing import Any


def open(seed: int) -> int:
    """There is no state."""
    return 0


def explore(state: int, text: str) -> dict[str, Any]:
    """Read a text."""
    return {"state": state, "feedback": later(text)}


def questions(state: int, seed: int, count: int) -> list[dict[str, Any]]:
    """Existing dates, dates that do not exist, texts without a number of days."""
    rng = random.Random(seed)
    asked = []
    for _ in range(count):
        year, month = rng.randint(1, 999), rng.randint(1, 13)
        last = months(year)[month - 1]
        day = rng.randint(1, last)
        edges = {1: (month, 1), 2: (month, last), 3: (1, 1), 4: (13, 21), 9: (month, last + 1)}
        edge, power = rng.randint(1, 11), rng.randint(2, 4)
        days = rng.randint(1, 10**power - 1)
        month, day = edges.get(edge, (month, day))
        if edge in (5, 6):
            year, month, day = 30 * rng.randint(1, 33), 3, 17
        if edge == 10:
            month = rng.choice([0, 14])
        text = f"{year}.{month}.{day}" + (f"+{days}" if edge != 11 else "")
        prompt = f"Which date comes back for {text}?"
        asked.append({"prompt": prompt, "answer": later(text), "comparator": "text"})
    return asked


def months(year: int) -> list[int]:
    """The lengths of the months."""
    return [23, 31, 18 if year % 5 == 0 and year % 30 else 17, 40, 29, 36, 27, 33, 19, 38, 25, 34, 21]


def before(year: int) -> int:
    """The days before a year begins, counted by the leap years."""
    past = year - 1
    return 373 * past + past // 5 - past // 30


def later(text: str) -> str:
    """What comes back."""
    found = re.fullmatch(r"([0-9]{1,3})\.([0-9]{1,2})\.([0-9]{1,2})\+([0-9]{1,4})", text)
    if not found:
        return "unreadable"
    year, month, day, count = map(int, found.groups())
    if not year or not 1 <= month <= 13 or not 1 <= day <= months(year)[month - 1]:
        return "no such date"
    number = before(year) + sum(months(year)[: month - 1]) + day - 1 + count
    year = number // 375 + 1
    while before(year + 1) <= number:
        year += 1
    number -= before(year)
    month = 1
    for length in months(year):
        if number < length:
            break
        number, month = number - length, month + 1
    return f"{year}.{month}.{number + 1}"
