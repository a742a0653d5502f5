"""What an exam of a game asks: starts, actions, the opponent's shares, views and single moves along random games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.examiner import Asked
from boxwright.blackboxes.families.game.tree import MAX_STEPS, checked_actions, checked_play, distribution
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.types import Call

FUNCTIONS = ("start", "actions", "opponent", "play", "view")
"""`actions` is empty where the game is over. A game with moves of chance also defines `chance`."""
GAMES_EACH = 8
"""Number of games per setting."""


def ask(reference: Box[Any], rng: Random) -> Iterator[Asked]:
    """Ask everything along random games in every setting."""
    for settings in reference.rules.settings:
        given = dict(settings)
        yield Asked({"settings": given}, Call("start", (given,)), lambda state: {"state": state})
        for _ in range(GAMES_EACH):
            yield from _game(reference, given, rng)


def _game(reference: Box[Any], settings: Mapping[str, Any], rng: Random) -> Iterator[Asked]:
    state = reference.call("start", settings)
    for _ in range(MAX_STEPS):
        events = reference.call("chance", state) if "chance" in reference.session().functions else None
        action = None
        if events is None:
            offered = reference.call("actions", state)
            if offered == []:
                return
            action = rng.choice(checked_actions(offered))
            events = reference.call("opponent", state)
            yield from (_part(state, function) for function in ("actions", "opponent", "view"))
        reply = rng.choice(sorted(distribution(events, "opponent() or chance()")))
        move = {"state": state, "action": action, "reply": reply}
        yield Asked(move, Call("play", (state, action, reply)), _moved)
        state = checked_play(reference.call("play", state, action, reply))["state"]
    raise BadOutput(f"a game in the setting {dict(settings)} does not end within {MAX_STEPS} moves")


def _part(state: Any, function: str) -> Asked:
    return Asked({"state": state}, Call(function, (state,)), lambda value: {function: value})


def _moved(reply: Any) -> Mapping[str, Any]:
    found = checked_play(reply)
    return {"reward": found["reward"], "next": found["state"]}
