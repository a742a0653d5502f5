"""One attempt at OpenAI or a compatible server: chat completions through the openai SDK."""

from __future__ import annotations

from typing import Any

from boxwright.harness.chat.api import Finish, Reply, Request, Usage
from boxwright.harness.chat.deadline import Deadline
from boxwright.harness.chat.failures import from_error_body, from_http_error, from_lost_connection, is_refusal
from boxwright.harness.chat.http_client import http_client
from boxwright.harness.chat.retry import AttemptFailed, Cause
from boxwright.harness.chat.spec import PROVIDER_TIMEOUT_SECONDS, ModelSpec
from boxwright.harness.chat.tokens import count, lost_usage, output_limit

OPENAI_URL = "https://api.openai.com/v1"
FINISHES: dict[str, Finish] = {"length": "length", "content_filter": "refused"}


class OpenAIClient:
    """A client of one model. Thread-safe."""

    def __init__(self, spec: ModelSpec, key: str | None) -> None:
        from openai import DefaultHttpxClient, OpenAI, omit

        self._spec = spec
        self._timeout = spec.timeout_seconds or PROVIDER_TIMEOUT_SECONDS
        named = {name.lower() for name in spec.headers}
        self._headers: dict[str, Any] = {} if key or "authorization" in named else {"Authorization": omit}
        self._client = OpenAI(
            api_key=key or "none",
            base_url=spec.base_url or OPENAI_URL,
            timeout=self._timeout,
            max_retries=0,
            default_headers=spec.headers,
            http_client=http_client(DefaultHttpxClient, self._timeout),
        )

    def attempt(self, request: Request) -> Reply:
        """Send a request once. Raises: AttemptFailed, with what an incomplete reply cost."""
        import httpx2
        from openai import APIConnectionError, APIError, APIStatusError

        heard = _Heard(request)
        with Deadline(self._timeout) as deadline:
            try:
                self._listen(request, heard)
            except AttemptFailed as failed:
                raise failed.after(heard.cost(sent=deadline.sent, answered=failed.is_answer)) from None
            except (APIConnectionError, httpx2.RequestError) as error:
                raise from_lost_connection(error, deadline).after(heard.cost(sent=deadline.sent)) from None
            except APIStatusError as error:
                if error.status_code == 400 and is_refusal(error.body):
                    return Reply(text="", finish="refused", usage=Usage(calls=1), model=self._spec.own_name)
                raise from_http_error(error.status_code, error.body, error.response.headers, error.message) from None
            except APIError as error:  # one event of a stream
                raise from_error_body({"error": error.body}).after(heard.cost(answered=True)) from None
            except (ValueError, RecursionError):  # no JSON, or nested without end
                raise AttemptFailed(Cause.MALFORMED, "it is not JSON", status=200, usage=heard.cost()) from None
        return heard.reply()

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _listen(self, request: Request, heard: _Heard) -> None:
        """Read the reply to its end: chunks, or one object (which some servers send even if asked to stream)."""
        from openai import Stream

        create: Any = self._client.chat.completions.with_streaming_response.create
        with create(
            model=self._spec.own_name,
            messages=[message.model_dump() for message in request.messages],
            extra_headers=self._headers,
            extra_body=self._parameters(request),
            **({"stream": True} if self._spec.stream else {}),
        ) as response:
            kind = response.headers.get("content-type", "").partition(";")[0].strip()
            if self._spec.stream and kind == "text/event-stream":
                for chunk in response.parse(to=Stream[object]):
                    heard.chunk(chunk)
                heard.end()
            else:
                heard.whole(response.json())

    def _parameters(self, request: Request) -> dict[str, Any]:
        given = self._spec.parameters
        ours: dict[str, Any] = {"stream_options": {"include_usage": True}} if self._spec.stream else {}
        name = self._spec.output_limit_name or (
            "max_completion_tokens" if self._spec.base_url is None else "max_tokens"
        )
        ours[name] = output_limit(self._spec, request)
        return {**ours, **given}


class _Heard:
    """A reply as far as it has arrived. The SDK does not validate it, so every field is checked here."""

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

    def chunk(self, body: object) -> None:
        """Take in one chunk of a stream; of several choices, which nobody asked for, the one that begins."""
        if not isinstance(body, dict):
            return
        listed = body.get("choices")
        choices = [choice for choice in listed if isinstance(choice, dict)] if isinstance(listed, list) else []
        if choices and not self._begun:
            self._index = choices[0].get("index")
        choice = next((choice for choice in choices if choice.get("index") == self._index), {})
        self._hear(body, choice, choice.get("delta"))

    def end(self) -> None:
        """Check that a stream is complete. Raises: AttemptFailed."""
        if not self._begun:
            raise AttemptFailed(Cause.MALFORMED, "the stream contains no reply", status=200)
        if self._ended is None:
            raise AttemptFailed(Cause.CONNECTION, "the stream ended before the reply")

    def reply(self) -> Reply:
        """The complete reply. Raises: AttemptFailed."""
        text, reasoning, refusal = (self._said(part) for part in ("text", "reasoning", "refusal"))
        usage = self.cost()
        finish: Finish = "refused" if refusal else FINISHES.get(str(self._ended), "stop")
        if self._ended == "error":
            raise AttemptFailed(Cause.MALFORMED, "the reply broke off with an error", status=200, usage=usage)
        if finish == "stop" and not (text.strip() or reasoning.strip() or usage.reasoning or self._called):
            raise AttemptFailed(Cause.EMPTY, f"finish_reason {self._ended}", status=200, usage=usage)
        return Reply(text=text or refusal, reasoning=reasoning, finish=finish, usage=usage, model=self._name)

    def cost(self, *, sent: bool = True, answered: bool = False) -> Usage:
        """The provider's figure, if the reply is complete and has one; else an estimate.

        Nothing, if nothing was `sent`, or if the provider `answered` with an error before any reply began.
        """
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
