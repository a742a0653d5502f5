"""How well a player explored, in bits: what its queries told, against what the best query would have told each time.

Every stored episode is stepped again, and the hypotheses that were left are counted: by its environment
(`Opened.gains`), or all that `builtin/solver` reads out of the public part (`Strategy.counted`). The *efficiency* is
the sum of the expected information of the queries that were asked, over the sum of the largest expected information
that a query had at those moments: 1 for the player that always asks the most informative query, 0 for one that repeats
itself. It is exact, or an interval that holds it: where no query can be known to be the best, the largest information
is between that of the best one found and a bound. What cannot be counted has none.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.environment import Opened
from boxwright.blackboxes.records import Record, TurnRecord
from boxwright.blackboxes.types import Conversation, Gain, Plan
from boxwright.harness.evaluation.store import Key
from boxwright.harness.players.solvers.counting import Counted
from boxwright.harness.players.solvers.solver import is_solved, strategy_of
from boxwright.harness.records import EpisodeRecord
from boxwright.harness.replayed import Diverged, played_again


class Exploration(NamedTuple):
    """The answered turns of one conversation, and what each told."""

    key: Key
    chapter: int
    """Which of the episode's conversations, from 1."""
    gains: Sequence[tuple[int, Gain]]
    """The number of the turn, and what its query told."""


class Explored(Record):
    """One player's explorations of one environment, or of one box."""

    model: str
    environment: str
    """Its name, or the box's id."""
    boxes: tuple[str, ...]
    """Whose hypotheses were counted; others of the environment are left out."""
    explorations: int
    queries: int
    bits: float
    """Gained by an exploration on average."""
    efficiency: float | None
    """In [0, 1], or the lower end of the interval that holds it; None where no query could have told anything."""
    efficiency_at_most: float | None
    """The upper end; the same where the efficiency is exact."""

    @property
    def kind(self) -> str:
        """Whether the efficiency is `exact`, or `bounded` by an interval that holds it."""
        return "exact" if self.efficiency == self.efficiency_at_most else "bounded"


def explorations(
    records: Iterable[tuple[Key, EpisodeRecord]],
    plan_of: Callable[[Key], Plan],
    opening: Callable[[str], Opened],
    left_out: Callable[[Key], None],
) -> Iterator[Exploration]:
    """Yield what the queries of every exploration told, in the order of the records, where it can be counted.

    `left_out` is told of each episode that is not the same when it is played again. Raises: as `opening`.
    """
    counted: dict[str, Counted | None] = {}
    for key, record in records:
        if record.failure or not record.turns:
            continue
        with opening(key.box) as box:
            try:
                episode = played_again(box, plan_of(key), record, str(key))
            except Diverged:
                left_out(key)
                continue
            for number, conversation in enumerate(episode.begun, start=1):
                turns = [t for t in record.turns if t.chapter == number and not t.lost]
                gains = _gains(box, conversation, turns, counted)
                if gains is not None:
                    numbers = [turn.number for turn in turns]
                    yield Exploration(key, number, list(zip(numbers, gains, strict=False)))


def explored(told: Iterable[Exploration], *, by_box: bool = False) -> list[Explored]:
    """Sum explorations up by model and environment, or by model and box, in their order."""
    found: dict[tuple[str, str], list[Exploration]] = {}
    for exploration in told:
        box = exploration.key.box
        found.setdefault((exploration.key.model, box if by_box else box.split("/")[0]), []).append(exploration)
    return [_explored(*names, some) for names, some in found.items()]


def _gains(
    box: Opened, conversation: Conversation, turns: Sequence[TurnRecord], counted: dict[str, Counted | None]
) -> Sequence[Gain] | None:
    """Return what each query told, or None; `counted` keeps the hypotheses about each box."""
    gains = box.gains(conversation, turns)
    if gains is not None or not isinstance(box, Box) or not is_solved(box.environment.name):
        return gains
    if box.id not in counted:
        about = box.description
        counted[box.id] = strategy_of(about.family).counted(about.front.domain, about.public)
    hypotheses = counted[box.id]
    return hypotheses.gains(turns) if hypotheses else None


def _explored(model: str, environment: str, told: Sequence[Exploration]) -> Explored:
    gains = [gain for exploration in told for _, gain in exploration.gains]
    most = math.fsum(gain.most for gain in gains)
    reached = math.fsum(gain.most if gain.reached is None else gain.reached for gain in gains)
    expected = math.fsum(gain.expected for gain in gains)
    return Explored(
        model=model,
        environment=environment,
        boxes=tuple(dict.fromkeys(exploration.key.box for exploration in told)),
        explorations=len(told),
        queries=len(gains),
        bits=math.fsum(gain.bits for gain in gains) / len(told),
        efficiency=min(1.0, expected / most) if most else None,
        efficiency_at_most=(min(1.0, expected / reached) if reached else 1.0) if most else None,
    )
