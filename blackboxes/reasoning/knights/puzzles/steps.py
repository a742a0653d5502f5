"""Reasoning in steps: assume a role, meet a contradiction, go back, conclude; and a checker of any such list.

The published order is chronological backtracking: knight before knave, and whoever is mentioned by the person just
assumed comes next, in the order of first mention. A claim contradicts if no roles of the people still open make it
agree with its speaker's role; each claim is tested by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from boxwright.blackboxes.reasoning.knights.puzzles import tables
from boxwright.blackboxes.reasoning.knights.puzzles.solver import can_be
from boxwright.blackboxes.reasoning.knights.puzzles.statements import Statement, Statements, World, mentioned

Order = Literal["published", "index"]
ORDERS: tuple[Order, ...] = ("published", "index")
"""`published`: the people mentioned come next. `index`: always person 0, 1, 2 ..."""
OK, CONFLICT, RECONSIDER, SUCCESS, FAIL = "ok", "conflict", "reconsider", "success", "fail"
Step: TypeAlias = tuple[Any, ...]
"""`(OK, person, knight)`, `(CONFLICT, person, knight, speaker, speaker_is_knight)`, `(RECONSIDER, person, exhausted)`,
`(SUCCESS, roles)` or `(FAIL,)`."""
MOST_STEPS = 200_000
"""Steps after which reasoning is given up: backtracking grows exponentially."""


class TooLong(Exception):
    """The reasoning needs more than MOST_STEPS steps."""


class Claim:
    """One person's statement: can it still agree with a role, given the roles assumed so far?"""

    def __init__(self, statement: Statement) -> None:
        self.people = mentioned(statement)
        self._statement = statement
        self._known: dict[tuple[bool | None, ...], tuple[bool, bool]] = {}

    def can_agree(self, knight: bool, roles: Sequence[bool | None]) -> bool:
        """Return whether some completion of `roles` makes the statement true (for a knight) or false (a knave)."""
        seen = tuple(roles[person] for person in self.people)
        possible = self._known.get(seen)
        if possible is None:
            possible = self._known[seen] = self._possible(seen)
        return possible[knight]

    def _possible(self, seen: tuple[bool | None, ...]) -> tuple[bool, bool]:
        """Return whether the statement can be false, and whether it can be true."""
        if seen.count(None) > tables.MOST_PEOPLE:
            assumed = dict(zip(self.people, seen, strict=True))
            return can_be(self._statement, assumed, False), can_be(self._statement, assumed, True)
        open_people = [person for person, role in zip(self.people, seen, strict=True) if role is None]
        full = (1 << (1 << len(open_people))) - 1
        free = tables.knights(len(open_people))
        roles = dict.fromkeys(self.people, 0)
        for person, role in zip(self.people, seen, strict=True):
            roles[person] = free[open_people.index(person)] if role is None else full if role else 0
        table = tables.table_of(self._statement, roles, full)
        return table != full, table != 0


class Claims:
    """Everybody's claims, and whose may contradict when a person is assumed to have a role."""

    def __init__(self, statements: Statements) -> None:
        self.of = [Claim(statement) for statement in statements]
        concerned = [{who} for who in range(len(statements))]
        for speaker, claim in enumerate(self.of):
            for person in claim.people:
                concerned[person].add(speaker)
        self._concerned = [sorted(speakers) for speakers in concerned]

    def contradicted(self, person: int, roles: Sequence[bool | None]) -> int | None:
        """Return the first assumed speaker whose claim cannot agree with his role; only `person` was assumed anew."""
        for who in self._concerned[person]:
            role = roles[who]
            if role is not None and not self.of[who].can_agree(role, roles):
                return who
        return None


def reason(statements: Statements, order: Order = "published", most: int = MOST_STEPS) -> list[Step]:
    """Return the steps to the first solution, or to the proof that there is none. Raises: TooLong."""
    claims, people = Claims(statements), len(statements)
    queue, at = list(range(people)), 0
    roles: list[bool | None] = [None] * people
    left = [[False, True] for _ in range(people)]
    steps: list[Step] = []
    while at < people:
        if len(steps) > most:
            raise TooLong
        person = queue[at]
        if not left[person]:
            exhausted = []
            while at >= 0 and not left[queue[at]]:
                person = queue[at]
                left[person], roles[person] = [False, True], None
                exhausted.append(person)
                at -= 1
            if at < 0:
                return [*steps, (FAIL,)]
            steps.append((RECONSIDER, queue[at], tuple(exhausted)))
            continue
        knight = left[person].pop()
        roles[person] = knight
        speaker = claims.contradicted(person, roles)
        if speaker is not None:
            steps.append((CONFLICT, person, knight, speaker, roles[speaker]))
            continue
        steps.append((OK, person, knight))
        at += 1
        if order == "published":
            next_up = [other for other in claims.of[person].people if other in queue[at:]]
            queue[at:] = [*next_up, *(other for other in queue[at:] if other not in next_up)]
    return [*steps, (SUCCESS, tuple(bool(role) for role in roles))]


def reconsiders(steps: Sequence[Step]) -> int:
    """Return how often a list of steps goes back."""
    return sum(step[0] == RECONSIDER for step in steps)


