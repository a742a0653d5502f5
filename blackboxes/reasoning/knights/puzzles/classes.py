"""Classes of puzzles: two puzzles are the same but for renaming people and the order of symmetric operators.

`not` of a leaf is the opposite leaf. The canonical form is found by refining what distinguishes people (what they say,
and who says what about them) until nothing changes, and by trying each of those who cannot be told apart.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from boxwright.blackboxes.reasoning.knights.puzzles.statements import (
    LEAVES,
    LIE,
    NOT,
    SYMMETRIC,
    TRUTH,
    Statement,
    Statements,
    is_leaf,
)
from boxwright.blackboxes.seeds import digest

_RANK = {kind: rank for rank, kind in enumerate((TRUTH, LIE, NOT, "and", "or", "->", "<=>"))}


def plain(statement: Statement) -> Statement:
    """Return a statement in which `not` of a leaf is the opposite leaf."""
    if is_leaf(statement):
        return statement
    parts = tuple(map(plain, statement[1:]))
    if statement[0] == NOT and is_leaf(parts[0]):
        return (LIE if parts[0][0] == TRUTH else TRUTH, parts[0][1])
    return (statement[0], *parts)


def class_of(statements: Statements) -> str:
    """Return the id of a puzzle's class; renamed copies of a puzzle have the same."""
    return digest(json.dumps(canonical(statements), separators=(",", ":")))[:16]


def canonical(statements: Statements) -> list[Any]:
    """Return the canonical form of a puzzle: the statements in the order of their speakers' new numbers."""
    said = [plain(statement) for statement in statements]
    return min(_forms(said, _refined(said, [0] * len(said))))


def _form(statement: Statement, number: Sequence[int] | dict[int, int]) -> list[Any]:
    """Return a statement as comparable lists, with people by number and symmetric parts in order."""
    if statement[0] in LEAVES:
        return [_RANK[statement[0]], number[statement[1]]]
    parts = [_form(part, number) for part in statement[1:]]
    return [_RANK[statement[0]], len(parts), *(sorted(parts) if statement[0] in SYMMETRIC else parts)]


def _forms(said: Sequence[Statement], colours: list[int]) -> list[list[Any]]:
    """Return the forms among which the canonical one is; renamed puzzles have the same.

    Of people who cannot be told apart each is tried as the first. One whose first form is known already is the image
    of an earlier one under a renaming that changes nothing, and would only give the same forms again.
    """
    tied = _tied(colours)
    if not tied:
        return [_ordered(said, colours)]
    found: list[list[Any]] = []
    for person in tied:
        split = _refined(said, _split(colours, person))
        if _first_form(said, split) not in found:
            found += _forms(said, split)
    return found


def _first_form(said: Sequence[Statement], colours: list[int]) -> list[Any]:
    while tied := _tied(colours):
        colours = _refined(said, _split(colours, tied[0]))
    return _ordered(said, colours)


def _tied(colours: Sequence[int]) -> list[int]:
    """Return the people of the first colour that several have; empty if all differ."""
    shared = [colour for colour in sorted(set(colours)) if colours.count(colour) > 1]
    return [person for person, colour in enumerate(colours) if shared and colour == shared[0]]


def _split(colours: Sequence[int], person: int) -> list[int]:
    return [2 * colour + (who != person) for who, colour in enumerate(colours)]


def _ordered(said: Sequence[Statement], colours: Sequence[int]) -> list[Any]:
    order = sorted(range(len(said)), key=colours.__getitem__)
    number = {person: place for place, person in enumerate(order)}
    return [_form(said[person], number) for person in order]


def _refined(said: Sequence[Statement], colours: list[int]) -> list[int]:
    """Refine colours until what people say, and what is said about them by whom, tells no more of them apart."""
    while True:
        seen = [_seen(said, colours, who) for who in range(len(said))]
        ordered: list[list[Any]] = []
        for sight in sorted(seen):
            if not ordered or sight != ordered[-1]:
                ordered.append(sight)
        refined = [ordered.index(sight) for sight in seen]
        if len(ordered) in (len(set(colours)), len(said)):
            return refined
        colours = refined


def _seen(said: Sequence[Statement], colours: Sequence[int], who: int) -> list[Any]:
    """Return a person's colour, what he says, and what is said about him, with people by colour and him by -1."""
    number = [-1 if person == who else colour for person, colour in enumerate(colours)]
    about = sorted(
        [colours[speaker], _form(statement, number)]
        for speaker, statement in enumerate(said)
        if speaker != who and who in _people(statement)
    )
    return [colours[who], _form(said[who], number), about]


def _people(statement: Statement) -> set[int]:
    if statement[0] in LEAVES:
        return {statement[1]}
    return {person for part in statement[1:] for person in _people(part)}
