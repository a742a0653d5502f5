import random
import re

LENGTHS = (23, 31, 17, 40, 29, 36)
FORM = re.compile(r"([0-9]{1,3})\.([0-9]{1,2})\.([0-9]{1,2})\+([0-9]{1,4})")


def _leap(year):
    return year % 5 == 0 and year % 30 != 0


def _length(year, month):
    return LENGTHS[month - 1] + (1 if month == 3 and _leap(year) else 0)


def _answer(text):
    found = FORM.fullmatch(text)
    if not found:
        return "unreadable"
    year, month, day, count = (int(part) for part in found.groups())
    if year == 0 or not 1 <= month <= 6 or not 1 <= day <= _length(year, month):
        return "no such date"
    day += count
    while day > _length(year, month):
        day -= _length(year, month)
        month += 1
        if month == 7:
            month = 1
            year += 1
    return f"{year}.{month}.{day}"


def open(seed: int):
    return 0


def explore(state, text: str) -> dict:
    return {"state": 0, "feedback": _answer(text)}


def questions(state, seed: int, count: int) -> list:
    rng = random.Random(seed)
    result = []
    for _ in range(count):
        year = rng.randint(1, 999)
        month = rng.randint(1, 6)
        day = rng.randint(1, _length(year, month))
        k = rng.randint(2, 4)
        days = rng.randint(1, 10**k - 1)
        text = f"{year}.{month}.{day}+{days}"
        result.append({"prompt": f"Which date comes back for {text}?", "answer": _answer(text), "comparator": "text"})
    return result
