"""Algorithms from textbooks (`traces.py`), and simple relations: an input, a combination of inputs, or a known list.

Each checkpoint is looked at in turn, on inputs that are drawn. A variable at a checkpoint and visit is explained by the
first relation that holds for all that was seen of it: a + b.x + c.y with small factors over numbers that the inputs and
the visit offer (inputs, products, lengths, sums, extremes, elements); lists that are an input, sorted, reversed or cut.
Of loops that are in no textbook it follows those with hidden tables and limits (`loops.py`); recursion it does not.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from pydantic import TypeAdapter

from boxwright.blackboxes.families.forms import Form
from boxwright.blackboxes.families.literals import read_literal, same, write_literal
from boxwright.blackboxes.seeds import stream
from boxwright.harness.players.solvers.code.loops import Loop, Trace, left_behind, loops
from boxwright.harness.players.solvers.code.traces import Look, Traces
from boxwright.harness.players.solvers.strategy import Known, Strategy

Seen = tuple[dict[str, Any], int, Any]
"""Inputs, visit, value."""
Relation = Callable[[dict[str, Any], int], Any]
FACTORS = (-2, -1, 1, 2)
MAX_VISITS = 6
DRAWN = 4
"""Inputs of which the longest is taken, every second time: more happens with it."""
AT_LAST = 8
"""This part of the turns is kept for each checkpoint outside a loop."""
FOLLOWED = 200
"""Inputs among which some are found whose whole run is known."""


def _numbers(inputs: Mapping[str, Any], visit: int) -> dict[str, Any]:
    """Return the numbers that inputs and visit offer, by name."""
    made: dict[str, Any] = {"visit": visit}
    for name, value in inputs.items():
        if type(value) is int:
            made[name] = value
        elif isinstance(value, (list, str)):
            made[f"len {name}"] = len(value)
            if isinstance(value, list) and value and all(type(item) is int for item in value):
                made |= {f"sum {name}": sum(value), f"min {name}": min(value), f"max {name}": max(value)}
                made |= {f"last {name}": value[-1], f"first {name}": value[0]}
                made[f"sum to visit {name}"] = sum(value[:visit])
                if visit <= len(value):
                    made[f"at visit {name}"] = value[visit - 1]
    return made


def _lists(inputs: Mapping[str, Any], visit: int) -> dict[str, Any]:
    """Return the lists and texts that inputs and visit offer, by name."""
    made: dict[str, Any] = {}
    for name, value in inputs.items():
        if isinstance(value, (list, str)):
            made[name] = value
            made[f"reversed {name}"] = value[::-1]
            made[f"to visit {name}"] = value[:visit]
        if isinstance(value, list):
            made[f"sorted {name}"] = sorted(value, key=repr) if not _sortable(value) else sorted(value)
    return made


def _sortable(value: list[Any]) -> bool:
    return len({type(item) for item in value}) <= 1


def relation(seen: list[Seen]) -> Relation | None:
    """Return the first relation that holds for all that was seen, or None."""
    inputs, visit, _ = seen[0]
    for name in _lists(inputs, visit):
        if all(same(value, _lists(i, v).get(name)) for i, v, value in seen):
            return lambda i, v, n=name: _lists(i, v).get(n)  # type: ignore[misc]
    if any(type(value) not in (int, float) for _, _, value in seen):
        return None
    names = sorted(_numbers(inputs, visit))
    shapes = [(), *((name,) for name in names), *combinations(names, 2)]
    for parts in shapes:
        for factors in product(FACTORS, repeat=len(parts)):
            for scale in (1, 2):
                made = _linear(seen, parts, factors, scale)
                if made is not None:
                    return made
    return _of_products(seen)


def _of_products(seen: list[Seen]) -> Relation | None:
    """Return value = a + factors . parts for up to three numbers or products of two inputs; halves are factors, too."""
    import numpy as np

    rows = [_products(inputs) for inputs, _, _ in seen]
    kinds = {type(value) for _, _, value in seen}
    for count in range(1, min(3, len(seen) - 2) + 1):
        for parts in combinations(sorted(rows[0]), count):
            matrix = np.array([[1.0, *(float(row[part]) for part in parts)] for row in rows])
            wanted = np.array([float(value) for _, _, value in seen])
            factors = [float(f) for f in np.rint(2 * np.linalg.lstsq(matrix, wanted, rcond=None)[0]) / 2]
            if len(kinds) == 1 and np.array_equal(matrix @ np.array(factors), wanted):
                return partial(_computed, parts=parts, factors=factors, kind=kinds.copy().pop())
    return None


def _products(inputs: Mapping[str, Any]) -> dict[str, int]:
    """Return the inputs that are whole numbers, and the products of two of them."""
    numbers = {name: value for name, value in inputs.items() if type(value) is int}
    pairs = combinations_with_replacement(sorted(numbers), 2)
    return {**numbers, **{f"{one} {two}": numbers[one] * numbers[two] for one, two in pairs}}


def _computed(
    inputs: Mapping[str, Any], visit: int, parts: tuple[str, ...], factors: list[float], kind: type[int | float]
) -> int | float:
    products = _products(inputs)
    return kind(factors[0] + sum(f * products[part] for f, part in zip(factors[1:], parts, strict=True)))


def _linear(seen: list[Seen], parts: tuple[str, ...], factors: tuple[int, ...], scale: int) -> Relation | None:
    """Return value = (a + factors . parts) / scale, if one a fits; a float where scale is 2."""

    def total(inputs: Mapping[str, Any], visit: int) -> int | None:
        numbers = _numbers(inputs, visit)
        if not all(part in numbers for part in parts):
            return None
        return sum(f * int(numbers[part]) for f, part in zip(factors, parts, strict=True))

    rest: set[Any] = set()
    for inputs, visit, value in seen:
        found = total(inputs, visit)
        if found is None or (scale == 1) != (type(value) is int):
            return None
        rest.add(value * scale - found)
        if len(rest) > 1:
            return None
    (a,) = rest

    def made(inputs: dict[str, Any], visit: int) -> Any:
        found = total(inputs, visit)
        if found is None:
            return None
        return found + int(a) if scale == 1 else (found + a) / scale

    return made


class CodeStrategy(Strategy):
    """Looks at each checkpoint in turn, and answers by the first relation that holds."""

    def __init__(self, known: Known) -> None:
        super().__init__(known)
        self.rng = stream(known.seed, "code")
        self.forms = {n: TypeAdapter(Form).validate_python(f) for n, f in known.domain["inputs"].items()}
        self.checkpoints = 1
        self.seen: dict[tuple[int, str], list[Seen]] = defaultdict(list)
        self.traces = Traces(list(self.forms.values()))
        self.loops: list[Loop] = []
        """Those that all looks agree with."""
        self._begun: set[int] = set()
        self._asked: dict[str, Any] | None = None
        self._turn = 0

    def query(self, message: str, left: int) -> str:
        """Look at the next checkpoint: its first visit first, later ones afterwards."""
        shown = re.findall(r"^  - `(\w+)` \(", message, re.MULTILINE)
        if shown:  # players read other names than the description's
            self.forms = dict(zip(shown, self.forms.values(), strict=True))
        found = re.search(r"it passes (\d+) checkpoint", message)
        self.checkpoints = int(found[1]) if found else self.checkpoints
        self._hear(message)
        index, lap = self._turn % self.checkpoints + 1, self._turn // self.checkpoints
        self._turn += 1
        if self._turn > self.checkpoints and (planned := self._planned(left)):
            self._asked = planned
            return write_literal(self._asked)
        drawn = [self._draw() for _ in range(DRAWN)]
        inputs = max(drawn, key=lambda one: len(write_literal(one))) if lap % 2 == 0 else drawn[0]
        visit = self.rng.randint(1, MAX_VISITS) if lap > 1 else 1
        self._asked = {"inputs": inputs, "checkpoint": [index, 1 if self.traces.passed_once(index) else visit]}
        return write_literal(self._asked)

    def _draw(self) -> dict[str, Any]:
        return {name: form.draw(self.rng) for name, form in self.forms.items()}

    def _planned(self, left: int) -> dict[str, Any] | None:
        """Return what a loop asks next: for its own pieces, and at last what its runs leave behind elsewhere."""
        loop = self._loop()
        if loop is None or self.traces.explained():
            return None
        others = [c for c in range(1, self.checkpoints + 1) if c != loop.checkpoint]
        wanted = loop.ask(self._draw, self.rng)
        if wanted is not None and left > len(others) * (self.known.turns // AT_LAST):
            return {"inputs": wanted[0], "checkpoint": [loop.checkpoint, wanted[1]]}
        followed = [inputs for inputs in (self._draw() for _ in range(FOLLOWED)) if loop.whole(inputs)]
        if not followed or not others:
            return None
        inputs = max(followed[:DRAWN], key=lambda one: len(write_literal(one)))
        return {"inputs": inputs, "checkpoint": [others[left % len(others)], 1]}

    def _loop(self) -> Loop | None:
        """Return the loop of the variable that was seen with most different values."""
        return max(self.loops, key=self._different, default=None)

    def _different(self, loop: Loop) -> int:
        return len({write_literal(v) for name in loop.names for _, _, v in self.seen[loop.checkpoint, name]})

    def _heard(self, checkpoint: int, look: Look) -> None:
        """Begin loops at the first look at a checkpoint's variables; end those that a look contradicts."""
        if checkpoint in self._begun:
            self.loops = [loop for loop in self.loops if loop.checkpoint != checkpoint or loop.learn(look)]
        elif look.variables is not None:
            self._begun.add(checkpoint)
            made = loops(self.forms, checkpoint, look.variables)
            self.loops += [loop for loop in made if all(loop.learn(one) for one in self.traces.looks[checkpoint])]

    def _hear(self, message: str) -> None:
        found = re.search(r"^Checkpoint \d+, visit \d+: (.*)$", message, re.MULTILINE)
        if found and self._asked is not None:
            inputs, (index, visit) = self._asked["inputs"], self._asked["checkpoint"]
            missing = re.match(r"there is no such visit; .* is passed (\d+) time", found[1])
            variables = None if missing else assignments(found[1])
            look = Look(inputs, visit, variables, int(missing[1]) if missing else 0)
            self.traces.add(index, look)
            self._heard(index, look)
            for name, value in (variables or {}).items():
                self.seen[index, name].append((inputs, visit, value))
        self._asked = None

    def answer(self, message: str, shot: int) -> str:
        """Answer by a relation, else with the value that was seen most often."""
        self._hear(message)
        asked = re.findall(
            r"^Inputs: (.*)\nWhat is the value of `(.*)` at checkpoint (\d+), visit (\d+)\?", message, re.M
        )
        text, name, index, visit = asked[-1]
        seen = self.seen.get((int(index), name), [])
        made = relation(seen) if len(seen) > 1 else None
        value = self.traces.value(int(index), name, assignments(text), int(visit)) if shot == 1 else None
        if value is None:
            value = self._followed(int(index), name, assignments(text), int(visit), shot)
        if value is None and made and shot == 1:
            value = made(assignments(text), int(visit))
        if value is not None:
            return write_literal(value)
        common = Counter(write_literal(v) for _, _, v in seen).most_common()
        return common[min(shot, len(common)) - 1][0] if common else "0"

    def _followed(self, checkpoint: int, name: str, inputs: dict[str, Any], visit: int, shot: int) -> Any:
        """Return what a loop says; the second shot has what it says otherwise, if there is any."""
        loop = self._loop()
        if loop is None or not loop.checked:
            return None
        runs = loop.guessed(inputs)
        if checkpoint == loop.checkpoint:
            runs = [run[:visit] for run in runs if len(run) >= visit]
            if name in loop.names:
                return _nth([run[-1][name] for run in runs], shot)
        made = left_behind([*self._seen_with(loop, checkpoint, name)])
        return _nth([made(run) for run in runs], shot) if made else None

    def _seen_with(self, loop: Loop, checkpoint: int, name: str) -> Iterator[tuple[Trace, Any]]:
        """Give the runs that are known, with what was seen of a variable then."""
        for inputs, visit, value in self.seen.get((checkpoint, name), []):
            run = loop.traces(inputs)[0][:visit] if checkpoint == loop.checkpoint else loop.whole(inputs)
            if run is not None and (checkpoint != loop.checkpoint or len(run) == visit):
                yield run, value


def _nth(values: Sequence[Any], shot: int) -> Any:
    """Return the value for a shot: the first, or the next different one; None where there is none."""
    different = list({write_literal(value): value for value in values}.values())
    return different[shot - 1] if len(different) >= shot else None


def assignments(text: str) -> dict[str, Any]:
    """Read `a = 1, b = [2, 3]`: each value ends where what follows is another name, or nothing."""
    parts = re.split(r"(?:^|, )([A-Za-z_]\w*) = ", text)[1:]
    return {name: read_literal(value) for name, value in zip(parts[::2], parts[1::2], strict=True)}


STRATEGY = CodeStrategy
