"""A calendar of eleven months whose years begin with the eighth; every day has a number from the first on."""

from __future__ import annotations

import random
from typing import Any


def open(seed: int) -> int:
    """There is no state."""
    return 0


def explore(state: int, text: str) -> dict[str, Any]:
    """Read a year and a number of days."""
    return {"state": state, "feedback": later(int(text[:-4] or 0), int(text[-4:]))}


def questions(state: int, seed: int, count: int) -> list[dict[str, Any]]:
    """Drawn dates, ends of years, and days about the end of month 3."""
    rng = random.Random(seed)
    asked: dict[str, str] = {}
    while len(asked) < count:
        year = rng.randint(1, 999)
        days = rng.randint(1, 10 ** rng.randint(2, 4) - 1)
        edge = rng.randint(1, 10)
        if edge in (1, 2):
            days = sum(months(year)) + 1 - edge
        elif edge in (3, 4):
            year, days = 30 * rng.randint(1, 33), 186
        elif edge == 5:
            year, days = 5 * rng.randint(1, 199), 186
        elif edge == 6:
            year, days = 0, rng.randint(318, 9999)
        text = f"{year}{days:04}" if year else str(days)
        asked.setdefault(f"Which date comes back for {text}?", later(year, days))
    return [{"prompt": prompt, "answer": answer, "comparator": "text"} for prompt, answer in asked.items()]


def months(year: int) -> list[int]:
    """The lengths of the months, from the eighth on."""
    return [33, 19, 38, 25, 23, 31, 18 if year % 5 == 0 and year % 30 else 17, 40, 29, 36, 27]


def before(year: int) -> int:
    """The days before a year begins, counted by the leap years before it."""
    return 318 * year + (year + 4) // 5 - (year + 29) // 30


def later(year: int, days: int) -> str:
    """The date so many days after the first day of a year."""
    number = before(year) + days
    year = number // 319
    while before(year + 1) <= number:
        year += 1
    number -= before(year)
    for place, length in enumerate(months(year)):
        if number < length:
            return f"{year}.{(7 + place) % 11 + 1}.{number + 1}"
        number -= length
    raise AssertionError(year)
