"""Readings of puzzles in which one of many possible things is hidden, and a query tells something of it for sure."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import Any

from boxwright.harness.players.solvers.strategy import NUMBERS

Hidden = tuple[Any, Any]
Tells = Callable[[Hidden, Any, int], str]
Pool = Callable[[Sequence[Hidden], random.Random], Sequence[Any]]
Search = tuple[list[Hidden], Tells, Pool]
"""What may be hidden, what a query tells of it, and queries that are worth judging."""
JUDGED = 60
"""Queries, drawn from all that there are."""
WINDS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


def searches(public: str) -> Iterator[Search]:
    """Yield what a puzzle is, if its public part fits one of these; numbers in the prose are read from it."""
    for phrase, search in _SEARCHES:
        if found := re.search(phrase, public):
            yield search(*found.groups())


def _drawn(queries: Sequence[Any]) -> Pool:
    return lambda left, rng: rng.sample(queries, min(JUDGED, len(queries)))


def _cells(rows: int, columns: int) -> list[list[int]]:
    return [[row, column] for row in range(1, rows + 1) for column in range(1, columns + 1)]


def _lines() -> Search:
    lines = [(f"{kind} {n}", (place, n)) for place, kind in enumerate(("Row", "Column")) for n in range(1, 10)]
    return (
        lines,
        lambda hidden, cell, turn: "hit" if cell[hidden[1][0]] == hidden[1][1] else "miss",
        _drawn(_cells(9, 9)),
    )


def _coins(number: str) -> Search:
    coins = range(1, int(number) + 1)

    def tells(hidden: Hidden, pans: Any, turn: int) -> str:
        heavy, light = hidden[1]
        left, right = ((heavy in pan) - (light in pan) + 10 * len(pan) for pan in (pans["left"], pans["right"]))
        return "Left" if left > right else "Right" if right > left else "Equal"

    def pool(left: Sequence[Hidden], rng: random.Random) -> Sequence[Any]:
        alive = sorted({coin for _, pair in (left if len(left) < 400 else rng.sample(left, 400)) for coin in pair})
        queries = []
        for _ in range(JUDGED):
            laid = rng.sample(alive, 2 * rng.randint(1, max(1, len(alive) // 2)) if len(alive) > 1 else 1)
            half = len(laid) // 2
            queries.append({"left": sorted(laid[:half]), "right": sorted(laid[half:])})
        return queries

    pairs = [(heavy, light) for heavy in coins for light in coins if heavy != light]
    return [({"heavy": heavy, "light": light}, (heavy, light)) for heavy, light in pairs], tells, pool


def _rectangles(rows: str, columns: str) -> Search:
    spans = [list(combinations_with_replacement(range(1, int(n) + 1), 2)) for n in (rows, columns)]

    def tells(hidden: Hidden, cell: Any, turn: int) -> str:
        (top, bottom), (left, right) = hidden[1]
        return ("neither", "in line", "inside")[(top <= cell[0] <= bottom) + (left <= cell[1] <= right)]

    boxes = [
        ({"top": top, "bottom": bottom, "left": left, "right": right}, ((top, bottom), (left, right)))
        for (top, bottom), (left, right) in product(*spans)
    ]
    return boxes, tells, _drawn(_cells(int(rows), int(columns)))


def _islanders() -> Search:
    def tells(hidden: Hidden, query: Any, turn: int) -> str:
        asked, about = (hidden[0][number - 1] for number in query)
        lies = asked == "liar" or (asked == "alternating" and turn % 2 == 0)
        return "yes" if (about == "liar") != lies else "no"

    kinds = []
    for others in product(("truthful", "liar"), repeat=7):
        if len(set(others)) == 2:
            kinds += [([*others[:place], "alternating", *others[place:]], None) for place in range(8)]
    return kinds, tells, _drawn([list(pair) for pair in permutations(range(1, 9), 2)])


def _treasure(rows: str, columns: str, worn_off: str, other: str) -> Search:
    def tells(hidden: Hidden, cell: Any, turn: int) -> str:
        (row, column), turned = hidden[1]
        wind = "N" * (row < cell[0]) + "S" * (row > cell[0]) + "W" * (column < cell[1]) + "E" * (column > cell[1])
        shown = WINDS[(WINDS.index(wind) + turned + (turn % 2 == 0)) % 8] if wind else "here"
        return shown.strip(worn_off + other) or "-"

    cells = _cells(int(rows), int(columns))
    return [({"cell": c, "turned": k}, (c, k)) for c in cells for k in range(8)], tells, _drawn(cells)


def _heights(number: str, taller: str, shorter: str) -> Search:
    people = range(1, int(number) + 1)

    def tells(hidden: Hidden, query: Any, turn: int) -> str:
        return str(sorted(query, key=hidden[1].index)[1])

    orders = (order for order in permutations(people) if order.index(int(taller)) < order.index(int(shorter)))
    threes = [list(three) for three in combinations(people, 3)]
    return [(list(order), order) for order in orders], tells, _drawn(threes)


def _pegs(named: str, guessed: str) -> Search:
    colours = re.split(", | or ", named)

    def tells(hidden: Hidden, query: Any, turn: int) -> str:
        right = sum(min(query.count(colour), hidden[1].count(colour)) for colour in set(query))
        return f"{right}, {'right' if query[0] == hidden[1][0] else 'wrong'}"

    every = product(colours, repeat=3)
    guesses = [list(guess) for guess in product(colours, repeat=NUMBERS[guessed])]
    return [({"first": p[0], "others": sorted(p[1:])}, p) for p in every], tells, _drawn(guesses)


def _thief(houses: str, near: str) -> Search:
    around, close = int(houses), NUMBERS[near]

    def tells(hidden: Hidden, house: Any, turn: int) -> str:
        first, step = hidden[1]
        away = (first + step * (turn - 1) - house) % around
        away = min(away, around - away)
        return "There" if away == 0 else "Near" if away <= close else "Far"

    every = product(range(1, around + 1), range(1, around))
    pairs = [({"first": first, "step": step}, (first, step)) for first, step in every]
    return pairs, tells, lambda left, rng: range(1, around + 1)


def _lamps(lamps: str, chain: str) -> Search:
    def tells(hidden: Hidden, query: Any, turn: int) -> str:
        return "Dark" if hidden[1] & set(query) else "Shines"

    def pool(left: Sequence[Hidden], rng: random.Random) -> Sequence[Any]:
        alive = sorted({lamp for _, pair in left for lamp in pair})
        return [sorted(rng.sample(alive, min(len(alive), rng.randint(1, NUMBERS[chain])))) for _ in range(JUDGED)]

    return [(list(pair), set(pair)) for pair in combinations(range(1, int(lamps) + 1), 2)], tells, pool


def _mast(rows: str, columns: str) -> Search:
    cells = _cells(int(rows), int(columns))

    def tells(hidden: Hidden, query: Any, turn: int) -> str:
        one, other = ((r - hidden[1][0]) ** 2 + (c - hidden[1][1]) ** 2 for r, c in (query["first"], query["second"]))
        return "Equal" if one == other else "First" if one < other else "Second"

    def pool(left: Sequence[Hidden], rng: random.Random) -> Sequence[Any]:
        return [dict(zip(("first", "second"), rng.sample(cells, 2), strict=True)) for _ in range(JUDGED)]

    return [(cell, cell) for cell in cells], tells, pool


def _club(friends: str, members: str, invited: str) -> Search:
    people = range(1, NUMBERS[friends] + 1)

    def tells(hidden: Hidden, query: Any, turn: int) -> str:
        return "yes" if len(hidden[1] & set(query)) >= 2 else "no"

    guests = [list(some) for some in combinations(people, NUMBERS[invited])]
    return [(list(some), set(some)) for some in combinations(people, NUMBERS[members])], tells, _drawn(guests)


def _liar(low: str, high: str) -> Search:
    numbers = range(int(low), int(high) + 1)

    def tells(hidden: Hidden, query: Any, turn: int) -> str:
        number, first = hidden
        return "yes" if (number > query) != ((turn - first) % 3 == 0) else "no"

    def pool(left: Sequence[Hidden], rng: random.Random) -> Sequence[Any]:
        found = sorted({number for number, _ in left})
        return sorted({max(found[0], number - rng.randint(0, 1)) for number in rng.sample(found, min(40, len(found)))})

    return [(number, first) for number in numbers for first in (1, 2, 3)], tells, pool


_SEARCHES: Sequence[tuple[str, Callable[..., Search]]] = (
    (r"nine rows and nine columns\. It fills one whole row, or one whole column", _lines),
    (r"Of (\d+) coins one is heavy and weighs 1\.1, one is light and weighs 0\.9", _coins),
    (r"board of (\d+) rows and (\d+) columns lies a rectangle made of whole cells", _rectangles),
    (r"Eight islanders.* Exactly one is alternating and tells the truth in turns with an odd number", _islanders),
    (
        r"board of (\d+) rows and (\d+) columns.* the compass is turned clockwise, by 0 to 7 eighths"
        r".* its letters ([NESW]) and ([NESW]) are worn off",
        _treasure,
    ),
    (
        r"Three pegs are hidden in a row, each of one of these colours, drawn independently: ([^;]*);"
        r" colours may repeat. You guess (\w+) colours.*"
        r" The number is how many of your .* have a colour that is hidden",
        _pegs,
    ),
    (
        r"people, numbered 1 to (\d), have different heights\. Number (\d) is taller than number (\d);"
        r".* A query is three of them\. The feedback is the number of the second tallest",
        _heights,
    ),
    (r"among (\d+) houses.* same number of houses, his step.* \"Near\" if he sleeps one to (\w+) houses away", _thief),
    (r"Of (\d+) lamps, numbered.* exactly two do not work.* choose one to (\w+) different lamps .* in series", _lamps),
    (r"radio mast is hidden on one of the squares of a map with (\d+) rows and (\d+) columns", _mast),
    (
        r"You have (\w+) friends.* Exactly (\w+) of them belong to a secret club.* you invite (\w+) different friends"
        r" and read \"yes\" if at least two of the three",
        _club,
    ),
    (r"whole number from (\d+) to (\d+) is hidden.* one answer in three is a lie: the first .* turn 1, 2 or 3", _liar),
)
