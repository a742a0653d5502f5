"""Players: chat models, and builtin ones that need no model and mark the ends of the scale."""

from __future__ import annotations

from collections.abc import Sequence

from boxwright.blackboxes.environment import Ask, Skilled
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.seeds import stream
from boxwright.harness.chat.api import ChatModel, Message, Reply, Request, UnknownModel

OPTIMAL = {
    "optimal": "elimination",
    "optimal-elimination": "elimination",
    "optimal-paper": "paper",
    "optimal-informed": "informed",
}
"""KUMO: players and the semantics under which they are optimal (docs/kumo.md)."""
BUILTIN = ("oracle", "random", "constant", "echo", *OPTIMAL, "greedy")
"""`oracle` answers with the box's own truth; `random`, `constant` and `echo` learn nothing; the others play KUMO."""
SOLVER = "builtin/solver"
"""The player that needs no model and learns: it lives in `harness/solvers`, and is told what every player is told."""


class BuiltinPlayer:
    """A player that needs no model. One per episode: `random` draws from the episode's seed."""

    def __init__(self, kind: str, seed: int) -> None:
        if kind not in BUILTIN:
            known = ", ".join(f"builtin/{k}" for k in BUILTIN)
            raise UnknownModel(f"no builtin player 'builtin/{kind}'; use one of {known}")
        self.name = f"builtin/{kind}"
        self._kind = kind
        self._rng = stream(seed, "player", kind)

    def reply(self, ask: Ask, conversation: Sequence[Message]) -> Reply:
        """Reply as the kind says; never raises ModelError."""
        if self._kind == "oracle":
            text = ask.cheats.truth()
        elif self._kind == "random":
            text = ask.cheats.guess(self._rng)
        elif self._kind == "constant":
            text = ask.cheats.constant()
        elif self._kind == "echo":
            text = ask.cheats.echo()
        else:
            text = self._skilled(ask)
        return Reply(text=text, model=self.name)

    def _skilled(self, ask: Ask) -> str:
        """Raises: BadOutput where the box is of another family, or what is best cannot be worked out."""
        if not isinstance(ask.cheats, Skilled):
            raise BadOutput(f"{self.name} plays kumo boxes only; leave it out, or choose --boxes 'kumo/*'")
        return ask.cheats.optimal(OPTIMAL[self._kind]) if self._kind in OPTIMAL else ask.cheats.greedy()


class ModelPlayer:
    """A chat model as a player. One per episode: its requests are numbered within the episode."""

    def __init__(self, model: ChatModel, episode: str, *, role: str = "player", max_output_tokens: int = 8_000) -> None:
        self.name = model.name
        self._model = model
        self._episode = episode
        self._role = role
        self._max_output_tokens = max_output_tokens
        self._count = 0

    def reply(self, ask: Ask, conversation: Sequence[Message]) -> Reply:
        """Ask the model. Raises: ModelError."""
        self._count += 1
        request = Request(
            role=self._role,
            step=f"{self._episode}/{self._count}",
            messages=tuple(conversation),
            max_output_tokens=self._max_output_tokens,
        )
        return self._model.ask(request)
