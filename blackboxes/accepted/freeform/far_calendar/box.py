import random

# Days of months 1 to 11 in a common year.
MONTH_DAYS = {
    1: 23, 2: 31, 3: 17, 4: 40, 5: 29, 6: 36,
    7: 27, 8: 33, 9: 19, 10: 38, 11: 25,
}

# The order in which the months of one year follow each other.
MONTH_ORDER = (8, 9, 10, 11, 1, 2, 3, 4, 5, 6, 7)


def is_leap(year):
    return year % 5 == 0 and year % 30 != 0


def days_in_month(year, month):
    if month == 3 and is_leap(year):
        return 18
    return MONTH_DAYS[month]


def days_in_year(year):
    return 319 if is_leap(year) else 318


def days_until(year, month, day):
    """Days from the first day of the year to the given date of that year."""
    total = 0
    for m in MONTH_ORDER:
        if m == month:
            break
        total += days_in_month(year, m)
    return total + day - 1


def date_after(year, days):
    """The date that is so many days after the first day of the year."""
    while days >= days_in_year(year):
        days -= days_in_year(year)
        year += 1
    for month in MONTH_ORDER:
        length = days_in_month(year, month)
        if days < length:
            break
        days -= length
    return f"{year}.{month}.{days + 1}"


def feedback_for(text):
    # The last four digits are the days, the digits before them the year.
    year = int(text[:-4] or "0")
    days = int(text[-4:])
    return date_after(year, days)


def open(seed: int):
    return 0


def explore(state, text: str) -> dict:
    return {"state": 0, "feedback": feedback_for(text)}


def draw_text(rng):
    """Draw the text of one question; the order of the calls matters."""
    year = rng.randint(1, 999)
    k = rng.randint(2, 4)
    days = rng.randint(1, 10 ** k - 1)
    edge = rng.randint(1, 10)
    if edge == 1:
        days = days_in_year(year)
    elif edge == 2:
        days = days_in_year(year) - 1
    elif edge in (3, 4):
        year = 30 * rng.randint(1, 33)
        days = days_until(year, 4, 1)
    elif edge == 5:
        year = 5 * rng.randint(1, 199)
        days = days_until(year, 3, 17) + 1
    elif edge == 6:
        days = rng.randint(318, 9999)
        year = 0
    if year == 0:
        return str(days)
    return f"{year}{days:04d}"


def questions(state, seed: int, count: int) -> list[dict]:
    rng = random.Random(seed)
    seen = set()
    result = []
    while len(result) < count:
        text = draw_text(rng)
        if text in seen:
            # Drawn before in this call: draw again, from year on.
            continue
        seen.add(text)
        result.append({
            "prompt": f"Which date comes back for {text}?",
            "answer": feedback_for(text),
            "comparator": "text",
        })
    return result
