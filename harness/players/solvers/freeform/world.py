"""What a player makes of one kind of freeform box, once it has read the public part."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar


@dataclass(frozen=True)
class Told:
    """What the introduction tells, and what the player draws from."""

    alphabet: str
    longest: int
    """Characters of a text, at most."""
    rng: Random

    @classmethod
    def of(cls, domain: Mapping[str, Any], rng: Random) -> Told:
        """Read the field `domain`."""
        return cls(str(domain["alphabet"]), int(domain.get("max_length", 30)), rng)

    def text(self, longest: int | None = None) -> str:
        """Return a drawn text of the largest length, or of another."""
        return "".join(self.rng.choice(self.alphabet) for _ in range(longest or self.longest))


class World(ABC):
    """One conversation with a box of a kind: what to send, what was learned, what to answer."""

    phrases: ClassVar[tuple[str, ...]]
    """What the public part says of such a box, all of it; white space is one blank."""

    def __init__(self, told: Told) -> None:
        self.told = told

    @classmethod
    def reads(cls, prose: str) -> bool:
        """Whether a public part, its white space made one blank, tells of such a box."""
        return all(phrase in prose for phrase in cls.phrases)

    @abstractmethod
    def choose(self, left: int) -> str:
        """Return the next text; `left` turns are left, this one included."""

    @abstractmethod
    def learn(self, text: str, back: str) -> None:
        """Take note of what came back for a text."""

    @abstractmethod
    def answers(self, question: str) -> Sequence[str]:
        """Return answers to a question, the most plausible first; none where nothing is known."""

    def feedback(self, text: str) -> Sequence[str]:
        """Return what may come back for a text that is sent now, the most plausible first: here as for a question."""
        return self.answers(f"? {text}")
