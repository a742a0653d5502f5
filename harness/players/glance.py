"""Players that answer from the prompt alone: what they score, a box gives away without being explored.

`builtin/first-glance` answers what the prompt suggests at first sight; `builtin/name-only` also knows what algorithms
usually call by the names that it reads. Both ask nothing: a turn is lost by them. They see what every player sees.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Protocol

from boxwright.blackboxes.seeds import stream
from boxwright.harness.chat.api import Reply
from boxwright.harness.players.player import Observation
from boxwright.harness.players.solvers.strategy import Known

GLANCES = ("builtin/first-glance", "builtin/name-only")
_HERE = "boxwright.harness.players.solvers"
_MARKERS = {"query": "MOVE", "move": "MOVE", "answer": "ANSWER"}


class Glance(Protocol):
    """A family's module `glance`."""

    def guess(self, known: Known, introduction: str, asked: str, names: bool, rng: Random) -> str:
        """Return an answer, or a game's move, from the texts alone; with `names`, names are taken at their word."""
        ...


def glances_at(family: str) -> bool:
    """Whether there is a module `glance` for a family."""
    return find_spec(f"{_HERE}.{family}") is not None and find_spec(f"{_HERE}.{family}.glance") is not None


class GlancePlayer:
    """Plays one episode."""

    def __init__(self, name: str, known: Known) -> None:
        self.name = name
        self._known = known
        self._glance: Glance = import_module(f"{_HERE}.{known.family}.glance")
        self._rng = stream(known.seed, "player", name)

    def reply(self, observation: Observation) -> Reply:
        """Reply to a question or a game's move; lose a turn."""
        moves = getattr(self._glance, "MOVES", False)
        marker = "MOVE" if moves else _MARKERS[observation.kind]
        if observation.kind == "query" and not moves:
            return Reply(text="I ask nothing.", model=self.name)
        names = self.name == GLANCES[1]
        introduction = observation.conversation[0].content
        said = self._glance.guess(self._known, introduction, observation.text, names, self._rng)
        return Reply(text=f"{marker}: {said}", model=self.name)
