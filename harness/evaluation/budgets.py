"""Budgets per family or box: turns, shots, samples and the form of answers where they differ from the rest.

`--for 'game:turns=1,samples=4'` sets them by hand, `--settings paper` as the paper has them. What names a box goes
before what names its family, and both before `--turns`, `--shots`, `--samples` and `--answers`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from boxwright.blackboxes.environment import Entry
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.registry import Accepted


class FamilyBudget(BaseModel):
    """What is set for a family or a box; the rest is as for all."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    turns: int | None = Field(default=None, ge=0, le=1_000)
    """T."""
    shots: int | None = Field(default=None, ge=1, le=20)
    """S."""
    samples: int | None = Field(default=None, ge=1, le=1_000)
    """K; with answers as programs, the inputs that a program is run on."""
    answers: Literal["direct", "code"] | None = None
    """One answer to each test sample, or a program."""


class Everywhere(BaseModel):
    """A named collection of settings."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    turns: int
    shots: int
    budgets: dict[str, FamilyBudget]


_SAMPLES = {"code": 32, "circuit": 10, "physics": 6, "encryption": 8, "puzzle": 6, "game": 4}
"""K per family in the paper (ORACLE, experimental setup: 30 to 35, 10, 6, 8, 6 and 4)."""
PROGRAM_INPUTS = 1_000
"""The default K where answers are programs."""


def _paper(turns: int, shots: int, games: int) -> Everywhere:
    budgets = {family: FamilyBudget(samples=samples) for family, samples in _SAMPLES.items()}
    budgets["game"] = FamilyBudget(turns=games, shots=1, samples=_SAMPLES["game"])
    return Everywhere(turns=turns, shots=shots, budgets=budgets)


SETTINGS: Mapping[str, Everywhere] = {"paper": _paper(10, 1, 1), "paper-20": _paper(20, 2, 2)}
"""`paper`: 10@1, games 1@1. `paper-20`: 20@2, games 2@1. Programs are asked for where a box declares it."""


def as_declared(boxes: Mapping[str, Entry], own: Mapping[str, FamilyBudget]) -> dict[str, FamilyBudget]:
    """Return the budgets of the boxes whose description says `answers: code`: nobody works such answers out by hand.

    Where a user's `own` budgets ask for direct answers there is none.
    """
    programs = (
        name for name, box in boxes.items() if isinstance(box, Accepted) and box.description.front.answers == "code"
    )
    return {
        name: FamilyBudget(answers="code", samples=PROGRAM_INPUTS)
        for name in programs
        if budget_for(own, name).answers != "direct"
    }


def read_budgets(texts: Iterable[str]) -> dict[str, FamilyBudget]:
    """Read `NAME:turns=1,samples=4`. Raises: BoxwrightError saying what to write."""
    found: dict[str, FamilyBudget] = {}
    for text in texts:
        name, colon, rest = text.partition(":")
        pairs = [pair.partition("=") for pair in rest.split(",") if pair.strip()]
        if not colon or not pairs or not all(sign and value for _, sign, value in pairs):
            raise BoxwrightError(f"--for {text}: write NAME:FIELD=VALUE, e.g. --for game:turns=1,samples=4")
        try:
            found[name.strip()] = FamilyBudget.model_validate({key.strip(): value.strip() for key, _, value in pairs})
        except ValidationError as error:
            first = error.errors()[0]
            field, known = ".".join(map(str, first["loc"])), ", ".join(FamilyBudget.model_fields)
            said = f"no such field; there are {known}" if first["type"] == "extra_forbidden" else first["msg"].lower()
            raise BoxwrightError(f"--for {text}: {field}: {said}") from error
    return found


def budget_for(budgets: Mapping[str, FamilyBudget], identifier: str) -> FamilyBudget:
    """Return what is set for a box: its family's budget, and over it its own."""
    merged: dict[str, object] = {}
    for name in (identifier.split("/")[0], identifier):
        if name in budgets:
            merged |= budgets[name].model_dump(exclude_none=True)
    return FamilyBudget.model_validate(merged)


def check_budgets(budgets: Mapping[str, FamilyBudget], boxes: Iterable[str], given: Iterable[str]) -> None:
    """Check that every name that a user gave is one of what is played. Raises: BoxwrightError."""
    known = {name for box in boxes for name in (box, box.split("/")[0])}
    for name in given:
        if name not in known:
            raise BoxwrightError(f"--for {name}: nothing of that name is played; there are {', '.join(sorted(known))}")
