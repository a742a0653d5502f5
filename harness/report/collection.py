"""The collection, measured: the scores of players that need no model on each box, next to its chance level."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from boxwright.blackboxes.box import Box, get_family, open_box
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.environment import Study
from boxwright.blackboxes.faults import BadOutput, BoxwrightError
from boxwright.blackboxes.manifest import Manifest
from boxwright.blackboxes.registry import Accepted
from boxwright.blackboxes.seeds import derive
from boxwright.blackboxes.siblings import NoSibling
from boxwright.blackboxes.types import Plan
from boxwright.harness.episode import EpisodeFailed, play
from boxwright.harness.gates.settings import GateSettings
from boxwright.harness.players.builtin import BuiltinPlayer
from boxwright.harness.players.player import Insider, Player
from boxwright.harness.players.solvers.measured import Measured
from boxwright.harness.players.solvers.solver import SolverPlayer, known, tries
from boxwright.harness.siblings import firsts, make
from boxwright.sandbox import Launcher, SandboxError

BUDGETS = ((10, 1), (20, 2))
"""(turns, shots)."""
SAMPLES = 8
EPISODES = 3
"""Episodes per box, player and budget, each with its own seed."""
SIBLINGS = 2
"""So many siblings that differ from each other are made of each box ..."""
NUMBERS = range(1, 9)
"""... those with the first of these numbers."""
TRIVIAL = ("constant", "random")
PLAYERS = (*TRIVIAL, "solver", "oracle")


@dataclass(frozen=True)
class Cell:
    """One player's scores on one box with one budget: one number per episode, each in [0, 1]."""

    scores: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The mean over the episodes."""
        return statistics.fmean(self.scores)

    @property
    def spread(self) -> float:
        """The standard deviation between episodes."""
        return statistics.stdev(self.scores) if len(self.scores) > 1 else 0.0

    def percent(self) -> str:
        """Write mean and spread in percent."""
        return f"{percent(self.mean)} ± {percent(self.spread)}" if self.spread else percent(self.mean)


def percent(value: float) -> str:
    """Write a share in whole percent."""
    return f"{100 * value:.0f}"


@dataclass(frozen=True)
class Siblings:
    """The siblings that were made of a box, and played by the solver at the larger budget."""

    made: int
    """How many."""
    drawn: tuple[str, ...]
    """The names of what is drawn for each."""
    scores: tuple[float, ...]
    """The solver's mean on each, in [0, 1]; none where it does not try them."""
    original: Cell | None = None
    """Its scores on the original without telling questions, which siblings that no gate has seen do not have either."""


@dataclass(frozen=True)
class Row:
    """One box."""

    id: str
    difficulty: str
    hides: str
    """The hidden rule."""
    chance: float
    cells: Mapping[tuple[str, int], Cell]
    """By player and turns; no entry where the solver does not try the box."""
    luck: str = ""
    """Why a player who learns nothing can score on it."""
    study: Study | None = None
    """Its family's study of it, if any."""
    asked: Mapping[str, Any] = field(default_factory=dict)
    """What gate 7 noted of its tests when it was accepted: the scores of glances, near misses that are not told."""
    unsolved: str = ""
    """Why the solver does not solve most boxes of the family."""
    tags: tuple[str, ...] = ()
    """The description's, which say what class of rule it is."""
    drafted: bool = False
    """Whether `boxwright draft` wrote its description."""
    siblings: Siblings | None = None
    """None where none can be made."""
    solver: Measured | None = None
    """What is kept of the solver's cells; None where it does not try the box."""


def measure(accepted: Accepted, launcher: Launcher) -> Row:
    """Measure one box; the same box gives the same row. Raises: BoxwrightError naming the box, SandboxUnavailable."""
    with open_box(accepted, launcher) as box, _told(box):
        return _row(box, accepted.manifest)


def measure_solver(accepted: Accepted, launcher: Launcher) -> Measured | None:
    """Return the solver's scores on one box, as its row has them; None where it does not try it. Raises: as measure."""
    with open_box(accepted, launcher) as box, _told(box):
        return _solver(accepted.manifest, {(player, turns): cell for player, turns, cell in _cells(box, ("solver",))})


@contextmanager
def _told(box: Box[Any]) -> Iterator[None]:
    """Name the box that failed. Raises: BoxwrightError."""
    try:
        yield
    except (BadOutput, SandboxError) as error:
        raise BoxwrightError(f"{box.id}: cannot be measured ({error}); run `boxwright check {box.id}`") from error


