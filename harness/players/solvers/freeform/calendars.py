"""A calendar: first the year's length and where its months begin, in year 1; then the rules for leap years, listed."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np

from boxwright.harness.players.solvers.freeform.world import Told, World
from boxwright.harness.players.solvers.information import bits

Date = tuple[int, int, int]
DAYS = 9999
YEARS = 1200
JUDGED = 60
POOL = 25


class Leaps:
    """Years divisible by `every` are leap years, unless by `but`, unless by `yet`; 0 where there is no such part."""

    def __init__(self, every: int, but: int, yet: int) -> None:
        years = np.arange(1, YEARS)
        leap = years % every == 0 if every else np.zeros(len(years), dtype=bool)
        if but:
            leap &= (years % but != 0) | (years % (yet or YEARS) == 0)
        self.before: list[int] = [0, *np.cumsum(leap).tolist()]
        """For each year counted from 0, how many leap years came before it, from year 1."""

    def leap(self, year: int) -> bool:
        """Whether a year is one."""
        return self.before[year] > self.before[year - 1]


@dataclass(frozen=True)
class Calendar:
    """A whole calendar."""

    starts: tuple[int, ...]
    """The day of the year, from 0, on which each month begins, and the number of days of a year."""
    leaps: Leaps
    month: int
    """The month that is longer in leap years, from 0."""
    more: int
    """By how many days."""

    def later(self, date: Date, count: int) -> Date | None:
        """Return the date so many days later; None for a date that does not exist."""
        year, month, day = date
        starts = self._starts(year)
        if not (1 <= month < len(starts) and 1 <= day <= starts[month] - starts[month - 1]):
            return None
        days = self._first(year) + starts[month - 1] + day - 1 + count
        year = min(days // self.starts[-1] + 1, YEARS - 1)
        while self._first(year) > days:
            year -= 1
        left, starts = days - self._first(year), self._starts(year)
        month = min(bisect_right(starts, left), len(starts) - 1)
        return year, month, left - starts[month - 1] + 1

    def _first(self, year: int) -> int:
        return (year - 1) * self.starts[-1] + self.more * self.leaps.before[year - 1]

    def _starts(self, year: int) -> tuple[int, ...]:
        if not self.leaps.leap(year):
            return self.starts
        return tuple(start + self.more * (n > self.month) for n, start in enumerate(self.starts))


class Dates(World):
    """The calendar of a far country."""

    phrases = ("You ask about the calendar of a far country", "The date that many days later comes back")

    def __init__(self, told: Told) -> None:
        super().__init__(told)
        self.seen: list[tuple[Date, int, Date | None]] = []
        self.starts: dict[int, int] = {1: 0}
        """The day of year 1, from 0, on which a month begins."""
        self.length = 0
        """Days of year 1; 0 while it is not known."""
        self.ends = False
        """Whether the last month is known."""
        self.left: list[Calendar] = []

    def choose(self, left: int) -> str:
        """Look for the year, the last month and those before it; then ask what splits the calendars that are left."""
        if not self.seen:
            return _written((1, 1, 1), DAYS)
        if not self.length:
            return _written((1, 1, 1), min(DAYS, DAYS // max(1, (self.seen[0][2] or (1, 1, 1))[0] - 1)))
        if not self.ends:
            return _written((1, 1, 1), self.length - 1)
        if (gap := self._gap()) is not None:
            return _written((1, 1, 1), gap)
        self._list()
        rng, calendar = self.told.rng, self.left[0]
        asked: list[tuple[Date, int]] = []
        while len(asked) < POOL:
            date = (rng.randint(1, 999), rng.randint(1, len(calendar.starts) - 1), 1)
            asked.append((date, rng.choice((rng.randint(1, DAYS), rng.randint(1, 99), DAYS))))
        judged = self.left if len(self.left) <= JUDGED else rng.sample(self.left, JUDGED)
        best = max(asked, key=lambda one: bits(Counter(calendar.later(*one) for calendar in judged)))
        return _written(*best)

    def learn(self, text: str, back: str) -> None:
        """Take note of a date; before the months are known, of what it says about year 1."""
        numbers = [int(found) for found in re.findall(r"\d+", text)]
        found = [int(part) for part in re.findall(r"\d+", back)]
        date = (numbers[0], numbers[1], numbers[2])
        later = (found[0], found[1], found[2]) if len(found) == 3 else None
        self.seen.append((date, numbers[3], later))
        if self.left:
            self.left = [c for c in self.left if c.later(date, numbers[3]) == later] or self.left
        elif later is not None and date == (1, 1, 1):
            self._place(later, numbers[3])

    def _place(self, later: Date, count: int) -> None:
        year, month, day = later
        if year == 1:
            self.ends = self.ends or count == self.length - 1
            self.starts[month] = count - day + 1
        elif year == 2 and month in self.starts and not self.length:
            self.length = count - (day - 1) - self.starts[month]

    def _gap(self) -> int | None:
        """Return the day before a month of year 1 whose begin is known, where that of the month before is not."""
        known = sorted(self.starts.items())
        return next((end - 1 for (a, _), (b, end) in pairwise(known) if b > a + 1), None)

    def answers(self, question: str) -> Sequence[str]:
        """Return what most calendars say; a calendar is made up where the months are not all known."""
        self._list()
        if (found := re.search(r"(\d+)\.(\d+)\.(\d+)\+(\d+)", question)) is None:
            return ["unreadable"]
        year, month, day, count = map(int, found.groups())
        said = Counter(calendar.later((year, month, day), count) for calendar in self.left)
        return ["no such date" if one is None else ".".join(map(str, one)) for one, _ in said.most_common()]

    def feedback(self, text: str) -> Sequence[str]:
        """Return what most calendars say; a text must have the form of a date, and nothing else."""
        is_date = re.fullmatch(r"\d{1,3}\.\d{1,2}\.\d{1,2}\+\d{1,4}", text)
        return self.answers(text) if is_date else ["unreadable"]

    def _list(self) -> None:
        """List the calendars that say what was seen, with simple rules for leap years first."""
        if self.left:
            return
        months = self._months()
        listed = [Calendar(months, leaps, month, more) for leaps, month, more in self._rules(len(months) - 1)]
        self.left = [c for c in listed if all(c.later(date, n) == later for date, n, later in self.seen)]
        self.left = self.left or listed[:1]

    def _months(self) -> tuple[int, ...]:
        known = dict(self.starts)
        length = self.length or 365
        for month in range(2, max(known)):
            known.setdefault(month, (known[month - 1] + next(known[m] for m in sorted(known) if m > month)) // 2)
        return (*(known[month] for month in sorted(known)), length)

    def _rules(self, months: int) -> Iterator[tuple[Leaps, int, int]]:
        yield Leaps(0, 0, 0), 0, 0
        first = self.seen[0] if self.seen else None
        for every, times, again in product(range(2, 41), (0, *range(2, 13), 20, 25), (0, 2, 3, 4, 5, 10)):
            if again and not times:
                continue
            leaps = Leaps(every, every * times, every * times * again)
            for more in (1, 2, -1):
                if first is None or _agrees(leaps, more, self.length, first):
                    yield from ((leaps, month, more) for month in range(months))


def _agrees(leaps: Leaps, more: int, length: int, seen: tuple[Date, int, Date | None]) -> bool:
    """Whether the days from the first one on to what was seen first can be so many, give or take a year's parts."""
    _, count, later = seen
    if later is None or not length:
        return True
    year = later[0]
    return 0 <= count - (year - 1) * length - more * leaps.before[year - 1] <= length + more


def _written(date: Date, count: int) -> str:
    return ".".join(map(str, date)) + f"+{count}"
