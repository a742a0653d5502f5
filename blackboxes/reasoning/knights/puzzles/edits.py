"""Perturbing a puzzle: all single edits that leave exactly one solution, another one; one of them drawn uniformly.

A `leaf` edit exchanges one leaf for another that its speaker may say; a `statement` edit exchanges all that one person
says. Only the worlds that fit everybody else matter for one person's statement, and those are few. So leaf edits are
listed, and whole statements are counted by what they say in those worlds, however many there are: that none exists is
proved, never the end of a number of tries.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Literal

from boxwright.blackboxes.reasoning.knights.puzzles import tables
from boxwright.blackboxes.reasoning.knights.puzzles.grammar import Speaker, speakers
from boxwright.blackboxes.reasoning.knights.puzzles.solver import solutions
from boxwright.blackboxes.reasoning.knights.puzzles.specification import KINDS, LEAF, CannotBeMade, Specification
from boxwright.blackboxes.reasoning.knights.puzzles.statements import (
    NOT,
    TRUTH,
    FaultyPuzzle,
    Statement,
    Statements,
    World,
    leaves_of,
    repeats,
    replaced,
)
from boxwright.blackboxes.reasoning.knights.puzzles.steps import TooLong, reason, reconsiders

EditKind = Literal["leaf", "statement"]
EDITS: tuple[EditKind, ...] = ("leaf", "statement")
MOST_WORLDS = 4_096
"""Worlds that everybody else may leave open."""
MOST_TRIED = 20_000
"""Edits that are looked at for one that meets the specification's further conditions."""
MOST_CELLS = 4_000_000
"""Combinations of parts that are counted for one person."""


@dataclass(frozen=True)
class Edited:
    """A puzzle after one edit."""

    statements: Statements
    solution: World
    person: int
    """Whose statement was changed."""
    valid: int
    """How many single edits leave exactly one solution, another one."""


@dataclass(frozen=True)
class _Others:
    """The worlds that fit everybody but one person, and the roles in them as bit sets over these worlds."""

    who: int
    worlds: tuple[World, ...]
    base: int
    """The bit of the base puzzle's solution."""

    @property
    def full(self) -> int:
        """All these worlds."""
        return (1 << len(self.worlds)) - 1

    def roles(self) -> list[int]:
        """Return for each person the worlds in which he is a knight."""
        found = [0] * len(self.worlds[0])
        for bit, world in enumerate(self.worlds):
            for person, knight in enumerate(world):
                if knight:
                    found[person] |= 1 << bit
        return found


class _Edits(ABC):
    """The edits of one person's statement, numbered; each leaves one solution, not the base puzzle's."""

    def __init__(self, others: _Others, speaker: Speaker, said: Statement) -> None:
        self.others, self.speaker, self.said = others, speaker, said
        self.who, self.full, self.roles = others.who, others.full, others.roles()
        self.total = 0
        self.wanted = {
            self.full ^ self.roles[self.who] ^ 1 << bit for bit in range(len(others.worlds)) if 1 << bit != others.base
        }
        """What the statement must say: its worlds leave one solution, not the base's."""

    @abstractmethod
    def at(self, rank: int) -> Statement:
        """Return the statement of an edit, 0 to `total` - 1."""

    def world(self, statement: Statement) -> World:
        """Return the only solution with this statement."""
        left = self.full ^ self.roles[self.who] ^ tables.table_of(statement, self.roles, self.full)
        return self.others.worlds[left.bit_length() - 1]


class _LeafEdits(_Edits):
    def __init__(self, others: _Others, speaker: Speaker, said: Statement, doubled: bool = False) -> None:
        super().__init__(others, speaker, said)
        meanings = [(leaf, tables.table_of(leaf, self.roles, self.full)) for leaf in speaker.leaves]
        self._found: list[Statement] = []
        for path, old in leaves_of(said):
            where_true = _with(said, path, self.full, self.roles, self.full)
            where_false = _with(said, path, 0, self.roles, self.full)
            for leaf, table in meanings:
                if leaf != old and (table & where_true | (self.full ^ table) & where_false) in self.wanted:
                    edited = replaced(said, path, leaf)
                    if doubled or not repeats(edited):
                        self._found.append(edited)
        self.total = len(self._found)

    def at(self, rank: int) -> Statement:
        return self._found[rank]


