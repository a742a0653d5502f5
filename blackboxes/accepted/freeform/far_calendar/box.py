import random
import re

LENGTHS = [23, 31, 17, 40, 29, 36, 27, 33, 19, 38, 25, 34, 21]
FORM = re.compile(r"([0-9]{1,3})\.([0-9]{1,2})\.([0-9]{1,2})\+([0-9]{1,4})")


def _length(year, month):
    """The number of days of the month (1 to 13) in that year."""
    if month == 3 and year % 5 == 0 and year % 30 != 0:
        return 18
    return LENGTHS[month - 1]


def _feedback(text):
    match = FORM.fullmatch(text)
    if match is None:
        return "unreadable"
    year, month, day, count = (int(group) for group in match.groups())
    if year == 0 or not 1 <= month <= 13:
        return "no such date"
    if not 1 <= day <= _length(year, month):
        return "no such date"
    day += count
    # carry the days that are too many into the months that follow
    while day > _length(year, month):
        day -= _length(year, month)
        month += 1
        if month > 13:
            month = 1
            year += 1
    return f"{year}.{month}.{day}"


def open(seed):
    return 0


def explore(state, text):
    return {"state": 0, "feedback": _feedback(text)}


def questions(state, seed, count):
    rng = random.Random(seed)
    result = []
    for _ in range(count):
        year = rng.randint(1, 999)
        month = rng.randint(1, 13)
        day = rng.randint(1, _length(year, month))
        edge = rng.randint(1, 11)
        k = rng.randint(2, 4)
        days = rng.randint(1, 10 ** k - 1)
        if edge == 1:
            day = 1
        elif edge == 2:
            day = _length(year, month)
        elif edge == 3:
            month, day = 1, 1
        elif edge == 4:
            month, day = 13, 21
        elif edge in (5, 6):
            year = 30 * rng.randint(1, 33)
            month, day = 3, 17
        elif edge == 9:
            day = _length(year, month) + 1
        elif edge == 10:
            month = rng.choice([0, 14])
        text = f"{year}.{month}.{day}"
        if edge != 11:
            text += f"+{days}"
        result.append({
            "prompt": f"Which date comes back for {text}?",
            "answer": _feedback(text),
            "comparator": "text",
        })
    return result
