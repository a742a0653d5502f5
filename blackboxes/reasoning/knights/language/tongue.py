"""What a language has to offer: words for a puzzle, its claims, its reasoning and its answer, and the way back."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from boxwright.blackboxes.reasoning.knights.language.words import Roles
from boxwright.blackboxes.reasoning.knights.puzzles.statements import FaultyPuzzle, Statement


class Misread(FaultyPuzzle):
    """A text that is not what the renderer writes."""


class Tongue(ABC):
    """A language. Names are per person, sayings are numbers of the language's ways to report a claim."""

    SAYINGS: ClassVar[tuple[str, ...]]
    """The ways of reporting a claim: `{name}`, and `{claim}` or `{Claim}` with a capital first letter."""
    MARKER: ClassVar[str]
    """What marks an answer's line."""
    IS: ClassVar[str]
    """What stands between a name and its role in an answer."""
    COMMA: ClassVar[str]

    @abstractmethod
    def clause(self, statement: Statement, names: Sequence[str], roles: Roles) -> str:
        """Word a statement, as a clause without a full stop."""

    @abstractmethod
    def read_claim(self, cursor: Cursor, names: Sequence[str], roles: Roles) -> Statement:
        """Read a clause back. Raises: Misread."""

    @abstractmethod
    def head(self, names: Sequence[str], roles: Roles) -> list[str]:
        """Word what comes before the claims, one line each."""

    @abstractmethod
    def tail(self, roles: Roles) -> str:
        """Word the question."""

    @abstractmethod
    def supposition(self, name: str, role: str, clause: str, knight: bool) -> str:
        """Word the step that assumes a role."""

    @abstractmethod
    def contradiction(self, name: str, role: str, speaker: str, speaker_role: str, clause: str, knight: bool) -> str:
        """Word the step that refutes a role; `knight` is the speaker's."""

    @abstractmethod
    def going_back(self, exhausted: Sequence[str], name: str) -> str:
        """Word the step that reconsiders a person."""

    @abstractmethod
    def conclusion(self, found: bool) -> str:
        """Word the end of the reasoning."""

    def saying(self, number: int, name: str, clause: str) -> str:
        """Report a claim, as one line."""
        return self.SAYINGS[number].format(name=name, claim=clause, Claim=clause[:1].upper() + clause[1:])

    def read_saying(self, line: str, names: Sequence[str]) -> tuple[str, str]:
        """Return who says it, and the clause, of a reported claim. Raises: Misread."""
        who = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
        for saying in self.SAYINGS:
            pattern = re.escape(saying).replace(r"\{name\}", f"(?P<name>{who})")
            pattern = re.sub(r"\\\{[Cc]laim\\\}", '(?P<claim>[^"“”]+)', pattern)
            found = re.fullmatch(pattern, line)
            if found:
                return found["name"], found["claim"]
        raise Misread(f"cannot be read: {line[:60]!r} reports no claim")

    def read_clause(self, text: str, names: Sequence[str], roles: Roles) -> Statement:
        """Read a whole clause back. Raises: Misread, also if something is left."""
        cursor = Cursor(text)
        found = self.read_claim(cursor, names, roles)
        if not cursor.done:
            raise cursor.fault("the end")
        return found

    def answer(self, names: Sequence[str], words: Sequence[str]) -> str:
        """Word everybody's role in one line."""
        return self.COMMA.join(f"{name}{self.IS}{word}" for name, word in zip(names, words, strict=True))


@dataclass
class Cursor:
    """A text that is read from left to right."""

    text: str
    at: int = 0

    def takes(self, expected: str) -> bool:
        """Step over a text if it comes next, with a small or a capital first letter."""
        found = self.text[self.at : self.at + len(expected)]
        if found == expected or (self.at == 0 and found[:1].lower() + found[1:] == expected):
            self.at += len(expected)
            return True
        return False

    def expect(self, *expected: str) -> str:
        """Step over one of these texts. Raises: Misread."""
        for text in expected:
            if self.takes(text):
                return text
        raise self.fault(" or ".join(repr(text) for text in expected))

    def one_of(self, words: Sequence[str]) -> int:
        """Step over one of several words; return its index. Raises: Misread."""
        for index in sorted(range(len(words)), key=lambda i: -len(words[i])):
            if self.text.startswith(words[index], self.at):
                self.at += len(words[index])
                return index
        raise self.fault("one of " + ", ".join(words))

    @property
    def done(self) -> bool:
        """Whether nothing is left."""
        return self.at == len(self.text)

    def fault(self, wanted: str) -> Misread:
        """Return an error that says what was expected where."""
        return Misread(f"cannot be read from {self.text[self.at : self.at + 30]!r} on: expected {wanted}")
