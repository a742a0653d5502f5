"""Another opponent: its moves are exchanged by a permutation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.seeds import derive
from boxwright.blackboxes.siblings import PROBES, NoSibling
from boxwright.blackboxes.types import Call

TELLING = ("opponent",)
DROPS = ("known_optimal",)
UNSEEN = ()


def draw(box: Box[Any], rng: Random) -> dict[str, Any]:
    """Draw the permutation, where all of an opponent's moves are among the player's in every state."""
    offers: set[tuple[str, ...]] = set()
    replies: set[str] = set()
    calls = box.family.probes(box, derive("sibling", box.id), PROBES)
    for call in calls:
        if call.function == "actions":
            offers.add(tuple(box.call("actions", *call.args)))
        elif call.function == "opponent":
            replies |= set(box.call("opponent", *call.args))
    offers.discard(())  # where the game is over
    moves = sorted(next(iter(offers), ()))
    if len(offers) != 1 or not replies <= set(moves):
        raise NoSibling(
            f"{box.id}: which moves its opponent may make depends on the game so far, so another table could break the "
            "rules; no sibling is made of such a game"
        )
    drawn = dict(zip(moves, rng.sample(moves, len(moves)), strict=True))
    return {"moves": drawn, "told": drawn if all(_told_by_itself(box, calls, moves)) else {}}


def _told_by_itself(box: Box[Any], calls: Sequence[Call], moves: Sequence[str]) -> Iterator[bool]:
    """Yield for each turn whether the view names the opponent's move by the module's own count, whatever was played.

    Such a view would still tell the original's moves; in a sibling they are exchanged there too.
    """
    for call in calls:
        if call.function == "play" and call.args[1] is not None:
            state, action, reply = call.args
            others = (move for move in moves if move not in (action, reply))
            told, otherwise = (_view_after(box, state, action, played) for played in (reply, next(others, reply)))
            named = re.findall(rf"\b(?:{'|'.join(map(re.escape, moves))})\b", told)
            yield told == otherwise and {reply} <= set(named) <= {reply, action}


def _view_after(box: Box[Any], state: Any, action: str, reply: str) -> str:
    return str(box.call("view", box.call("play", state, action, reply)["state"]))
