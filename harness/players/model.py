"""A chat model as a player."""

from __future__ import annotations

from boxwright.harness.chat.api import ChatModel, Reply, Request
from boxwright.harness.players.player import Observation


class ModelPlayer:
    """One per episode: its requests are numbered within the episode."""

    def __init__(self, model: ChatModel, episode: str, *, role: str = "player", max_output_tokens: int = 8_000) -> None:
        self.name = model.name
        self._model = model
        self._episode = episode
        self._role = role
        self._max_output_tokens = max_output_tokens
        self._count = 0

    def reply(self, observation: Observation) -> Reply:
        """Ask the model. Raises: ModelError."""
        self._count += 1
        request = Request(
            role=self._role,
            step=f"{self._episode}/{self._count}",
            messages=observation.conversation,
            max_output_tokens=self._max_output_tokens,
        )
        return self._model.ask(request)
