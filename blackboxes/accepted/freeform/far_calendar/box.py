import random
import re

MONTHS = [23, 31, 17, 40, 29, 36, 27, 33, 19, 38, 25, 34, 21]
FORM = re.compile(r"([0-9]{1,3})\.([0-9]{1,2})\.([0-9]{1,2})\+([0-9]{1,4})")


def _is_leap(year):
    return year % 5 == 0 and year % 30 != 0


def _month_length(year, month):
    if month == 3 and _is_leap(year):
        return 18
    return MONTHS[month - 1]


def _later(year, month, day, count):
    """The date that is count days after a date that exists."""
    day += count
    while day > _month_length(year, month):
        day -= _month_length(year, month)
        month += 1
        if month > len(MONTHS):
            month = 1
            year += 1
    return year, month, day


def _feedback(text):
    match = FORM.fullmatch(text)
    if match is None:
        return "unreadable"
    year, month, day, count = (int(part) for part in match.groups())
    if year == 0 or not 1 <= month <= len(MONTHS):
        return "no such date"
    if not 1 <= day <= _month_length(year, month):
        return "no such date"
    return "{}.{}.{}".format(*_later(year, month, day, count))


def open(seed):
    return 0


def explore(state, text):
    return {"state": 0, "feedback": _feedback(text)}


def _draw_text(rng):
    # The order of the calls of rng is part of the rule.
    year = rng.randint(1, 999)
    month = rng.randint(1, 13)
    length = _month_length(year, month)
    day = rng.randint(1, length)
    edge = rng.randint(1, 11)
    k = rng.randint(2, 4)
    count = rng.randint(1, 10 ** k - 1)
    if edge == 1:
        day = 1
    elif edge == 2:
        day = length
    elif edge == 3:
        month, day = 1, 1
    elif edge == 4:
        month, day = 13, 21
    elif edge in (5, 6):
        year = 30 * rng.randint(1, 33)
        month, day = 3, 17
    elif edge == 9:
        day = length + 1
    elif edge == 10:
        month = rng.choice([0, 14])
    text = f"{year}.{month}.{day}"
    if edge != 11:
        text += f"+{count}"
    return text


def questions(state, seed, count):
    rng = random.Random(seed)
    result = []
    for _ in range(count):
        text = _draw_text(rng)
        result.append({
            "prompt": f"Which date comes back for {text}?",
            "answer": _feedback(text),
            "comparator": "text",
        })
    return result
