"""A price list by weight, zone and express, with every third parcel or so cheaper: what changes a price is listed.

The price by weight is taken to grow in steps whose ends are round numbers, and from some weight on by the same for
each of some kilograms begun; whatever else changes a price is one of a
few hundred changes, simple ones first. Of the rules for every third parcel, or
every fourth, the first one counts under which all else fits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import ceil, floor

from boxwright.harness.players.solvers.freeform.world import Told, World

ROUNDS: Sequence[Callable[[Fraction], int]] = (ceil, floor, lambda price: floor(price + Fraction(1, 2)))
HEAVY = 999
"""A weight that is far above all steps."""
WIDTHS = (10, 5, 1, 20, 50, 100, 2, 25)
"""Kilograms for which, once begun, the price of heavy parcels may grow by the same."""
WEIGHTS = (60, 1, 10, 30, 5, 2, 20, 40, 50, 3, 15, 35, 25, 45, 55, 8, 7, 4, 12, 13)
"""Those that are sent, in this order: steps end at round numbers."""
ZONES = "NSE"
SAME = 0
"""The place of the change that changes nothing."""


@dataclass(frozen=True)
class Change:
    """What makes another price out of one: so many times the price, rounded, and some more, at least."""

    times: Fraction = Fraction(1)
    rounds: int = 0
    more: int = 0
    least: int = 0
    """What is added at least."""

    def __call__(self, price: int) -> int:
        """Return the other price."""
        changed = ROUNDS[self.rounds](price * self.times) + self.more
        return max(changed, price + self.least) if self.least else changed


@cache
def changes() -> tuple[Change, ...]:
    """Return the changes of a zone or of express, the simple ones first."""
    simple = [Fraction(2), Fraction(3, 2), Fraction(3), Fraction(5, 4)]
    parts = [Fraction(n, 100) for n in (110, 120, 130, 133, 140, 150, 160, 175, 125, 250, 50, 75, 80, 90)]
    found = [Change(), *(Change(more=more) for more in (*range(1, 21), 25, 30))]
    found[2:2] = [Change(times, rounds) for times in simple for rounds in range(3)]
    found += [Change(times, rounds) for times in parts for rounds in range(3)]
    halves = [Fraction(n, 100) for n in (125, 150, 110, 120, 130, 200)]
    found += [Change(t, r, 0, least) for t, r, least in product(halves, range(3), range(1, 13))]
    return tuple(dict.fromkeys(found))


def discounts() -> Iterator[tuple[int, Change]]:
    """Return after how many parcels one is cheaper, and how."""
    yield 0, Change()
    for every, times in product(range(2, 9), (Fraction(1, 2), Fraction(0), Fraction(3, 4), Fraction(9, 10))):
        yield from ((every, Change(times, rounds)) for rounds in (1, 0))


@dataclass(frozen=True)
class Parcel:
    """What was sent, as which parcel, at what price."""

    number: int
    weight: int
    zone: str
    express: bool
    price: int


@dataclass
class Prices:
    """A price list as far as it is known."""

    every: int
    discount: Change
    base: dict[int, int] = field(default_factory=dict)
    """By weight, at home."""
    changes: dict[str, list[Change]] = field(default_factory=dict)
    """For each zone and X, what fits; not there where nothing was seen."""
    wrong: int = 0
    """How many parcels do not fit."""

    def of(self, number: int, weight: int, zone: str, express: bool) -> int:
        """Return the price of a parcel, by the simplest changes."""
        return self.changed(number, self.by_weight(weight), zone, express)

    def changed(self, number: int, price: int, zone: str, express: bool) -> int:
        """Return a price by weight after all changes."""
        for name in [*zone, *("X" if express else "")]:
            price = self.changes.get(name, [Change()])[0](price)
        return self.discount(price) if self.every and number % self.every == 0 else price

    def by_weight(self, weight: int) -> int:
        """Return what heavy parcels tell, or the price of the next known weight above; steps end at round numbers."""
        if weight in self.base:
            return self.base[weight]
        lightest, law = self.heavy()
        if weight > lightest:
            return law(weight)
        above = [known for known in self.base if known >= weight]
        return self.base[min(above)] if above else max(self.base.values(), default=0)

    def heavy(self) -> tuple[int, Callable[[int], int]]:
        """Return by what the price grows steadily, and the lightest known weight from which on it does."""
        known = sorted(self.base, reverse=True)
        found: tuple[int, Callable[[int], int]] = (HEAVY, lambda weight: max(self.base.values(), default=0))
        for width in WIDTHS if len(known) > 1 else ():
            steps = -(-known[0] // width) + known[1] // -width
            more, left = divmod(self.base[known[0]] - self.base[known[1]], steps or 1)
            if more > 0 and not left and steps:
                law = partial(_steady, known[0], self.base[known[0]], width, more)
                other = next((n for n, weight in enumerate(known) if law(weight) != self.base[weight]), len(known))
                if known[other - 1] < found[0]:
                    found = known[other - 1], law
        return found

    def bounds(self, weight: int) -> range:
        """Return the prices that a weight can have, between those of lighter and of heavier parcels."""
        lighter = [price for known, price in self.base.items() if known <= weight]
        heavier = [price for known, price in self.base.items() if known >= weight]
        return range(max(lighter, default=0), min(heavier, default=1000) + 1)


def _steady(heavy: int, price: int, width: int, more: int, weight: int) -> int:
    """Return the price by weight where it grows by so much for each begun so many kilograms, as a heavy one's shows."""
    return price - more * (-(-heavy // width) + weight // -width)


def read(parcels: Sequence[Parcel], every: int, discount: Change) -> Prices:
    """Return the price list that a rule for cheaper parcels leads to: plain parcels, then zones, then the rest."""
    prices = Prices(every, discount)
    for parcel in parcels:
        plain = not parcel.zone and not parcel.express and not (every and parcel.number % every == 0)
        if plain:
            fits = prices.base.get(parcel.weight, parcel.price) == parcel.price
            prices.wrong += not (fits and parcel.price in prices.bounds(parcel.weight))
            prices.base.setdefault(parcel.weight, parcel.price)
    for _ in range(2):
        for name in (*ZONES, "X"):
            _narrow(prices, parcels, name)
        for parcel in parcels:
            _place(prices, parcel)
    prices.wrong += sum(prices.of(p.number, p.weight, p.zone, p.express) != p.price for p in parcels)
    return prices


def _narrow(prices: Prices, parcels: Sequence[Parcel], name: str) -> None:
    """Keep the changes of a zone, or of express, that fit all parcels of known weight."""
    known = [p for p in parcels if p.weight in prices.base and (p.express if name == "X" else p.zone == name)]
    known = [p for p in known if (not p.zone or p.zone in prices.changes if name == "X" else not p.express)]
    if not known:
        return
    fitting = []
    for change in changes():
        tried = Prices(prices.every, prices.discount, prices.base, {**prices.changes, name: [change]})
        if all(tried.of(p.number, p.weight, p.zone, p.express) == p.price for p in known):
            fitting.append(change)
    if fitting:
        prices.changes[name] = fitting


def _place(prices: Prices, parcel: Parcel) -> None:
    """Work back from a changed price to that by weight, where only one is possible."""
    names = [*parcel.zone, *("X" if parcel.express else "")]
    if parcel.weight in prices.base or any(name not in prices.changes for name in names):
        return
    fitting = [
        price
        for price in prices.bounds(parcel.weight)
        if prices.changed(parcel.number, price, parcel.zone, parcel.express) == parcel.price
    ]
    if fitting and len(fitting) <= 2:
        prices.base[parcel.weight] = min(fitting, key=lambda price: price not in prices.base.values())


class Parcels(World):
    """A post office that prices parcels."""

    phrases = ("You send parcels.", "are the weight in kilograms, N, S or E is the zone", "X means express")

    def __init__(self, told: Told) -> None:
        super().__init__(told)
        self.sent: list[Parcel] = []
        self._read: Prices | None = None

    def choose(self, left: int) -> str:
        """Send plain parcels, then those of which the changes are open, then weights between."""
        prices, number = self._prices(), len(self.sent) + 1
        if number <= 4:
            return ("60", "1", "60", str(HEAVY))[number - 1]
        cheap = prices.every and number % prices.every == 0
        if not cheap:
            for name in ("S", "E", "N", "X"):
                weight = self._telling(prices, name)
                if weight:
                    return f"{weight}{name}"
        steady, _ = prices.heavy()
        open_weights = [w for w in WEIGHTS if w < steady and w not in prices.base and len(prices.bounds(w)) > 1]
        weight = open_weights[0] if open_weights else self.told.rng.randint(1, 60)
        zones = ["", *(zone for zone in ZONES if len(prices.changes.get(zone, ())) > 0)]
        return f"{weight}{max(zones, key=lambda zone: self._spread(prices, number, weight, zone))}"

    def _telling(self, prices: Prices, name: str) -> int:
        """Return the known weight at which a zone or express tells most, 0 where it tells nothing that is new."""
        fitting = prices.changes.get(name)
        if fitting is None:
            return max(prices.base)
        kinds = {weight: Counter(change(price) for change in fitting[:12]) for weight, price in prices.base.items()}
        best = max(kinds, key=lambda weight: len(kinds[weight]))
        return best if len(kinds[best]) > 1 else 0

    def _spread(self, prices: Prices, number: int, weight: int, zone: str) -> int:
        return len({prices.changed(number, price, zone, False) for price in prices.bounds(weight)})

    def learn(self, text: str, back: str) -> None:
        """Take note of a parcel."""
        weight, zone, express = _read(text)
        self.sent.append(Parcel(len(self.sent) + 1, weight, zone, express, int(back)))
        self._read = None

    def answers(self, question: str) -> Sequence[str]:
        """Return what the parcels cost together; then the same with the price of a step between."""
        prices, number = self._prices(), len(self.sent) + 1
        total = sum(prices.of(number + n, *_read(text)) for n, text in enumerate(question.split("? ")[-1].split()))
        others = [total]
        for up in (False, True):
            other = 0
            for n, text in enumerate(question.split("? ")[-1].split()):
                weight, zone, express = _read(text)
                below = [known for known in prices.base if known <= weight]
                price = prices.base[max(below)] if below and not up else prices.by_weight(weight)
                other += prices.changed(number + n, price, zone, express)
            others.append(other)
        return [str(price) for price in dict.fromkeys(others)]

    def _prices(self) -> Prices:
        if self._read is None:
            listed = []
            for every, discount in discounts():
                listed.append(read(self.sent, every, discount))
                if not listed[-1].wrong:
                    break
            self._read = min(listed, key=lambda prices: prices.wrong)
        return self._read


def _read(text: str) -> tuple[int, str, bool]:
    digits = "".join(c for c in text if c.isdigit())
    return int(digits or 0), next((c for c in text if c in ZONES), ""), "X" in text
