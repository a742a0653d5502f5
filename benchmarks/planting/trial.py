"""One planted fault, tried: does it differ from the original inside the domain, and which gates refuse it?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from benchmarks.planting.mutant import Mutant
from boxwright.blackboxes.box import Box, get_family
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.exam import Exam
from boxwright.blackboxes.families.physics.family import PhysicsFamily
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.seeds import derive
from boxwright.blackboxes.types import Call
from boxwright.harness.finding import show_call
from boxwright.harness.gates import GateSettings, run_gate, run_gates
from boxwright.sandbox import Conditions, Launcher, Limits, Reply, SandboxError, values

LIMITS = Limits(load_seconds=2.0, call_seconds=1.0)
"""Tighter than the gates' own, so that a mutant that hangs costs seconds; every original answers in milliseconds."""
SAMPLES = 10_000
"""Inputs, besides the domain's edges, on which a mutant may differ from its original."""
DRAWN_AT_ONCE = 100
ELSEWHERE = 500
"""Calls that are also compared under each of the other process conditions."""
OTHER_HASHES = 11
"""One, not four: a launcher keeps a process for each hash seed."""
WORLDS = tuple(
    Conditions(hash_seed=OTHER_HASHES, random_seed=seed, clock=clock)
    for seed, clock in ((11, 1_039_700_000.0), (12, 1_403_900_000.0), (13, 1_940_000_000.0), (14, 2_100_000_000.0))
)
"""Another hash seed, other random seeds and times (2002, 2014, 2031, 2036): an original answers the same there."""


@dataclass(frozen=True)
class Subject:
    """An accepted box, or one right by construction: what is mutated, and what the mutants are tried on."""

    description: Description
    source: str
    exam: Exam | None

    @property
    def id(self) -> str:
        """The description's id."""
        return self.description.id

    def box(self, launcher: Launcher, source: str, exam: Exam | None = None) -> Box[Any]:
        """Return a module as this subject's box."""
        family = get_family(self.description.family)
        return Box(self.description, family, source, launcher, limits=LIMITS, exam=exam)


@dataclass(frozen=True)
class Difference:
    """On how many of the compared calls a mutant differs from its original."""

    calls: int
    compared: int
    smallest: str
    """The shortest differing call."""
    elsewhere: bool
    """It differs only under other process conditions (hash seed, random seed, clock)."""


@dataclass(frozen=True)
class Trial:
    """One mutant that differs, and the gates' result."""

    box: str
    mutant: Mutant
    alone: tuple[str, ...]
    """Gates that refuse it with the author's examples alone, in the gates' order."""
    strengthened: tuple[str, ...]
    """Gates that refuse it with the exam."""
    difference: Difference | None = field(default=None)
    """Counted only for a mutant that no gate refuses."""


