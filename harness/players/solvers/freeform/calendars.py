"""A calendar: first the year's length and where its months begin, in year 1; then the rules for leap years, listed."""

from __future__ import annotations

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
POOL = 40


class Leaps:
    """Years divisible by `every` are leap years, unless by `but`, unless by `yet`; 0 where there is no such part."""

    def __init__(self, every: int, but: int, yet: int) -> None:
        years = np.arange(YEARS)
        leap = years % every == 0 if every else np.zeros(len(years), dtype=bool)
        if but:
            leap &= years % but != 0
        if yet:
            leap |= years % yet == 0
        self.before: list[int] = [0, *np.cumsum(leap).tolist()]
        """For each year, how many leap years came before it, from year 0."""

    def leap(self, year: int) -> bool:
        """Whether a year is one."""
        return self.before[year + 1] > self.before[year]


@dataclass(frozen=True)
class Calendar:
    """A whole calendar; a year's months are counted by their places in it."""

    names: tuple[int, ...]
    """The numbers of the months, in the order in which they come in a year."""
    starts: tuple[int, ...]
    """The day of the year, from 0, on which each month begins, and the number of days of a year."""
    leaps: Leaps
    month: int
    """The place of the month that is longer in leap years, from 0."""
    more: int
    """By how many days."""

    def later(self, year: int, count: int) -> Date:
        """Return the date so many days after the first of a year."""
        days = self._first(year) + count
        year = min(days // self.starts[-1], YEARS - 1)
        while self._first(year) > days:
            year -= 1
        left, starts = days - self._first(year), self._starts(year)
        place = min(bisect_right(starts, left), len(self.names)) - 1
        return year, self.names[place], left - starts[place] + 1

    def _first(self, year: int) -> int:
        return year * self.starts[-1] + self.more * self.leaps.before[year]

    def _starts(self, year: int) -> tuple[int, ...]:
        if not self.leaps.leap(year):
            return self.starts
        return tuple(start + self.more * (n > self.month) for n, start in enumerate(self.starts))


class Dates(World):
    """The calendar of a far country."""

    phrases = ("You ask about the calendar of a far country", "the last four are a number of days")

    def __init__(self, told: Told) -> None:
        super().__init__(told)
        self.seen: list[tuple[int, int, Date]] = []
        self.begins: dict[int, int] = {}
        """The number of the month that begins on a day of year 1, from 0."""
        self.length = 0
        """Days of year 1; 0 while it is not known."""
        self.joined: set[int] = set()
        """Days on which a month begins of which is known which one is before it."""
        self.left: list[Calendar] = []

    def choose(self, left: int) -> str:
        """Look for the year, the last month and those before it; then ask what splits the calendars that are left."""
        if not self.seen:
            return _written(1, DAYS)
        if 0 not in self.begins:
            return _written(1, 0)
        if not self.length:
            return _written(1, min(DAYS, DAYS // max(1, self.seen[0][2][0] - 1)))
        if (day := self._unknown()) is not None:
            return _written(1, day)
        self._list()
        rng = self.told.rng
        judged = self.left if len(self.left) <= JUDGED else rng.sample(self.left, JUDGED)
        asked = [(rng.randint(0, 999), rng.choice((rng.randint(1, DAYS), DAYS))) for _ in range(POOL)]
        for calendar in rng.choices(judged, k=POOL):
            leap = [year for year in range(1000) if calendar.leaps.leap(year)] or [1]
            asked.append((rng.choice(leap), rng.randint(0, self.length)))
        return _written(*max(asked, key=lambda one: bits(Counter(calendar.later(*one) for calendar in judged))))

    def learn(self, text: str, back: str) -> None:
        """Take note of a date; before the months are known, of what it says about year 1."""
        year, count = _read(text)
        parts = back.split(".")
        if len(parts) != 3 or not all(part.isdigit() for part in parts):
            return
        later = (int(parts[0]), int(parts[1]), int(parts[2]))
        self.seen.append((year, count, later))
        if self.left:
            self.left = [c for c in self.left if c.later(year, count) == later] or self.left
        elif year == 1:
            self._place(later, count)

    def _place(self, later: Date, count: int) -> None:
        year, month, day = later
        if year == 1:
            self.begins[count - day + 1] = month
            self.joined.add(count + 1)
        elif year == 2 and not self.length:
            begun = next((start for start, name in self.begins.items() if name == month), None)
            self.length = 0 if begun is None else count - (day - 1) - begun

    def _unknown(self) -> int | None:
        """Return the last day of year 1 of which the month is not known, and need be asked; None if there is none."""
        known = sorted(self.begins.items(), reverse=True)
        ends = [(self.length, 0), *known]
        for (end, name), (_, before) in pairwise(ends):
            if end not in self.joined and not 1 < name == before + 1:
                return end - 1
        return None

    def answers(self, question: str) -> Sequence[str]:
        """Return what most calendars say; a calendar is made up where the months are not all known."""
        self._list()
        asked = "".join(character for character in question if character.isdigit())
        said = Counter(calendar.later(*_read(asked)) for calendar in self.left)
        return [".".join(map(str, one)) for one, _ in said.most_common()]

    def _list(self) -> None:
        """List the calendars that say what was seen, with simple rules for leap years first."""
        if self.left:
            return
        names, starts = self._months()
        listed = [Calendar(names, starts, leaps, month, more) for leaps, month, more in self._rules(len(names))]
        self.left = [c for c in listed if all(c.later(year, n) == later for year, n, later in self.seen)]
        self.left = self.left or listed[:1]

    def _months(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the numbers of the months, and where they begin; those between known ones are of one length."""
        known = sorted(self.begins.items()) or [(0, 1)]
        length = self.length or max(365, known[-1][0] + 1)
        names: list[int] = []
        starts: list[int] = []
        for (start, name), (end, then) in pairwise([*known, (length, 0)]):
            between = max(1, then - name) if end not in self.joined else 1
            names += range(name, name + between)
            starts += [start + n * (end - start) // between for n in range(between)]
        return tuple(names), (*starts, length)

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


def _agrees(leaps: Leaps, more: int, length: int, seen: tuple[int, int, Date]) -> bool:
    """Whether the days from a year on to what was seen first can be so many, give or take a year's parts."""
    year, count, (later, _, _) = seen
    if not length:
        return True
    between = leaps.before[min(later, YEARS - 1)] - leaps.before[year]
    return 0 <= count - (later - year) * length - more * between <= length + more


def _read(text: str) -> tuple[int, int]:
    return int(text[:-4] or 0), int(text[-4:] or 0)


def _written(year: int, count: int) -> str:
    return f"{year}{count:04}"
