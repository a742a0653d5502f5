"""Near misses: boxes with one small fault, played as if by somebody who found almost the right rule.

A fault that shows on more than 2 % of the domain should cost points: a box whose tests cannot tell such a near miss
from the truth within three episodes is named by gate 7. The answers of players who only glance at the prompt
are measured beside it.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from statistics import fmean
from typing import Any, Protocol, runtime_checkable

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.seeds import derive, stream
from boxwright.blackboxes.types import Call, Plan
from boxwright.harness.episode import play
from boxwright.harness.gates.settings import GateSettings
from boxwright.harness.players.glance import GLANCES, GlancePlayer, glances_at
from boxwright.harness.players.solvers.solver import known
from boxwright.sandbox import Limits, Reply, SandboxError, values

EPISODES = 3
SAMPLES = 8
"""Test samples of each of the episodes."""
SHOWS = 0.02
"""The share of the domain on which a fault must show to be a near miss."""
ALMOST_ALL = 0.98
"""A change that shows on more of the domain is another rule, not a near miss."""
DRAWN = 150
"""Plain samples on which the share is measured ..."""
MORE = 450
"""... and so many more among which questions are sought that tell a near miss."""
SURE = 2
"""In so many of the episodes a near miss must be told, or questions are sought that tell it."""
ROUNDS = 3
"""So often questions are sought: those that tell one near miss take the place of tests that told another."""
FEWEST, MOST = 4, 16
"""Questions of a group: as long as there are so many, one group serves several near misses; no more are kept."""

WORK = 30_000
"""Near misses that are played by are tried as long as they take no more calls of boxes; one at least."""
MANY = 128
"""Samples on which a glance is measured that scored above chance, perhaps by luck."""
QUICK = Limits(load_seconds=2.0, call_seconds=0.5)
"""The limits of a session of a near miss: one that takes longer is none."""


@runtime_checkable
class Answerable(Protocol):
    """A test sample that another box can answer."""

    question: Any
    call: Call
    """What the box is asked."""

    def is_answered(self, reply: Reply) -> bool | None:
        """Whether another box's reply to the call counts as right; None where that box was not asked the same."""
        ...


@runtime_checkable
class Believed(Protocol):
    """A test sample that is answered by playing: what another box says is a rule to play by."""

    work: int
    """About how many calls of the other box that takes."""

    def believed(self, other: Box[Any]) -> float:
        """Return the score, in [0, 1], of a player who takes another box's rule for this one's.

        Raises: BadOutput, SandboxError.
        """
        ...


@runtime_checkable
class Plain(Protocol):
    """A conversation that can ask without any choice of what it asks."""

    def plain_samples(self, rng: Random, count: int) -> Iterator[Answerable]:
        """Yield samples as the domain has them. Raises: BadOutput, SandboxError."""
        ...


@dataclass(frozen=True)
class NearMiss:
    """One fault, and what it costs a player who believes it."""

    fault: Fault
    shows: float
    """The share of plain samples that it answers wrongly."""
    scores: tuple[float, ...]
    """The score of its answers in each episode, in [0, 1]."""

    @property
    def told(self) -> bool:
        """Whether the tests tell it from the truth within the episodes."""
        return min(self.scores) < 1.0

    @property
    def surely(self) -> bool:
        """Whether they tell it in most of the episodes."""
        return sum(score < 1.0 for score in self.scores) >= SURE