def _solver(manifest: Manifest, cells: Mapping[tuple[str, int], Cell]) -> Measured | None:
    scores = {f"{t}@{s}": round(cells["solver", t].mean, 4) for t, s in BUDGETS if ("solver", t) in cells}
    return Measured(code=manifest.hashes.code, scores=scores) if scores else None


def _row(box: Box[Any], manifest: Manifest) -> Row:
    cells = {(player, turns): cell for player, turns, cell in _cells(box)}
    return Row(
        id=box.id,
        difficulty=box.description.front.difficulty,
        hides=box.description.hidden,
        chance=box.family.chance_level(box, derive(GateSettings().seed, "floor")),
        cells=cells,
        luck=box.family.luck,
        tags=box.description.front.tags,
        drafted=box.description.front.drafted is not None,
        unsolved=box.family.unsolved,
        study=box.family.study(box, manifest, _reached(cells)),
        asked=next((gate.get("notes", {}) for gate in manifest.gates if gate["gate"] == "players"), {}),
        solver=_solver(manifest, cells),
    )


def siblings_of(accepted: Accepted, launcher: Launcher) -> Siblings | None:
    """Make siblings that differ, and let the solver play them and their original, none of them with telling questions.

    None where none can be made, or answers as it should. Raises: EpisodeFailed, SandboxUnavailable.
    """
    count = 0
    drawn: list[str] = []
    scores: list[float] = []
    for number in _differing(accepted, launcher):
        try:
            made = make(accepted, number, launcher)
            scores += [cell.mean for cell in _solved(made.description, made.source, accepted.id, launcher)]
        except (NoSibling, BadOutput, SandboxError):  # the gates would refuse such a number
            continue
        count += 1
        drawn = [*dict.fromkeys([*drawn, *made.sibling.parameters])]
    if not count:
        return None
    original = _solved(accepted.description, accepted.source, accepted.id, launcher)
    return Siblings(count, tuple(drawn), tuple(scores), *original)


def _solved(description: Description, source: str, seeded_by: str, launcher: Launcher) -> list[Cell]:
    """Return the solver's scores at the larger budget on a module without telling questions; none if it is not tried.

    Raises: EpisodeFailed, BadOutput, SandboxError, SandboxUnavailable.
    """
    with Box(description, get_family(description.family), source, launcher) as box:
        return [cell for _, _, cell in _cells(box, ("solver",), BUDGETS[-1:], seeded_by)]


def _differing(accepted: Accepted, launcher: Launcher) -> list[int]:
    """Return the first numbers that give siblings which differ from each other. Raises: SandboxUnavailable."""
    try:
        found = firsts(accepted, launcher, NUMBERS)
    except (NoSibling, BadOutput, SandboxError):
        return []
    return [number for number, first in found.items() if number == first][:SIBLINGS]


def _reached(cells: Mapping[tuple[str, int], Cell]) -> str:
    """Return a sentence with the solver's score at the larger budget."""
    turns, shots = BUDGETS[-1]
    cell = cells.get(("solver", turns))
    if cell is None:
        return "`builtin/solver` does not try it"
    return f"`builtin/solver` scores {cell.percent()} % at {turns}@{shots}"


def _cells(
    box: Box[Any],
    players: Sequence[str] = PLAYERS,
    budgets: Sequence[tuple[int, int]] = BUDGETS,
    seeded_by: str = "",
) -> Iterator[tuple[str, int, Cell]]:
    """Yield (player, turns, scores); what is drawn depends on the box's id, or on that which it is `seeded_by`."""
    for player in players:
        if player == "solver" and not tries(box.description):
            continue
        for turns, shots in budgets:
            seeds = [derive("collection", seeded_by or box.id, turns, episode) for episode in range(EPISODES)]
            plans = [Plan(turns=turns, shots=shots, samples=SAMPLES, seed=seed) for seed in seeds]
            yield player, turns, Cell(tuple(_score(box, plan, player) for plan in plans))


def _score(box: Box[Any], plan: Plan, player: str) -> float:
    made: Player | Insider = (
        SolverPlayer(known(box.description, plan)) if player == "solver" else BuiltinPlayer(player, plan.seed)
    )
    try:
        samples = play(box, plan, made).samples
    except EpisodeFailed as failed:
        if isinstance(failed.cause, (SandboxError, BadOutput)):
            raise failed.cause from failed
        raise
    return statistics.fmean(sample.value for sample in samples)


def trivial_mean(rows: Sequence[Row], turns: int) -> float:
    """Return the mean score of the trivial players over all boxes."""
    return statistics.fmean(row.cells[player, turns].mean for row in rows for player in TRIVIAL)
