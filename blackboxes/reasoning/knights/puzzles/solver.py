"""Solving: which worlds fit all statements. Truth tables up to 14 people, a SAT solver above; two are enough to know.

Solutions come in one order everywhere: true before false, person 0 first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.reasoning.knights.puzzles import tables
from boxwright.blackboxes.reasoning.knights.puzzles.statements import (
    AND,
    IMPLIES,
    LEAVES,
    LIE,
    NOT,
    OR,
    TRUTH,
    Statement,
    Statements,
    World,
    mentioned,
)

SOLVER = "glucose4"
MOST_SOLUTIONS = 65_536
"""How many solutions of one puzzle are listed."""


class TooManySolutions(BoxwrightError):
    """A puzzle with more solutions than anybody can use."""


def solutions(statements: Statements, limit: int = 2) -> list[World]:
    """Return the first solutions, at most `limit`. Two tell whether there is none, one, or several."""
    return list(islice(all_solutions(statements), limit))


def all_solutions(statements: Statements) -> Iterator[World]:
    """Yield all solutions in order."""
    if len(statements) > tables.MOST_PEOPLE:
        yield from _by_search(statements)
        return
    people = len(statements)
    fitting = tables.everywhere(people)
    for claim in tables.claims(statements):
        fitting &= claim
        if not fitting:
            return
    yield from tables.worlds_in(fitting, people)


def every_solution(statements: Statements) -> list[World]:
    """Return all solutions. Raises: TooManySolutions."""
    found = solutions(statements, MOST_SOLUTIONS + 1)
    if len(found) > MOST_SOLUTIONS:
        raise TooManySolutions(f"the puzzle has more than {MOST_SOLUTIONS:,} solutions; ask for two, without --all")
    return found


def is_unique(statements: Statements) -> bool:
    """Return whether a puzzle has exactly one solution."""
    if len(statements) <= tables.MOST_PEOPLE:
        return len(solutions(statements)) == 1
    with _solver(statements) as solver:
        if not solver.solve():
            return False
        solver.add_clause([-literal for literal in solver.get_model()[: len(statements)]])
        return not solver.solve()


def _by_search(statements: Statements) -> Iterator[World]:
    """Yield the solutions in order by SAT: person after person, knight first, where a solution is left."""
    with _solver(statements) as solver:
        known: list[int] = []
        if not solver.solve():
            return
        model = solver.get_model()
        while True:
            while len(known) < len(statements):
                person = len(known) + 1
                if model[person - 1] < 0 and solver.solve(assumptions=[*known, person]):
                    model = solver.get_model()
                known.append(person if model[person - 1] > 0 else -person)
            yield tuple(literal > 0 for literal in known)
            found = _next(solver, known)
            if found is None:
                return
            model = found


def _next(solver: Any, known: list[int]) -> list[int] | None:
    """Turn the last knight with a solution beyond it into a knave; return that solution, None if there is none."""
    while known:
        literal = known.pop()
        if literal > 0 and solver.solve(assumptions=[*known, -literal]):
            known.append(-literal)
            model: list[int] = solver.get_model()
            return model
    return None


def can_be(statement: Statement, roles: Mapping[int, bool | None], wanted: bool) -> bool:
    """Return whether a statement can be true (or false), given the roles of some people; for statements of any size."""
    from pysat.solvers import Solver

    defined = _Clauses(max(*mentioned(statement), *roles) + 1)
    meaning = defined.literal(statement)
    known = [person + 1 if role else -person - 1 for person, role in roles.items() if role is not None]
    with Solver(name=SOLVER, bootstrap_with=defined.found) as solver:
        return bool(solver.solve(assumptions=[meaning if wanted else -meaning, *known]))


def _solver(statements: Statements) -> Any:
    from pysat.solvers import Solver

    return Solver(name=SOLVER, bootstrap_with=clauses(statements))


def clauses(statements: Statements) -> list[list[int]]:
    """Return the puzzle in conjunctive normal form: variable i + 1 is true if person i is a knight."""
    defined = _Clauses(len(statements))
    for who, said in enumerate(statements, start=1):
        defined.name(who, said)
    return defined.found


class _Clauses:
    """Clauses that give the operators of statements variables of their own."""

    def __init__(self, variables: int) -> None:
        self.found: list[list[int]] = []
        self._last = variables

    def literal(self, statement: Statement) -> int:
        """Return the literal that is true whenever a statement is."""
        kind = statement[0]
        if kind == TRUTH:
            return int(statement[1]) + 1
        if kind == LIE:
            return -int(statement[1]) - 1
        if kind == NOT:
            return -self.literal(statement[1])
        self._last += 1
        name = self._last
        self.name(name, statement)
        return name

    def name(self, name: int, statement: Statement) -> None:
        """Make a variable (or its negation) equal to a statement."""
        kind = statement[0]
        if kind == NOT:
            self.name(-name, statement[1])
            return
        if kind in LEAVES:
            meaning = self.literal(statement)
            self.found += ([-name, meaning], [name, -meaning])
            return
        self.found += _defined(kind, name, [self.literal(part) for part in statement[1:]])


def _defined(kind: str, name: int, parts: list[int]) -> list[list[int]]:
    """Return the clauses that make a variable equal to an operator's value."""
    if kind == IMPLIES:
        kind, parts = OR, [-parts[0], parts[1]]
    if kind == OR:
        return [[-name, *parts], *([name, -part] for part in parts)]
    if kind == AND:
        return [[name, *(-part for part in parts)], *([-name, part] for part in parts)]
    one, other = parts
    return [[-name, -one, other], [-name, one, -other], [name, one, other], [name, -one, -other]]
