"""One attempt at Anthropic or a compatible server: the Messages API through the anthropic SDK."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from boxwright.harness.chat.api import Finish, Reply, Request, Usage
from boxwright.harness.chat.deadline import Deadline
from boxwright.harness.chat.failures import from_error_body, from_http_error, is_refusal
from boxwright.harness.chat.retry import AttemptFailed, Cause
from boxwright.harness.chat.spec import PROVIDER_TIMEOUT_SECONDS, ModelSpec
from boxwright.harness.chat.tokens import count, guess, output_limit

if TYPE_CHECKING:
    from anthropic.types import Message

ANTHROPIC_URL = "https://api.anthropic.com"
FINISHES: dict[str, Finish] = {"max_tokens": "length", "refusal": "refused"}
UNREADABLE = (ValueError, TypeError, AttributeError, LookupError, AssertionError, RuntimeError)
"""What the SDK raises on malformed events."""


class AnthropicClient:
    """A client of one model. Thread-safe."""

    def __init__(self, spec: ModelSpec, key: str | None) -> None:
        from anthropic import Anthropic

        self._spec = spec
        self._timeout = spec.timeout_seconds or PROVIDER_TIMEOUT_SECONDS
        # Gateways with an address of their own may still read the header of former versions.
        former = {"x-api-key": key} if key and spec.base_url else {}
        self._client = Anthropic(
            api_key=key,
            base_url=spec.base_url or ANTHROPIC_URL,
            timeout=self._timeout,
            max_retries=0,
            default_headers={**former, **spec.headers},
        )

    def attempt(self, request: Request) -> Reply:
        """Send a request once. Raises: AttemptFailed, with what an incomplete reply cost."""
        import httpx2
        from anthropic import APIConnectionError, APIStatusError, APITimeoutError

        heard = _Heard()
        deadline = Deadline(self._timeout)
        try:
            if self._spec.stream is False:
                self._read(request, heard, deadline)
            else:
                self._listen(request, heard, deadline)
        except AttemptFailed as failed:
            raise failed.after(heard.cost()) from None
        except APITimeoutError:
            raise deadline.failure().after(heard.cost()) from None
        except (APIConnectionError, httpx2.RequestError) as error:
            raise AttemptFailed(Cause.CONNECTION, str(error.__cause__ or error), usage=heard.cost()) from None
        except APIStatusError as error:
            if error.status_code == 400 and is_refusal(error.body):
                return Reply(text="", finish="refused", usage=Usage(calls=1), model=self._spec.own_name)
            http = from_http_error(error.status_code, error.body, error.response.headers, error.message)
            raise http.after(heard.cost()) from None
        except UNREADABLE:
            reason = "the body is not a message"
            raise AttemptFailed(Cause.MALFORMED, reason, status=200, usage=heard.cost()) from None
        return _reply(heard)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _arguments(self, request: Request) -> dict[str, Any]:
        spoken = [message.model_dump() for message in request.messages if message.role != "system"]
        system = "\n\n".join(message.content for message in request.messages if message.role == "system")
        return {
            "model": self._spec.own_name,
            "max_tokens": output_limit(self._spec, request),
            "messages": spoken,
            **({"system": system} if system else {}),
            "extra_body": dict(self._spec.parameters),
        }

    def _listen(self, request: Request, heard: _Heard, deadline: Deadline) -> None:
        """Read a stream to its end. Raises: AttemptFailed for another kind of body, or if it takes too long."""
        with self._client.messages.stream(**self._arguments(request)) as stream:
            deadline.guard(stream.response)
            if not stream.response.headers.get("content-type", "").startswith("text/event-stream"):
                raise from_error_body(_json(stream.response.read()))
            for event in stream:
                if event.type == "message_start":
                    heard.message = stream.current_message_snapshot

    def _read(self, request: Request, heard: _Heard, deadline: Deadline) -> None:
        """Read a reply that is one object. Raises: AttemptFailed for another kind of body."""
        from anthropic.types import Message

        with self._client.messages.with_streaming_response.create(**self._arguments(request)) as response:
            deadline.guard(response.http_response)
            body = _json(response.read())
        if not isinstance(body, dict) or body.get("type") != "message":
            raise from_error_body(body)
        heard.message = Message.construct(**body)


class _Heard:
    """A message as far as it has arrived; the SDK completes it in place."""

    def __init__(self) -> None:
        self.message: Message | None = None

    def blocks(self, kind: str, field: str) -> str:
        """The text of all blocks of one kind."""
        content = getattr(self.message, "content", None)
        blocks = content if isinstance(content, list) else []
        parts = [getattr(block, field, None) for block in blocks if getattr(block, "type", None) == kind]
        return "".join(part for part in parts if isinstance(part, str))

    @property
    def text(self) -> str:
        """The visible text."""
        return self.blocks("text", "text")

    @property
    def reasoning(self) -> str:
        """The reasoning, as far as it is shown."""
        return self.blocks("thinking", "thinking")

    def usage(self) -> Usage:
        """The usage, no token twice: the API counts thinking within the output, cached tokens apart from the input."""
        given = getattr(self.message, "usage", None)
        answered = count(given, "output_tokens")
        thought = min(answered, count(getattr(given, "output_tokens_details", None), "thinking_tokens"))
        return Usage(
            input=count(given, "input_tokens") + count(given, "cache_creation_input_tokens"),
            cached=count(given, "cache_read_input_tokens"),
            output=answered - thought,
            reasoning=thought,
            calls=1,
        )

    def cost(self) -> Usage:
        """The usage of an incomplete message; the API reports its output only at the end, so it is estimated."""
        if self.message is None:
            return Usage()
        known = self.usage()
        output, reasoning = max(known.output, guess(self.text)), max(known.reasoning, guess(self.reasoning))
        return known.model_copy(update={"output": output, "reasoning": reasoning, "estimated": True})


def _reply(heard: _Heard) -> Reply:
    """The reply in a complete stream. Raises: AttemptFailed."""
    if heard.message is None:
        raise AttemptFailed(Cause.MALFORMED, "the stream contains no message", status=200)
    ended = getattr(heard.message, "stop_reason", None)
    if ended is None:
        raise AttemptFailed(Cause.CONNECTION, "the stream ended before the message", usage=heard.cost())
    if ended == "model_context_window_exceeded":
        raise AttemptFailed(Cause.OVERFLOW, f"stop_reason {ended}", status=200, usage=heard.usage())
    finish = FINISHES.get(str(ended), "stop")
    if finish == "stop" and not heard.text.strip():
        raise AttemptFailed(Cause.EMPTY, f"stop_reason {ended}", status=200, usage=heard.usage())
    name = getattr(heard.message, "model", None)
    return Reply(
        text=heard.text,
        reasoning=heard.reasoning,
        finish=finish,
        usage=heard.usage(),
        model=name if isinstance(name, str) else "",
    )


def _json(body: bytes) -> object:
    try:
        return json.loads(body)
    except ValueError:
        return None
