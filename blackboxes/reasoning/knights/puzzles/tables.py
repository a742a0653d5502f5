"""Truth tables as bit sets: one Python integer holds what a statement says in all 2**N worlds.

World w is the bit w. Person 0 is its most significant digit and a knight is the digit 0, so that counting up goes
through the worlds with true before false, person 0 first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from boxwright.blackboxes.reasoning.knights.puzzles.statements import (
    AND,
    IMPLIES,
    LIE,
    NOT,
    OR,
    TRUTH,
    Statement,
    Statements,
    World,
)

MOST_PEOPLE = 14
"""The largest number of people for which tables are kept: 2 KiB per statement."""


@lru_cache(maxsize=16)
def knights(people: int) -> tuple[int, ...]:
    """Return for each person the worlds in which he is a knight."""
    found = []
    for person in range(people):
        block = 1 << (people - 1 - person)
        table, width = (1 << block) - 1, 2 * block
        while width < 1 << people:
            table |= table << width
            width *= 2
        found.append(table)
    return tuple(found)


def everywhere(people: int) -> int:
    """Return the set of all worlds."""
    return (1 << (1 << people)) - 1


def table_of(statement: Statement, roles: Sequence[int] | Mapping[int, int], full: int) -> int:
    """Return the worlds in which a statement is true; `roles` holds for each person those where he is a knight.

    The worlds may be all of them, or any selection: bit w of `roles` and of the result is world w of the selection.
    """
    kind, first = statement[0], statement[1]
    if kind == TRUTH:
        return roles[first]
    if kind == LIE:
        return full ^ roles[first]
    table = table_of(first, roles, full)
    if kind == NOT:
        return full ^ table
    for part in statement[2:]:
        table = joined(kind, table, table_of(part, roles, full), full)
    return table


def joined(kind: str, one: int, other: int, full: int) -> int:
    """Return the worlds in which an operator of two statements is true."""
    if kind == AND:
        return one & other
    if kind == OR:
        return one | other
    return (full ^ one) | other if kind == IMPLIES else full ^ one ^ other


def claims(statements: Statements) -> list[int]:
    """Return for each person the worlds in which his role agrees with his statement."""
    people = len(statements)
    roles, full = knights(people), everywhere(people)
    return [full ^ roles[who] ^ table_of(said, roles, full) for who, said in enumerate(statements)]


def worlds_in(table: int, people: int) -> Iterator[World]:
    """Yield the worlds of a set, in order."""
    while table:
        lowest = table & -table
        yield world_of(lowest.bit_length() - 1, people)
        table ^= lowest


def world_of(number: int, people: int) -> World:
    """Return a world by its number."""
    return tuple(not number >> (people - 1 - person) & 1 for person in range(people))