class Court:
    """Tries the mutants of one subject."""

    def __init__(
        self,
        subject: Subject,
        launcher: Launcher,
        seed: int,
        samples: int = SAMPLES,
        gates: GateSettings | None = None,
    ) -> None:
        self.subject, self.launcher, self.gates = subject, launcher, gates or GateSettings()
        with subject.box(launcher, subject.source) as box:
            family = box.family
            described = [Call("describe", ())] if "describe" in family.functions else []
            edges = [*described, *family.edges(box.rules)]
            calls = [*edges, *_drawn(box, derive(seed, "planted"), samples)]
            self.calls = [call for call in calls if call.function != "introduction"]  # its wording is free
            self.truths = list(box.replies(self.calls, check_arguments=True))
            self.longest = max(_length(call) for call in family.edges(box.rules))

    def functions(self) -> tuple[str, ...]:
        """The functions that the subject's family calls."""
        return get_family(self.subject.description.family).functions

    def differs(self, mutant: Mutant) -> bool:
        """Whether a mutant answers any of the compared calls differently, under any process conditions."""
        return any(self._differing(mutant, world) for world in (None, *WORLDS))

    def _differing(self, mutant: Mutant, world: Conditions | None) -> bool:
        count = len(self.calls) if world is None else ELSEWHERE
        with self.subject.box(self.launcher, mutant.source) as box, _in(box, world) as placed:
            try:
                answers = placed.replies(self.calls[:count], check_arguments=True)
                return any(
                    not same_answer(self.subject, a, b) for a, b in zip(self.truths[:count], answers, strict=True)
                )
            except (SandboxError, BadOutput):
                return True

    def measure(self, mutant: Mutant) -> Difference:
        """Count the calls on which a mutant differs: first like the gates, then under other process conditions."""
        for world in (None, *WORLDS):
            count = len(self.calls) if world is None else ELSEWHERE
            with self.subject.box(self.launcher, mutant.source) as box, _in(box, world) as placed:
                answers = list(placed.replies(self.calls[:count], check_arguments=True))
            wrong = [
                c
                for c, a, b in zip(self.calls, self.truths, answers, strict=False)
                if not same_answer(self.subject, a, b)
            ]
            if wrong:
                return Difference(len(wrong), count, min(map(show_call, wrong), key=len), world is not None)
        return Difference(0, len(self.calls), "", False)

    def judge(self, mutant: Mutant) -> Trial:
        """Run the gates on one mutant, without the exam and with it."""
        subject = self.subject
        with subject.box(self.launcher, mutant.source) as box:
            results = run_gates(box, self.gates)
        alone = tuple(r.gate for r in results if not r.passed)
        reached = {r.gate for r in results}
        with_exam = {name for name in alone}
        if "examples" in reached and "examples" not in alone and subject.exam is not None:
            with subject.box(self.launcher, mutant.source, subject.exam) as box:
                with_exam |= {"examples"} if not run_gate("examples", box, self.gates).passed else set()
        strengthened = tuple(r.gate for r in results if r.gate in with_exam)
        return Trial(subject.id, mutant, alone, strengthened)

    def try_out(self, mutant: Mutant) -> Trial | None:
        """Judge a mutant if it differs; None if it is equivalent to the original."""
        if not self.differs(mutant):
            return None
        trial = self.judge(mutant)
        if trial.strengthened:
            return trial
        return Trial(trial.box, mutant, trial.alone, (), self.measure(mutant))


def same_answer(subject: Subject, truth: Reply, reply: Reply) -> bool:
    """Whether two replies are the same to a player: equal, or for a motion within the tolerance that is stated."""
    if reply.changed_arguments or reply.error is not None or truth.error is not None:
        return str(reply.error) == str(truth.error) and not reply.changed_arguments
    if repr(truth.value) == repr(reply.value):  # fast path: equal texts are equal values of equal types
        return True
    return values.equal(truth.value, reply.value) or _near(subject, truth.value, reply.value)


def _near(subject: Subject, truth: object, value: object) -> bool:
    family = get_family(subject.description.family)
    if not isinstance(family, PhysicsFamily) or not isinstance(value, dict) or not isinstance(truth, dict):
        return False
    rules = family.read(subject.description)
    try:
        family.check_output(rules, None, value)
    except BadOutput:
        return False
    return set(truth) == set(value) and family.compare(rules, truth, value).right


def _in(box: Box[Any], world: Conditions | None) -> Box[Any]:
    return box if world is None else box.under(world)


def _drawn(box: Box[Any], seed: int, samples: int) -> list[Call]:
    """Draw `count` calls inside the domain, a hundred at a time: a module's own samples must fit into a reply."""
    calls: list[Call] = []
    while len(calls) < samples:
        calls += box.family.probes(box, derive(seed, len(calls)), min(samples, DRAWN_AT_ONCE))
    return calls[:samples]


def _length(call: Call) -> int:
    """The size of a call's arguments, as the planted faults measure it."""
    first = call.args[0] if call.args else None
    inputs = first.get("inputs", first) if isinstance(first, dict) else None
    args = tuple(inputs.values()) if call.function.startswith("boxwright_") and inputs is not None else call.args
    return sum(len(a) if hasattr(a, "__len__") else 1 for a in args)
