"""The best question about an island: one whose reply leaves the best tree of further questions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

from boxwright.blackboxes.reasoning.knights.puzzles import tables
from boxwright.blackboxes.reasoning.knights.puzzles.statements import (
    AND,
    LIE,
    OR,
    SAME,
    TRUTH,
    Statement,
    World,
)


def best_question(worlds: Sequence[World]) -> tuple[int, Statement] | None:
    """Return whom to ask what, so that the fewest further questions are expected; None if one world is left.

    Everybody's reply to `S` is worth as much as the truth of `S` if one asks person 0 whether `S` holds exactly if he
    himself tells the truth.
    """
    if len(worlds) < 2:
        return None
    wanted, roles, full = _split(len(worlds)), roles_in(worlds), (1 << len(worlds)) - 1
    off, best = min(
        ((abs(tables.table_of(claim, roles, full).bit_count() - wanted), claim) for claim in _claims(worlds)),
        key=lambda found: found[0],
    )
    return 0, (SAME, (TRUTH, 0), _exactly(worlds[:wanted]) if off else best)


def roles_in(worlds: Sequence[World]) -> list[int]:
    """Return for each person the worlds in which he is a knight, as a bit set over these worlds."""
    return [_bits(roles) for roles in zip(*worlds, strict=True)]


def _bits(values: Iterable[bool]) -> int:
    return int("".join("1" if value else "0" for value in values)[::-1], 2)


def _split(worlds: int) -> int:
    """Return how many of the worlds the better reply keeps: a power of two on one side, as in the best tree."""
    power = 1 << (worlds.bit_length() - 1)
    return power // 2 if worlds - power // 2 <= power else worlds - power


def _claims(worlds: Sequence[World]) -> list[Statement]:
    """Return simple claims, of one person or two."""
    people = range(len(worlds[0]))
    leaves: list[Statement] = [(kind, person) for kind in (TRUTH, LIE) for person in people]
    found = [leaf for leaf in leaves if leaf[0] == TRUTH]
    for one, other in permutations(leaves, 2):
        if one[1] < other[1]:
            found += [(AND, one, other), (OR, one, other), (SAME, one, other)]
    return found


def _exactly(worlds: Sequence[World]) -> Statement:
    """Return the claim that one of these worlds is the case."""
    cases: list[Statement] = []
    for world in worlds:
        roles: list[Statement] = [(TRUTH if knight else LIE, who) for who, knight in enumerate(world)]
        cases.append((AND, *roles) if len(roles) > 1 else roles[0])
    return (OR, *cases) if len(cases) > 1 else cases[0]
