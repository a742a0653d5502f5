"""Another opponent: its moves are exchanged by a permutation."""

from __future__ import annotations

from random import Random
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.seeds import derive
from boxwright.blackboxes.siblings import PROBES, NoSibling

TELLING = ("opponent",)
DROPS = ("known_optimal",)


def draw(box: Box[Any], rng: Random) -> dict[str, Any]:
    """Draw the permutation, where all of an opponent's moves are among the player's in every state."""
    offers: set[tuple[str, ...]] = set()
    replies: set[str] = set()
    for call in box.family.probes(box, derive("sibling", box.id), PROBES):
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
    return {"moves": dict(zip(moves, rng.sample(moves, len(moves)), strict=True))}
