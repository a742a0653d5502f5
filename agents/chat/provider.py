"""A provider's client as a chat model: the limit on requests under way, and the retries around each one."""

from __future__ import annotations

import threading
from typing import Protocol

from agents.chat.api import Reply, Request
from agents.chat.models import ModelSpec
from agents.chat.retry import AttemptFailed, Retry


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

    def __init__(self, spec: ModelSpec, client: Client, retry: Retry, *, key: str | None) -> None:
        self.name = spec.name
        self._key = key
        self._key_variable = spec.key_variable
        self._who = f"{spec.provider} {spec.own_name}"
        self._client = client
        self._retry = retry
        self._places = threading.BoundedSemaphore(spec.concurrency)

    def ask(self, request: Request) -> Reply:
        """Answer one request. Raises: ContextOverflow, ProviderFailed."""

        def attempt() -> Reply:
            with self._places:
                try:
                    return self._client.attempt(request)
                except AttemptFailed as failed:
                    failed.reason = self._worded(failed)
                    raise

        return self._retry.run(attempt, who=self._who)

    def close(self) -> None:
        """Give up the connections."""
        self._client.close()

    def _worded(self, failed: AttemptFailed) -> str:
        """The reason without the key, which some servers repeat, and with what to do about a key that is refused."""
        reason = failed.reason.replace(self._key, "***") if self._key else failed.reason
        if failed.status == 401 and self._key_variable:
            reason = f"{reason.rstrip('.')}; the key comes from the environment variable {self._key_variable}"
        return reason
