"""Whole numbers in, whole numbers out: what a family says for itself, with its texts beside it."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.contracts import functions_of
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.families.function import FunctionFamily, no_parameters, read_domain
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.prompts import Prompt, read_prompt
from boxwright.blackboxes.types import Example, Score

HERE = Path(__file__).parent
INTEGER = re.compile(r"-?\d{1,30}")


class NumberContract(Protocol):
    """What a module defines."""

    def blackbox(self, number: int) -> int: ...


class NumberDomain(BaseModel):
    """The field `domain`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    lowest: int = 0
    """The smallest valid number."""
    highest: int = 100
    """The largest valid number."""

    def words(self) -> str:
        """Say the domain in words for players."""
        return f"{self.lowest} to {self.highest}"


@dataclass(frozen=True)
class NumberRules:
    """What the family read from a description."""

    domain: NumberDomain
    examples: tuple[Example, ...] = field(default=())


class NumberFamily(FunctionFamily[NumberRules, None]):
    """Answers are compared exactly."""

    name = "toy_family"
    signature = "blackbox(number)"
    revision = 1
    functions = functions_of(NumberContract)

    @cached_property
    def prompt(self) -> Prompt:
        """Its texts for players, and the starter description."""
        return read_prompt(HERE / "players.md")

    @cached_property
    def contract(self) -> Prompt:
        """What coders are told to define."""
        return read_prompt(HERE / "contract.md")

    def read(self, description: Description) -> NumberRules:
        """Read domain and examples. Raises: DescriptionFault."""
        no_parameters(description)
        rules = NumberRules(read_domain(NumberDomain, description))
        return NumberRules(rules.domain, self.read_examples(description, rules))

    def shape(self, box: Box[NumberRules]) -> None:
        """Return nothing: a module describes nothing."""
        return

    def introduction(self, rules: NumberRules, shape: None) -> dict[str, object]:
        """Tell players the domain."""
        return {"domain": rules.domain.words()}

    def parse_input(self, rules: NumberRules, text: str) -> int:
        """Read a number of the domain. Raises: InvalidReply."""
        value = self.parse_output(rules, None, text)
        if not self.in_domain(rules, value):
            raise self.refuse("outside", domain=rules.domain.words())
        return value

    def parse_output(self, rules: NumberRules, shape: None, text: str) -> int:
        """Read a number. Raises: InvalidReply."""
        if not INTEGER.fullmatch(text):
            raise self.refuse("number")
        return int(text)

    def render(self, rules: NumberRules, value: Any) -> str:
        """Write a number."""
        return str(value)

    def draw(self, rules: NumberRules, rng: random.Random) -> int:
        """Draw a number."""
        return rng.randint(rules.domain.lowest, rules.domain.highest)

    def corners(self, rules: NumberRules) -> Sequence[int]:
        """The smallest and the largest number."""
        return [rules.domain.lowest, rules.domain.highest]

    def outside(self, rules: NumberRules) -> Sequence[str]:
        """Replies that are no valid query."""
        return ["", "7", "QUERY: many", "QUERY: 1.5", f"QUERY: {rules.domain.highest + 1}"]

    def in_domain(self, rules: NumberRules, value: Any) -> bool:
        """Whether a value is a number of the domain."""
        return type(value) is int and rules.domain.lowest <= value <= rules.domain.highest

    def domain_size(self, rules: NumberRules) -> int:
        """How many numbers there are."""
        return rules.domain.highest - rules.domain.lowest + 1

    def check_output(self, rules: NumberRules, shape: None, value: Any) -> None:
        """Check that an output is a whole number. Raises: BadOutput."""
        if type(value) is not int:
            raise BadOutput(f"must return a whole number, not {type(value).__name__}")

    def guess_output(self, rules: NumberRules, shape: None, value: Any, rng: random.Random) -> int:
        """Draw a number of the domain."""
        return self.draw(rules, rng)

    def compare(self, rules: NumberRules, truth: Any, answer: Any) -> Score:
        """Compare exactly."""
        return Score(answer, truth == answer, float(truth == answer))
