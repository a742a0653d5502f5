"""Near misses: boxes with one small fault, played as if by somebody who found almost the right rule.

A fault that shows on more than 2 % of the domain should cost points: a box whose tests cannot tell such a near miss
from the truth within three episodes is named by gate 7. The answers of players who only glance at the prompt
are measured beside it.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.seeds import derive, stream
from boxwright.blackboxes.types import Call, Conversation, Plan
from boxwright.harness.episode import play
from boxwright.harness.gates.settings import GateSettings
from boxwright.harness.players.glance import GLANCES, GlancePlayer, glances_at
from boxwright.harness.players.solvers.solver import known
from boxwright.sandbox import Limits, SandboxError

EPISODES = 3
SAMPLES = 8
"""Test samples of each of the episodes."""
SHOWS = 0.02
"""The share of the domain on which a fault must show to be a near miss."""
ALMOST_ALL = 0.98
"""A change that shows on more of the domain is another rule, not a near miss."""
PROBES = 150
"""Sampled calls on which the share is measured."""


QUICK = Limits(load_seconds=2.0, call_seconds=0.5)
"""The limits of a session of a near miss: one that takes longer is none."""


@runtime_checkable
class Answerable(Protocol):
    """A test sample that another box can answer."""

    def is_answered_by(self, other: Box[Any]) -> bool:
        """Whether another box gives what counts as right here."""
        ...


@dataclass(frozen=True)
class NearMiss:
    """One fault, and what it costs a player who believes it."""

    line: int
    """Line of the module."""
    change: str
    shows: float
    """The share of sampled calls on which it differs."""
    scores: tuple[float, ...]
    """The score of its answers in each episode, in [0, 1]."""

    @property
    def told(self) -> bool:
        """Whether the tests tell it from the truth within the episodes."""
        return min(self.scores) < 1.0


def near_misses(box: Box[Any], seed: int, most: int) -> list[NearMiss]:
    """Return up to `most` near misses of a box, in an order that is drawn; none where samples are not answerable.

    Raises: BadOutput, SandboxError, SandboxUnavailable.
    """
    episodes = [_samples(box, derive(seed, "near miss", number)) for number in range(EPISODES)]
    if not all(isinstance(sample, Answerable) for samples in episodes for sample in samples):
        return []
    probes = [call for call in box.family.probes(box, derive(seed, "near miss"), PROBES) if call.function != "describe"]
    truths = [reply.unwrap() for reply in box.replies(probes)]
    faults = list(faulty(box.source))  # their texts are written when they are tried: most of a long module's never are
    stream(seed, box.id, "faults").shuffle(faults)
    found: list[NearMiss] = []
    for fault in faults:
        if len(found) == most:
            break
        with Box(box.description, box.family, fault.source, box.launcher, limits=QUICK) as other:
            shows = _shows(box, other, probes, truths)
            if shows is not None and SHOWS < shows < ALMOST_ALL:
                scores = tuple(_score(samples, other) for samples in episodes)
                found.append(NearMiss(fault.line, fault.change, shows, scores))
    return found


def _shows(box: Box[Any], other: Box[Any], probes: Sequence[Call], truths: Sequence[Any]) -> float | None:
    """Return the share of calls on which a fault shows; None where it fails, which nobody takes for the rule."""
    differ = 0
    try:
        for truth, reply in zip(truths, other.replies(probes), strict=True):
            if reply.error is not None:
                return None
            differ += not box.family.alike(box.rules, truth, reply.value)
    except SandboxError:
        return None
    return differ / len(probes)


def _samples(box: Box[Any], seed: int) -> list[Any]:
    plan = Plan(turns=0, shots=1, samples=SAMPLES, seed=seed)
    conversations: Iterator[Conversation] = box.family.conversations(box, plan)
    return [sample for conversation in conversations for sample in conversation.samples()]


def _score(samples: list[Any], other: Box[Any]) -> float:
    return sum(bool(sample.is_answered_by(other)) for sample in samples) / len(samples)


def glances(box: Box[Any], settings: GateSettings) -> dict[str, float]:
    """Return what the players that only read the prompt score, by name. Raises: EpisodeFailed."""
    if not glances_at(box.family.name):
        return {}
    scores = {}
    for name in GLANCES:
        plan = Plan(turns=0, shots=1, samples=settings.trials, seed=derive(settings.seed, "glance"))
        samples = play(box, plan, GlancePlayer(name, known(box.description, plan))).samples
        scores[name.removeprefix("builtin/")] = round(sum(s.value for s in samples) / len(samples), 4)
    return scores


def report(box: Box[Any], settings: GateSettings) -> Mapping[str, Any]:
    """Return the notes of gate 7: glances, and near misses that no test tells from the truth."""
    found = near_misses(box, settings.seed, settings.near_misses)
    untold = [f"line {miss.line}: {miss.change}" for miss in found if not miss.told]
    notes: dict[str, Any] = {"glances": glances(box, settings)}
    if found:
        notes["near_misses"] = {"tried": len(found), "untold": untold}
    return notes


@dataclass(frozen=True)
class Fault:
    """One small fault of a module: a node of its tree in place of another."""

    tree: ast.Module
    old: ast.AST
    new: ast.expr

    @property
    def line(self) -> int:
        """Line of the module."""
        return getattr(self.old, "lineno", 0)

    @property
    def change(self) -> str:
        """What stands there, and what instead."""
        return f"{ast.unparse(self.old)[:60]} → {ast.unparse(self.new)[:60]}"

    @property
    def source(self) -> str:
        """The module with the fault."""
        return _replaced(self.tree, self.old, self.new)


def faulty(source: str) -> Iterator[Fault]:
    """Yield small faults of a module: constants, comparisons, operators, branches."""
    tree = ast.parse(source)
    for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
        if function.name in ("describe", "sample_inputs"):
            continue
        for node in ast.walk(function):
            for new in _changes(node):
                yield Fault(tree, node, new)


def _changes(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)
    elif isinstance(node, ast.Constant) and type(node.value) is float:
        yield ast.Constant(node.value * 1.02 + 0.01)
    elif isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _OTHER:
        yield _with(node, ops=[_OTHER[type(node.ops[0])]()])
    elif isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        yield _with(node, op=_OPERATORS[type(node.op)]())
    elif isinstance(node, ast.IfExp):
        yield node.body
        yield node.orelse
    elif isinstance(node, ast.BoolOp):
        yield node.values[0]


_OTHER: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
_OPERATORS: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mod: ast.FloorDiv,
    ast.FloorDiv: ast.Mod,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}


def _with(node: ast.expr, **fields: Any) -> Any:
    new = copy.copy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


def _replaced(tree: ast.Module, old: ast.AST, new: ast.expr) -> str:
    class Swap(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            return ast.copy_location(new, node) if node is old else self.generic_visit(node)

    changed = copy.deepcopy(tree, {id(old): old, id(new): new})
    return ast.unparse(ast.fix_missing_locations(Swap().visit(changed))) + "\n"


def worst(found: list[NearMiss]) -> float:
    """Return the highest mean score of a near miss."""
    return max((sum(miss.scores) / len(miss.scores) for miss in found), default=0.0)
