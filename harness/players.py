"""Players: chat models, and builtin ones that need no model and mark the ends of the scale."""

from __future__ import annotations

from collections.abc import Sequence

from agents.chat.api import ChatModel, Message, Reply, Request, UnknownModel
from blackboxes.family import Ask
from blackboxes.seeds import stream

BUILTIN = ("oracle", "random", "constant", "echo")
"""`oracle` answers with the box's own truth; the others learn nothing."""


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
        else:
            text = ask.cheats.echo()
        return Reply(text=text, model=self.name)


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
