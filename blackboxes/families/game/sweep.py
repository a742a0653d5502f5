"""The sweep of a game: every state that can be reached, with every action and reply, in every setting."""

from __future__ import annotations

from random import Random
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.families.game.rules import GameRules
from boxwright.blackboxes.families.game.tree import (
    MAX_STATES,
    checked_actions,
    checked_over,
    checked_play,
    distribution,
    state_text,
)
from boxwright.blackboxes.sweep import Steps
from boxwright.blackboxes.types import Call


def sweep(box: Box[GameRules], rng: Random) -> Steps:
    """Walk every setting, layer by layer, until all its states are known; then all of them again in another order."""
    while True:
        settings = list(box.rules.settings)
        rng.shuffle(settings)
        for one in settings:
            yield from _walk(dict(one), rng)


def _walk(settings: dict[str, Any], rng: Random) -> Steps:
    layer = list((yield [Call("start", (settings,))]))
    known = set(map(state_text, layer))
    while layer and len(known) <= MAX_STATES:
        rng.shuffle(layer)
        moves = yield from _look(layer)
        if not moves:
            return
        rng.shuffle(moves)
        played = yield [Call("play", move) for move in moves]
        layer = []
        for reply in played:
            state = checked_play(reply)["state"]
            if (text := state_text(state)) not in known:
                known.add(text)
                layer.append(state)


def _look(layer: list[Any]) -> Any:
    """Ask everything about the states of a layer; return the moves that can follow: (state, action, reply)."""
    over = yield [Call("is_over", (state,)) for state in layer]
    running = [state for state, ended in zip(layer, over, strict=True) if not checked_over(ended)]
    moves: list[tuple[Any, Any, str]] = []
    if not running:
        yield [Call("view", (state,)) for state in layer]
        return moves
    events = yield [Call("chance", (state,)) for state in running]
    deciding = [state for state, event in zip(running, events, strict=True) if event is None]
    for state, event in zip(running, events, strict=True):
        moves += [(state, None, name) for name in distribution(event, "chance()")] if event is not None else []
    if deciding:
        yield [Call("view", (state,)) for state in deciding]
        actions = yield [Call("actions", (state,)) for state in deciding]
        replies = yield [Call("opponent", (state,)) for state in deciding]
        for state, offered, answered in zip(deciding, actions, replies, strict=True):
            shares = distribution(answered, "opponent()")
            moves += [(state, action, reply) for action in checked_actions(offered) for reply in shares]
    return moves
