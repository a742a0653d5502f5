"""English wording.

A claim that joins leaves is worded plainly (`A and B`, `A or B`, `if A, then B`, `A if and only if B`). Inside other
claims every operator begins with a word of its own (`both`, `either`, `if`, `it is true that`, `it is not true that`,
`all three of these hold`), which works as a bracket: each says how many parts follow.
"""

from __future__ import annotations

from collections.abc import Sequence

from boxwright.blackboxes.reasoning.knights.language.tongue import Cursor, Misread, Tongue
from boxwright.blackboxes.reasoning.knights.language.words import Roles
from boxwright.blackboxes.reasoning.knights.puzzles.statements import (
    AND,
    IMPLIES,
    LIE,
    NOT,
    OR,
    SAME,
    TRUTH,
    Statement,
    is_literal,
)

_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NOT_TRUE, _SO, _SAME_IF, _IF = "it is not true that ", "it is true that ", "if and only if it is true that ", "if "
_EITHER, _BOTH = "either ", "both "


def counted(number: int) -> str:
    """Return a number in words, up to twelve."""
    return _NUMBERS[number - 2] if 2 <= number <= len(_NUMBERS) + 1 else str(number)


class English(Tongue):
    """The language `en`."""

    SAYINGS = (
        '{name} says: "{Claim}."',
        '"{Claim}," says {name}.',
        "{name} claims that {claim}.",
        '{name} tells you: "{Claim}."',
        '"{Claim}," {name} assures you.',
        "According to {name}, {claim}.",
        '{name} declares: "{Claim}."',
        "{name} lets you know that {claim}.",
        '"{Claim}" is what {name} says.',
        "{name} maintains that {claim}.",
        '{name} calls out: "{Claim}."',
        '"{Claim}," you hear from {name}.',
    )
    MARKER, IS, COMMA = "ANSWER: ", ": ", ", "

    def clause(self, statement: Statement, names: Sequence[str], roles: Roles) -> str:
        """Word a statement, as a clause without a full stop."""
        kind, parts = statement[0], statement[1:]
        if is_literal(statement) or not all(map(is_literal, parts)) or kind in (NOT, IMPLIES):
            return self._bracketed(statement, names, roles)
        said = [self._literal(part, names, roles) for part in parts]
        if kind == SAME:
            return f"{said[0]} if and only if {said[1]}"
        return f"{', '.join(said[:-1])} {kind} {said[-1]}"

    def _literal(self, statement: Statement, names: Sequence[str], roles: Roles) -> str:
        negated = statement[0] == NOT
        kind, person = statement[1] if negated else statement
        return f"{names[person]} is {'not ' if negated else ''}{roles.of(kind == TRUTH).a}"

    def _bracketed(self, statement: Statement, names: Sequence[str], roles: Roles) -> str:
        if is_literal(statement):
            return self._literal(statement, names, roles)
        kind, parts = statement[0], statement[1:]
        said = [self._bracketed(part, names, roles) for part in parts]
        comma = "" if is_literal(parts[0]) else ","
        if kind == NOT:
            return _NOT_TRUE + said[0]
        if kind == IMPLIES:
            return f"{_IF}{said[0]}, then {said[1]}"
        if kind == SAME:
            return f"{_SO}{said[0]}{comma} {_SAME_IF}{said[1]}"
        if len(said) == 2:
            return f"{_BOTH if kind == AND else _EITHER}{said[0]}{comma} {kind} {said[1]}"
        opening = "all {} of these hold: " if kind == AND else "at least one of these {} holds: "
        return f"{opening.format(counted(len(said)))}{'; '.join(said[:-1])}; {kind} {said[-1]}"

    def head(self, names: Sequence[str], roles: Roles) -> list[str]:
        """Word what comes before the claims."""
        one, other = roles.knight.many, roles.knave.many
        return [
            f"On an island there live only {one} and {other}. All {one} always tell the truth, "
            f"and all {other} always lie.",
            'In what they say, "or" leaves it open that all parts are true, and "if ..., then ..." is false only if '
            "its first part is true and its second part is false.",
            f"You meet {counted(len(names))} of them: {_listed(names)}.",
        ]

    def tail(self, roles: Roles) -> str:
        """Word the question."""
        return f"Who is {roles.knight.a}, and who is {roles.knave.a}?"

    def read_claim(self, cursor: Cursor, names: Sequence[str], roles: Roles) -> Statement:
        """Read a clause back. Raises: Misread."""
        first = self._read(cursor, names, roles)
        if cursor.done or not is_literal(first):
            return first
        if cursor.takes(" if and only if "):
            return (SAME, first, self._read_literal(cursor, names, roles))
        parts = [first]
        while cursor.takes(", "):
            parts.append(self._read_literal(cursor, names, roles))
        kind = cursor.expect(" and ", " or ").strip()
        return (kind, *parts, self._read_literal(cursor, names, roles))

    def _read_literal(self, cursor: Cursor, names: Sequence[str], roles: Roles) -> Statement:
        person = cursor.one_of(names)
        cursor.expect(" is ")
        negated = cursor.takes("not ")
        leaf = ((TRUTH, LIE)[cursor.one_of((roles.knight.a, roles.knave.a))], person)
        return (NOT, leaf) if negated else leaf

    def _read(self, cursor: Cursor, names: Sequence[str], roles: Roles) -> Statement:
        """Read a claim whose operators begin with a word of their own."""

        def part() -> Statement:
            return self._read(cursor, names, roles)

        if cursor.takes(_NOT_TRUE):
            return (NOT, part())
        if cursor.takes(_SO):
            one = part()
            cursor.takes(",")
            cursor.expect(f" {_SAME_IF}")
            return (SAME, one, part())
        if cursor.takes(_IF):
            one = part()
            cursor.expect(", then ")
            return (IMPLIES, one, part())
        for kind, word in ((AND, _BOTH), (OR, _EITHER)):
            if cursor.takes(word):
                one = part()
                cursor.takes(",")
                cursor.expect(f" {kind} ")
                return (kind, one, part())
        for kind, opening, closing in ((AND, "all ", " of these hold: "), (OR, "at least one of these ", " holds: ")):
            if cursor.takes(opening):
                size = _read_number(cursor)
                cursor.expect(closing)
                parts = [part()]
                while len(parts) < size:
                    cursor.expect("; " if len(parts) < size - 1 else f"; {kind} ")
                    parts.append(part())
                return (kind, *parts)
        return self._read_literal(cursor, names, roles)

    def supposition(self, name: str, role: str, clause: str, knight: bool) -> str:
        """Word the step that assumes a role."""
        return (
            f'Suppose {name} is {role}. Then "{clause}" must be {"true" if knight else "false"}, and it still can be.'
        )

    def contradiction(self, name: str, role: str, speaker: str, speaker_role: str, clause: str, knight: bool) -> str:
        """Word the step that refutes a role."""
        wrong = "false" if knight else "true"
        return f'{name} cannot be {role}: then {speaker}, {speaker_role}, would say something {wrong}, "{clause}".'

    def going_back(self, exhausted: Sequence[str], name: str) -> str:
        """Word the step that reconsiders a person."""
        return f"Nothing is left to try for {_listed(exhausted)}, so go back to {name}."

    def conclusion(self, found: bool) -> str:
        """Word the end of the reasoning."""
        return "Now everybody has a role, and no claim contradicts it." if found else "So no roles fit all the claims."


def _read_number(cursor: Cursor) -> int:
    """Read a number of parts, in words or digits. Raises: Misread."""
    word = cursor.text[cursor.at :].partition(" ")[0]
    cursor.at += len(word)
    if word in _NUMBERS:
        return _NUMBERS.index(word) + 2
    if not word.isdecimal():
        raise Misread(f"cannot be read: {word[:20]!r} is no number of claims")
    return int(word)


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
