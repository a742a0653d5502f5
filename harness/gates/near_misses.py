"""Near misses: boxes with one small fault, played as if by somebody who found almost the right rule.

A fault that shows on more than 2 % of the domain should cost points: a box whose tests cannot tell such a near miss
from the truth within three episodes is named by gate 7. The answers of players who only glance at the prompt
are measured beside it.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
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
BORDERLINE = 0.005
"""A share up to SHOWS, but above this, is measured on more samples: a fault on 2.5 % may seldom show by luck."""
ALMOST_ALL = 0.98
"""A change that shows on more of the domain is another rule, not a near miss."""
DRAWN = 150
"""Plain samples on which the share is measured ..."""
MORE = 450
"""... and so many more among which questions are sought that tell a near miss."""
CONFIRMED = 1_500
"""Other plain samples on which the share is measured again where no test told: it may have been luck."""
RARE = 4_800
"""So many questions are compared where the box draws what is asked."""
SURE = 2
"""In so many of the episodes a near miss must be told, or questions are sought that tell it."""
LUCK = 0.01
"""So it is for one that drawn samples would miss with this chance, whoever told it."""
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


Samples = Callable[[], Sequence[Answerable]]
"""Draws samples once they are wanted."""


@runtime_checkable
class Guessable(Protocol):
    """A test sample that knows whether somebody who asked nothing would think of its answer."""

    guessable: bool


@runtime_checkable
class Believed(Protocol):
    """A test sample that is answered by playing: what another box says is a rule to play by."""

    work: int
    """About how many calls of the other box that takes."""
    exact: bool
    """Whether that is over all that can happen: who loses nothing then, no test of this box can tell."""

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


@runtime_checkable
class Explored(Protocol):
    """A conversation whose box may show in feedback what it does not ask about, and what it asks hangs on the turns."""

    def wander(self, rng: Random, number: int) -> None:
        """Send some queries, as a player without a plan does; how many, hangs on the episode's number.

        Raises: as plain_samples.
        """
        ...

    def explorations(self, rng: Random, count: int) -> Iterator[Answerable]:
        """Yield queries with the feedback on them, as a player without a plan sends them. Raises: as plain_samples."""
        ...


@runtime_checkable
class Candidates(Protocol):
    """A conversation whose box draws what is asked, in a session with a state: a telling question tells in any."""

    def candidates(self, rng: Random, count: int) -> Iterator[tuple[Any, Sequence[Answerable]]]:
        """Yield questions, each as it is asked in several sessions. Raises: BadOutput, SandboxError."""
        ...


@dataclass(frozen=True)
class NearMiss:
    """One fault, and what it costs a player who believes it."""

    fault: Fault
    shows: float
    """The share of plain samples that it answers wrongly."""
    scores: tuple[float, ...]
    """The score of its answers in each episode, in [0, 1]."""
    exact: bool = False
    """Whether the scores are over all that can happen."""
    asked: bool = True
    """Whether it shows on what is asked; else only in feedback."""

    @property
    def told(self) -> bool:
        """Whether the tests tell it from the truth within the episodes."""
        return min(self.scores) < 1.0

    @property
    def costless(self) -> bool:
        """Whether who believes it does as well as who knows the truth, whatever happens."""
        return self.exact and not self.told

    @property
    def untold(self) -> bool:
        """Whether it can cost points, and the tests do not tell it."""
        return not self.told and not self.exact

    @property
    def surely(self) -> bool:
        """Whether they tell it in most of the episodes."""
        return sum(score < 1.0 for score in self.scores) >= SURE

    @property
    def by_luck(self) -> bool:
        """Whether samples that are asked as they are drawn may well miss it in all episodes."""
        return self.asked and (1 - self.shows) ** (EPISODES * SAMPLES) > LUCK

    @property
    def words(self) -> str:
        """Where the fault is, what it changes, and whether that is seen in feedback alone."""
        return self.fault.told if self.asked else f"{self.fault.told} (in feedback alone)"


def near_misses(box: Box[Any], seed: int, most: int) -> list[NearMiss]:
    """Return up to `most` near misses of a box, in an order that is drawn; none where samples are not answerable.

    One that no test tells must show on more than 2 % of many other samples, too. Where a box gives feedback on what it
    does not ask about, a fault that shows on so much of the feedback is one as well.

    Raises: BadOutput, SandboxError, SandboxUnavailable.
    """
    plain = _plain(box, derive(seed, "near miss"), DRAWN)
    if not plain:
        return []
    episodes = _episodes(box, seed)
    believed = [sample for sample in episodes[0] if isinstance(sample, Believed)]
    work, exact = sum(sample.work for sample in believed), bool(believed) and all(sample.exact for sample in believed)
    explored = _explored(box, derive(seed, "near miss", "explored"), DRAWN)
    many = cache(lambda: _plain(box, derive(seed, "near miss", "confirmed"), CONFIRMED))
    more = cache(lambda: _explored(box, derive(seed, "near miss", "explored", "confirmed"), CONFIRMED))
    most = min(most, max(1, WORK // work)) if work else most
    found: list[NearMiss] = []
    for fault in _ordered(box, seed, found):
        if len(found) == most:
            break
        with _faulty_box(box, fault.source) as other:
            if (wrong := _wrong(other, plain)) is None:
                continue
            shows = _near(other, len(wrong) / len(plain), many)
            asked = shows is not None
            if not asked and explored:
                shows = _shows(other, explored, more)
            if shows is None:
                continue
            with suppress(BadOutput, SandboxError):  # it fails elsewhere: nobody takes it for the rule
                miss = NearMiss(fault, shows, _scores(other, episodes), exact, asked)
                if not miss.told:
                    shows = _shows(other, many() if asked else more())
                found += [] if shows is None else [replace(miss, shows=shows)]
    return found


def _ordered(box: Box[Any], seed: int, found: Sequence[NearMiss]) -> Iterator[Fault]:
    """Yield the small faults in a drawn order, and those of further kinds only where nothing has been `found` by then.

    Their texts are written when they are tried: most of a long module's never are.
    """
    for faults in (faulty, faulty_otherwise):
        if not found:
            listed = list(faults(box.source))
            stream(seed, box.id, "faults").shuffle(listed)
            yield from listed


def _shows(other: Box[Any], samples: Sequence[Answerable], more: Samples | None = None) -> float | None:
    """Return the share of samples that a box answers wrongly, of `more` of them in doubt; None for no near miss."""
    wrong = _wrong(other, samples)
    return None if wrong is None else _near(other, len(wrong) / len(samples), more)


def _near(other: Box[Any], share: float, more: Samples | None) -> float | None:
    """Return a share that makes a near miss, in doubt the one of more samples; None for any other."""
    if more and BORDERLINE < share <= SHOWS:
        return _shows(other, more())
    return share if SHOWS < share < ALMOST_ALL else None


def telling(box: Box[Any], seed: int, seldom: Sequence[NearMiss]) -> list[list[Any]]:
    """Return groups of questions so that one of each tells near misses that tests drawn otherwise seldom tell.

    Raises: BadOutput, SandboxError, SandboxUnavailable.
    """
    if not seldom or not box.family.chooses_questions:
        return []
    candidates, enough = _candidates(box, derive(seed, "near miss"))
    tell = []
    for miss in seldom:
        with _faulty_box(box, miss.fault.source) as other:
            tell.append(_rather(_told(other, candidates), candidates))
    groups = _joined(list(filter(None, tell)), enough)
    return [[candidates[number][0] for number in sorted(group)][:MOST] for group in groups]


def _candidates(box: Box[Any], seed: int) -> tuple[list[tuple[Any, Sequence[Answerable]]], int]:
    """Return questions among which telling ones are sought, with the samples that ask each, and how few groups do."""
    conversation = _conversation(box, seed)
    if isinstance(conversation, Candidates):
        return list(conversation.candidates(stream(seed, box.id), RARE)), SAMPLES * 3 // 4
    return [(sample.question, [sample]) for sample in _plain(box, seed, DRAWN + MORE)], 0


def _told(other: Box[Any], candidates: Sequence[tuple[Any, Sequence[Answerable]]]) -> frozenset[int]:
    """Return the numbers of the candidates that a box answers wrongly in most of the ways in which they are asked."""
    ways = list(zip(*(asked for _, asked in candidates), strict=True))
    wrong = Counter(number for asked in ways for number in _wrong(other, asked) or ())
    return frozenset(number for number, times in wrong.items() if 2 * times > len(ways))


def _rather(numbers: frozenset[int], candidates: Sequence[tuple[Any, Sequence[Answerable]]]) -> frozenset[int]:
    """Return those of the candidates that nobody would guess, if there are any."""
    guessable = {n for n in numbers if isinstance(sample := candidates[n][1][0], Guessable) and sample.guessable}
    return numbers - guessable or numbers


def _joined(groups: list[frozenset[int]], enough: int) -> list[frozenset[int]]:
    """Join the two groups that share most, as long as they share enough: what is left tells both.

    Where the box draws what is asked, only as far as an episode has no place for all: each tells other faults, too.
    """
    while True:
        if len(groups) <= enough:
            return groups
        pairs = [(len(one & other), one, other) for one, other in combinations(groups, 2)]
        shared, one, other = max(pairs, key=lambda pair: pair[0], default=(0, frozenset(), frozenset()))
        if shared < FEWEST:
            return groups
        groups = [group for group in groups if group is not one and group is not other] + [one & other]


def _faulty_box(box: Box[Any], source: str) -> Box[Any]:
    return Box(box.description, box.family, source, box.launcher, limits=QUICK)


def _plain(box: Box[Any], seed: int, count: int) -> list[Answerable]:
    """Return plain samples; none of a box whose conversations have none."""
    conversation = _conversation(box, seed)
    drawn = list(conversation.plain_samples(stream(seed, box.id), count)) if isinstance(conversation, Plain) else []
    return list({values.dumps([sample.question, list(sample.call.args)]): sample for sample in drawn}.values())


def _explored(box: Box[Any], seed: int, count: int) -> list[Answerable]:
    """Return queries with their feedback, of a box that may show in it what it does not ask about; none of others."""
    conversation = _conversation(box, seed)
    return list(conversation.explorations(stream(seed, box.id), count)) if isinstance(conversation, Explored) else []


def _conversation(box: Box[Any], seed: int) -> Any:
    return next(iter(box.family.conversations(box, Plan(turns=0, shots=1, samples=SAMPLES, seed=seed))))


def _episodes(box: Box[Any], seed: int) -> list[list[Any]]:
    plans = [Plan(0, 1, SAMPLES, derive(seed, "near miss", number)) for number in range(EPISODES)]
    return [list(_samples(box, plan, number)) for number, plan in enumerate(plans)]


def _samples(box: Box[Any], plan: Plan, number: int) -> Iterator[Any]:
    for conversation in box.family.conversations(box, plan):
        if isinstance(conversation, Explored):
            conversation.wander(stream(plan.seed, box.id, "wander"), number)
        yield from conversation.samples()


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
    with box.asking(groups) as played:
        notes: dict[str, Any] = {"glances": glances(played, settings)}
    if found:
        notes["near_misses"] = {"tried": len(found), "untold": [miss.words for miss in found if miss.untold]}
    if any(miss.exact for miss in found):
        notes["near_misses"]["costless"] = [miss.fault.told for miss in found if miss.costless]
    if groups:
        notes["near_misses"]["telling"] = [list(map(values.dumps, group)) for group in groups]
    return notes


def chosen(box: Box[Any], settings: GateSettings) -> tuple[list[NearMiss], list[list[Any]]]:
    """Return the near misses, as the tests tell them once telling questions are among them, and these questions.

    Raises: BadOutput, SandboxError, SandboxUnavailable.
    """
    with box.asking(()) as bare:
        found = near_misses(bare, settings.seed, settings.near_misses)
        seldom = [miss for miss in found if not miss.surely or miss.by_luck]
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
    def told(self) -> str:
        """Where it is and what it changes."""
        return f"line {self.line}: {self.change}"

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


def faulty_otherwise(source: str) -> Iterator[Fault]:
    """Yield further small faults: loops that leave out the first or the last, calls without one of the named
    arguments, numbers in a module's tables."""
    tree = ast.parse(source)
    for node in (node for top in tree.body for node in ast.walk(top)):
        if isinstance(node, ast.For | ast.comprehension):
            for part in (ast.Slice(ast.Constant(1)), ast.Slice(upper=ast.UnaryOp(ast.USub(), ast.Constant(1)))):
                yield Fault(tree, node.iter, ast.Subscript(_listed(node.iter), part, ast.Load()))
        elif isinstance(node, ast.Call):
            for named in node.keywords:
                yield Fault(tree, node, _with(node, keywords=[other for other in node.keywords if other is not named]))
    for table in (node.value for node in tree.body if isinstance(node, ast.Assign)):
        for node in ast.walk(table):
            if isinstance(node, ast.Constant):
                for new in _changes(node):
                    yield Fault(tree, node, new)


def _listed(node: ast.expr) -> ast.expr:
    return ast.Call(ast.Name("list", ast.Load()), [node], [])


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
    """Return the highest mean score of a near miss that can cost points."""
    return max((fmean(miss.scores) for miss in found if not miss.costless), default=0.0)
