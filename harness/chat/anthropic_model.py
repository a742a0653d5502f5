"""Anthropic and compatible servers: what a message is asked with, and how it is heard."""

from __future__ import annotations

from typing import Any

from boxwright.harness.chat.api import Finish, Reply, Request, Usage
from boxwright.harness.chat.exchange import Exchange
from boxwright.harness.chat.failures import from_error_body
from boxwright.harness.chat.retry import AttemptFailed, Cause
from boxwright.harness.chat.spec import ModelSpec
from boxwright.harness.chat.tokens import count, lost_usage, output_limit

ANTHROPIC_URL = "https://api.anthropic.com"
FINISHES: dict[str, Finish] = {"max_tokens": "length", "refusal": "refused"}
SAID_NOTHING = "(no text)"
"""Stands for a message without text, which the API refuses: a model may have only reasoned, or called a tool."""


class AnthropicClient:
    """A client of one model. Thread-safe."""

    def __init__(self, spec: ModelSpec, key: str | None) -> None:
        import anthropic

        self._spec = spec
        # Gateways with an address of their own may still read the header of former versions.
        former = {"x-api-key": key} if key and spec.base_url else {}
        self._exchange = Exchange(
            anthropic,
            anthropic.Anthropic,
            spec,
            "/v1/messages",
            api_key=key,
            base_url=spec.base_url or ANTHROPIC_URL,
            default_headers={**former, **spec.headers},
        )

    def attempt(self, request: Request) -> Reply:
        """Send a request once. Raises: AttemptFailed, with what an incomplete reply cost."""
        return self._exchange.attempt(self._body(request), _Heard(request), {})

    def close(self) -> None:
        """Close the connections."""
        self._exchange.close()

    def _body(self, request: Request) -> dict[str, Any]:
        spoken = [
            {"role": message.role, "content": message.content if message.content.strip() else SAID_NOTHING}
            for message in request.messages
            if message.role != "system"
        ]
        system = "\n\n".join(message.content for message in request.messages if message.role == "system")
        return {
            "model": self._spec.own_name,
            "max_tokens": output_limit(self._spec, request),
            "messages": spoken,
            **({"system": system} if system else {}),
            **({"stream": True} if self._spec.stream is not False else {}),
            **self._spec.parameters,
        }


class _Heard:
    """A message as far as it has arrived."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._parts: dict[str, list[str]] = {"text": [], "thinking": []}
        self._usage: dict[str, Any] = {}
        self._name = ""
        self._ended: str | None = None
        self._begun = False
        self._complete = False
        self._called = False
        self._figure = False

    def whole(self, body: object) -> None:
        """Take in a message that is one object. Raises: AttemptFailed."""
        if not isinstance(body, dict) or body.get("type") != "message":
            raise from_error_body(body)
        self._begin(body)
        content = body.get("content")
        for block in content if isinstance(content, list) else ():
            self._hear(block)
        self._end(body, body.get("usage"))

    def event(self, event: object) -> None:
        """Take in one event of a stream; what comes after the message is passed over. Raises: AttemptFailed."""
        if not isinstance(event, dict) or self._complete:
            return
        kind = event.get("type")
        if kind == "message_start":
            if self._begun:
                raise AttemptFailed(Cause.MALFORMED, "the stream begins a second message", status=200)
            self._begin(event.get("message"))
        elif kind == "content_block_start":
            self._hear(event.get("content_block"))
        elif kind == "content_block_delta":
            self._hear(event.get("delta"))
        elif kind == "message_delta":
            self._end(event.get("delta"), event.get("usage"))
        elif kind == "message_stop":
            self._complete = True
        elif event.get("error"):
            raise from_error_body(event)

    def reply(self) -> Reply:
        """The complete reply. Raises: AttemptFailed."""
        if not self._begun:
            raise AttemptFailed(Cause.MALFORMED, "the stream contains no message", status=200)
        if self._ended is None:
            raise AttemptFailed(Cause.CONNECTION, "the stream ended before the message")
        text, reasoning, usage = self._said("text"), self._said("thinking"), self.cost()
        if self._ended == "model_context_window_exceeded":
            raise AttemptFailed(Cause.OVERFLOW, f"stop_reason {self._ended}", status=200)
        finish = FINISHES.get(self._ended, "stop")
        if finish == "stop" and not (text.strip() or reasoning.strip() or usage.reasoning or self._called):
            raise AttemptFailed(Cause.EMPTY, f"stop_reason {self._ended}", status=200)
        return Reply(text=text, reasoning=reasoning, finish=finish, usage=usage, model=self._name)

    def cost(self, *, sent: bool = True, answered: bool = False) -> Usage:
        """What it cost: see `exchange.Heard`."""
        if not sent or (answered and not self._begun):
            return Usage()
        text, reasoning = self._said("text"), self._said("thinking")
        known = _usage(self._usage)
        written = known is not None and (known.output + known.reasoning > 0 or not text + reasoning)
        if known is not None and written and self._ended is not None and self._figure:
            return known
        return lost_usage(self._request, text, reasoning, known)

    def _begin(self, message: object) -> None:
        self._begun = True
        if isinstance(message, dict):
            name = message.get("model")
            self._name = name if isinstance(name, str) else ""
            self._count(message.get("usage"))

    def _end(self, how: object, usage: object) -> None:
        """How it ended, and its final usage: the one at a stream's start says nothing about the output."""
        ended = how.get("stop_reason") if isinstance(how, dict) else None
        self._ended = self._ended if ended is None else str(ended)
        self._count(usage)
        self._figure = isinstance(usage, dict) and usage.get("output_tokens") is not None

    def _count(self, usage: object) -> None:
        if isinstance(usage, dict):
            self._usage |= {name: value for name, value in usage.items() if value is not None}

    def _hear(self, block: object) -> None:
        if not isinstance(block, dict):
            return
        for field, parts in self._parts.items():
            said = block.get(field)
            if isinstance(said, str):
                parts.append(said)
        self._called = self._called or block.get("type") in ("tool_use", "server_tool_use")

    def _said(self, part: str) -> str:
        return "".join(self._parts[part])


def _usage(given: dict[str, Any]) -> Usage | None:
    """The usage, no token twice: the API counts thinking within the output, cached tokens apart from the input.

    None if it is not given, or is no usage: a prompt is never empty, and no count is negative or a text.
    """
    asked, written, cached, answered = (
        count(given, name)
        for name in ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")
    )
    if asked is None or written is None or cached is None or answered is None or not asked + written + cached:
        return None
    thought = min(answered, count(given.get("output_tokens_details"), "thinking_tokens") or 0)
    return Usage(input=asked + written, cached=cached, output=answered - thought, reasoning=thought, calls=1)
