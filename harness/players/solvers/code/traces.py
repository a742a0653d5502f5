"""Which step of which textbook algorithm is a checkpoint? All that was seen of it decides, and that of the others.

An algorithm may also run on its inputs mirrored within their domain: then the greatest number counts as the smallest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from boxwright.blackboxes.families.form_atoms import IntForm, TextForm
from boxwright.blackboxes.families.forms import SequenceForm
from boxwright.blackboxes.families.literals import same, write_literal
from boxwright.harness.players.solvers.code.textbook import ALGORITHMS, traced

WAYS = list(product((False, True), ALGORITHMS))
"""Whether inputs are mirrored, and the algorithm that runs on them."""


def mirrored(value: Any, form: Any) -> Any:
    """Return a value of a form with small and great exchanged: numbers, letters of texts, and those of lists."""
    if isinstance(form, IntForm):
        return form.min + form.max - value
    if isinstance(form, TextForm):
        return "".join(form.alphabet[-1 - form.alphabet.index(letter)] for letter in value)
    return [mirrored(item, form.of) for item in value] if isinstance(form, SequenceForm) else value


@dataclass(frozen=True)
class Look:
    """What one look at a checkpoint told."""

    inputs: Mapping[str, Any]
    visit: int
    variables: Mapping[str, Any] | None
    """None where there is no such visit."""
    visits: int = 0
    """How many there are then."""


@dataclass
class Traces:
    """All looks, by checkpoint, at an algorithm whose inputs have these forms, in their order."""

    forms: Sequence[Any]
    looks: dict[int, list[Look]] = field(default_factory=dict)
    _ran: dict[tuple[int, str], dict[str, list[dict[str, Any]]]] = field(default_factory=dict)

    def add(self, checkpoint: int, look: Look) -> None:
        """Take note of a look."""
        self.looks.setdefault(checkpoint, []).append(look)

    def passed_once(self, checkpoint: int) -> bool:
        """Whether a second visit was always missing, in one run at least, and the first never was."""
        looks = self.looks.get(checkpoint, [])
        counts = {look.visits for look in looks if look.variables is None}
        return counts == {1} and all(look.visit == 1 for look in looks if look.variables is not None)

    def value(self, checkpoint: int, name: str, inputs: Mapping[str, Any], visit: int) -> Any:
        """Return a variable's value by the algorithm that explains most checkpoints, else None."""
        ranked = sorted(range(len(WAYS)), key=lambda n: -sum(any(self._steps(n, c)) for c in self.looks))
        for number in ranked:
            for step, variables in self._steps(number, checkpoint):
                row = self._run(number, inputs).get(step, [])
                if name in variables and visit <= len(row) and variables[name] in row[visit - 1]:
                    return row[visit - 1][variables[name]]
        return None

    def explained(self) -> int:
        """Return how many checkpoints the best algorithm explains."""
        return max(sum(any(self._steps(n, c)) for c in self.looks) for n in range(len(WAYS))) if self.looks else 0

    def _steps(self, number: int, checkpoint: int) -> Iterator[tuple[str, dict[str, str]]]:
        """Give each step that can be a checkpoint, and which of its variables each of the checkpoint's is."""
        looks = self.looks.get(checkpoint, [])
        shown = [look for look in looks if look.variables is not None]
        names = {step for look in shown for step in self._run(number, look.inputs)}
        for step in sorted(names):
            if all(self._counts(number, step, look) for look in looks):
                variables = _variables([(look, self._run(number, look.inputs)[step][look.visit - 1]) for look in shown])
                if variables is not None:
                    yield step, variables

    def _counts(self, number: int, step: str, look: Look) -> bool:
        visits = len(self._run(number, look.inputs).get(step, []))
        return visits >= look.visit if look.variables is not None else visits == look.visits

    def _run(self, number: int, inputs: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
        key = number, write_literal(dict(inputs))
        if key not in self._ran:
            is_mirrored, algorithm = WAYS[number]
            if is_mirrored:
                given = zip(inputs.items(), self.forms, strict=True)
                inputs = {name: mirrored(value, form) for (name, value), form in given}
            self._ran[key] = traced(algorithm, inputs)
        return self._ran[key]


def _variables(pairs: Sequence[tuple[Look, Mapping[str, Any]]]) -> dict[str, str] | None:
    """Return for each variable of the looks one of the steps' that has its values; None where one has none."""
    found: dict[str, str] = {}
    for name in pairs[0][0].variables or {}:
        fits = [
            other
            for other in pairs[0][1]
            if all(other in row and same((look.variables or {}).get(name), row[other]) for look, row in pairs)
        ]
        if not fits:
            return None
        found[name] = next((other for other in fits if other not in found.values()), fits[0])
    return found
