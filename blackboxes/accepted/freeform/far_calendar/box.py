"""Counting days in the calendar of a far country with thirteen months."""

import random
import re

LENGTHS = [23, 31, 17, 40, 29, 36, 27, 33, 19, 38, 25, 34, 21]
FORM = re.compile(r"([0-9]{1,3})\.([0-9]{1,2})\.([0-9]{1,2})\+([0-9]{1,4})")


def _is_leap(year: int) -> bool:
    return year % 5 == 0 and year % 30 != 0


def _month_length(year: int, month: int) -> int:
    if month == 3 and _is_leap(year):
        return 18
    return LENGTHS[month - 1]


def _feedback(text: str) -> str:
    match = FORM.fullmatch(text)
    if match is None:
        return "unreadable"
    year, month, day, count = [int(part) for part in match.groups()]
    if year == 0 or not 1 <= month <= 13:
        return "no such date"
    if not 1 <= day <= _month_length(year, month):
        return "no such date"

    # Count on from the first of the month, month by month.
    day += count
    length = _month_length(year, month)
    while day > length:
        day -= length
        month += 1
        if month > 13:
            month = 1
            year += 1
        length = _month_length(year, month)
    return f"{year}.{month}.{day}"


def open(seed: int) -> int:
    # Nothing is remembered.
    return 0


def explore(state, text: str) -> dict:
    return {"state": 0, "feedback": _feedback(text)}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    result = []
    for _ in range(count):
        year = rng.randint(1, 999)
        month = rng.randint(1, 13)
        day = rng.randint(1, _month_length(year, month))
        edge = rng.randint(1, 8)
        k = rng.randint(2, 4)
        days = rng.randint(1, 10 ** k - 1)
        if edge == 1:
            day = 1
        elif edge == 2:
            day = _month_length(year, month)
        elif edge == 3:
            month, day = 1, 1
        elif edge == 4:
            month, day = 13, 21
        elif edge in (5, 6):
            # One more call, only in this case.
            year = 30 * rng.randint(1, 33)
            month, day = 3, 17
        text = f"{year}.{month}.{day}+{days}"
        result.append({
            "prompt": f"Which date comes back for {text}?",
            "answer": _feedback(text),
            "comparator": "text",
        })
    return result
