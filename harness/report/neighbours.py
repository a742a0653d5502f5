"""Which box behaves most like another: what a player without a plan asks of one is asked of all of its family."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from boxwright.blackboxes.box import Box, open_box
from boxwright.blackboxes.records import TurnRecord
from boxwright.blackboxes.registry import Accepted
from boxwright.blackboxes.seeds import derive
from boxwright.blackboxes.types import Plan
from boxwright.harness.episode import Episode
from boxwright.harness.players.builtin import BuiltinPlayer
from boxwright.sandbox import Launcher

ASKED = 20
"""Turns: queries, whole practice games, texts."""


@dataclass(frozen=True)
class Neighbour:
    """The box of the same family that gave the same most often; where none did, the one whose talk is nearest."""

    id: str
    equal: float
    """The share of the turns that came out the same, chance taken out (`beyond_chance`); none of them are a query that
    the other refuses, and one that both only say back: that is no rule in common."""
    apart: float
    """How little the talk of the two has in common, in [0, 1] (`apart`)."""


@dataclass(frozen=True)
class _Played:
    """An episode of a player without a plan."""

    box: Box[Any]
    replies: Sequence[str]
    turns: Sequence[TurnRecord]

    @property
    def talk(self) -> str:
        """What was asked, and what came back."""
        return "\n".join(f"{turn.query} -> {turn.value}" for turn in self.turns)


def neighbours(boxes: Sequence[Accepted], launcher: Launcher) -> Mapping[str, Neighbour]:
    """Return each box's nearest other, by id; boxes alone in their family have none. Raises: EpisodeFailed."""
    found: dict[str, Neighbour] = {}
    plan = Plan(turns=ASKED, shots=1, samples=1, seed=derive("neighbours"))
    for _, same in groupby(sorted(boxes, key=lambda box: box.id), key=lambda box: box.environment.name):
        with ExitStack() as stack:
            played = [_played(stack.enter_context(open_box(accepted, launcher)), plan) for accepted in same]
            found |= {one.box.id: _nearest(one, played, plan) for one in played if len(played) > 1}
    return found


def _played(box: Box[Any], plan: Plan) -> _Played:
    episode = Episode(box, plan)
    player = BuiltinPlayer("random", plan.seed)
    replies: list[str] = []
    while episode.explores and not episode.done:
        replies.append(player.reply_inside(episode.observation, episode.baseline).text)
        episode.step(replies[-1])
    return _Played(box, replies, episode.record.turns)


def _nearest(one: _Played, played: Sequence[_Played], plan: Plan) -> Neighbour:
    found = [
        Neighbour(
            other.box.id,
            _equal(one.box, one.turns, Episode(other.box, plan), one.replies),
            apart(one.talk, other.talk),
        )
        for other in played
        if other is not one
    ]
    return max(found, key=lambda neighbour: (neighbour.equal, -neighbour.apart))


def apart(one: str, other: str) -> float:
    """Return the normalized compression distance of two texts: near 0 if one tells the other, near 1 if it does not.

    It is the same in either order, which zlib alone does not see to.

    Cilibrasi and Vitányi, Clustering by compression (2005), with zlib for the compressor.
    """
    first, second, both = _size(one), _size(other), min(_size(one + other), _size(other + one))
    return min(1.0, max(0.0, (both - min(first, second)) / max(first, second)))


def _size(text: str) -> int:
    return len(zlib.compress(text.encode(), 9))


def _equal(box: Box[Any], turns: Sequence[TurnRecord], other: Episode, replies: Sequence[str]) -> float:
    """Return the share of turns that the same replies bring about in another box's episode, chance taken out."""
    for reply in replies:
        if other.done or not other.explores:
            break
        other.step(reply)
    then = other.record.turns
    equal = sum(_same(box, turn, told) for turn, told in zip(turns, then, strict=False)) / max(1, len(turns))
    return beyond_chance(equal, [_told(turn) for turn in turns], [_told(turn) for turn in then])


def _told(turn: TurnRecord) -> str:
    return "" if turn.lost else str(turn.value)


def beyond_chance(equal: float, one: Sequence[str], other: Sequence[str]) -> float:
    """Return how much of what could be equal beyond chance is, in [0, 1]: Cohen's kappa, nothing where it is negative.

    Chance is that both say the same in whatever order each says what it says. Two that always say the same one thing
    are as equal as they were. Cohen, A coefficient of agreement for nominal scales (1960).
    """
    counts, others = Counter(filter(None, one)), Counter(filter(None, other))
    chance = sum(n * others[said] for said, n in counts.items()) / max(1, len(one) * len(other))
    return equal if chance == 1 else max(0.0, (equal - chance) / (1 - chance))


def _same(box: Box[Any], one: TurnRecord, other: TurnRecord) -> bool:
    told = not one.lost and not other.lost and one.query == other.query
    return told and box.family.alike(box.rules, one.value, other.value) and not _says_back(one)


def _says_back(turn: TurnRecord) -> bool:
    """Whether what came back is what was asked, but for the signs between."""
    query, value = ("".join(filter(str.isalnum, str(said))) for said in (turn.query, turn.value))
    return query == value
