"""A provider's client as a chat model: the limit on requests under way, and the retries around each."""

from __future__ import annotations

import threading
from typing import Protocol

from agents.chat.api import Reply, Request
from agents.chat.models import ModelSpec
from agents.chat.retry import Retry


class Client(Protocol):
    """One attempt at a request, without retries of its own."""

    def attempt(self, request: Request) -> Reply:
        """Ask once. Raises: retry.AttemptFailed."""
        ...

    def close(self) -> None:
        """Give up the connections."""
        ...


class ProviderModel:
    """A model behind a client. Safe for several threads."""

    def __init__(self, spec: ModelSpec, client: Client, retry: Retry) -> None:
        self.name = spec.name
        self._who = f"{spec.provider} {spec.own_name}"
        self._client = client
        self._retry = retry
        self._places = threading.BoundedSemaphore(spec.concurrency)

    def ask(self, request: Request) -> Reply:
        """Answer one request. Raises: ContextOverflow, ProviderFailed."""

        def attempt() -> Reply:
            with self._places:
                return self._client.attempt(request)

        return self._retry.run(attempt, who=self._who)

    def close(self) -> None:
        """Give up the connections."""
        self._client.close()
