"""The sweep of a game: every state that can be reached, by the moves that lead to it, in every setting.

Two writings of a game are walked side by side, each through states of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families.game.rules import GAME, GameRules, checked_stand
from boxwright.blackboxes.families.game.tree import (
    LOOK,
    MAX_STATES,
    MAX_STEPS,
    checked_actions,
    checked_look,
    checked_play,
    distribution,
    normal,
    state_text,
)
from boxwright.blackboxes.sweep import Steps
from boxwright.blackboxes.types import Call
from boxwright.sandbox import Reply

Past = tuple[list[str | None], list[str]]
"""The moves of a game and the replies to them."""
WHOLE = 4
"""Games that are played to their end in each setting before a walk."""


def sweep(box: Box[GameRules], rng: Random) -> Steps:
    """Play each setting to the end a few times; walk every setting, layer by layer, until all its states are known.

    Then all this again in another order.
    """
    while True:
        settings = [dict(one) for one in box.rules.settings]
        rng.shuffle(settings)
        yield from _played(settings, rng)
        for one in settings:
            yield from _walk(one, rng)


def _played(settings: Sequence[dict[str, Any]], rng: Random) -> Steps:
    """Play whole games at random, side by side: a walk by layers may never come to the end of a large one."""
    games: list[tuple[dict[str, Any], Past]] = [(one, ([], [])) for one in settings for _ in range(WHOLE)]
    for _ in range(MAX_STEPS + 1):
        stands = yield [Call(GAME, (one, *past)) for one, past in games]
        following = [
            (one, _moves(past, checked_stand(stand))) for (one, past), stand in zip(games, stands, strict=True)
        ]
        games = [(one, rng.choice(pasts)) for one, pasts in following if pasts]
        if not games:
            return


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


@dataclass(frozen=True)
class _Both:
    """Where the same moves lead in two writings of a game."""

    past: Past
    gets: tuple[Sequence[Any], Sequence[Any]]
    """What each move brought, in both."""
    states: tuple[Any, Any]

    @property
    def name(self) -> str:
        """The same for pairs of the same two states."""
        return "\n".join(map(state_text, self.states))


def side_by_side(one: Box[GameRules], other: Box[GameRules]) -> Iterator[tuple[Call, Reply, Reply]]:
    """Tell where each game stands in two writings, until all pairs of their states are known or one is a difference.

    One call looks at a state with all that follows, so that this ends where a walk by lists of moves would not.
    """
    for settings in map(dict, one.rules.settings):
        starts = [box.call("start", settings) for box in (one, other)]
        layer = [_Both(([], []), ([], []), (starts[0], starts[1]))]
        known = {layer[0].name}
        while layer:
            following: list[_Both] = []
            looks = (box.call_many(LOOK, [[b.states[i]] for b in layer]) for i, box in enumerate((one, other)))
            for both, first, second in zip(layer, *map(list, looks), strict=True):
                call = Call(GAME, (settings, *both.past))
                stands = _stand(both, 0, first), _stand(both, 1, second)
                yield call, *stands
                if first.error is None and second.error is None and _alike(one, stands):
                    following += _after(both, first.value, second.value)
            layer = []
            for both in following:
                if len(known) <= MAX_STATES and (name := both.name) not in known:
                    known.add(name)
                    layer.append(both)


def _stand(both: _Both, which: int, look: Reply) -> Reply:
    """Return what `GAME` would say of a state, after what `LOOK` said. Raises: BadOutput."""
    if look.error is not None:
        return look
    told = {key: said for key, said in checked_look(look.value).items() if key != "moves"}
    past = {"replies": both.past[1], "gets": list(both.gets[which]), "state": both.states[which]}
    return Reply(checked_stand({**told, **past}))


def _alike(box: Box[GameRules], stands: tuple[Reply, Reply]) -> bool:
    return box.family.alike(box.rules, stands[0].value, stands[1].value)


def _after(both: _Both, first: Mapping[str, Any], second: Mapping[str, Any]) -> Iterator[_Both]:
    """Yield what follows each pair of a move and its reply in both."""
    moves, replies = both.past
    there = {(normal(action or ""), reply): played for action, reply, played in second["moves"]}
    for action, reply, played in first["moves"]:
        pair = checked_play(played), checked_play(there[normal(action or ""), reply])
        yield _Both(
            ([*moves, action], [*replies, reply]),
            ([*both.gets[0], pair[0]["reward"]], [*both.gets[1], pair[1]["reward"]]),
            (pair[0]["state"], pair[1]["state"]),
        )
