"""Loops with hidden pieces: tables and limits that no textbook knows, and that looks tell one after the other.

A loop is a class of rules. It says what a checkpoint's variables are at every visit, once its pieces are known: the
weight of each letter, where each square leads, the height of each station, the base of each script. It asks for those
that most questions need, and for one look of which it knows the outcome.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, permutations
from random import Random
from typing import Any

from boxwright.blackboxes.families.form_atoms import ChoiceForm, IntForm, TextForm
from boxwright.blackboxes.families.forms import SequenceForm
from boxwright.harness.players.solvers.code.traces import Look, mirrored
from boxwright.harness.players.solvers.information import bits

Inputs = Mapping[str, Any]
Trace = list[dict[str, int]]
"""The loop's variables at each visit."""
Draw = Callable[[], dict[str, Any]]
Asked = tuple[dict[str, Any], int]
"""The inputs and the visit of a look."""
DRAWS = 120
"""Inputs among which the next look is chosen."""
FEW = 40
"""Rules that are compared on them, or inputs where there are more."""
CHECKED = 3
"""So many items are weighed, or tied to another, before what was learned is checked."""
DIE = 10
"""A track is tried where the numbers are no more than these."""
EARLY = 6
"""Digits beyond this place are not asked for."""
LONGEST = 24
"""A number has no more digits than these."""
MOST_ITEMS = 26
"""A table is learned of no more items than these."""


class Loop(ABC):
    """One class of rules, for one checkpoint and the variables of it that the loop is about."""

    def __init__(self, checkpoint: int, names: Sequence[str]) -> None:
        self.checkpoint, self.names = checkpoint, names
        self.looks: list[Look] = []
        self.checked = False
        """Whether a look told what had been expected."""

    @abstractmethod
    def learn(self, look: Look) -> bool:
        """Take note of a look at the checkpoint; whether the class can still be right."""

    @abstractmethod
    def traces(self, inputs: Inputs) -> list[Trace]:
        """Return how the run goes, likeliest first; each as far as it is known."""

    @abstractmethod
    def guessed(self, inputs: Inputs) -> list[Trace]:
        """Return how it goes if what is not known is as usual."""

    @abstractmethod
    def ask(self, draw: Draw, rng: Random) -> Asked | None:
        """Return the inputs and the visit to look at next; None where nothing is left to be asked."""

    def whole(self, inputs: Inputs) -> Trace | None:
        """Return the whole run, if it is known."""
        (known, *_), (guessed, *_) = self.traces(inputs), self.guessed(inputs)
        return known if len(known) == len(guessed) else None


