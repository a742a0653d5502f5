"""What was seen is given again; where an automaton is behind it, it is learned from all of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from boxwright.harness.players.solvers.freeform.automaton import Automaton, learn
from boxwright.harness.players.solvers.freeform.world import Told, World


class Remembered(World):
    """A table of texts and what came back."""

    phrases: ClassVar[tuple[str, ...]] = ()

    def __init__(self, told: Told) -> None:
        super().__init__(told)
        self.seen: dict[str, str] = {}

    def choose(self, left: int) -> str:
        """Return a drawn text, a new one if there is one among some."""
        drawn = [self.told.text().strip() or self.told.alphabet.strip()[0] for _ in range(25)]
        return next((text for text in drawn if text not in self.seen), drawn[0])

    def learn(self, text: str, back: str) -> None:
        """Remember."""
        self.seen[text] = back

    def answers(self, question: str) -> Sequence[str]:
        """Return what came back for the question's last word, or else what came back first."""
        first = next(iter(self.seen.values()), "")
        return [self.seen.get(question.rpartition("? ")[2].strip()) or first]


class SixStates(Remembered):
    """An automaton over two letters."""

    phrases = ("An automaton has six states",)

    def __init__(self, told: Told) -> None:
        super().__init__(told)
        self._machine: Automaton | None = None

    def answers(self, question: str) -> Sequence[str]:
        """Return what the automaton says that says what was seen."""
        text = question.rpartition("? ")[2].strip()
        self._machine = self._machine or learn(self.seen, self.told.alphabet, 6)
        known = self._machine is not None and set(text) <= set(self.told.alphabet)
        return [self._machine.outputs(text)] if self._machine and known else super().answers(question)
