"""The process conditions of the determinism gate: hash seeds, random seeds and moments that no box may depend on."""

from __future__ import annotations

from calendar import timegm
from datetime import date, timedelta
from random import Random

from boxwright.blackboxes.box import OTHER_HASH_SEED
from boxwright.blackboxes.seeds import stream
from boxwright.sandbox import Conditions

ELSEWHERE = Conditions(hash_seed=OTHER_HASH_SEED, random_seed=77, clock=1_403_876_543.5)
"""The first other process: another hash seed, another `random`, another year."""
FIRST_YEAR, LAST_YEAR = 1971, 2066


def spread_conditions(seed: int, count: int) -> list[Conditions]:
    """Return conditions whose moments are spread evenly over years, months, days of the week and hours.

    A Latin hypercube: of 12 there is one in every month, one in every second hour, at least one on every day of the
    week. They share one hash seed, since a launcher keeps a process for each.
    """
    rng = stream(seed, "worlds")
    years = _strata(rng, FIRST_YEAR, LAST_YEAR + 1, count)
    months = _strata(rng, 1, 13, count)
    hours = _strata(rng, 0, 24, count)
    spread = []
    for number in range(count):
        day = date(int(years[number]), int(months[number]), rng.randint(1, 22))
        day += timedelta(days=(number - day.weekday()) % 7)
        start = timegm(day.timetuple()) + hours[number] * 3_600
        spread.append(Conditions(hash_seed=ELSEWHERE.hash_seed, random_seed=rng.randrange(1 << 31), clock=start))
    return spread


def _strata(rng: Random, low: int, high: int, count: int) -> list[float]:
    """Draw one number from each of `count` equal parts of [low, high), in a drawn order."""
    drawn = [low + (high - low) * (part + rng.random()) / count for part in range(count)]
    rng.shuffle(drawn)
    return drawn
