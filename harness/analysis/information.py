"""How well a player explored, in bits: what its queries told, against what the best query would have told each time.

Every stored episode is stepped again, and its environment counts the hypotheses that were left (`Opened.gains`). The
*efficiency* is the sum of the expected information of the queries that were asked, over the sum of the largest expected
information that a query had at those moments: 1 for the player that always asks the most informative query, 0 for one
that repeats itself. Exact, where it is given; environments whose hypotheses cannot be counted have none.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from boxwright.blackboxes.environment import Opened
from boxwright.blackboxes.records import Record
from boxwright.blackboxes.types import Gain, Plan
from boxwright.harness.evaluation.store import Key
from boxwright.harness.records import EpisodeRecord
from boxwright.harness.replayed import played_again


class Explored(Record):
    """One player's explorations of one environment."""

    model: str
    environment: str
    explorations: int
    queries: int
    bits: float
    """Gained by an exploration on average."""
    efficiency: float | None
    """In [0, 1]; None where no query could have told anything."""


def explored(
    records: Iterable[tuple[Key, EpisodeRecord]], plan_of: Callable[[Key], Plan], opening: Callable[[str], Opened]
) -> list[Explored]:
    """Return what every player's explorations told, by model and environment in the order of the records.

    Raises: Diverged where an episode cannot be played again, and as `opening`.
    """
    found: dict[tuple[str, str], list[list[Gain]]] = {}
    for key, record in records:
        if record.failure or not record.turns:
            continue
        with opening(key.box) as box:
            episode = played_again(box, plan_of(key), record, str(key))
            for number, conversation in enumerate(episode.begun, start=1):
                turns = [t for t in record.turns if t.chapter == number and not t.lost]
                gains = box.gains(conversation, turns)
                if gains is not None:
                    found.setdefault((key.model, key.box.split("/")[0]), []).append(list(gains))
    return [_explored(*names, gains) for names, gains in found.items()]


def _explored(model: str, environment: str, explorations: list[list[Gain]]) -> Explored:
    gains = [gain for exploration in explorations for gain in exploration]
    most = math.fsum(gain.most for gain in gains)
    return Explored(
        model=model,
        environment=environment,
        explorations=len(explorations),
        queries=len(gains),
        bits=math.fsum(gain.bits for gain in gains) / len(explorations),
        efficiency=math.fsum(gain.expected for gain in gains) / most if most else None,
    )
