"""What a `freeform` description states, which texts are valid queries, and what a module's functions must give."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from boxwright.blackboxes.families.freeform.comparators import COMPARATORS, NOTHING_KNOWN, Written, fits, reorders
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.types import Example

FEW_TEXTS = 64
"""So many queries are soon all sent: what comes back for one is then a matter of what the box remembers."""
ASKED_AT_ONCE = 8
"""Up to so many questions a box is asked for at once, in play as in the gates: how many there are tells it nothing."""
MAX_TEXT = 4_000
"""Maximum number of characters of a feedback or a question."""


class SessionDomain(BaseModel):
    """The field `domain`: what a player may type."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    alphabet: str = Field(min_length=1)
    """The characters that a query may contain."""
    max_length: int = Field(30, ge=1, le=200)
    """Characters."""


@dataclass(frozen=True)
class SessionRules:
    """What the family read from a description."""

    domain: SessionDomain
    examples: tuple[Example, ...] = ()
    written: Written = NOTHING_KNOWN
    """How the worked examples' feedback and answers are written."""

    def valid(self, text: str) -> bool:
        """Whether a text is a valid query."""
        return 0 < len(text) <= self.domain.max_length and set(text) <= set(self.domain.alphabet)

    @property
    def few_texts(self) -> bool:
        """Whether there are hardly any valid queries."""
        size = len(set(self.domain.alphabet))
        return bool(sum(size**length for length in range(1, self.domain.max_length + 1)) <= FEW_TEXTS)

    def draw(self, rng: random.Random) -> str:
        """Draw a valid query."""
        length = rng.randint(1, self.domain.max_length)
        return "".join(rng.choice(self.domain.alphabet) for _ in range(length)).strip() or self.domain.alphabet[0]


def texts_of(examples: Iterable[Example]) -> Iterator[str]:
    """Yield the feedback and the answers of worked examples; of a list its items."""
    for example in examples:
        if example.call.function == "explore":
            told = example.expected
            yield str(told["feedback"] if isinstance(told, dict) else told)
        elif example.call.function == "questions":
            for question in example.expected:
                answer = question["answer"]
                yield from map(str, answer if isinstance(answer, (list, tuple, set)) else [answer])


def written_in(examples: Iterable[Example]) -> Written:
    """Return how a box writes that has these worked examples."""
    examples = list(examples)
    asked = [question for example in examples if example.call.function == "questions" for question in example.expected]
    ordered = [(q["prompt"], q["answer"]) for q in asked if q["comparator"] == "sequence"]
    reordered = bool(ordered) and all(reorders(prompt, answer) for prompt, answer in ordered)
    counts = {len(q["answer"]) if q["comparator"] == "sequence" and isinstance(q["answer"], list) else 0 for q in asked}
    count = counts.pop() if len(counts) == 1 else 0
    return replace(Written.in_texts(texts_of(examples)), reorders=reordered, count=count)


def checked_turn(value: Any) -> dict[str, Any]:
    """Return what `explore` gave, checked. Raises: BadOutput."""
    if not isinstance(value, dict) or set(value) != {"state", "feedback"}:
        raise BadOutput('explore() must return {"state": ..., "feedback": text}')
    _checked_text("explore() must give as feedback", value["feedback"])
    return value


def checked_questions(value: Any, count: int) -> list[dict[str, Any]]:
    """Return what `questions` gave, checked. Raises: BadOutput."""
    if not isinstance(value, list) or len(value) != count:
        raise BadOutput(f"questions() must return a list of {count} questions")
    for question in value:
        if not isinstance(question, dict) or set(question) != {"prompt", "answer", "comparator"}:
            raise BadOutput('a question must be {"prompt": text, "answer": ..., "comparator": name}')
        _checked_text("a question's prompt must be", question["prompt"])
        if question["comparator"] not in list(COMPARATORS):  # a list is no name, and no key either
            raise BadOutput(f"unknown comparator; use one of {', '.join(COMPARATORS)}")
        if not fits(question["comparator"], question["answer"]):
            raise BadOutput(
                "a question's answer must fit its comparator: a finite number for `number`, a text or a list of texts "
                "and numbers for `sequence` and `set`, a text, a number or a boolean for `exact` and `text`"
            )
    return value


def _checked_text(what: str, value: Any) -> str:
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise BadOutput(f"{what} a text of at most {MAX_TEXT} characters")
    return value
