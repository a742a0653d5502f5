"""A player of `freeform` boxes that gives again what it read, and combines nothing.

Where as many items come back as a text has characters, one for each step from the character before it, as in
`freeform/unknown_graph`, they are kept by step; the first step of a text is from the end of the text before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from boxwright.harness.chat.api import Reply
from boxwright.harness.players.player import Observation
from boxwright.harness.players.solvers.freeform.remembered import Remembered
from boxwright.harness.players.solvers.freeform.strategy import FreeformStrategy
from boxwright.harness.players.solvers.freeform.world import Told
from boxwright.harness.players.solvers.strategy import Known


class LookUp:
    """Plays one episode."""

    name = "look-up"

    def __init__(self, known: Known) -> None:
        self._strategy = FreeformStrategy(known)
        self._strategy.world = Pairs(self._strategy.told)

    def reply(self, observation: Observation) -> Reply:
        """Send a drawn text, or say what was read."""
        if observation.kind == "query":
            return Reply(text=f"QUERY: {self._strategy.query(observation.message, 1)}", model=self.name)
        return Reply(text=f"ANSWER: {self._strategy.answer(observation.message, 1)}", model=self.name)


class Pairs(Remembered):
    """A table of texts, and one of steps, in both directions."""

    def __init__(self, told: Told) -> None:
        super().__init__(told)
        self.pairs: dict[str, str] = {}
        self.here = told.alphabet[0]

    def learn(self, text: str, back: str) -> None:
        """Remember."""
        super().learn(text, back)
        items = back.split()
        if len(items) == len(text):
            for pair, item in zip(pairwise(self.here + text), items, strict=True):
                self.pairs |= {"".join(pair): item, "".join(pair[::-1]): item}
        self.here = text[-1]

    def answers(self, question: str) -> Sequence[str]:
        """Return what came back for the text, or for all its steps."""
        text = question.rpartition("? ")[2].strip()
        pairs = ["".join(pair) for pair in pairwise(self.here + text)]
        if pairs and all(pair in self.pairs for pair in pairs):
            return [" ".join(self.pairs[pair] for pair in pairs)]
        return super().answers(question)
