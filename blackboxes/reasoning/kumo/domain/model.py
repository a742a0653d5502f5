"""A KUMO domain as data: truths, actions, and per action the outcomes and the truths that each rules out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.seeds import digest

Observed = str | int | float | bool | list[Any] | dict[str, Any] | None
"""What a player sees after an action."""


class FaultyDomain(BoxwrightError):
    """A domain cannot be read, or has faults that make its games meaningless."""


class OutcomeState(BaseModel):
    """One outcome of an action: a word, or a range of numbers with both ends."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    value: str | list[float]
    """The word shown, or `[low, high]`."""
    rules_out: list[str]
    """The truths that this outcome excludes."""

    @field_validator("value", mode="before")
    @classmethod
    def _number(cls, value: Any) -> Any:
        """Read a number, or what is no value, as a range without ends, so that `find_faults` names it with all else."""
        if value is None or isinstance(value, bool | dict):
            return []
        return [value] if isinstance(value, int | float) else value

    @property
    def label(self) -> str:
        """The outcome in words."""
        if isinstance(self.value, str):
            return self.value
        return " to ".join(map(number_text, self.value))

    def matches(self, observed: Observed) -> bool:
        """Return whether an observation is this outcome (ranges include both ends)."""
        if isinstance(self.value, str):
            return observed == self.value
        if isinstance(observed, bool) or not isinstance(observed, int | float) or len(self.value) != 2:
            return False
        return self.value[0] <= observed <= self.value[1]


class Outcomes(BaseModel):
    """All outcomes of one action."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    type: str
    """`str` (words) or `float` (ranges); anything else in an imported domain is reported as a fault."""
    states: list[OutcomeState]
    """In the domain's order."""


class Domain(BaseModel):
    """A domain, as in its JSON file; `validator.find_faults` says whether it makes sense."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    domain: str
    """Its name."""
    truths: list[str]
    """What could be the case."""
    actions: list[str]
    """What a player can do to find out."""
    outcomes: dict[str, Outcomes] = Field(default_factory=dict)
    """Per action."""

    @property
    def hash(self) -> str:
        """The SHA-256 of the canonical JSON."""
        return digest(canonical_json(self.model_dump(mode="json")))


def number_text(number: float) -> str:
    """Return the shortest text that reads back as the same number."""
    return repr(float(number)).removesuffix(".0")


def canonical_json(value: Any) -> str:
    """Return the canonical JSON of a value: sorted keys, no whitespace, non-ASCII characters as they are."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def parse_domain(data: Any, where: str) -> Domain:
    """Turn JSON data into a domain. Raises: FaultyDomain naming every field that does not fit."""
    try:
        return Domain.model_validate(data)
    except ValidationError as error:
        lines = [f"{_place(fault['loc'])}: {fault['msg']}" for fault in error.errors()[:8]]
        raise FaultyDomain(f"{where}: not a domain: " + "; ".join(lines)) from error


def read_domain(path: Path) -> Domain:
    """Read a domain's JSON file. Raises: FaultyDomain."""
    return parse_domain(read_json(path), str(path))


def read_json(path: Path) -> Any:
    """Read a JSON file. Raises: FaultyDomain saying where it cannot be read."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise FaultyDomain(f"{path}: not UTF-8 (byte {error.start}); save it as UTF-8") from error
    except json.JSONDecodeError as error:
        raise FaultyDomain(f"{path}:{error.lineno}: not JSON: {error.msg}") from error


def _place(location: tuple[str | int, ...]) -> str:
    """Return the place in the file, without the type names that pydantic adds."""
    return ".".join(str(part) for part in location if part not in ("str", "list[float]")) or "the file"
