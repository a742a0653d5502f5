"""Consensus: independent implementations of one description are compared, and their disagreements settled.

A disagreement goes to the refiner with both readings. If the description itself is ambiguous, nobody guesses: the build
ends with a question to its author.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from random import Random
from typing import Any

from boxwright.agents.box.compare import GLANCED, Comparison, compare
from boxwright.agents.box.roles import Refiner
from boxwright.blackboxes.box import Box
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.rule_parameters import changed_alone, constants, other_values
from boxwright.harness.gates import run_gate
from boxwright.sandbox import SandboxError

VARIED = 500
"""Sampled calls with each parameter of the rule changed alone, and ..."""
DRAWN = 8
"""... with so many other values of all of them."""


@dataclass
class Outcome:
    """How the implementations were settled."""

    code: str
    """The implementation that is kept."""
    notes: list[str] = field(default_factory=list)
    """What was compared and decided, one line each."""
    question: str = ""
    """A question for the author, if the description is ambiguous."""
    faults: tuple[str, ...] = ()
    """Findings, if no implementation is right."""


class Consensus:
    """Settles several implementations, two at a time."""

    def __init__(self, refiner: Refiner, open_box: Callable[[str], Box[Any]], *, agreed: bool = False) -> None:
        """`agreed`: they answered their examples and agreed when their box was accepted, so that a glance will do."""
        self._refiner, self._open_box, self._agreed = refiner, open_box, agreed

    def settle(self, writings: Sequence[str]) -> Outcome:
        """Compare and decide until one implementation is left. Raises: ModelError, SandboxUnavailable."""
        different = list(dict.fromkeys(writings))
        left = different if self._agreed else [code for code in different if self._answers_its_examples(code)]
        left = left or different[:1]
        outcome = Outcome(left[0])
        if broken := len(different) - len(left):
            outcome.notes.append(f"left out: {plural(broken, 'implementation')} (not loading, or failing an example)")
        if same := len(writings) - len(different):
            outcome.notes.append(f"left out: {plural(same, 'duplicate')} of another")
        for number, other in enumerate(left[1:], start=1):
            self._settle_two(outcome, number, other)
            if outcome.question or outcome.faults:
                break
        return outcome

    def _settle_two(self, outcome: Outcome, number: int, other: str) -> None:
        comparison = self._compared(outcome, other)
        if comparison is None:
            return
        if comparison.identical:
            outcome.notes.append(f"two implementations agree on {comparison.compared:,} calls")
            return
        first = comparison.smallest[0]
        outcome.notes.append(
            f"two implementations differ on {comparison.differing:,} of {comparison.compared:,} calls; "
            f"{first.sentence()}"
        )
        sentences = [d.sentence("module one", "module two") for d in comparison.smallest]
        decision = self._refiner.decide(number, sentences, outcome.code, other)
        if decision.ambiguous:
            outcome.question = (
                f"AMBIGUOUS: for input {first.call} one reading gives {first.one}, another {first.other}. "
                f"{decision.question.strip()}"
            )
        elif decision.right == "neither":
            outcome.faults = (
                f"two independent writings disagree and neither is right: {sentences[0]}; {decision.why}",
            )
        elif decision.right == "two":
            outcome.code = other
        outcome.notes.append(f"the refiner: {'ambiguous' if decision.ambiguous else decision.right}; {decision.why}")

    def _answers_its_examples(self, code: str) -> bool:
        """Whether an implementation loads and satisfies every worked example."""
        with self._open_box(code) as box:
            return all(run_gate(gate, box).passed for gate in ("loads", "examples"))

    def _compared(self, outcome: Outcome, other: str) -> Comparison | None:
        """Compare two implementations; None if they cannot be compared."""
        with self._open_box(outcome.code) as one, self._open_box(other) as two:
            try:
                if self._agreed:
                    return compare(one, two, samples=GLANCED, swept=0)
                found = compare(one, two)
                return _varied(one, two, found) if found.identical else found
            except (SandboxError, BadOutput) as error:
                outcome.notes.append(f"the implementations cannot be compared: {error}")
                return None


def _varied(one: Box[Any], two: Box[Any], found: Comparison) -> Comparison:
    """Compare two writings that agree once more, with other parameters of the rule: as siblings will have them.

    Raises: SandboxError, BadOutput, SandboxUnavailable.
    """
    compared, rng = found.compared, Random(0)
    alone = changed_alone(one.description)
    drawn = [other_values(one.description, rng) for _ in range(DRAWN)] if alone else []
    for values in [*chain.from_iterable(alone.values()), *drawn]:
        with one.varied(values) as first, two.varied(values) as second:
            other = compare(first, second, samples=VARIED, swept=0)
        compared += other.compared
        if not other.identical:
            told = ", ".join(constants(values))
            smallest = tuple(replace(each, call=f"{each.call} with {told}") for each in other.smallest)
            return Comparison(compared, other.differing, smallest)
    return replace(found, compared=compared)