def near_misses(box: Box[Any], seed: int, most: int) -> list[NearMiss]:
    """Return up to `most` near misses of a box, in an order that is drawn; none where samples are not answerable.

    Raises: BadOutput, SandboxError, SandboxUnavailable.
    """
    plain = _plain(box, derive(seed, "near miss"), DRAWN)
    if not plain:
        return []
    episodes = _episodes(box, seed)
    work = sum(sample.work for sample in episodes[0] if isinstance(sample, Believed))
    most = min(most, max(1, WORK // work)) if work else most
    faults = list(faulty(box.source))  # their texts are written when they are tried: most of a long module's never are
    stream(seed, box.id, "faults").shuffle(faults)
    found: list[NearMiss] = []
    for fault in faults:
        if len(found) == most:
            break
        with _faulty_box(box, fault.source) as other:
            wrong = _wrong(other, plain)
            if wrong is None or not SHOWS < len(wrong) / len(plain) < ALMOST_ALL:
                continue
            with suppress(BadOutput, SandboxError):  # it fails elsewhere: nobody takes it for the rule
                found.append(NearMiss(fault, len(wrong) / len(plain), _scores(other, episodes)))
    return found


def telling(box: Box[Any], seed: int, seldom: Sequence[NearMiss]) -> list[list[Any]]:
    """Return groups of questions so that one of each tells near misses that tests drawn otherwise seldom tell.

    Raises: BadOutput, SandboxError, SandboxUnavailable.
    """
    if not seldom or not box.family.chooses_questions:
        return []
    plain = _plain(box, derive(seed, "near miss"), DRAWN + MORE)
    tell = [_wrong(other, plain) or frozenset() for miss in seldom for other in [_faulty_box(box, miss.fault.source)]]
    return [[plain[number].question for number in sorted(group)][:MOST] for group in _joined(list(filter(None, tell)))]


def _joined(groups: list[frozenset[int]]) -> list[frozenset[int]]:
    """Join the two groups that share most, as long as they share enough: what is left tells both."""
    while True:
        pairs = [(len(one & other), one, other) for one, other in combinations(groups, 2)]
        shared, one, other = max(pairs, key=lambda pair: pair[0], default=(0, frozenset(), frozenset()))
        if shared < FEWEST:
            return groups
        groups = [group for group in groups if group is not one and group is not other] + [one & other]


def _faulty_box(box: Box[Any], source: str) -> Box[Any]:
    return Box(box.description, box.family, source, box.launcher, limits=QUICK)


def _plain(box: Box[Any], seed: int, count: int) -> list[Answerable]:
    """Return plain samples; none of a box whose conversations have none."""
    plan = Plan(turns=0, shots=1, samples=SAMPLES, seed=seed)
    conversation = next(iter(box.family.conversations(box, plan)))
    drawn = list(conversation.plain_samples(stream(seed, box.id), count)) if isinstance(conversation, Plain) else []
    return list({values.dumps([sample.question, list(sample.call.args)]): sample for sample in drawn}.values())


def _episodes(box: Box[Any], seed: int) -> list[list[Any]]:
    plans = [Plan(0, 1, SAMPLES, derive(seed, "near miss", number)) for number in range(EPISODES)]
    return [
        [sample for conversation in box.family.conversations(box, plan) for sample in conversation.samples()]
        for plan in plans
    ]


def _wrong(other: Box[Any], samples: Sequence[Answerable]) -> frozenset[int] | None:
    """Return which samples a box answers wrongly; None where it fails, or is not asked the same: it is no near miss."""
    wrong = set()
    try:
        for number, reply in enumerate(other.replies([sample.call for sample in samples])):
            right = None if reply.error is not None else samples[number].is_answered(reply)
            if right is None:
                return None
            if not right:
                wrong.add(number)
    except SandboxError:
        return None
    return frozenset(wrong)


def _scores(other: Box[Any], episodes: Sequence[Sequence[Any]]) -> tuple[float, ...]:
    return tuple(fmean(_answers(other, samples)) for samples in episodes)


def _answers(other: Box[Any], samples: Sequence[Any]) -> Iterator[float]:
    """Yield the score of each sample."""
    if isinstance(samples[0], Believed):
        yield from (sample.believed(other) for sample in samples)
    else:
        replies = other.replies([sample.call for sample in samples])
        yield from (bool(sample.is_answered(reply)) for sample, reply in zip(samples, replies, strict=True))


def glances(box: Box[Any], settings: GateSettings) -> dict[str, float]:
    """Return what the players that only read the prompt score, by name; above chance, on many samples.

    Raises: EpisodeFailed.
    """
    if not glances_at(box.family.name):
        return {}
    floor = box.family.chance_level(box, derive(settings.seed, "floor"))
    scores = {}
    for name in GLANCES:
        score = _glance(box, settings, name, settings.trials)
        score = _glance(box, settings, name, MANY) if score > floor else score
        scores[name.removeprefix("builtin/")] = round(score, 4)
    return scores


def _glance(box: Box[Any], settings: GateSettings, name: str, samples: int) -> float:
    plan = Plan(turns=0, shots=1, samples=samples, seed=derive(settings.seed, "glance"))
    return fmean(sample.value for sample in play(box, plan, GlancePlayer(name, known(box.description, plan))).samples)


def report(box: Box[Any], settings: GateSettings) -> Mapping[str, Any]:
    """Return the notes of gate 7: glances, and near misses that no test tells from the truth."""
    if not settings.near_misses:
        return {}
    found, groups = chosen(box, settings)
    untold = [f"line {miss.fault.line}: {miss.fault.change}" for miss in found if not miss.told]
    with box.asking(groups) as played:
        notes: dict[str, Any] = {"glances": glances(played, settings)}
    if found:
        notes["near_misses"] = {"tried": len(found), "untold": untold}
    if groups:
        notes["near_misses"]["telling"] = [list(map(values.dumps, group)) for group in groups]
    return notes


def chosen(box: Box[Any], settings: GateSettings) -> tuple[list[NearMiss], list[list[Any]]]:
    """Return the near misses, as the tests tell them once telling questions are among them, and these questions.

    Raises: BadOutput, SandboxError, SandboxUnavailable.
    """
    with box.asking(()) as bare:
        found = near_misses(bare, settings.seed, settings.near_misses)
        seldom = [miss for miss in found if not miss.surely]
        for _ in range(ROUNDS):
            groups = telling(bare, settings.seed, seldom)
            found = _asked(box, found, settings.seed, groups)
            lost = [miss for miss in found if not miss.told and miss.fault not in [one.fault for one in seldom]]
            if not lost:
                break
            seldom += lost
    return found, groups


def _asked(box: Box[Any], found: list[NearMiss], seed: int, groups: Sequence[Sequence[Any]]) -> list[NearMiss]:
    """Return near misses as they are told by tests with these telling questions among them."""
    if not groups:
        return found
    with box.asking(groups) as played:
        episodes = _episodes(played, seed)
    return [_again(box, miss, episodes) for miss in found]


def _again(box: Box[Any], miss: NearMiss, episodes: Sequence[Sequence[Answerable]]) -> NearMiss:
    """Return a near miss with its scores in other episodes."""
    with _faulty_box(box, miss.fault.source) as other:
        return replace(miss, scores=_scores(other, episodes))


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
