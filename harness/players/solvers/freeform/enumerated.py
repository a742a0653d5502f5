"""Rules that can be listed, each with a state that every text moves on: drop what says otherwise, ask what splits."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

from boxwright.harness.players.solvers.freeform.world import Told, World
from boxwright.harness.players.solvers.information import bits

R = TypeVar("R")
S = TypeVar("S")

JUDGED = 80
"""Rules, drawn from those that are left, on which a text is judged."""
VOTES = 300
"""Rules that answer a question together; they are listed with the likelier ones first."""


class Enumerated(World, Generic[R, S]):
    """All rules of a kind, equally likely; of answers that are equally frequent the one of the first rule wins."""

    pool = 20
    """Texts that are drawn and judged before each turn."""

    def __init__(self, told: Told) -> None:
        super().__init__(told)
        self.left: list[tuple[R, S]] = [(rule, self.begin(rule)) for rule in self.rules()]

    @abstractmethod
    def rules(self) -> Iterable[R]:
        """Return the rules, simple ones first."""

    @abstractmethod
    def begin(self, rule: R) -> S:
        """Return the state before the first text."""

    @abstractmethod
    def step(self, rule: R, state: S, text: str) -> tuple[str, S]:
        """Return what comes back for a text, and the state after it; the state that is given stays as it was."""

    def texts(self, left: int) -> Sequence[str]:
        """Return texts that are worth judging."""
        return [self.told.text() for _ in range(self.pool)]

    def choose(self, left: int) -> str:
        """Return the text of those drawn that is expected to tell most."""
        texts = self.texts(left)
        if len(self.left) < 2 or len(texts) == 1:
            return texts[0]
        rng = self.told.rng
        judged = self.left if len(self.left) <= JUDGED else rng.sample(self.left, JUDGED)
        return max(texts, key=lambda text: bits(Counter(self.step(*one, text)[0] for one in judged)))

    def learn(self, text: str, back: str) -> None:
        """Keep the rules that say so, each with its next state; if none does, all go on."""
        moved = [(rule, *self.step(rule, state, text)) for rule, state in self.left]
        kept = [(rule, state) for rule, told, state in moved if told == back]
        self.left = kept or [(rule, state) for rule, _, state in moved]

    def answers(self, question: str) -> Sequence[str]:
        """Return what the rules that are left say to a question's text, the most frequent first."""
        text = self.asked(question)
        return self._voted(lambda rule, state: self.says(rule, state, text))

    def feedback(self, text: str) -> Sequence[str]:
        """Return what comes back for a text by the rules that are left, the most frequent first."""
        return self._voted(lambda rule, state: self.step(rule, state, text)[0])

    def _voted(self, says: Callable[[R, S], str]) -> Sequence[str]:
        """Return what the first rules that are left say, the most frequent first."""
        said = Counter(says(rule, state) for rule, state in self.left[:VOTES])
        return [answer for answer, _ in said.most_common()]

    def asked(self, question: str) -> str:
        """Return the text that a question is about."""
        return question.split()[-1]

    def says(self, rule: R, state: S, text: str) -> str:
        """Return a rule's answer to a question about a text."""
        return self.step(rule, state, text)[0]
