"""The two faults that the ORACLE paper shows, planted: a circuit drawn anew, and the conical pendulum's velocity.

The paper's corrected version of the pendulum is wrong too; the right one must be accepted.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from benchmarks.planting.mutant import Mutant
from benchmarks.planting.tables import Counted
from benchmarks.planting.trial import Court, Subject
from boxwright.blackboxes.box import get_family
from boxwright.blackboxes.description import read_description
from boxwright.blackboxes.exam import Exam, parse_exam
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.types import Call
from boxwright.harness.exams import open_reference
from boxwright.sandbox import Launcher
from tests.reference import REFERENCES

DESCRIBED = Path(__file__).parent / "described"
TIMES = 60
"""Sampled times of the pendulum's exam, besides the domain's edges."""

FOUR_GATES = """
import random

OPERATIONS = [lambda a, b: a & b, lambda a, b: a | b, lambda a, b: a ^ b]

def describe():
    return {"inputs": 6, "gates": 4}

{at_load}

def blackbox(bits):
    x1, x2, x3, x4, x5, x6 = bits
    f1, f2, f3, f4 = {operations}
    g1, g2, g3 = f1(x1, x2), f2(x3, x4), f3(x5, x6)
    return [g1, g2, g3, f4(g1, g3)]
"""
PENDULUM = """
import math

LENGTH, GRAVITY, THETA = 5.0, 10.0, math.radians(30)
OMEGA = math.sqrt({square})

def describe():
    return {{"objects": ["bob"]}}

def blackbox(t):
    radius = LENGTH * math.sin(THETA)
    return {{"bob": [radius * math.cos(OMEGA * t), radius * math.sin(OMEGA * t), -LENGTH * math.cos(THETA)]}}
"""
DRAWN = "[random.choice(OPERATIONS) for _ in range(4)]"


@dataclass(frozen=True)
class Published:
    """One version of a published box, and the gates' result."""

    box: str
    version: str
    right: bool
    alone: tuple[str, ...]
    strengthened: tuple[str, ...]

    @property
    def as_expected(self) -> bool:
        """Whether the gates, with the exam, refuse what is wrong and accept what is right."""
        return self.right == (not self.strengthened)


def published_faults(launcher: Launcher) -> list[Published]:
    """Run the gates on all versions."""
    return [*_circuits(launcher), *_pendulums(launcher)]


def _circuits(launcher: Launcher) -> list[Published]:
    right = _four_gates("", "OPERATIONS[0], OPERATIONS[1], OPERATIONS[2], OPERATIONS[1]")
    versions = {
        "the circuit of the description": right,
        "drawn anew in every call": _four_gates("", DRAWN),
        "drawn anew in every process": _four_gates(f"CIRCUIT = {DRAWN}", "CIRCUIT"),
    }
    return _judged("circuit/four_gates", versions, right, launcher, with_exam=False)


def _four_gates(at_load: str, operations: str) -> str:
    return FOUR_GATES.replace("{at_load}", at_load).replace("{operations}", operations)


def _pendulums(launcher: Launcher) -> list[Published]:
    right = PENDULUM.format(square="GRAVITY / (LENGTH * math.cos(THETA))")
    versions = {
        "ω² = g / (L cos θ), which is right": right,
        "ω² = g / L, a plain pendulum's": PENDULUM.format(square="GRAVITY / LENGTH"),
        "ω² = g tan θ / L, the paper's corrected one": PENDULUM.format(square="GRAVITY * math.tan(THETA) / LENGTH"),
    }
    return _judged("physics/conical_pendulum", versions, right, launcher, with_exam=True)


def _judged(
    identifier: str, versions: dict[str, str], right: str, launcher: Launcher, *, with_exam: bool
) -> list[Published]:
    description = read_description(DESCRIBED / f"{identifier}.md", DESCRIBED)
    subject = Subject(description, right, None)
    if with_exam:
        subject = Subject(description, right, _pendulum_exam(subject, launcher))
    court = Court(subject, launcher, seed=1, samples=50)
    trials = {name: court.judge(Mutant("published", 0, name, source)) for name, source in versions.items()}
    return [
        Published(identifier, name, versions[name] == right, trial.alone, trial.strengthened)
        for name, trial in trials.items()
    ]


def _pendulum_exam(subject: Subject, launcher: Launcher) -> Exam:
    family = get_family(subject.description.family)
    rules, rng = family.read(subject.description), stream(1, subject.id, "exam")
    times = [call.args[0] for call in family.edges(rules)]
    times += [round(rng.uniform(rules.domain.min_t, rules.domain.max_t), rules.domain.decimals) for _ in range(TIMES)]
    with open_reference(subject.description, REFERENCES[subject.id], launcher) as reference:
        outputs = reference.answers([Call("blackbox", (t,)) for t in times])
    rows: list[object] = [{"source": "an independent reference"}]
    rows += [{"input": t, "output": output} for t, output in zip(times, outputs, strict=True)]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    return parse_exam(text, DESCRIBED, lambda: subject.description, family.worked)


def published_table(found: list[Published]) -> Counted:
    """Return the results as a table."""
    rows = [(p.box, p.version, "right" if p.right else "wrong", _said(p.alone), _said(p.strengthened)) for p in found]
    headings = ("box", "version", "is", "examples alone", "with exam")
    return Counted("The paper's faults", headings, tuple(rows))


def _said(gates: tuple[str, ...]) -> str:
    return f"refused by {', '.join(gates)}" if gates else "accepted"
