"""What an exam of a game asks: random games in every setting, and where each stands after each of its moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.examiner import Asked, Blank
from boxwright.blackboxes.families.game.rules import GAME, checked_stand
from boxwright.blackboxes.families.game.tree import MAX_STEPS, checked_actions, distribution
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.types import Call

FUNCTIONS = ("start", "actions", "opponent", "play", "view")
GAMES_EACH = 8
"""Number of games per setting."""
SHOWN = ("gets", "reads", "actions", "opponent")


def ask(reference: Box[Any], rng: Random) -> Iterator[Asked]:
    """Ask how random games go in every setting."""
    for settings in reference.rules.settings:
        for _ in range(GAMES_EACH):
            yield from _game(reference, dict(settings), rng)


def _game(reference: Box[Any], settings: Mapping[str, Any], rng: Random) -> Iterator[Asked]:
    moves: list[str | None] = []
    replies: list[str] = []
    for _ in range(MAX_STEPS):
        call = Call(GAME, (settings, [*moves], [*replies]))
        stand = checked_stand(reference.call(call.function, *call.args))
        yield Asked({"settings": settings, "moves": [*moves], "replies": [*replies]}, call, _told)
        if stand["chance"] is not None:
            shares = distribution(stand["chance"], "chance()")
            moves.append(None)
        elif offered := checked_actions(stand["actions"]):
            shares = distribution(stand["opponent"], "opponent()")
            moves.append(rng.choice(offered))
        else:
            return
        replies.append(rng.choice(sorted(shares)))
    raise BadOutput(f"a game in the setting {dict(settings)} does not end within {MAX_STEPS} moves")


def _told(stand: Mapping[str, Any]) -> Mapping[str, Any]:
    shown = ("chance",) if stand["chance"] is not None else SHOWN
    return {key: stand[key] for key in shown}


def blanks(call: Call, value: Any, other: Any) -> list[Blank]:
    """Ask where a game stands after some moves."""
    if call.function != GAME:
        return []
    return [Blank(dict(zip(("settings", "moves", "replies"), call.args, strict=True)), call, tuple(_told(value)))]
