"""A provider's client as a chat model: with the limits of its server, and retries."""

from __future__ import annotations

from typing import Protocol

from boxwright.harness.chat.api import Reply, Request
from boxwright.harness.chat.limits import CROWDED, ServerLimit, server_limit
from boxwright.harness.chat.retry import Account, AttemptFailed, NoAccount, Retry
from boxwright.harness.chat.spec import ModelSpec
from boxwright.harness.chat.tokens import check_context, output_limit


class Client(Protocol):
    """One attempt at a request, without retries of its own."""

    def attempt(self, request: Request) -> Reply:
        """Send a request once. Raises: retry.AttemptFailed."""
        ...

    def close(self) -> None:
        """Close the connections."""
        ...


class ProviderModel:
    """A model behind a client. Thread-safe."""

    def __init__(
        self, spec: ModelSpec, client: Client, retry: Retry, *, key: str | None, limit: ServerLimit | None = None
    ) -> None:
        self.name = spec.name
        self._spec = spec
        self._key = key
        self._who = f"{spec.provider} {spec.own_name}"
        self._client = client
        self._retry = retry
        self._limit = limit or server_limit(spec)

    def ask(self, request: Request) -> Reply:
        """Answer one request. Raises: ContextOverflow, ProviderFailed."""
        return self.ask_on(request, NoAccount())

    def ask_on(self, request: Request, account: Account) -> Reply:
        """Answer one request on an account, which is asked before each attempt and told after it what it cost.

        Raises: ContextOverflow, ProviderFailed, and whatever the account raises.
        """
        check_context(self._who, request, output_limit(self._spec, request), self._spec.context_tokens)
        return self._retry.run(lambda: self._attempt(request), who=self._who, account=account)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _attempt(self, request: Request) -> Reply:
        with self._limit.place() as begun:
            try:
                reply = self._client.attempt(request)
            except AttemptFailed as failed:
                if failed.status in CROWDED:
                    self._limit.ease(begun)
                failed.reason = self._worded(failed)
                raise
            self._limit.worked()
            return reply

    def _worded(self, failed: AttemptFailed) -> str:
        """The reason without the key, which some servers repeat, and with a hint if the key was refused."""
        reason = failed.reason.replace(self._key, "***") if self._key else failed.reason
        if failed.status == 401 and self._spec.key_variable:
            reason = f"{reason.rstrip('.')}; the key comes from the environment variable {self._spec.key_variable}"
        return reason
