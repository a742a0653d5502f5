"""OpenAI and compatible servers: what a chat completion is asked with, and how its reply is heard."""

from __future__ import annotations

from typing import Any

from boxwright.harness.chat.api import Finish, Reply, Request, Usage
from boxwright.harness.chat.exchange import Exchange
from boxwright.harness.chat.failures import from_error_body
from boxwright.harness.chat.retry import AttemptFailed, Cause
from boxwright.harness.chat.spec import ModelSpec
from boxwright.harness.chat.tokens import count, lost_usage, output_limit

OPENAI_URL = "https://api.openai.com/v1"
FINISHES: dict[str, Finish] = {"length": "length", "content_filter": "refused"}


class OpenAIClient:
    """A client of one model. Thread-safe."""

    def __init__(self, spec: ModelSpec, key: str | None) -> None:
        import openai

        self._spec = spec
        named = {name.lower() for name in spec.headers}
        self._headers: dict[str, Any] = {} if key or "authorization" in named else {"Authorization": openai.omit}
        self._exchange = Exchange(
            openai,
            openai.OpenAI,
            spec,
            "/chat/completions",
            api_key=key or "none",
            base_url=spec.base_url or OPENAI_URL,
            default_headers=spec.headers,
        )

    def attempt(self, request: Request) -> Reply:
        """Send a request once. Raises: AttemptFailed, with what an incomplete reply cost."""
        return self._exchange.attempt(self._body(request), _Heard(request), self._headers)

    def close(self) -> None:
        """Close the connections."""
        self._exchange.close()

    def _body(self, request: Request) -> dict[str, Any]:
        name = self._spec.output_limit_name or (
            "max_completion_tokens" if self._spec.base_url is None else "max_tokens"
        )
        streamed = {"stream": True, "stream_options": {"include_usage": True}} if self._spec.stream else {}
        return {
            "model": self._spec.own_name,
            "messages": [{"role": message.role, "content": message.content} for message in request.messages],
            **streamed,
            name: output_limit(self._spec, request),
            **self._spec.parameters,
        }


class _Heard:
    """A chat completion as far as it has arrived."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._parts: dict[str, list[str]] = {"text": [], "reasoning": [], "refusal": []}
        self._usage: Usage | None = None
        self._name = ""
        self._ended: str | None = None
        self._begun = False
        self._called = False
        self._index: object = None

    def whole(self, body: object) -> None:
        """Take in a reply that is one object: the first of its choices. Raises: AttemptFailed."""
        choices = body.get("choices") if isinstance(body, dict) else None
        if not isinstance(body, dict) or not isinstance(choices, list) or not choices:
            raise from_error_body(body)
        choice = choices[0] if isinstance(choices[0], dict) else {}
        self._hear(body, choice, choice.get("message"))
        self._ended = self._ended or "None"

    def event(self, event: object) -> None:
        """Take in one chunk of a stream; of several choices, which nobody asked for, the one that begins.

        Raises: AttemptFailed for an error.
        """
        if not isinstance(event, dict):
            return
        if event.get("error"):
            raise from_error_body(event)
        listed = event.get("choices")
        choices = [choice for choice in listed if isinstance(choice, dict)] if isinstance(listed, list) else []
        if choices and not self._begun:
            self._index = choices[0].get("index")
        choice = next((choice for choice in choices if choice.get("index") == self._index), {})
        self._hear(event, choice, choice.get("delta"))

    def reply(self) -> Reply:
        """The complete reply. Raises: AttemptFailed."""
        if not self._begun and not self._ended:
            raise AttemptFailed(Cause.MALFORMED, "the stream contains no reply", status=200)
        if self._ended is None:
            raise AttemptFailed(Cause.CONNECTION, "the stream ended before the reply")
        text, reasoning, refusal = (self._said(part) for part in ("text", "reasoning", "refusal"))
        usage = self.cost()
        finish: Finish = "refused" if refusal else FINISHES.get(str(self._ended), "stop")
        if self._ended == "error":
            raise AttemptFailed(Cause.MALFORMED, "the reply broke off with an error", status=200)
        if finish == "stop" and not (text.strip() or reasoning.strip() or usage.reasoning or self._called):
            raise AttemptFailed(Cause.EMPTY, f"finish_reason {self._ended}", status=200)
        return Reply(text=text or refusal, reasoning=reasoning, finish=finish, usage=usage, model=self._name)

    def cost(self, *, sent: bool = True, answered: bool = False) -> Usage:
        """What it cost: see `exchange.Heard`."""
        if not sent or (answered and not self._begun):
            return Usage()
        text, reasoning = self._said("text") + self._said("refusal"), self._said("reasoning")
        known = self._usage
        if known is not None and self._ended is not None and (known.output + known.reasoning or not text + reasoning):
            return known
        return lost_usage(self._request, text, reasoning, known)

    def _hear(self, body: dict[str, Any], choice: dict[str, Any], message: object) -> None:
        self._usage = _usage(body.get("usage")) or self._usage
        self._name = self._name or _text(body.get("model"))
        if not isinstance(message, dict):
            return
        self._begun = True
        self._parts["text"].append(_text(message.get("content")))
        self._parts["refusal"].append(_text(message.get("refusal")))
        self._parts["reasoning"].append(_text(message.get("reasoning_content")) or _text(message.get("reasoning")))
        self._called = self._called or any(message.get(name) for name in ("tool_calls", "function_call"))
        if choice.get("finish_reason") is not None:
            self._ended = str(choice["finish_reason"])

    def _said(self, part: str) -> str:
        return "".join(self._parts[part])


def _text(content: object) -> str:
    """Text, which some servers send in parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(_text(part.get("text")) for part in content if isinstance(part, dict))
    return ""


def _usage(given: object) -> Usage | None:
    """The usage, no token twice: the API counts cached tokens within the prompt, reasoning in the completion.

    None if it is not given, or is no usage: a prompt is never empty, and no count is negative or a text.
    """
    asked = count(given, "prompt_tokens")
    answered = count(given, "completion_tokens")
    if not asked or answered is None:
        return None
    cached = min(asked, count(_part(given, "prompt_tokens_details"), "cached_tokens") or 0)
    reasoning = count(_part(given, "completion_tokens_details"), "reasoning_tokens") or 0
    return Usage(input=asked - cached, cached=cached, output=max(0, answered - reasoning), reasoning=reasoning, calls=1)


def _part(given: object, name: str) -> object:
    return given.get(name) if isinstance(given, dict) else None
