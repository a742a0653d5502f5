"""The sweep of a game: every state that can be reached, by the moves that lead to it, in every setting."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families.game.rules import GAME, GameRules, checked_stand
from boxwright.blackboxes.families.game.tree import MAX_STATES, checked_actions, distribution, state_text
from boxwright.blackboxes.sweep import Steps
from boxwright.blackboxes.types import Call

Past = tuple[list[str | None], list[str]]
"""The moves of a game and the replies to them."""


def sweep(box: Box[GameRules], rng: Random) -> Steps:
    """Walk every setting, layer by layer, until all its states are known; then all of them again in another order."""
    while True:
        settings = list(box.rules.settings)
        rng.shuffle(settings)
        for one in settings:
            yield from _walk(dict(one), rng)


def _walk(settings: dict[str, Any], rng: Random) -> Steps:
    layer: list[Past] = [([], [])]
    known: set[str] = set()
    while layer and len(known) <= MAX_STATES:
        rng.shuffle(layer)
        stands = yield [Call(GAME, (settings, moves, replies)) for moves, replies in layer]
        following: list[Past] = []
        for past, stand in zip(layer, map(checked_stand, stands), strict=True):
            if (text := state_text(stand["state"])) not in known:
                known.add(text)
                following += _moves(past, stand)
        layer = following


def _moves(past: Past, stand: Mapping[str, Any]) -> list[Past]:
    """Return the games that are one move longer."""
    moves, replies = past
    if stand["chance"] is not None:
        return [([*moves, None], [*replies, event]) for event in distribution(stand["chance"], "chance()")]
    offered = checked_actions(stand["actions"])
    shares = distribution(stand["opponent"], "opponent()") if offered else {}
    return [([*moves, action], [*replies, reply]) for action in offered for reply in shares]
