"""Code expression: what a player's program is asked and how its outputs are judged, for the families with functions.

The program replaces the box. It is never run here (`harness/programs.py` runs it, in a sandbox session of
its own): an expression draws the inputs, asks the box for the truth, and compares. A family that takes programs
offers one by its method `expression`; the others refuse the setting `code`.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, runtime_checkable

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families.literals import write_literal
from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.types import Conversation, Plan, Score
from boxwright.sandbox import values

DRAWN_FOR_ONE = 5
"""Maximum number of inputs evaluated per wanted one, while too many have the same output."""
DRAWS_PER_INPUT = 20
"""Maximum number of draws for a new input."""


@dataclass(frozen=True)
class Trial:
    """One call of the program: its arguments, and what the box gives."""

    args: tuple[Any, ...]
    truth: Any
    echo: bool = False
    """Whether the truth equals the input."""


class Expression(ABC):
    """A conversation whose tests are programs."""

    signature: str
    """The function that a program defines, as players read it."""

    def __init__(self, box: Box[Any], plan: Plan) -> None:
        self.box, self.plan = box, plan
        self.skips: list[Any] = []
        """Explored inputs that were skipped."""
        self.repeated = 0
        """Explored inputs that were used because the domain has no others."""

    @abstractmethod
    def introduction(self, rules: str) -> str:
        """Return the introduction; `rules` are those that all families share."""

    @abstractmethod
    def judge(self, truth: Any, output: Any) -> Score:
        """Compare an output by the family's own rule. Raises: BadOutput where it is of the wrong type or shape."""

    @abstractmethod
    def oracle(self) -> str:
        """Return the box itself as a program: what a player who knows it could write."""

    @abstractmethod
    def constant(self) -> str:
        """Return a program that always gives the box's commonest output."""

    @abstractmethod
    def echo(self) -> str:
        """Return a program that returns its input."""

    @abstractmethod
    def guess(self, rng: random.Random) -> str:
        """Return a program that always gives the same random output of the right form."""

    @abstractmethod
    def _drawn(self, rng: random.Random, count: int, seen: set[str], explored: bool) -> Iterator[Trial]:
        """Draw up to `count` new inputs (explored ones only if `explored`). Raises: as Box.call."""

    _share: ClassVar[int]
    """One output may account for at most 1/`_share` of the trials, where there are others."""

    def trials(self) -> list[Trial]:
        """Return K different unexplored inputs with their outputs, or as many as there are.

        As far as the domain allows, no output is that of more than a fixed share of them, and none is an echo. Raises:
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


def introduction_for(box: Box[Any], plan: Plan, rules: str, told: Mapping[str, object]) -> str:
    """Return the text that introduces programs to players of a family; `told` is what it says about the box.

    It is the section `introduction_program` of the family's own texts, or one of `players/program`.
    """
    prompt, section = box.family.prompt, "introduction_program"
    if section not in prompt.sections:
        prompt, section = load_prompt("players/program"), f"introduction_{box.family.name}"
    public = box.description.told
    return prompt.render(section, turns=plan.turns, rules=rules, public=public, **told).strip()


def always(output: Any) -> str:
    """Return a program with a constant output."""
    return f"def blackbox(*given):\n    return {write_literal(output)}\n"


@runtime_checkable
class Expressive(Protocol):
    """A family whose boxes can be replaced by a program."""

    def expression(self, box: Box[Any], plan: Plan, conversation: Conversation) -> Expression:
        """Return how programs are tested in a conversation."""
        ...
