"""Single formulas of a question's inputs and visit: how often does the luckiest of them give the answer in `code`?

A player who explores nothing might hit on one of them. It is found after the fact, as nobody could beforehand, so it is
an upper bound on what any of them earns without exploration.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations
from typing import Any

from boxwright.blackboxes.families.literals import same


def best_formula(samples: Iterable[Any]) -> float:
    """Return the share of test samples, of `code`, that the luckiest formula answers."""
    hits: Counter[str] = Counter()
    asked = 0
    for sample in samples:
        asked += 1
        question = sample.question
        made = formulas(question["inputs"], question["checkpoint"][1])
        hits.update({name for name, value in made if same(value, sample.truth)})
    return max(hits.values(), default=0) / asked


def formulas(inputs: Mapping[str, Any], visit: int) -> Iterator[tuple[str, Any]]:
    """Yield names and values: the inputs, their parts, and sums, differences, products and quotients of two numbers."""
    numbers = {"visit": visit}
    for name, value in inputs.items():
        if type(value) is int:
            numbers[name] = value
        elif isinstance(value, list | str):
            numbers[f"len({name})"] = len(value)
            yield from _of_row(name, value, visit)
            counted = [item for item in value if type(item) is int]
            if counted and len(counted) == len(value):
                numbers |= {f"min({name})": min(counted), f"max({name})": max(counted), f"sum({name})": sum(counted)}
    for name, number in numbers.items():
        yield from ((f"{name}{apart:+}", number + apart) for apart in range(-2, 3))
        yield from ((f"-{name}", -number), (f"2*{name}", 2 * number), (f"{name}//2", number // 2))
    yield from ((str(constant), constant) for constant in (-1, 0, 1, 2))
    for (one, x), (other, y) in permutations(numbers.items(), 2):
        yield from ((f"{one}-{other}", x - y), (f"{one}-{other}+1", x - y + 1))
        if one < other:
            yield from ((f"{one}+{other}", x + y), (f"-({one}+{other})", -x - y), (f"{one}*{other}", x * y))
        if y:
            yield from ((f"{one}//{other}", x // y), (f"{one}%{other}", x % y))


def _of_row(name: str, row: list[Any] | str, visit: int) -> Iterator[tuple[str, Any]]:
    """Yield a list or a text, turned round or sorted, and single items of it."""
    yield from ((name, row), (f"{name}[::-1]", row[::-1]))
    if isinstance(row, list):
        ordered = sorted(row, key=repr) if any(type(item) is not int for item in row) else sorted(row)
        yield from ((f"sorted({name})", ordered), (f"sorted({name})[::-1]", ordered[::-1]))
    for place in (0, -1, visit - 1, visit):
        if -len(row) <= place < len(row):
            yield f"{name}[{'visit' if place == visit else place if place < 1 else 'visit-1'}]", row[place]
