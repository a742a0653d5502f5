"""Which box behaves most like another: what a player without a plan asks of one is asked of all of its family."""

from __future__ import annotations

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
    """The box of the same family that gave the same most often."""

    id: str
    """Empty if no other box took a single query of it."""
    equal: float
    """The share of the turns that came out the same; none of them are a query that the other refuses, and one that
    both only say back: that is no rule in common."""


def neighbours(boxes: Sequence[Accepted], launcher: Launcher) -> Mapping[str, Neighbour]:
    """Return each box's nearest other, by id; boxes alone in their family have none. Raises: EpisodeFailed."""
    found: dict[str, Neighbour] = {}
    for _, same in groupby(sorted(boxes, key=lambda box: box.id), key=lambda box: box.environment.name):
        with ExitStack() as stack:
            opened = [stack.enter_context(open_box(accepted, launcher)) for accepted in same]
            found |= {box.id: _nearest(box, opened) for box in opened if len(opened) > 1}
    return found


def _nearest(box: Box[Any], opened: Sequence[Box[Any]]) -> Neighbour:
    plan = Plan(turns=ASKED, shots=1, samples=1, seed=derive("neighbours"))
    first = Episode(box, plan)
    player = BuiltinPlayer("random", plan.seed)
    replies: list[str] = []
    while first.explores and not first.done:
        replies.append(player.reply_inside(first.observation, first.baseline).text)
        first.step(replies[-1])
    turns = first.record.turns
    shares = {other.id: _equal(box, turns, Episode(other, plan), replies) for other in opened if other is not box}
    nearest = max(shares, key=lambda identifier: shares[identifier])
    return Neighbour(nearest if shares[nearest] else "", shares[nearest])


def _equal(box: Box[Any], turns: Sequence[TurnRecord], other: Episode, replies: Sequence[str]) -> float:
    """Return the share of turns that the same replies bring about in another box's episode."""
    for reply in replies:
        if other.done or not other.explores:
            break
        other.step(reply)
    equal = sum(_same(box, turn, then) for turn, then in zip(turns, other.record.turns, strict=False))
    return equal / max(1, len(turns))


def _same(box: Box[Any], one: TurnRecord, other: TurnRecord) -> bool:
    told = not one.lost and not other.lost and one.query == other.query
    return told and box.family.alike(box.rules, one.value, other.value) and not _says_back(one)


def _says_back(turn: TurnRecord) -> bool:
    """Whether what came back is what was asked, but for the signs between."""
    query, value = ("".join(filter(str.isalnum, str(said))) for said in (turn.query, turn.value))
    return query == value