class Track(Loop):
    """A number grows by the numbers of a list, or the digits of a text, and some sums lead elsewhere.

    From 0, place = leads[place + number].
    """

    def __init__(self, checkpoint: int, names: Sequence[str], items: str) -> None:
        super().__init__(checkpoint, names)
        self.items = items
        self.leads: dict[int, int] = {}

    def learn(self, look: Look) -> bool:
        """A look tells where the last sum leads, if all before it are known; each new one may tell of older looks."""
        if look.variables is None:
            return look.visits == len(look.inputs[self.items])
        if type(look.variables.get(self.names[0])) is not int or len(look.inputs[self.items]) < look.visit:
            return False
        self.checked |= self._is_new(look.inputs, look.visit) and len(self.traces(look.inputs)[0]) >= look.visit
        self.looks.append(look)
        while True:
            before = len(self.leads)
            if not all(self._leads(one.inputs, one.visit, (one.variables or {})[self.names[0]]) for one in self.looks):
                return False
            if len(self.leads) == before:
                return True

    def _is_new(self, inputs: Inputs, visit: int) -> bool:
        """Whether no look told of a run that begins so."""
        items = inputs[self.items][:visit]
        return all(one.visit != visit or one.inputs[self.items][:visit] != items for one in self.looks)

    def _leads(self, inputs: Inputs, visit: int, told: int) -> bool:
        """Take note of where the last sum leads; whether it is not known to lead elsewhere."""
        *places, last = [0, *(one[self.names[0]] for one in self.traces(inputs)[0][: visit - 1])]
        if len(places) < visit - 1:
            return True  # something before it is not known
        return self.leads.setdefault(last + _numbers(inputs[self.items])[visit - 1], told) == told

    def traces(self, inputs: Inputs) -> list[Trace]:
        """As far as all sums are known."""
        return [list(self._run(inputs, usual=False))]

    def guessed(self, inputs: Inputs) -> list[Trace]:
        """A sum that is not known leads nowhere."""
        return [list(self._run(inputs, usual=True))]

    def _run(self, inputs: Inputs, usual: bool) -> Iterator[dict[str, int]]:
        place = 0
        for item in _numbers(inputs[self.items]):
            total = place + item
            if not usual and total not in self.leads:
                return
            place = self.leads.get(total, total)
            yield {self.names[0]: place}

    def ask(self, draw: Draw, rng: Random) -> Asked | None:
        """Ask for the sum at which most runs are not known any further; once there are three, for what is known."""
        stops: dict[int, Asked] = {}
        often: Counter[int] = Counter()
        for inputs in (draw() for _ in range(DRAWS)):
            known = list(self._run(inputs, usual=False))
            items = _numbers(inputs[self.items])
            if not self.checked and len(self.leads) >= CHECKED and known and self._is_new(inputs, len(known)):
                return inputs, len(known)
            if len(known) < len(items):
                total = (known[-1][self.names[0]] if known else 0) + items[len(known)]
                often[total] += 1
                stops[total] = inputs, len(known) + 1
        return stops[often.most_common(1)[0][0]] if often else None


def _numbers(items: Sequence[Any]) -> list[int]:
    return [int(item) for item in items]


LIMITS: Mapping[str, Callable[[int, int, int], int]] = {
    "none": lambda total, weight, limit: total + weight,
    "anew": lambda total, weight, limit: weight if total + weight > limit else total + weight,
    "around": lambda total, weight, limit: (total + weight) % limit,
    "full": lambda total, weight, limit: min(limit, total + weight),
    "refused": lambda total, weight, limit: total if total + weight > limit else total + weight,
}
"""What becomes of a total that would pass a limit."""
MOST = 200
"""The greatest limit."""


