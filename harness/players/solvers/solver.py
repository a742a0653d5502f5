"""The player `builtin/solver`: it reads the conversation as a model does, and replies in the marked form.

It never touches what other builtin players may use (`Baseline`), nor the box, its code or its hidden text. What it is
given beside the conversation is `Known`: the domain and the public text that the introduction tells in words.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from boxwright.blackboxes.description import Description
from boxwright.blackboxes.types import Plan
from boxwright.harness.chat.api import Reply
from boxwright.harness.players.player import Observation
from boxwright.harness.players.solvers.strategy import Known, Strategy

_HERE = "boxwright.harness.players.solvers"
_MARKERS = {"query": "QUERY", "answer": "ANSWER", "move": "MOVE"}


def is_solved(family: str) -> bool:
    """Whether there is a strategy for a family: a folder of its name beside this module."""
    return find_spec(f"{_HERE}.{family}") is not None


def tries(description: Description) -> bool:
    """Whether the solver has a plan for a box; where it has none, its score would be that of drawn replies."""
    return is_solved(description.family) and strategy_of(description.family).tries(description.public)


def strategy_of(family: str) -> type[Strategy]:
    """Return a family's strategy; its module is imported when it is played. Raises: ModuleNotFoundError."""
    made: type[Strategy] = import_module(f"{_HERE}.{family}.strategy").STRATEGY
    return made


def known(description: Description, plan: Plan) -> Known:
    """Return what players are told of a box, for one episode."""
    return Known(
        family=description.family,
        domain=description.front.domain,
        public=description.public,
        turns=plan.turns,
        shots=plan.shots,
        samples=plan.samples,
        seed=plan.seed,
    )


class SolverPlayer:
    """Plays one episode; a new strategy for each conversation, as a model starts afresh in each."""

    name = "builtin/solver"

    def __init__(self, known: Known) -> None:
        self._known = known
        self._strategy: Strategy | None = None
        self._turns = 0
        self._question = ""
        self._shot = 0

    def reply(self, observation: Observation) -> Reply:
        """Reply to the conversation; never raises ModelError."""
        if len(observation.conversation) == 1 or self._strategy is None:
            self._strategy = strategy_of(self._known.family)(self._known)
            self._turns, self._question = 0, ""
        message = observation.message
        if self._strategy.plays_moves:
            return self._say("move", self._strategy.move(message))
        if observation.kind == "query":
            left = self._known.turns - self._turns
            self._turns += 1
            return self._say("query", self._strategy.query(message, max(1, left)))
        question = _without_shot(observation.text)
        self._shot = self._shot + 1 if question == self._question else 1
        self._question = question
        return self._say("answer", self._strategy.answer(message, self._shot))

    def _say(self, kind: str, text: str) -> Reply:
        return Reply(text=f"{_MARKERS[kind]}: {text}", model=self.name)


def _without_shot(text: str) -> str:
    """Return a question without the number of its shot, so that a second shot is known to be one."""
    first, _, rest = text.partition("\n")
    return first.split("hot ")[0] + rest
