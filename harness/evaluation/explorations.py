"""Explorations of an earlier run, given to other players: who asks well, and who concludes well, told apart.

Every explorer of the run is paired with every reasoner; a pair is a column of the new run, `REASONER after EXPLORER`.
The episode is the explorer's again, with the same box, tests and feedback, but of what the explorer said only the query
is left: not what it thought of it, and no attempt that was refused. From the first test sample on the reasoner
replies; to it, the exploration is its own. An explorer that ended its exploration by the answer itself, as one may in
KUMO, has only ended it: the reasoner is asked.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from boxwright.blackboxes.environment import Entry, Opened
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.registry import Accepted
from boxwright.blackboxes.types import Plan
from boxwright.harness.chat.api import ModelError
from boxwright.harness.episode import Episode, advance
from boxwright.harness.evaluation.store import Key, Store
from boxwright.harness.players.builtin import SOLVER
from boxwright.harness.players.player import Insider, Player
from boxwright.harness.players.solvers.solver import SolverPlayer, is_solved, strategy_of
from boxwright.harness.records import EpisodeRecord
from boxwright.harness.replayed import stored_replies

NOTHING = "(no query)"
"""Stands for a reply of a turn that the explorer lost."""
ENDED = "(no further query)"
"""Stands for an answer of the explorer that ended its exploration."""


@dataclass(frozen=True)
class Explorations:
    """What was explored, by whom, and who concludes from it."""

    columns: Mapping[str, tuple[str, str]]
    """`REASONER after EXPLORER` to (reasoner, explorer)."""
    records: Mapping[Key, EpisodeRecord]
    """The explorers' episodes, by their own keys."""
    settings: Mapping[str, Any]
    """The settings of the explorers' run."""
    own: Mapping[str, float | None]
    """Explorer to its own accuracy in that run."""

    def stored(self) -> dict[str, Any]:
        """Return what results keep: the columns, and a hash of all that was explored."""
        said = "".join(f"{key}{self.records[key].model_dump_json()}" for key in sorted(self.records, key=str))
        return {
            "columns": {name: list(pair) for name, pair in self.columns.items()},
            "own": dict(self.own),
            "hash": hashlib.sha256(said.encode()).hexdigest(),
        }

    def of(self, key: Key) -> EpisodeRecord:
        """Return the explorer's episode from which a column's episode goes on."""
        return self.records[Key(self.columns[key.model][1], key.box, key.run)]


def read_explorations(store: Store, explorers: Sequence[str], reasoners: Sequence[str]) -> Explorations:
    """Read a run's explorations; `explorers` may be empty for all of them.

    Raises: BoxwrightError where an explorer has not played everything.
    """
    from boxwright.harness.report.loaded import load_run

    settings = store.settings
    wanted = list(explorers) or settings["models"]
    for name in wanted:
        if name not in settings["models"]:
            raise BoxwrightError(f"{store.path}: {name} did not play; there are: {', '.join(settings['models'])}")
    if settings.get("explorations"):
        raise BoxwrightError(f"{store.path}: holds explorations of another run; give that run")
    records = {key: record for key, record in store.records() if key.model in wanted and not record.failure}
    for name in wanted:
        played = sum(key.model == name for key in records)
        if played < len(settings["boxes"]) * settings["runs"]:
            raise BoxwrightError(f"{store.path}: {name} has not played all its episodes; finish that run with --resume")
    own = {score.model: score.accuracy for score in load_run(store).scores if score.scope == "*"}
    return Explorations(
        columns={f"{reasoner} after {name}": (reasoner, name) for reasoner in reasoners for name in wanted},
        records=records,
        settings=settings,
        own={name: own.get(name) for name in wanted},
    )


def check_hears(reasoners: Iterable[str], boxes: Iterable[Entry]) -> None:
    """Check that `builtin/solver`, if it is to conclude, understands what others asked. Raises: BoxwrightError."""
    if SOLVER not in reasoners:
        return
    for box in boxes:
        family = box.environment.name
        if isinstance(box, Accepted) and is_solved(family) and not strategy_of(family).hears_others:
            raise BoxwrightError(f"{SOLVER} concludes only from its own queries on {family} boxes; leave it out")


def play_after(opened: Opened, plan: Plan, explored: EpisodeRecord, player: Player | Insider) -> EpisodeRecord:
    """Play an episode whose exploration is another player's.

    Raises: as `episode.play`; an exploration that cannot be repeated is an EpisodeFailed.
    """
    asked = _asked(opened, plan, explored)
    episode = Episode(opened, plan)
    while not episode.done:
        if not episode.explores:
            advance(episode, player)
            continue
        if isinstance(player, SolverPlayer):
            player.reply(episode.observation)  # it hears the feedback so; what it would ask itself is not asked
        said = next(asked, NOTHING)
        if said is None:
            episode.conclude(ENDED)
            if episode.done or episode.explores:
                raise episode.fail(ModelError("no answer is asked for here once the exploration has ended"))
        else:
            episode.step(said)
        if _differs(episode.record, explored):
            raise episode.fail(ModelError("the exploration could not be repeated: the box or a text has changed since"))
    return episode.record


def _asked(opened: Opened, plan: Plan, explored: EpisodeRecord) -> Iterator[str | None]:
    """Yield the replies of the exploration, without what was refused: the marked line, or a word for a lost turn.

    None stands for an answer that ended it.
    """
    episode = Episode(opened, plan)
    tried = 0
    for reply in stored_replies(explored):
        if episode.done:
            return
        explores, marker = episode.explores, _marker(episode)
        lost, concluded = sum(bool(turn.lost) for turn in episode.record.turns), episode.concluded
        episode.step(reply)
        if not explores:
            continue
        tried += 1
        if episode.explores and episode.refusals:
            continue
        lost = sum(bool(turn.lost) for turn in episode.record.turns) - lost
        bare = None if episode.concluded > concluded else _bare(reply.text, marker)
        yield from [NOTHING] * tried if lost else [bare]
        tried = 0


def _marker(episode: Episode) -> str:
    observation = episode.observation
    return observation.markers.get(observation.kind, "")


def _bare(reply: str, marker: str) -> str:
    """Return the last marked line of a reply and what follows it; all of a reply that has none."""
    found = (
        [m.start() for m in re.finditer(rf"\b{re.escape(marker)}\b\W{{0,4}}:", reply, re.IGNORECASE)] if marker else []
    )
    if found:
        return reply[found[-1] :]
    lines = [line for line in reply.splitlines() if line.strip()]
    return lines[-1] if lines and lines[-1].strip(" *_`.!").upper() == "STOP" else reply


def _differs(now: EpisodeRecord, then: EpisodeRecord) -> bool:
    before = {(turn.chapter, turn.number): (turn.query, turn.value, bool(turn.lost)) for turn in then.turns}
    return any(before.get((a.chapter, a.number)) != (a.query, a.value, bool(a.lost)) for a in now.turns)
