"""What a solver's strategy is: it reads the messages that every player reads, and says what to send."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from boxwright.blackboxes.clear import is_clear, quoted
from boxwright.harness.players.solvers.counting import Counted

_WORDS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight",
    "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen",
)  # fmt: skip
NUMBERS = {word: number for number, word in enumerate(_WORDS, start=1)}
"""Numbers as public parts write them."""


@dataclass(frozen=True)
class Known:
    """What every player is told before the first turn, without the prose around it."""

    family: str
    domain: Mapping[str, Any]
    """The field `domain` of the description: the introduction says it in words."""
    public: str
    """The part of the description that is shown to players."""
    turns: int
    shots: int
    samples: int
    seed: int
    """Decides what the strategy draws."""


class Strategy(ABC):
    """One conversation's player. It is given whole messages, and returns what stands behind the marker."""

    plays_moves: ClassVar[bool] = False
    """Whether every reply is a move of a game."""
    hears_others: ClassVar[bool] = False
    """Whether it learns from queries of another player, which the messages name with their outputs."""

    def __init__(self, known: Known) -> None:
        self.known = known

    @classmethod
    def tries(cls, public: str) -> bool:
        """Whether there is a plan for a box with this public part; without one the replies are drawn."""
        return True

    @classmethod
    def counted(cls, domain: Mapping[str, Any], public: str) -> Counted | None:
        """Return the hypotheses about a box with this domain and public part, where they can be counted."""
        return None

    @abstractmethod
    def query(self, message: str, left: int) -> str:
        """Return the next query; `left` turns are left, this one included."""

    @abstractmethod
    def answer(self, message: str, shot: int) -> str:
        """Return an answer; `shot` counts from 1 for each question."""

    def move(self, message: str) -> str:
        """Return a move of a game. Raises: NotImplementedError in families without moves."""
        raise NotImplementedError(f"{type(self).__name__} plays no games")


class FunctionStrategy(Strategy):
    """Base for families whose feedback is one line of input and one of output."""

    hears_others: ClassVar[bool] = True
    labels: tuple[str, str]
    """What stands before the input and before the output in the family's texts."""

    def __init__(self, known: Known) -> None:
        super().__init__(known)
        self.pairs: list[tuple[str, str]] = []
        self._pending = False
        self._question = ""

    def query(self, message: str, left: int) -> str:
        """Read the last feedback, then choose."""
        self._hear(message)
        self._pending = True
        return self.choose(left)

    def answer(self, message: str, shot: int) -> str:
        """Read the last feedback, then answer the question."""
        self._hear(message)
        if asked := re.findall(rf"^{self.labels[0]}: (.*)$", message, re.MULTILINE):  # none where a reply was refused
            self._question = quoted(asked[-1])
        text = self.predict(self._question, shot)
        return text if is_clear(text) else json.dumps(text)  # words such as `for` may be around an answer

    def _hear(self, message: str) -> None:
        if not self._pending:
            return
        self._pending = False
        found = re.search(rf"^{self.labels[0]}: (.*)\n{self.labels[1]}: ?(.*)$", message, re.MULTILINE)
        if found:
            self.pairs.append((quoted(found[1]), quoted(found[2])))
            self.learn(*self.pairs[-1])

    def learn(self, given: str, told: str) -> None:
        """Take note of one feedback."""
        return

    @abstractmethod
    def choose(self, left: int) -> str:
        """Return the next query."""

    @abstractmethod
    def predict(self, given: str, shot: int) -> str:
        """Return the answer for an input; another one for each shot where there is one."""