def _with(said: Statement, path: tuple[int, ...], leaf: int, roles: Sequence[int], full: int) -> int:
    """Return the worlds in which a statement is true if the leaf at a path is true in `leaf`."""
    if not path:
        return leaf
    at, *rest = path
    parts = [
        _with(part, tuple(rest), leaf, roles, full) if index == at else tables.table_of(part, roles, full)
        for index, part in enumerate(said[1:], start=1)
    ]
    table = parts[0]
    if said[0] == NOT:
        return full ^ table
    for part in parts[1:]:
        table = tables.joined(said[0], table, part, full)
    return table


@dataclass(frozen=True)
class _Cell:
    """Statements with the same root whose parts say the same things in the worlds that matter."""

    count: int
    kind: str
    parts: tuple[int, ...]
    """What each part says: its worlds."""


class _StatementEdits(_Edits):
    """All statements of a person, counted level by level by their worlds."""

    def __init__(self, others: _Others, speaker: Speaker, said: Statement) -> None:
        super().__init__(others, speaker, said)
        self._leaves: dict[int, list[Statement]] = {}
        for leaf in speaker.leaves:
            self._leaves.setdefault(tables.table_of(leaf, self.roles, self.full), []).append(leaf)
        depth = speaker.wanted.depth
        self._levels: list[dict[int, list[_Cell]]] = [self._lowest()]
        self._counts: list[dict[int, int]] = [{table: len(found) for table, found in self._leaves.items()}]
        for level in range(1, depth):
            self._levels.append(self._above(level == depth - 1))
            self._counts.append({table: sum(c.count for c in cells) for table, cells in self._levels[-1].items()})
        self._wanted = [table for table in self._counts[-1] if table in self.wanted]
        self.total = sum(self._counts[-1][table] for table in self._wanted)

    def _lowest(self) -> dict[int, list[_Cell]]:
        return {table: [_Cell(len(found), LEAF, ())] for table, found in self._leaves.items()}

    def _above(self, top: bool) -> dict[int, list[_Cell]]:
        """Return the cells of the next level; of the top level only those that are wanted."""
        below = self._counts[-1]
        found: dict[int, list[_Cell]] = {}
        for kind, weight in zip(KINDS, self.speaker.wanted.weights, strict=True):
            for table, parts in self._meanings(kind, below) if weight else ():
                if not top or table in self.wanted:
                    ways = len(self._leaves[table]) if kind == LEAF else _ways(parts, below)
                    if ways:
                        found.setdefault(table, []).append(_Cell(ways, kind, parts))
        return found

    def _meanings(self, kind: str, below: dict[int, int]) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield what statements with a root of a kind say, with what their parts say."""
        if kind == LEAF:
            yield from ((table, ()) for table in self._leaves)
        elif kind == NOT:
            yield from ((self.full ^ table, (table,)) for table in below)
        else:
            for size in self.speaker.sizes(kind):
                if len(below) ** size > MOST_CELLS:
                    raise CannotBeMade(
                        f"the statements of person {self.who} are too many to count at width {size}; "
                        "use leaf edits, or puzzles of less width or depth"
                    )
                for parts in product(below, repeat=size):
                    table = parts[0]
                    for part in parts[1:]:
                        table = tables.joined(kind, table, part, self.full)
                    yield table, parts

    def at(self, rank: int) -> Statement:
        for table in self._wanted:
            count = self._counts[-1][table]
            if rank < count:
                return self._ranked(len(self._levels) - 1, table, rank)
            rank -= count
        raise IndexError(rank)

    def _ranked(self, level: int, table: int, rank: int) -> Statement:
        """Return one of the statements of a level that say the same, by its number."""
        for cell in self._levels[level][table]:
            if rank < cell.count:
                break
            rank -= cell.count
        if cell.kind == LEAF:
            return self._leaves[table][rank]
        chosen: list[tuple[int, int]] = []
        for part in cell.parts:
            before = sorted(number for other, number in chosen if other == part)
            rank, number = divmod(rank, self._counts[level - 1][part] - len(before))
            for taken in before:
                number += number >= taken
            chosen.append((part, number))
        return (cell.kind, *(self._ranked(level - 1, part, number) for part, number in chosen))


def _ways(parts: Sequence[int], below: dict[int, int]) -> int:
    """Return in how many ways different parts can say these things, in this order."""
    if len(parts) == 2:
        one, other = parts
        return below[one] * (below[other] - (one == other))
    return math.prod(math.perm(below[part], parts.count(part)) for part in dict.fromkeys(parts))


class Neighbours:
    """All puzzles one edit away from a puzzle that have one solution, another one."""

    def __init__(self, puzzle: Statements, wanted: Specification, kind: EditKind, doubled: bool = False) -> None:
        """`doubled` allows leaf edits that make an operator join the same part twice, as in the published data.

        Raises: FaultyPuzzle if the puzzle has not exactly one solution; CannotBeMade if edits cannot be counted.
        """
        self.puzzle, self._wanted = puzzle, wanted
        found = solutions(puzzle)
        if len(found) != 1:
            raise FaultyPuzzle(f"a puzzle with {'several solutions' if found else 'no solution'} has no partner")
        said_by = speakers(wanted)
        self._edits: list[_Edits] = []
        for others in _others(puzzle, found[0]):
            if len(others.worlds) == 1:
                continue  # whatever this person says, there is no other solution
            speaker, said = said_by[others.who], puzzle[others.who]
            leaf = kind == "leaf"
            self._edits.append(
                _LeafEdits(others, speaker, said, doubled) if leaf else _StatementEdits(others, speaker, said)
            )
        self.total = sum(edit.total for edit in self._edits)
        """How many there are, before the specification's further conditions."""

    def at(self, rank: int) -> Edited:
        """Return one of them by its number."""
        for edit in self._edits:
            if rank < edit.total:
                said = edit.at(rank)
                statements = (*self.puzzle[: edit.who], said, *self.puzzle[edit.who + 1 :])
                return Edited(statements, edit.world(said), edit.who, self.total)
            rank -= edit.total
        raise IndexError(rank)

    def draw(self, rng: Random) -> Edited | None:
        """Draw one uniformly among those that meet the specification; None if none does.

        Raises: CannotBeMade if there are too many to look at all of them, and none was found.
        """
        for number, rank in enumerate(shuffled(self.total, rng)):
            if number == MOST_TRIED:
                raise CannotBeMade(
                    f"none of {MOST_TRIED:,} edits, drawn from {self.total:,}, meets the conditions of the "
                    "specification; ask for fewer conditions"
                )
            edited = self.at(rank)
            if self._meets(edited):
                return edited
        return None

    def _meets(self, edited: Edited) -> bool:
        wanted = self._wanted
        if not Speaker(edited.person, wanted).allows(edited.statements[edited.person]):
            return False
        if not wanted.reconsiders:
            return True
        try:
            return reconsiders(reason(edited.statements)) >= wanted.reconsiders
        except TooLong:
            return True


