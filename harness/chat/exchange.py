"""One attempt at a provider's server through the raw layer of its SDK: what is sent, what comes back, what it cost.

The SDK knows the server: its address, headers and key, proxies, errors. Bodies pass it as they are: checking and
copying every message of a long conversation again with each request took most of the time of an evaluation. Each
attempt in flight has a client of its own, with one connection: a pool looks at all its connections for every request.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, Protocol

from boxwright.harness.chat.api import Reply, Usage
from boxwright.harness.chat.deadline import Deadline
from boxwright.harness.chat.failures import from_http_error, from_lost_connection, is_refusal
from boxwright.harness.chat.http_client import LONGEST_EVENT, http_client
from boxwright.harness.chat.retry import AttemptFailed, Cause
from boxwright.harness.chat.spec import PROVIDER_TIMEOUT_SECONDS, ModelSpec

LAST_WORD = "[DONE]"
"""With which some servers end a stream, in the place of an event."""


class Heard(Protocol):
    """A reply as far as it has arrived. Nobody else validates it, so it checks every field."""

    def whole(self, body: object) -> None:
        """Take in a reply that is one object. Raises: AttemptFailed if it is none."""
        ...

    def event(self, event: object) -> None:
        """Take in one event of a stream. Raises: AttemptFailed for an error."""
        ...

    def reply(self) -> Reply:
        """Return the complete reply. Raises: AttemptFailed, with its cost, if it is not complete."""
        ...

    def cost(self, *, sent: bool = True, answered: bool = False) -> Usage:
        """Return the provider's figure, if the reply is complete and has one; else an estimate.

        Nothing, if nothing was `sent`, or if the provider `answered` with an error before any reply began.
        """
        ...


class Exchange:
    """The way to one model's server. Thread-safe. `sdk` is the module `openai` or `anthropic`."""

    def __init__(self, sdk: Any, client: Callable[..., Any], spec: ModelSpec, path: str, **given: Any) -> None:
        import httpx2

        self._sdk = sdk
        self._name = spec.own_name
        self._path = path
        self._timeout = spec.timeout_seconds or PROVIDER_TIMEOUT_SECONDS
        self._make = partial(client, timeout=self._timeout, max_retries=0, **given)
        self._trust = httpx2.create_ssl_context()
        self._clients: list[Any] = []
        self._idle: deque[Any] = deque()

    def attempt(self, body: Mapping[str, Any], heard: Heard, headers: Mapping[str, Any]) -> Reply:
        """Send a body once, and return what was heard. Raises: AttemptFailed, with what the attempt cost."""
        import httpx2

        with self._client() as client, Deadline(self._timeout) as deadline:
            try:
                self._listen(client, _packed(body), heard, headers)
                return heard.reply()
            except AttemptFailed as error:
                failed = error
            except httpx2.SSEError:
                failed = AttemptFailed(Cause.MALFORMED, f"an event of more than {LONGEST_EVENT:,} bytes", status=200)
            except (self._sdk.APIConnectionError, httpx2.RequestError) as error:
                failed = from_lost_connection(error, deadline)
            except self._sdk.APIStatusError as error:
                if error.status_code == 400 and is_refusal(error.body):
                    return Reply(text="", finish="refused", usage=Usage(calls=1), model=self._name)
                failed = from_http_error(error.status_code, error.body, error.response.headers, error.message)
            except (ValueError, RecursionError):  # no JSON, or nested without end
                failed = AttemptFailed(Cause.MALFORMED, "it is not JSON", status=200)
        raise failed.after(heard.cost(sent=deadline.sent, answered=failed.is_answer))

    def close(self) -> None:
        """Close the connections."""
        for client in self._clients:
            client.close()

    @contextmanager
    def _client(self) -> Iterator[Any]:
        """Yield a client that nobody else uses meanwhile: the one used last, whose connection may still be open."""
        try:
            client = self._idle.pop()
        except IndexError:
            http = http_client(partial(self._sdk.DefaultHttpxClient, verify=self._trust), self._timeout)
            client = self._make(http_client=http)
            self._clients.append(client)
        try:
            yield client
        finally:
            self._idle.append(client)

    def _listen(self, client: Any, body: bytes, heard: Heard, headers: Mapping[str, Any]) -> None:
        """Read the reply to its end: events, or one object (which some servers send even if asked to stream)."""
        import httpx2

        response = client.post(
            self._path,
            cast_to=httpx2.Response,
            content=body,
            options={"headers": headers},
            stream=True,
            stream_cls=self._sdk.Stream,
        )
        try:
            kind = response.headers.get("content-type", "").partition(";")[0].strip()
            if kind != "text/event-stream":
                heard.whole(json.loads(response.read()))
                return
            for event in httpx2.EventSource(response, LONGEST_EVENT):
                if event.data.startswith(LAST_WORD):
                    return
                if event.data:
                    heard.event(json.loads(event.data))
        finally:
            response.close()


def _packed(body: Mapping[str, Any]) -> bytes:
    """The body as JSON; UTF-8 cannot encode lone surrogates."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
