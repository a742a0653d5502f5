"""The structures that the agents' replies must have. A verdict is read from its fields, never from words in a text."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from boxwright.agents.box.log import LogLine
from boxwright.harness.finding import show
from boxwright.sandbox import values

ROUNDED = 1e-3
"""A number that a model worked out by hand may be off by this share of it."""
QUOTED = 3
"""Words of the description that a fault must quote, at least."""


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


class Explanation(Structured):
    """Why the box is right on a line where the tester expected something else."""

    line: int = Field(ge=1)
    recomputed: Any
    """What the description demands, worked out anew, as the log writes outputs."""
    why: str = Field(min_length=1)

    def gives(self, output: str) -> bool:
        """Whether what was recomputed is this output, as the log shows it or as a value; numbers may be rounded."""
        found = json.loads(output)
        if self.recomputed in (output, show(values.loads(output))):
            return True
        return alike(found, self.recomputed) or alike(found, _as_json(self.recomputed))


class Verdict(Structured):
    """The refiner's judgement of an interaction log against the rules."""

    consistent: bool
    claims: tuple[ClaimVerdict, ...]
    inconsistencies: tuple[Inconsistency, ...] = ()
    explained: tuple[Explanation, ...] = ()

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> Verdict:
        broken = [c.claim for c in self.claims if c.holds == "no"]
        if self.consistent and (self.inconsistencies or broken):
            raise ValueError("consistent is true although inconsistencies or broken claims are listed")
        if not self.consistent and not self.inconsistencies:
            raise ValueError("consistent is false but no inconsistency is listed")
        return self

    def faults(self, claims: int, log: Sequence[LogLine]) -> list[str]:
        """Say where the verdict does not fit the form of the log and the claims it judges."""
        faults = []
        judged = sorted(c.claim for c in self.claims)
        if judged != list(range(1, claims + 1)):
            faults.append(f"judge each of the claims 1 to {claims} exactly once")
        cited = [*self._settled(), *(n for c in self.claims for n in c.lines)]
        wrong = sorted({n for n in cited if not 1 <= n <= len(log)})
        if wrong:
            faults.append(f"the log has the lines 1 to {len(log)}; there is no line {', '.join(map(str, wrong))}")
        return faults

    def _settled(self) -> list[int]:
        """The lines that are explained or inconsistent."""
        return [*(found.line for found in self.inconsistencies), *(found.line for found in self.explained)]

    def unexplained(self, log: Sequence[LogLine]) -> dict[int, str]:
        """Say, by line, where the box gave something else than was expected and the verdict does not settle it.

        A verdict that finds the version wrong need not settle the other lines: the next version meets them again.
        """
        if not self.consistent:
            return {}
        explained = {found.line: found for found in self.explained}
        faults = {}
        for number, line in enumerate(log, start=1):
            told = explained.get(number)
            if not line.differs:
                continue
            if told is None:
                faults[number] = (
                    f"line {number}: the box gave something else than was expected; work the line out, and put it "
                    "under `explained` if the box is right, else under `inconsistencies`"
                )
            elif line.output and not told.gives(line.output):
                faults[number] = (
                    f"line {number}: you recomputed {_short(told.recomputed)}, but the box gave {_short(line.output)}: "
                    "then it is an inconsistency"
                )
        return faults

    def untested(self) -> list[int]:
        """Return the numbers of the claims that no line settles."""
        return [c.claim for c in self.claims if c.holds == "untested"]

    def idle(self, log: Sequence[LogLine]) -> list[int]:
        """Return the numbers of the lines with queries that settle no claim and show no fault."""
        used = {*self._settled(), *(n for c in self.claims if c.holds != "untested" for n in c.lines)}
        return [number for number, line in enumerate(log, start=1) if line.is_query and number not in used]


def _as_json(text: object) -> Any:
    """Return the value that a text is as JSON, or else the text."""
    try:
        return json.loads(text) if isinstance(text, str) else text
    except (ValueError, RecursionError):
        return text


def alike(one: Any, other: Any) -> bool:
    """Whether two JSON values are the same, apart from the rounding of numbers."""
    one, other = _listed(one), _listed(other)
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return math.isclose(one, other, rel_tol=ROUNDED, abs_tol=ROUNDED)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return set(one) == set(other) and all(alike(value, other[key]) for key, value in one.items())
    return bool(one == other)


def _listed(value: Any) -> Any:
    """Return the items of a tagged tuple or set, and anything else as it is."""
    if isinstance(value, dict) and len(value) == 1 and set(value) <= {"$tuple", "$set", "$frozenset"}:
        return next(iter(value.values()))
    return value


def _short(value: object) -> str:
    text = value if isinstance(value, str) else values.dumps(value)
    return text if len(text) <= 200 else f"{text[:200]}..."


class Diagnosis(Structured):
    """Where the code is wrong, and what must change."""

    cause: str = Field(min_length=1)
    lines: tuple[int, ...] = ()
    """Lines of the module."""
    change: str = Field(min_length=1)


class Probe(Structured):
    """One claim's test: a worked example of the family's own form, with what the description demands."""

    claim: int = Field(ge=1)
    example: dict[str, Any]


class Probes(Structured):
    """What the tester asks the box for the claims that its queries left open."""

    examples: tuple[Probe, ...] = Field(max_length=20)

    def faults(self, open_claims: Collection[int]) -> list[str]:
        """Say which examples are for no claim that is open."""
        wrong = sorted({probe.claim for probe in self.examples} - set(open_claims))
        return [f"claim {', '.join(map(str, wrong))} is not among those that are open"] if wrong else []


class WorkedOut(Structured):
    """What the tester worked out by hand: whole worked examples of the family's own form."""

    examples: tuple[dict[str, Any], ...] = Field(max_length=60)
    """At most twenty inputs, which some families ask for twice, and the tester's own, and some to spare."""


class SeenFault(Structured):
    """A fault that was seen in the code, and that no single call shows whose result can be worked out by hand."""

    sentence: str = Field(max_length=1_000)
    """Words of the description that the code breaks."""
    lines: tuple[int, ...] = Field(min_length=1, max_length=20)
    """Lines of the module."""
    why: str = Field(pattern=r"\S", max_length=2_000)

    def broken(self) -> str:
        """Say what is broken, and nothing of the code."""
        return f'whoever read the code says that it breaks "{self.sentence}"'

    def finding(self) -> str:
        """Say it to whoever has the code."""
        return f"{self.broken()}, in line {', '.join(map(str, dict.fromkeys(self.lines)))}: {self.why}"


class CodeReading(Structured):
    """What a reading of the code beside the description found."""

    examples: tuple[dict[str, Any], ...] = Field(max_length=20)
    """Whole worked examples on which the code gives something else than the description demands."""
    faults: tuple[SeenFault, ...] = Field((), max_length=10)

    def misquoted(self, described: str, lines: int) -> list[str]:
        """Say which faults quote no words of a description, or lines that a module of so many lines has not."""
        known = _worded(described)
        wrong = []
        for number, fault in enumerate(self.faults, start=1):
            words = _worded(fault.sentence)
            if words not in known or words.count(" ") <= QUOTED:
                told = f"`sentence` must be {QUOTED} words of the description or more, exactly as they stand there"
                wrong.append(f"fault {number}: {told}")
            if not all(1 <= line <= lines for line in fault.lines):
                wrong.append(f"fault {number}: the module has the lines 1 to {lines}")
        return wrong


def _worded(text: str) -> str:
    """Return the words of a text, with a blank before each and one at the end."""
    return " ".join(["", *re.findall(r"[^\W_]+", text.lower()), ""])


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