def shuffled(total: int, rng: Random) -> Iterator[int]:
    """Yield 0 to `total` - 1 in random order, keeping only what was exchanged."""
    moved: dict[int, int] = {}
    for place in range(total):
        other = rng.randrange(place, total)
        yield moved.get(other, other)
        moved[other] = moved.pop(place, place) if place != other else other


def _others(puzzle: Statements, solution: World) -> Iterator[_Others]:
    for who, worlds in enumerate(_without_each(puzzle)):
        yield _Others(who, worlds, 1 << worlds.index(solution))


def _without_each(puzzle: Statements) -> Iterator[tuple[World, ...]]:
    """Yield for each person the worlds that fit everybody else. Raises: CannotBeMade."""
    people = len(puzzle)
    if people > tables.MOST_PEOPLE:
        for who in range(people):
            silent = (TRUTH, who)  # whoever says that he tells the truth says nothing
            yield _few(tuple(solutions((*puzzle[:who], silent, *puzzle[who + 1 :]), MOST_WORLDS + 1)), who)
        return
    claims = tables.claims(puzzle)
    after = [tables.everywhere(people)]
    for claim in reversed(claims[1:]):
        after.append(after[-1] & claim)
    before = tables.everywhere(people)
    for who, claim in enumerate(claims):
        left = before & after[people - 1 - who]
        if left.bit_count() > MOST_WORLDS:
            _few((), who, left.bit_count())
        yield tuple(tables.worlds_in(left, people))
        before &= claim


def _few(worlds: tuple[World, ...], who: int, count: int | None = None) -> tuple[World, ...]:
    if (len(worlds) if count is None else count) > MOST_WORLDS:
        raise CannotBeMade(f"without person {who} more than {MOST_WORLDS:,} assignments fit; its edits are not counted")
    return worlds


def partner(puzzle: Statements, wanted: Specification, kind: EditKind, rng: Random) -> Edited | None:
    """Return a puzzle one edit away, drawn uniformly; None if it is proved that there is none."""
    return Neighbours(puzzle, wanted, kind).draw(rng)
