import random
import re

MONTH_LENGTHS = (23, 31, 17, 40, 29, 36, 27, 33, 19, 38, 25, 34, 21)
MONTHS = 13
LEAP_MONTH = 3
LEAP_LENGTH = 18

FORM = re.compile(r"([0-9]{1,3})\.([0-9]{1,2})\.([0-9]{1,2})\+([0-9]{1,4})")


def _is_leap(year):
    return year % 5 == 0 and year % 30 != 0


def _month_length(year, month):
    if month == LEAP_MONTH and _is_leap(year):
        return LEAP_LENGTH
    return MONTH_LENGTHS[month - 1]


def _add_days(year, month, day, count):
    # Go on month by month until the day lies within the month.
    day += count
    length = _month_length(year, month)
    while day > length:
        day -= length
        month += 1
        if month > MONTHS:
            month = 1
            year += 1
        length = _month_length(year, month)
    return year, month, day


def _feedback(text):
    match = FORM.fullmatch(text)
    if match is None:
        return "unreadable"
    year, month, day, count = (int(part) for part in match.groups())
    if year == 0 or month == 0 or month > MONTHS:
        return "no such date"
    if day == 0 or day > _month_length(year, month):
        return "no such date"
    year, month, day = _add_days(year, month, day, count)
    return f"{year}.{month}.{day}"


def open(seed: int):
    return 0


def explore(state, text: str) -> dict:
    # Nothing is remembered: the state stays 0.
    return {"state": 0, "feedback": _feedback(text)}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    result = []
    for _ in range(count):
        year = rng.randint(1, 999)
        month = rng.randint(1, 13)
        length = _month_length(year, month)
        day = rng.randint(1, length)
        edge = rng.randint(1, 8)
        k = rng.randint(2, 4)
        days = rng.randint(1, 10 ** k - 1)
        # Some questions start at an edge of the month or of the year.
        if edge == 1:
            day = 1
        elif edge == 2:
            day = length
        elif edge == 3:
            month, day = 1, 1
        elif edge == 4:
            month, day = 13, 21
        text = f"{year}.{month}.{day}+{days}"
        result.append({
            "prompt": f"Which date comes back for {text}?",
            "answer": _feedback(text),
            "comparator": "text",
        })
    return result
