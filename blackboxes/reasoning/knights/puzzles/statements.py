"""Statements: what a person says, as a tree. People are counted from 0; a puzzle is one statement per person.

A leaf says of one person that he tells the truth (a knight) or lies (a knave). The operators are `not`, `and` and `or`
(of two or more statements), `->` and `<=>` (of two). Depth counts levels including the leaf.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from boxwright.blackboxes.faults import BoxwrightError

TRUTH, LIE = "telling-truth", "lying"
NOT, AND, OR, IMPLIES, SAME = "not", "and", "or", "->", "<=>"
LEAVES = (TRUTH, LIE)
OPERATORS = (NOT, AND, OR, IMPLIES, SAME)
SYMMETRIC = (AND, OR, SAME)
DEEPEST = 60
"""Levels of a statement that is read from a file."""
MOST_PEOPLE = 1_000

Statement: TypeAlias = tuple[Any, ...]
"""`(TRUTH, person)`, `(LIE, person)`, or an operator followed by its statements."""
Statements: TypeAlias = tuple[Statement, ...]
"""A puzzle: statement i is said by person i."""
World: TypeAlias = tuple[bool, ...]
"""One role per person; true is a knight."""


class FaultyPuzzle(BoxwrightError):
    """A puzzle that cannot be read, or that is not what it promises."""


def is_leaf(statement: Statement) -> bool:
    """Return whether a statement is about one person, without an operator."""
    return statement[0] in LEAVES


def is_literal(statement: Statement) -> bool:
    """Return whether a statement is a leaf, or `not` of a leaf."""
    return is_leaf(statement) or (statement[0] == NOT and is_leaf(statement[1]))


def holds(statement: Statement, world: World) -> bool:
    """Return whether a statement is true in a world."""
    kind = statement[0]
    if kind == TRUTH:
        return world[statement[1]]
    if kind == LIE:
        return not world[statement[1]]
    parts = [holds(part, world) for part in statement[1:]]
    if kind == NOT:
        return not parts[0]
    if kind == AND:
        return all(parts)
    if kind == OR:
        return any(parts)
    return parts[0] == parts[1] if kind == SAME else not parts[0] or parts[1]


def fits(statements: Statements, world: World) -> bool:
    """Return whether knights say what is true in a world, and knaves what is false."""
    return all(holds(statement, world) == knight for statement, knight in zip(statements, world, strict=True))


def mentioned(statement: Statement) -> list[int]:
    """Return the people in a statement, in the order of their first mention."""
    return list(dict.fromkeys(leaf[1] for _, leaf in leaves_of(statement)))


def leaves_of(statement: Statement, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Statement]]:
    """Yield every leaf with its path: the index of the child to take at each level."""
    if is_leaf(statement):
        yield path, statement
        return
    for index in range(1, len(statement)):
        yield from leaves_of(statement[index], (*path, index))


def replaced(statement: Statement, path: tuple[int, ...], part: Statement) -> Statement:
    """Return the statement with another part at a path."""
    if not path:
        return part
    first, *rest = path
    return (*statement[:first], replaced(statement[first], tuple(rest), part), *statement[first + 1 :])


def depth_of(statement: Statement) -> int:
    """Return the number of levels, including the leaf."""
    return 1 if is_leaf(statement) else 1 + max(depth_of(part) for part in statement[1:])


def repeats(statement: Statement) -> bool:
    """Return whether an operator anywhere in a statement joins the same part twice."""
    parts = statement[1:]
    return not is_leaf(statement) and (len(set(parts)) < len(parts) or any(map(repeats, parts)))


def as_json(statement: Statement) -> list[Any]:
    """Return a statement as JSON lists."""
    return list(statement) if is_leaf(statement) else [statement[0], *map(as_json, statement[1:])]


def read_statements(data: Any) -> Statements:
    """Read one statement per person from JSON. Raises: FaultyPuzzle saying what is wrong, and with whose statement."""
    if not isinstance(data, list) or not data:
        raise FaultyPuzzle('`statements` must be a list with one statement per person, e.g. [["lying", 1], ...]')
    if len(data) > MOST_PEOPLE:
        raise FaultyPuzzle(f"{len(data):,} people; at most {MOST_PEOPLE:,} are read")
    return tuple(_read(part, len(data), f"the statement of person {who}", 1) for who, part in enumerate(data))


def read_statement(data: Any, people: int, what: str = "the statement") -> Statement:
    """Read one statement about so many people from JSON. Raises: FaultyPuzzle."""
    return _read(data, people, what, 1)


def _read(data: Any, people: int, what: str, level: int) -> Statement:
    if level > DEEPEST:
        raise FaultyPuzzle(f"{what} is nested more than {DEEPEST} levels deep; write a flatter one")
    if not isinstance(data, list) or not data or not isinstance(data[0], str):
        raise FaultyPuzzle(f'{what}: {_shown(data)} is no statement; write one like ["lying", 0] or ["and", ..., ...]')
    kind, *parts = data
    if kind in LEAVES:
        return (kind, _person(parts, kind, people, what))
    if kind not in OPERATORS:
        known = ", ".join((*LEAVES, *OPERATORS))
        raise FaultyPuzzle(f"{what}: there is no operator {_shown(kind)}; use one of {known}")
    _check_count(kind, len(parts), what)
    return (kind, *(_read(part, people, what, level + 1) for part in parts))


def _person(parts: list[Any], kind: str, people: int, what: str) -> int:
    if len(parts) != 1 or type(parts[0]) is not int:
        raise FaultyPuzzle(f'{what}: `{kind}` takes the number of one person, e.g. ["{kind}", 0], not {_shown(parts)}')
    person: int = parts[0]
    if not 0 <= person < people:
        raise FaultyPuzzle(f"{what}: there is no person {person}; the {people} people are counted 0 to {people - 1}")
    return person


def _check_count(kind: str, count: int, what: str) -> None:
    least, most = {NOT: (1, 1), IMPLIES: (2, 2), SAME: (2, 2)}.get(kind, (2, None))
    if count < least or (most is not None and count > most):
        wanted = f"{least} statement{'s' if least > 1 else ''}" if most else "two or more statements"
        raise FaultyPuzzle(f"{what}: `{kind}` takes {wanted}, not {count}")


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}..."
