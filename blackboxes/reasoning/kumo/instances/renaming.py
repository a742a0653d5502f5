"""Which games are the same up to the names of truths, actions and outcomes: a key that renaming leaves as it is."""

from __future__ import annotations

from collections.abc import Iterable

from boxwright.blackboxes.reasoning.kumo.instances.game import Game, members
from boxwright.blackboxes.seeds import digest

ROUNDS = 4
"""Rounds of colour refinement; games that differ further away share a key, which errs on the safe side."""


def structure_key(game: Game) -> str:
    """Return a key that two games share if one is the other renamed.

    Colour refinement (Weisfeiler and Leman) of truths, actions and outcomes: a truth's colour is whether it is valid,
    an outcome's whether it is shown, and each is refined by the colours that it is joined to. Two different games may
    share a key, two renamed ones always do. Raises: AssertionError for a game without observations.
    """
    assert game.revealed is not None
    truths = [str(game.valid >> t & 1) for t in range(len(game.truths))]
    actions = [""] * len(game.actions)
    for _ in range(ROUNDS):
        seen: list[list[str]] = [[] for _ in truths]
        refined = []
        for a, states in enumerate(game.states):
            outcomes = []
            for mask in states:
                out = members(mask)
                colour = _colour(str(mask == game.revealed[a]), actions[a], *sorted(truths[t] for t in out))
                outcomes.append(colour)
                for t in out:
                    seen[t].append(colour)
            refined.append(_colour(*sorted(outcomes)))
        truths = [_colour(colour, *sorted(around)) for colour, around in zip(truths, seen, strict=True)]
        actions = refined
    return _colour(*sorted(truths), "|", *sorted(actions))


def _colour(*parts: str) -> str:
    return digest("\n".join(parts))[:16]


def held_out(key: str, share: float) -> bool:
    """Return whether the games of a key belong to the held-out share; decided by the key alone."""
    return int(digest(f"held out {key}")[:12], 16) < share * 16**12


def keys_of(games: Iterable[Game]) -> frozenset[str]:
    """Return the keys of some games."""
    return frozenset(map(structure_key, games))