class Load(Loop):
    """The items of a list or text have weights, which are added up; something happens to what is too much."""

    def __init__(self, checkpoint: int, names: Sequence[str], items: str, of: Sequence[Any], shortest: int) -> None:
        super().__init__(checkpoint, names)
        self.items, self.of, self.shortest = items, of, max(1, shortest)
        self.weights: dict[Any, int] = {}
        limits = [(kind, limit) for kind in list(LIMITS)[1:] for limit in range(1, MOST + 1)]
        self.rules = [("none", 0), *sorted(limits, key=lambda rule: _roundness(rule[1]))]

    def learn(self, look: Look) -> bool:
        """A first visit tells a weight, later ones what becomes of too much."""
        if look.variables is None:
            return look.visits == len(look.inputs[self.items])
        told = look.variables.get(self.names[0])
        items = look.inputs[self.items]
        if type(told) is not int or len(items) < look.visit:
            return False
        self.looks.append(look)
        if look.visit == 1:
            if self.weights.get(items[0], told) != told:
                return False
            self.weights[items[0]] = told
        elif not self.checked and all(item in self.weights for item in items[: look.visit]):
            self.checked = self._agrees(self.rules[0], look)  # the lightest two are not too much
            if not self.checked:
                return False
        self.rules = [rule for rule in self.rules if all(self._agrees(rule, one) for one in self.looks)]
        return bool(self.rules)

    def _agrees(self, rule: tuple[str, int], look: Look) -> bool:
        items = look.inputs[self.items][: look.visit]
        if look.visit == 1 or any(item not in self.weights for item in items):
            return True
        return bool(self._totals(rule, items)[-1] == (look.variables or {})[self.names[0]])

    def _totals(self, rule: tuple[str, int], items: Sequence[Any]) -> list[int]:
        """Return the totals up to the first item whose weight is not known."""
        made: list[int] = []
        total = 0
        for item in items:
            if item not in self.weights:
                break
            total = LIMITS[rule[0]](total, self.weights[item], rule[1]) if made else self.weights[item]
            made.append(total)
        return made

    def traces(self, inputs: Inputs) -> list[Trace]:
        """By every rule that is left, as far as all weights are known."""
        items = inputs[self.items]
        made = [tuple(self._totals(rule, items)) for rule in self.rules]
        return [self._told(totals, items) for totals in dict.fromkeys(made)]

    def _told(self, totals: Sequence[int], items: Sequence[Any]) -> Trace:
        """Add the weights, and how often there had been too much."""
        made: Trace = []
        for item, before, total in zip(items, [0, *totals], totals, strict=False):
            weight = self.weights[item]
            times = (made[-1]["times"] if made else 0) + (total != before + weight)
            made.append({self.names[0]: total, "weight": weight, "times": times})
        return made

    def whole(self, inputs: Inputs) -> Trace | None:
        """By the likeliest rule."""
        items = inputs[self.items]
        known = all(item in self.weights for item in items)
        return self._told(self._totals(self.rules[0], items), items) if known else None

    def guessed(self, inputs: Inputs) -> list[Trace]:
        """What is not known weighs as much as the middle of the others."""
        known = sorted(self.weights.values())
        usual = known[len(known) // 2] if known else 1
        kept, self.weights = self.weights, {**dict.fromkeys(self.of, usual), **self.weights}
        try:
            return self.traces(inputs)
        finally:
            self.weights = kept

    def ask(self, draw: Draw, rng: Random) -> Asked | None:
        """Weigh one item after the other, and once two together; then ask where rules say most different things.

        That comes when more than half of the weights are known, and the rest of them after it.
        """
        unknown = [item for item in self.of if item not in self.weights]
        few = len(self.weights) < min(CHECKED, len(self.of))
        if not self.checked and not few:
            lightest = sorted(self.weights, key=lambda item: self.weights[item])[:2]
            items = [*lightest, *self.of[: max(0, self.shortest - 2)]]
            return {**draw(), self.items: _joined(items, self.of)}, 2
        many = 2 * len(self.weights) > len(self.of) and len(self.rules) > FEW
        asked = self._ask_for_rules(draw, rng) if self.checked and (many or not unknown) else None
        if asked is None and unknown:
            items = [rng.choice(unknown), *rng.choices(self.of, k=self.shortest - 1)]
            return {**draw(), self.items: _joined(items, self.of)}, 1
        return asked

    def _ask_for_rules(self, draw: Draw, rng: Random) -> Asked | None:
        """Return the look at known weights that tells most of the rules; None where they say the same."""
        few = self.rules[:: 1 + len(self.rules) // FEW]

        def looks() -> Iterator[tuple[Counter[Any], Asked]]:
            for drawn in (draw() for _ in range(DRAWS)):
                items = rng.choices(sorted(self.weights), k=len(drawn[self.items]))
                inputs = {**drawn, self.items: _joined(items, self.of)}
                runs = [self._totals(rule, items) for rule in few]
                for visit in range(2, len(items) + 1):
                    yield Counter(run[visit - 1] for run in runs), (inputs, visit)

        return _most_telling(looks())


def _joined(items: Sequence[Any], of: Sequence[Any]) -> Any:
    """Return items as an input: a text, where they are its letters."""
    return "".join(items) if isinstance(of, str) else list(items)


def _roundness(limit: int) -> int:
    """Round numbers are likelier limits."""
    return 0 if limit % 10 == 0 else 1 if limit % 5 == 0 else 2


class Differences(Loop):
    """Each item has a height, and a run shows the differences from one item to the next."""

    def __init__(self, checkpoint: int, names: Sequence[str], items: str, of: Sequence[Any], shortest: int) -> None:
        super().__init__(checkpoint, names)
        self.items, self.of, self.shortest = items, of, max(2, shortest)
        self.groups: list[dict[Any, int]] = [{item: 0} for item in of]
        """Items whose differences are known, with their heights above one of them."""
        self.tied: list[set[Any]] = []
        """The pairs of which a look told the difference."""

    def learn(self, look: Look) -> bool:
        """A look ties two groups together, or is checked against one."""
        if look.variables is None:
            return look.visits == len(look.inputs[self.items]) - 1
        told = look.variables.get(self.names[0])
        items = look.inputs[self.items]
        if type(told) is not int or len(items) <= look.visit:
            return False
        one, two = items[look.visit - 1], items[look.visit]
        first, second = self._group(one), self._group(two)
        if first is second:
            self.checked |= one != two and {one, two} not in self.tied
            return first[two] - first[one] == told
        self.tied.append({one, two})
        up = first[one] + told - second[two]
        first.update({item: height + up for item, height in second.items()})
        self.groups = [group for group in self.groups if group is not second]
        return True

    def _group(self, item: Any) -> dict[Any, int]:
        return next(group for group in self.groups if item in group)

    def traces(self, inputs: Inputs) -> list[Trace]:
        """Up to the first two items of different groups."""
        made: Trace = []
        for one, two in pairwise(inputs[self.items]):
            group = self._group(one)
            if two not in group:
                break
            made.append({self.names[0]: group[two] - group[one]})
        return [made]

    def guessed(self, inputs: Inputs) -> list[Trace]:
        """As if all groups had been measured from the same height."""
        heights = {item: height for group in self.groups for item, height in group.items()}
        return [[{self.names[0]: heights[two] - heights[one]} for one, two in pairwise(inputs[self.items])]]

    def ask(self, draw: Draw, rng: Random) -> Asked | None:
        """Tie the largest group to another item; once there are three or more in it, ask for a leg within it."""
        largest = max(self.groups, key=len)
        others = [item for item in self.of if item not in largest]
        if not self.checked and len(largest) > CHECKED:
            pair = rng.choice([[a, b] for a, b in permutations(sorted(largest), 2) if {a, b} not in self.tied])
        elif others:
            pair = [rng.choice(sorted(largest)), rng.choice(others)]
        else:
            return None
        drawn = draw()
        before = rng.choices(sorted(largest), k=rng.randint(0, max(0, len(drawn[self.items]) - self.shortest)))
        after = rng.choices(self.of, k=self.shortest - 2)
        return {**drawn, self.items: _joined([*before, *pair, *after], self.of)}, len(before) + 1


class Digits(Loop):
    """A number is written digit by digit, from its end: each context has a base and a least digit of its own."""

    def __init__(self, checkpoint: int, names: Sequence[str], number: str, context: Sequence[str]) -> None:
        super().__init__(checkpoint, names)
        self.number, self.context = number, context
        ways = [(base, least) for base in range(2, 17) for least in range(-base, 2)]
        self.ways = sorted(ways, key=lambda way: (way[1] != 0, abs(2 * way[1] + way[0] - 1), way))
        self.left: dict[tuple[Any, ...], list[tuple[int, int]]] = {}

    def _key(self, inputs: Inputs) -> tuple[Any, ...]:
        return tuple(inputs[name] for name in self.context)

    def learn(self, look: Look) -> bool:
        """Every look leaves the ways that agree with it."""
        key = self._key(look.inputs)
        left = [way for way in self.left.get(key, self.ways) if self._agrees(way, look)]
        self.left[key] = left
        self.checked |= bool(left)  # few ways agree with any look
        return bool(left)

    def _agrees(self, way: tuple[int, int], look: Look) -> bool:
        run = self._run(way, look.inputs)
        if look.variables is None:
            return len(run) == look.visits
        return len(run) >= look.visit and all(
            look.variables.get(name) == value for name, value in run[look.visit - 1].items()
        )

    def _run(self, way: tuple[int, int], inputs: Inputs) -> Trace:
        (base, least), rest = way, inputs[self.number]
        made: Trace = []
        while rest != 0 and len(made) < LONGEST:
            digit = (rest - least) % base + least
            rest = (rest - digit) // base
            made.append(dict(zip(self.names, (digit, rest), strict=True)))
        return made

    def traces(self, inputs: Inputs) -> list[Trace]:
        """By every way that is left; a context that was not seen is not known."""
        left = self.left.get(self._key(inputs))
        return [self._run(way, inputs) for way in left] if left else [[]]

    def whole(self, inputs: Inputs) -> Trace | None:
        """Known where all ways that are left agree."""
        first, *others = self.traces(inputs)
        return None if any(other != first for other in others) or self._key(inputs) not in self.left else first

    def guessed(self, inputs: Inputs) -> list[Trace]:
        """What was not seen is as usual."""
        return [self._run(way, inputs) for way in self.left.get(self._key(inputs), self.ways)]

    def ask(self, draw: Draw, rng: Random) -> Asked | None:
        """Ask where the ways that are left say most different things."""

        def looks() -> Iterator[tuple[Counter[Any], Asked]]:
            for inputs in (draw() for _ in range(DRAWS)):
                left = self.left.get(self._key(inputs), self.ways)
                if len(left) < 2:
                    continue
                runs = [[tuple(one.values()) for one in self._run(way, inputs)] for way in left]
                for visit in range(1, min(EARLY, max(map(len, runs))) + 1):
                    yield Counter(run[visit - 1] if len(run) >= visit else len(run) for run in runs), (inputs, visit)

        return _most_telling(looks())


class Mirrored(Loop):
    """A loop that runs on its inputs mirrored within their domain: the greatest number counts as the smallest."""

    def __init__(self, loop: Loop, forms: Mapping[str, Any]) -> None:
        super().__init__(loop.checkpoint, loop.names)
        self.loop, self.forms = loop, forms

    def _inputs(self, inputs: Inputs) -> dict[str, Any]:
        return {name: mirrored(value, self.forms[name]) for name, value in inputs.items()}

    def learn(self, look: Look) -> bool:
        """As the loop."""
        alive = self.loop.learn(replace(look, inputs=self._inputs(look.inputs)))
        self.checked = self.loop.checked
        return alive

    def traces(self, inputs: Inputs) -> list[Trace]:
        """As the loop."""
        return self.loop.traces(self._inputs(inputs))

    def guessed(self, inputs: Inputs) -> list[Trace]:
        """As the loop."""
        return self.loop.guessed(self._inputs(inputs))

    def whole(self, inputs: Inputs) -> Trace | None:
        """As the loop."""
        return self.loop.whole(self._inputs(inputs))

    def ask(self, draw: Draw, rng: Random) -> Asked | None:
        """As the loop."""
        asked = self.loop.ask(draw, rng)
        return (self._inputs(asked[0]), asked[1]) if asked else None


def _most_telling(looks: Iterable[tuple[Counter[Any], Asked]]) -> Asked | None:
    """Return the first look whose outcomes, counted by rules, tell most; None where none tells anything."""
    most, best = 0.0, None
    for outcomes, asked in looks:
        told = bits(outcomes)
        if told > most + 1e-9:
            most, best = told, asked
    return best


def loops(forms: Mapping[str, Any], checkpoint: int, shown: Mapping[str, Any]) -> Iterator[Loop]:
    """Yield every loop that a checkpoint with these variables may be in, those on mirrored inputs last."""
    yield from _plain(forms, checkpoint, shown)
    for loop in _plain(forms, checkpoint, shown):
        if isinstance(loop, Track | Digits):  # to the others it is the same which letter is which
            yield Mirrored(loop, forms)


def _plain(forms: Mapping[str, Any], checkpoint: int, shown: Mapping[str, Any]) -> Iterator[Loop]:
    """Yield the loops that run on the inputs as they are."""
    whole = [name for name, value in shown.items() if type(value) is int]
    lists = {name: form for name, form in forms.items() if _items(form)}
    numbers = [name for name, form in forms.items() if isinstance(form, IntForm)]
    choices = [name for name, form in forms.items() if isinstance(form, ChoiceForm)]
    if len(lists) == 1 and len(forms) == 1:
        ((items, form),) = lists.items()
        of = _items(form)
        for name in whole:
            if all(str(item).isdecimal() for item in of) and len(of) <= DIE:
                yield Track(checkpoint, (name,), items)
            elif all(type(item) is str for item in of):
                likeliest = (Load, Differences) if form.min_length < 2 else (Differences, Load)
                yield from (loop(checkpoint, (name,), items, of, form.min_length) for loop in likeliest)
    if len(numbers) == 1 and len(numbers) + len(choices) == len(forms):
        for one in whole:
            yield from (Digits(checkpoint, (one, two), numbers[0], choices) for two in whole if two != one)


def _items(form: Any) -> Sequence[Any]:
    """Return what a list or text of a form is made of, if that is not too much; else nothing."""
    of = form.of if isinstance(form, SequenceForm) else None
    if isinstance(form, TextForm):
        made: Sequence[Any] = form.alphabet
    elif isinstance(of, IntForm):
        made = range(of.min, min(of.max, of.min + MOST_ITEMS) + 1)
    else:
        made = of.options if isinstance(of, ChoiceForm) else ()
    return made if len(made) <= MOST_ITEMS else ()


def features(trace: Trace) -> dict[str, int]:
    """Return the numbers that a run leaves behind, by name."""
    made = {"visits": len(trace)}
    for name in trace[0] if trace else ():
        values = [one[name] for one in trace]
        steps = [after - before for before, after in pairwise([0, *values])]
        made |= {f"last {name}": values[-1], f"sum {name}": sum(values), f"sizes {name}": sum(map(abs, values))}
        made |= {f"max {name}": max(values), f"min {name}": min(values), f"different {name}": len(set(values))}
        made |= {f"falls {name}": sum(step < 0 for step in steps), f"rises {name}": sum(step > 0 for step in steps)}
        made |= {f"risen {name}": sum(step for step in steps if step > 0)}
        made |= {f"above {name}": sum(value for value in values if value > 0)}
    return made


def left_behind(seen: Sequence[tuple[Trace, Any]]) -> Callable[[Trace], Any] | None:
    """Return what holds of runs and the values seen with them: a feature, a list of values, or a + feature."""
    traces = [trace for trace, _ in seen if trace]
    if not traces or len(seen) < 2:
        return None
    for name in traces[0][0]:
        for step in (1, -1):
            if all(value == [one[name] for one in trace][::step] for trace, value in seen):
                return lambda trace, n=name, s=step: [one[n] for one in trace][::s]  # type: ignore[misc]
    if any(type(value) is not int for _, value in seen):
        return None
    rows = [(features(trace), value) for trace, value in seen]
    for sign in (1, -1):
        for plain in (True, False):
            for name in rows[0][0]:
                rests = {value - sign * row.get(name, 0) for row, value in rows}
                if len(rests) == 1 and (rests == {0} or not plain):
                    (rest,) = rests
                    return lambda trace, n=name, s=sign, r=rest: s * features(trace).get(n, 0) + r  # type: ignore[misc]
    return None
