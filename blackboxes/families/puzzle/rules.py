"""What a `puzzle` description states, and what a module's functions give, checked."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families.forms import Form
from boxwright.blackboxes.families.literals import plain, write_literal
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.seeds import derive, stream
from boxwright.blackboxes.types import Example
from boxwright.sandbox import values

MAX_FEEDBACK = 2_000
"""Characters."""
MAX_HIDDEN = 20_000
"""Characters of a hidden part in the encoding."""
SEEDS = 2**31
"""Seeds of `new_hidden` lie below this number."""
HABIT_DRAWS = 64
"""Number of hidden parts from which the common answers are estimated."""


class PuzzleDomain(BaseModel):
    """The field `domain`: the forms of queries and answers (`forms.py`)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    query: Form
    """What a player may ask."""
    answer: Form
    """What a player answers at the end."""


@dataclass(frozen=True)
class PuzzleRules:
    """What the family read from a description."""

    query: Form
    answer: Form
    examples: tuple[Example, ...] = ()

    @property
    def shown_answer(self) -> Any:
        """An answer that players may be shown: a worked example's, so that it obeys the rule; drawn without one."""
        solved = [e.expected for e in self.examples if e.call.function == "solution"]
        return solved[0] if solved else self.answer.draw(stream("example", "answer"))

    @property
    def shown_query(self) -> Any:
        """A query that players may be shown: a worked example's, but not the answer above; drawn without one."""
        asked = [e.call.args[1] for e in self.examples if e.call.function == "feedback"]
        others = [query for query in asked if query != self.shown_answer]
        return others[0] if others else self.query.draw(stream("example", "query"))


def hidden_for(box: Box[PuzzleRules], seed: int) -> Any:
    """Return the hidden part for a seed, checked. Raises: BadOutput, SandboxError."""
    return checked_hidden(box.call("new_hidden", seed % SEEDS))


def solution_of(box: Box[PuzzleRules], hidden: Any) -> Any:
    """Return a hidden part's answer, checked. Raises: BadOutput, SandboxError."""
    return checked_solution(box.rules, box.call("solution", hidden))


def feedback_on(box: Box[PuzzleRules], hidden: Any, query: Any, turn: int) -> Any:
    """Return the feedback on a query, checked. Raises: BadOutput, SandboxError."""
    return checked_feedback(box.call("feedback", hidden, query, turn))


def show(feedback: Any) -> str:
    """Write feedback for players: a text unchanged, another value as a Python literal."""
    return feedback if isinstance(feedback, str) else write_literal(feedback)


def habits(box: Box[PuzzleRules], seed: int) -> Counter[str]:
    """Count the answers of newly drawn hidden parts, by their text. Raises: BadOutput, SandboxError."""
    drawn = (hidden_for(box, derive(seed, "floor", number)) for number in range(HABIT_DRAWS))
    return Counter(values.dumps(solution_of(box, hidden)) for hidden in drawn)


def checked_hidden(value: Any) -> Any:
    """Return what `new_hidden` gave, checked. Raises: BadOutput."""
    if len(values.dumps(value)) > MAX_HIDDEN:
        raise BadOutput(f"new_hidden() gave a value of more than {MAX_HIDDEN} characters")
    return value


def checked_solution(rules: PuzzleRules, value: Any) -> Any:
    """Return what `solution` gave, checked. Raises: BadOutput."""
    if not rules.answer.holds(value):
        raise BadOutput(f"solution() must give a normal value of the answer's form: {rules.answer.words()}")
    return value


def checked_feedback(value: Any) -> Any:
    """Return what `feedback` gave, checked. Raises: BadOutput."""
    text = show(value) if plain(value) else ""
    if not text.strip() or len(text) > MAX_FEEDBACK or not text.replace("\n", "").isprintable():
        raise BadOutput(f"feedback() must give a plain value or printable text, 1 to {MAX_FEEDBACK} characters")
    return value
