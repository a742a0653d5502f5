"""The player `builtin/solver`: it reads the conversation as a model does, and replies in the marked form.

It never touches what other builtin players may use (`Ask.cheats`), nor the box, its code or its hidden text. What it is
given beside the conversation is `Known`: the domain and the public text that the introduction tells in words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

from boxwright.blackboxes.description import Description
from boxwright.blackboxes.environment import Ask, Plan
from boxwright.harness.chat.api import Message, Reply
from boxwright.harness.players.solvers.strategy import Known, Strategy

SOLVERS: Mapping[str, tuple[str, str]] = {
    "encryption": ("encryption.strategy", "EncryptionStrategy"),
    "circuit": ("circuit.strategy", "CircuitStrategy"),
    "physics": ("physics.strategy", "PhysicsStrategy"),
    "code": ("code.strategy", "CodeStrategy"),
    "puzzle": ("puzzle.strategy", "PuzzleStrategy"),
    "freeform": ("freeform.strategy", "FreeformStrategy"),
    "game": ("game.strategy", "GameStrategy"),
}
"""Family to the module and the class of its strategy; imported when they are played."""
_MARKERS = {"query": "QUERY", "answer": "ANSWER", "move": "MOVE"}


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


def _strategy(family: str) -> Callable[[Known], Strategy]:
    module, name = SOLVERS[family]
    made: Callable[[Known], Strategy] = getattr(import_module(f"boxwright.harness.players.solvers.{module}"), name)
    return made


class SolverPlayer:
    """Plays one episode; a new strategy for each conversation, as a model starts afresh in each."""

    name = "builtin/solver"

    def __init__(self, known: Known) -> None:
        self._known = known
        self._games = known.family == "game"
        self._strategy: Strategy | None = None
        self._turns = 0
        self._question = ""
        self._shot = 0

    def reply(self, ask: Ask, conversation: Sequence[Message]) -> Reply:
        """Reply to the conversation; never raises ModelError."""
        if len(conversation) == 1 or self._strategy is None:
            self._strategy = _strategy(self._known.family)(self._known)
            self._turns, self._question = 0, ""
        message = conversation[-1].content
        if self._games:
            return self._say("move", self._strategy.move(message))
        if ask.kind == "query":
            left = self._known.turns - self._turns
            self._turns += 1
            return self._say("query", self._strategy.query(message, max(1, left)))
        question = _without_shot(ask.text)
        self._shot = self._shot + 1 if question == self._question else 1
        self._question = question
        return self._say("answer", self._strategy.answer(message, self._shot))

    def _say(self, kind: str, text: str) -> Reply:
        return Reply(text=f"{_MARKERS[kind]}: {text}", model=self.name)


def _without_shot(text: str) -> str:
    """Return a question without the number of its shot, so that a second shot is known to be one."""
    first, _, rest = text.partition("\n")
    return first.split("hot ")[0] + rest