@dataclass
class _State:
    """What is assumed, in order, and which roles of each person are refuted under the assumptions before him."""

    people: int
    trail: list[int] = field(default_factory=list)
    roles: list[bool | None] = field(default_factory=list)
    tried: list[set[bool]] = field(default_factory=list)
    working_on: int | None = None
    """The person one of whose roles was just refuted, or who is reconsidered: he comes next."""

    def __post_init__(self) -> None:
        self.roles = [None] * self.people
        self.tried = [set() for _ in range(self.people)]


def check(statements: Statements, steps: Sequence[Step]) -> str:
    """Return why a list of steps is no proof, naming the first wrong step; empty if every step holds.

    Any order of people, and of roles, is accepted; the list must end with a conclusion.
    """
    claims = Claims(statements)
    state = _State(len(statements))
    for number, step in enumerate(steps, start=1):
        fault = _fault(claims, state, step)
        if fault:
            return f"step {number}: {fault}"
        if step[0] in (SUCCESS, FAIL) and number < len(steps):
            return f"step {number + 1}: nothing can follow the conclusion"
    if not steps or steps[-1][0] not in (SUCCESS, FAIL):
        return "the steps end without a conclusion"
    return ""


def _fault(claims: Claims, state: _State, step: Step) -> str:
    kind = step[0] if step else None
    try:
        if kind == OK:
            return _assumed(claims, state, *step[1:])
        if kind == CONFLICT:
            return _refuted(claims, state, *step[1:])
        if kind == RECONSIDER:
            return _reconsidered(state, *step[1:])
        if kind == SUCCESS:
            return _concluded(state, *step[1:])
        if kind == FAIL and len(step) == 1:
            return _failed(state)
    except (TypeError, IndexError):
        return f"{step!r} is no step"
    return f"{step!r} is no step"


def _tentative(state: _State, person: int, knight: bool) -> str:
    """Return why a role of a person cannot be tried now."""
    if type(person) is not int or not 0 <= person < state.people or type(knight) is not bool:
        return f"{person!r}, {knight!r} is no person and role"
    if state.roles[person] is not None:
        return f"person {person} has a role already"
    if state.working_on not in (None, person):
        return f"person {state.working_on} comes first, one of whose roles was just refuted"
    return f"that role of person {person} is already refuted" if knight in state.tried[person] else ""


def _assumed(claims: Claims, state: _State, person: int, knight: bool) -> str:
    fault = _tentative(state, person, knight)
    if fault:
        return fault
    state.roles[person] = knight
    speaker = claims.contradicted(person, state.roles)
    if speaker is not None:
        return f"there is a contradiction: the claim of person {speaker} cannot agree with his role"
    state.tried[person].add(knight)
    state.trail.append(person)
    state.working_on = None
    return ""


def _refuted(claims: Claims, state: _State, person: int, knight: bool, speaker: int, speaker_is_knight: bool) -> str:
    fault = _tentative(state, person, knight)
    if fault:
        return fault
    if type(speaker) is not int or not 0 <= speaker < state.people:
        return f"there is no person {speaker!r}"
    state.roles[person] = knight
    role = state.roles[speaker]
    if role is None or role is not speaker_is_knight:
        return f"person {speaker} was not assumed to have that role"
    if claims.of[speaker].can_agree(role, state.roles):
        return f"the claim of person {speaker} does not contradict that"
    state.roles[person] = None
    state.tried[person].add(knight)
    state.working_on = person
    return ""


def _reconsidered(state: _State, person: int, exhausted: Sequence[int]) -> str:
    gone = _exhausted(state)
    if not gone or list(exhausted) != gone:
        return f"the people without a role left are {gone}, not {list(exhausted)}"
    rest = state.trail[: len(state.trail) - (len(gone) - 1)]
    if not rest or rest[-1] != person:
        return f"not person {person} was assumed last before them"
    for who in gone:
        state.tried[who], state.roles[who] = set(), None
    state.trail = rest[:-1]
    state.roles[person] = None
    state.working_on = person
    return ""


def _exhausted(state: _State) -> list[int]:
    """Return the person whose both roles are refuted, and those before him without a role left; deepest first."""
    at = state.working_on
    if at is None or len(state.tried[at]) < 2:
        return []
    gone = [at]
    for who in reversed(state.trail):
        if len(state.tried[who]) < 2:
            break
        gone.append(who)
    return gone


def _concluded(state: _State, roles: Sequence[bool]) -> str:
    if None in state.roles or state.working_on is not None:
        return "not everybody has a role yet"
    return "" if list(roles) == state.roles else "these are not the roles that were assumed"


def _failed(state: _State) -> str:
    gone = _exhausted(state)
    return "" if gone and len(gone) == len(state.trail) + 1 else "there are roles left to try"


def solution_of(steps: Sequence[Step]) -> World | None:
    """Return the roles that a list of steps concludes with; None if it proves that there are none."""
    return tuple(steps[-1][1]) if steps and steps[-1][0] == SUCCESS else None


def steps_as_json(steps: Sequence[Step]) -> list[list[Any]]:
    """Return steps as JSON lists."""
    return [[list(part) if isinstance(part, tuple) else part for part in step] for step in steps]


def steps_of_json(data: Any) -> list[Step] | None:
    """Return steps from JSON lists; None if it is no list of lists."""
    if not isinstance(data, list) or not all(isinstance(step, list) and step for step in data):
        return None
    return [tuple(tuple(part) if isinstance(part, list) else part for part in step) for step in data]
