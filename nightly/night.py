"""What one night did and found, as data: written by the run to `night.json`, read by whatever tells of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

from pydantic import BaseModel, Field, ValidationError

FILE = "night.json"
BUILT, DIFFERS, NEEDS_A_MODEL = "accepted", "differs", "needs a model"
"""Endings of a build, as `boxwright build --report` names them; all others are failures."""


class Step(BaseModel):
    """One command of the night."""

    name: str
    command: list[str]
    code: int
    """Its exit code."""
    seconds: int
    failed: str = ""
    """Why the step itself failed; empty if it came to its end, whatever it found."""


class Stale(BaseModel):
    """A box that was stale when the night began."""

    id: str
    why: str
    still: bool = True
    """Whether it is stale at the end of the night."""


class Built(BaseModel):
    """What became of one box in one build."""

    id: str
    by: str
    """`replay`, `kept` (replay of what an earlier night paid for), `compare` (replay of everything), or the model."""
    ending: str
    words: list[str] = Field(default_factory=list)
    """The findings, or the message."""
    differences: list[str] = Field(default_factory=list)
    """How it differs from the registered box, smallest input first."""


class Spent(BaseModel):
    """What models took."""

    calls: int = 0
    tokens: int = 0
    dollars: Decimal | None = Decimal(0)
    """None if a price is unknown."""
    budget: str = ""

    def __add__(self, other: Spent) -> Spent:
        dollars = None if self.dollars is None or other.dollars is None else self.dollars + other.dollars
        return Spent(
            calls=self.calls + other.calls,
            tokens=self.tokens + other.tokens,
            dollars=dollars,
            budget=self.budget or other.budget,
        )


class Night(BaseModel):
    """Everything that a night did and found."""

    date: str
    model: str = ""
    """The model that may be asked; empty for none."""
    steps: list[Step] = Field(default_factory=list)
    stale: list[Stale] = Field(default_factory=list)
    faults: dict[str, list[str]] = Field(default_factory=dict)
    """Id to what is wrong with the box."""
    builds: list[Built] = Field(default_factory=list)
    """In the order in which they were made."""
    spent: Spent = Field(default_factory=Spent)

    @classmethod
    def read(cls, report: Path) -> Night:
        """Read the night of a report. Raises: OSError, ValueError."""
        path = report / FILE
        try:
            return cls.model_validate_json(path.read_text(encoding="utf-8"))
        except ValidationError as error:
            raise ValueError(f"{path}: is not what a night writes; run the night again") from error

    def write(self, report: Path) -> None:
        """Write the night into its report. Raises: OSError."""
        (report / FILE).write_text(self.model_dump_json(indent=1) + "\n", encoding="utf-8")

    def last_builds(self) -> dict[str, Built]:
        """Return the last build of each box."""
        return {built.id: built for built in self.builds}

    def drifted(self) -> list[Built]:
        """Return the builds that behave otherwise than what is registered, sorted by id."""
        found = [built for built in self.last_builds().values() if built.ending == DIFFERS]
        return sorted(found, key=lambda built: built.id)

    def unbuilt(self) -> list[Built]:
        """Return the builds that ended in nothing although they were made, sorted by id."""
        apart = (BUILT, DIFFERS, NEEDS_A_MODEL)
        found = [built for built in self.last_builds().values() if built.ending not in apart]
        return sorted(found, key=lambda built: built.id)

    def renewed(self) -> dict[str, list[str]]:
        """Return who renewed which stale boxes: `replay`, `kept` or the model to the ids."""
        stale = {each.id for each in self.stale}
        by: dict[str, list[str]] = defaultdict(list)
        for built in self.builds:
            if built.by != "compare" and built.ending == BUILT and built.id in stale:
                by[built.by].append(built.id)
        return by

    def stale_by_reason(self) -> dict[str, list[Stale]]:
        """Return the stale boxes by why they are stale."""
        reasons: dict[str, list[Stale]] = defaultdict(list)
        for each in self.stale:
            reasons[each.why].append(each)
        return reasons

    def came_to_its_end(self, *names: str) -> bool:
        """Return whether none of these steps failed, where they were taken."""
        return not any(step.failed for step in self.steps if step.name in names)

    @property
    def in_order(self) -> bool:
        """Whether nothing failed: staleness and drift are news, not failures."""
        return not (self.faults or self.unbuilt() or any(step.failed for step in self.steps))


def named(identifiers: Sequence[str], most: int = 5) -> str:
    """Return some ids in words: all of them, or the first ones and how many more."""
    shown = ", ".join(identifiers[:most])
    return shown if len(identifiers) <= most else f"{shown} and {len(identifiers) - most} more"
