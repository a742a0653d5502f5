import random
import re

MONTH_LENGTHS = [23, 31, 17, 40, 29, 36]
FORM = re.compile(r"([0-9]{1,3})\.([0-9]{1,2})\.([0-9]{1,2})\+([0-9]{1,4})")


def _month_length(year: int, month: int) -> int:
    # A leap year: divisible by 5 but not by 30; month 3 is longer then.
    if month == 3 and year % 5 == 0 and year % 30 != 0:
        return 18
    return MONTH_LENGTHS[month - 1]


def _feedback(text: str) -> str:
    match = FORM.fullmatch(text)
    if match is None:
        return "unreadable"
    year, month, day, count = (int(part) for part in match.groups())
    if year == 0 or not 1 <= month <= 6:
        return "no such date"
    if not 1 <= day <= _month_length(year, month):
        return "no such date"

    # Add all days at once, then take whole months off.
    day += count
    while day > _month_length(year, month):
        day -= _month_length(year, month)
        month += 1
        if month > 6:
            month = 1
            year += 1
    return f"{year}.{month}.{day}"


def open(seed: int):
    return 0


def explore(state, text: str) -> dict:
    # Nothing is remembered from one text to the next.
    return {"state": 0, "feedback": _feedback(text)}


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    result = []
    for _ in range(count):
        year = rng.randint(1, 999)
        month = rng.randint(1, 6)
        day = rng.randint(1, _month_length(year, month))
        k = rng.randint(2, 4)
        days = rng.randint(1, 10 ** k - 1)
        text = f"{year}.{month}.{day}+{days}"
        result.append({
            "prompt": f"Which date comes back for {text}?",
            "answer": _feedback(text),
            "comparator": "text",
        })
    return result
