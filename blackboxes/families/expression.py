"""Code expression: what a player's program is asked and how its outputs are judged, for the families with functions.

The program takes the place of the box. It is never run here (`harness/programs.py` runs it, in a sandbox session of
its own): this module draws the inputs, asks the box for the truth, and compares.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.environment import Chapter, Plan, Score
from boxwright.blackboxes.families.code.conversation import DRAWS, CodeChapter, choose_question
from boxwright.blackboxes.families.function import FunctionChapter
from boxwright.blackboxes.families.literals import plain, same, write_literal
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.seeds import stream
from boxwright.sandbox import values

DRAWN_FOR_ONE = 5
"""How many inputs the box is asked, for each that is wanted, while too many have the same output."""
DRAWS_PER_INPUT = 20
"""How many inputs may be drawn until one is new."""


@dataclass(frozen=True)
class Trial:
    """One call of the program: its arguments, and what the box gives."""

    args: tuple[Any, ...]
    truth: Any
    echo: bool = False
    """Whether the truth is the input given back."""


class Expression(ABC):
    """A chapter whose tests are programs."""

    signature: str
    """The function that a program defines, as players read it."""

    def __init__(self, box: Box, plan: Plan) -> None:
        self.box, self.plan = box, plan
        self.skips: list[Any] = []
        """Explored inputs that were passed over."""
        self.repeated = 0
        """Inputs that had to be taken although they were explored: the domain holds no others."""

    @abstractmethod
    def introduction(self, rules: str) -> str:
        """Return what the player reads first; `rules` are those that all families share."""

    @abstractmethod
    def judge(self, truth: Any, output: Any) -> Score:
        """Compare an output by the family's own rule. Raises: BadOutput where it is of the wrong type or shape."""

    @abstractmethod
    def oracle(self) -> str:
        """Return a program that is the box itself: what a player could write who knows it."""

    @abstractmethod
    def constant(self) -> str:
        """Return a program that always gives the box's commonest output."""

    @abstractmethod
    def echo(self) -> str:
        """Return a program that gives its input back."""

    @abstractmethod
    def guess(self, rng: random.Random) -> str:
        """Return a program that gives a random output of the right form, always the same."""

    @abstractmethod
    def _drawn(self, rng: random.Random, count: int, seen: set[str], explored: bool) -> Iterator[Trial]:
        """Draw up to `count` inputs that were not seen (nor explored, unless `explored`). Raises: as Box.call."""

    _share: ClassVar[int]
    """One output may take up the `_share`th part of the trials, where there are others."""

    def trials(self) -> list[Trial]:
        """Return K different unexplored inputs with their outputs, or as many as there are.

        As far as the domain allows, no output is that of more than a fixed part of them, and none is an echo. Raises:
        BadOutput, SandboxError.
        """
        rng, seen = stream(self.plan.seed, "programs"), set[str]()
        count = self.plan.samples
        chosen: list[Trial] = []
        dull: list[Trial] = []
        outputs: Counter[str] = Counter()
        budget = DRAWN_FOR_ONE * count
        while budget > 0 and len(chosen) < count:
            drawn = list(self._drawn(rng, min(budget, count - len(chosen) + len(dull)), seen, explored=False))
            budget = budget - len(drawn) if drawn else 0
            for trial in drawn:
                key = values.dumps(trial.truth)
                ordinary = not trial.echo and outputs[key] < max(1, count // self._share)
                (chosen if ordinary else dull).append(trial)
                outputs[key] += ordinary
        chosen = [*chosen, *dull][:count]
        if not chosen:
            chosen = list(self._drawn(rng, count, seen, explored=True))
            self.repeated = len(chosen)
        return chosen


class FunctionExpression(Expression):
    """Encryption, circuit, physics: the program is the function."""

    _share = 2

    def __init__(self, box: Box, plan: Plan, chapter: FunctionChapter) -> None:
        super().__init__(box, plan)
        self._chapter, self._family = chapter, chapter.family
        self.signature = _SIGNATURES[self._family.name]

    def introduction(self, rules: str) -> str:
        """Return the family's text for programs."""
        told = self._family.introduction(self.box.rules, self._chapter.shape)
        return _introduction(self._family.name, self.box, self.plan, rules, told)

    def judge(self, truth: Any, output: Any) -> Score:
        """Check type and shape as those of the box's own outputs are checked, then compare as an answer."""
        self._family.check_output(self.box.rules, self._chapter.shape, output)
        return self._family.compare(truth, output)

    def oracle(self) -> str:
        """Return the box's own code."""
        return self.box.source

    def constant(self) -> str:
        """Return a function of one value."""
        return _always(self._chapter.commonest_output)

    def echo(self) -> str:
        """Return the identity."""
        return "def blackbox(given):\n    return given\n"

    def guess(self, rng: random.Random) -> str:
        """Draw an output as for a drawn input."""
        value = self._family.draw(self.box.rules, rng)
        return _always(self._family.guess_output(self.box.rules, self._chapter.shape, value, rng))

    def _drawn(self, rng: random.Random, count: int, seen: set[str], explored: bool) -> Iterator[Trial]:
        inputs: list[Any] = []
        for _ in range(DRAWS_PER_INPUT * count):
            if len(inputs) == count:
                break
            value = self._family.draw(self.box.rules, rng)
            key = values.dumps(value)
            known = key in self._chapter.explored
            if known and not explored and value not in self.skips:
                self.skips.append(value)
            if key not in seen and (explored or not known):
                seen.add(key)
                inputs.append(value)
        for value, reply in zip(inputs, self.box.call_many("blackbox", [[v] for v in inputs]), strict=True):
            truth = reply.unwrap()
            self._family.check_output(self.box.rules, self._chapter.shape, truth)
            yield Trial((value,), truth, echo=values.equal(value, truth))


class CodeExpression(Expression):
    """Code: the program answers the questions."""

    _share = 4
    signature = "blackbox(inputs, index, visit, variable)"

    def __init__(self, box: Box, plan: Plan, chapter: CodeChapter) -> None:
        super().__init__(box, plan)
        self._chapter = chapter

    def introduction(self, rules: str) -> str:
        """Return the family's text for programs."""
        example = {"inputs": self.box.rules.inputs.corners()[0], "checkpoint": [1, 1]}
        told = {
            "inputs": self.box.rules.words(),
            "checkpoints": str(self._chapter.shape.checkpoints),
            "example": write_literal(example),
        }
        return _introduction("code", self.box, self.plan, rules, told)

    def judge(self, truth: Any, output: Any) -> Score:
        """Compare by value and type."""
        if not plain(output):
            raise BadOutput("must return a number, text, boolean, None, list, tuple, set or dictionary")
        right = same(truth, output)
        return Score(output, truth, right, float(right))

    def oracle(self) -> str:
        """Return the box's own code, run up to the visit."""
        ask = "boxwright_visit({'inputs': inputs, 'checkpoint': [index, visit]})['variables'][variable]"
        return f"{self.box.source}\n{self.box.family.shim}\ndef {self.signature}:\n    return {ask}\n"

    def constant(self) -> str:
        """Return a function of one value."""
        return _always(self._chapter.commonest_answer)

    def echo(self) -> str:
        """Give the first input."""
        return f"def {self.signature}:\n    return next(iter(inputs.values()))\n"

    def guess(self, rng: random.Random) -> str:
        """Give some small number."""
        return _always(rng.randint(-10, 10))

    def _drawn(self, rng: random.Random, count: int, seen: set[str], explored: bool) -> Iterator[Trial]:
        found = 0
        for _ in range(DRAWS + 2 * count):
            if found == count:
                return
            asked = choose_question(self._chapter.family, self.box, self._chapter.shape, rng)
            key = values.dumps(asked.record())
            known = values.dumps(asked.inputs) in self._chapter.explored
            if known and not explored and asked.inputs not in self.skips:
                self.skips.append(asked.inputs)
            if key not in seen and (explored or not known):
                seen.add(key)
                found += 1
                yield Trial((asked.inputs, *asked.checkpoint, asked.variable), asked.truth)


_SIGNATURES = {"encryption": "blackbox(plaintext)", "circuit": "blackbox(bits)", "physics": "blackbox(t)"}


def expression_of(box: Box, plan: Plan, chapter: Chapter) -> Expression:
    """Return how programs are tested in a chapter. Raises: TypeError where the family has no functions."""
    if isinstance(chapter, FunctionChapter):
        return FunctionExpression(box, plan, chapter)
    if isinstance(chapter, CodeChapter):
        return CodeExpression(box, plan, chapter)
    raise TypeError(f"{type(chapter).__name__} takes no programs")


def _introduction(family: str, box: Box, plan: Plan, rules: str, told: dict[str, str]) -> str:
    public = box.description.public
    prompt = load_prompt("players/program")
    return prompt.render(f"introduction_{family}", turns=plan.turns, rules=rules, public=public, **told).strip()


def _always(output: Any) -> str:
    return f"def blackbox(*given):\n    return {write_literal(output)}\n"
