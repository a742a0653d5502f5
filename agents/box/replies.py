"""The structures that the agents' replies must have. A verdict is read from its fields, never from words in a text."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator


class Structured(BaseModel):
    """Base of all structured replies."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Claims(Structured):
    """What the coder reads in the description, as sentences that a few queries can settle."""

    claims: tuple[str, ...] = Field(min_length=2, max_length=10)


class ClaimVerdict(Structured):
    """What the log says about one claim."""

    claim: int = Field(ge=1)
    """The claim's number."""
    holds: Literal["yes", "no", "untested"]
    lines: tuple[int, ...]
    """Numbers of the log lines that settle it."""

    @model_validator(mode="after")
    def _cites(self) -> ClaimVerdict:
        if self.holds != "untested" and not self.lines:
            raise ValueError(f"claim {self.claim}: cite the lines of the log that settle it")
        return self


class Inconsistency(Structured):
    """One place where the log does not follow from the rules."""

    line: int = Field(ge=1)
    expected: str
    got: str
    why: str


class Verdict(Structured):
    """The refiner's judgement of an interaction log against the rules."""

    consistent: bool
    claims: tuple[ClaimVerdict, ...]
    inconsistencies: tuple[Inconsistency, ...] = ()

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> Verdict:
        broken = [c.claim for c in self.claims if c.holds == "no"]
        if self.consistent and (self.inconsistencies or broken):
            raise ValueError("consistent is true although inconsistencies or broken claims are listed")
        if not self.consistent and not self.inconsistencies:
            raise ValueError("consistent is false but no inconsistency is listed")
        return self

    def faults(self, claims: int, lines: int) -> list[str]:
        """Say where the verdict does not fit the log and the claims it judges."""
        faults = []
        judged = sorted(c.claim for c in self.claims)
        if judged != list(range(1, claims + 1)):
            faults.append(f"judge each of the claims 1 to {claims} exactly once")
        cited = [n for c in self.claims for n in c.lines] + [i.line for i in self.inconsistencies]
        wrong = sorted({n for n in cited if not 1 <= n <= lines})
        if wrong:
            faults.append(f"the log has the lines 1 to {lines}; there is no line {', '.join(map(str, wrong))}")
        return faults


class Diagnosis(Structured):
    """Where the code is wrong, and what must change."""

    cause: str = Field(min_length=1)
    lines: tuple[int, ...] = ()
    """Lines of the module."""
    change: str = Field(min_length=1)


class Queries(Structured):
    """Several queries planned in one request, each as it would stand behind the marker."""

    queries: tuple[str, ...] = Field(min_length=1, max_length=50)


class Decision(Structured):
    """Which of two writings is right, or that the description leaves it open."""

    ambiguous: bool
    right: Literal["one", "two", "neither"]
    why: str = Field(min_length=1)
    question: str = ""

    @model_validator(mode="after")
    def _asks_if_ambiguous(self) -> Decision:
        if self.ambiguous and not self.question.strip():
            raise ValueError("ambiguous is true but no question to the author is given")
        return self
