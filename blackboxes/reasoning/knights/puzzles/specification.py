"""What puzzles are wanted: number of people, width, depth, and the distribution of what they say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.reasoning.knights.puzzles.statements import AND, DEEPEST, IMPLIES, NOT, OR, SAME

LEAF = "leaf"
KINDS = (LEAF, NOT, AND, OR, IMPLIES, SAME)
"""What the root of a statement may be, in the order of the published die."""
MOST_PEOPLE = 200
MOST_WEIGHT = 1_000
MOST_LEAVES = 1_000
"""Leaves of one statement, on average."""
MOST_LEAVES_OF_ALL = 10_000
"""Leaves of all statements of a puzzle, on average."""


class CannotBeMade(BoxwrightError):
    """No puzzle, or not so many, can be made to this specification."""


class Specification(BaseModel):
    """A distribution of puzzles. The defaults of everything after `depth` are the published sampling."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    people: int = 5
    """N."""
    width: int = 2
    """W: statements that `and` and `or` may join; from 2 to W with the same probability."""
    depth: int = 2
    """D: levels of a statement, including the leaf."""
    weights: tuple[int, int, int, int, int, int] = (1, 1, 1, 1, 1, 1)
    """Of a leaf, `not`, `and`, `or`, `->`, `<=>` at every level above the last."""
    own: Literal["truth", "any", "never"] = "truth"
    """What one may say of oneself: only that one tells the truth, anything, or nothing."""
    constant: bool = True
    """Whether claims that are always true, or never, are allowed."""
    settled: bool = True
    """Whether a speaker's role may follow from his own claim alone."""
    reconsiders: int = 0
    """Reconsider steps that the published reasoning needs at least."""
    solutions: Literal["one", "several"] = "one"
    """Whether puzzles have exactly one solution, or two or more."""

    @property
    def key(self) -> str:
        """The canonical text of the specification; seeds and stored puzzles refer to it."""
        return self.model_dump_json()

    def check(self) -> None:
        """Check that puzzles of this kind can exist. Raises: CannotBeMade naming the field and what to write."""
        if not 2 <= self.people <= MOST_PEOPLE:
            raise CannotBeMade(f"people={self.people}: a puzzle has 2 to {MOST_PEOPLE} people")
        if self.width < 2:
            raise CannotBeMade(f"width={self.width}: `and` and `or` join two statements or more; write width=2 or more")
        if self.width > 2 * self.people:
            raise CannotBeMade(
                f"width={self.width}: {self.people} people have only {2 * self.people} different claims to join; "
                f"write width={2 * self.people - 1} or less"
            )
        if self.depth < 1:
            raise CannotBeMade(f"depth={self.depth}: a statement has at least one level; write depth=2 or more")
        if min(self.weights) < 0 or max(self.weights) > MOST_WEIGHT or not sum(self.weights):
            raise CannotBeMade(f"weights={self.weights}: weights are 0 to {MOST_WEIGHT:,}, and not all 0")
        self._check_size()
        if self.reconsiders < 0:
            raise CannotBeMade(f"reconsiders={self.reconsiders}: write 0 or more")
        if self.solutions == "one" and (self.depth == 1 or not any(self.weights[2:])):
            raise CannotBeMade(
                "claims about one person never settle everybody: if roles fit such claims, so do the opposite roles; "
                "write depth=2 or more, with a weight for an operator that joins two statements"
            )

    def leaves(self, depth: int) -> float:
        """Return how many leaves a statement of so many levels has, on average."""
        found, whole = 1.0, sum(self.weights)
        sizes = (0.0, 1.0, (2 + self.width) / 2, (2 + self.width) / 2, 2.0, 2.0)
        parts = sum(weight * size for weight, size in zip(self.weights, sizes, strict=True)) / whole
        for _ in range(1, depth):
            found = self.weights[0] / whole + parts * found
        return found

    def _check_size(self) -> None:
        if self.depth > DEEPEST:
            raise CannotBeMade(f"depth={self.depth}: a statement has at most {DEEPEST} levels")
        least = self.leaves(min(2, self.depth))
        if least > MOST_LEAVES:
            raise CannotBeMade(
                f"width={self.width}: a statement would have {least:,.0f} leaves on average, "
                f"more than {MOST_LEAVES:,}; write a smaller width"
            )
        most = min(MOST_LEAVES, MOST_LEAVES_OF_ALL / self.people)
        fitting = max((depth for depth in range(1, self.depth + 1) if self.leaves(depth) <= most), default=1)
        if fitting < self.depth:
            raise CannotBeMade(
                f"depth={self.depth}: a statement would have {self.leaves(self.depth):,.0f} leaves on average; with "
                f"{self.people} people and width={self.width}, write depth={fitting} or less"
            )


Distribution = Literal["published", "strict"]
DISTRIBUTIONS: Mapping[str, Mapping[str, Any]] = {
    "published": {},
    "strict": {"own": "never", "constant": False, "settled": False},
}
"""Named distributions: `published` is the published sampling; `strict` has no claims that are trivial."""


class _Given(Specification):
    distribution: Distribution = Field(default="published", exclude=True)


def read_specification(given: Mapping[str, Any]) -> Specification:
    """Read a specification by field names, with an optional `distribution` whose fields may be overruled.

    Raises: CannotBeMade naming the field, and what it may be.
    """
    named = given.get("distribution", "published")
    try:
        whole = _Given.model_validate({**DISTRIBUTIONS.get(named, {}), **given})
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(map(str, fault["loc"][:1]))
        raise CannotBeMade(f"{where}={fault['input']}: {fault['msg'].lower()}") from error
    found = Specification.model_validate(whole.model_dump())
    found.check()
    return found
