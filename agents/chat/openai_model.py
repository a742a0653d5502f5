"""One attempt at OpenAI, or at a server that speaks like it: chat completions through the openai SDK."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from agents.chat.api import Finish, Reply, Request, Usage
from agents.chat.failures import from_error_body, from_http_error, is_refusal
from agents.chat.models import PROVIDER_TIMEOUT_SECONDS, ModelSpec
from agents.chat.retry import AttemptFailed, Cause
from agents.chat.tokens import count, guess_usage, output_limit

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletion

OPENAI_URL = "https://api.openai.com/v1"
LIMITS = ("max_completion_tokens", "max_tokens")
"""How OpenAI itself calls the limit of the output, and how the other servers do."""
FINISHES: dict[str, Finish] = {"length": "length", "content_filter": "refused"}


class OpenAIClient:
    """Chat completions of one model. Safe for several threads."""

    def __init__(self, spec: ModelSpec, key: str | None) -> None:
        from openai import OpenAI, omit

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
        )

    def attempt(self, request: Request) -> Reply:
        """Ask once. Raises: AttemptFailed."""
        from openai import APIConnectionError, APIResponseValidationError, APIStatusError, APITimeoutError

        messages: Any = [message.model_dump() for message in request.messages]
        try:
            completion = self._client.chat.completions.create(
                model=self._spec.own_name,
                messages=messages,
                extra_headers=self._headers,
                extra_body=self._parameters(request),
            )
        except APITimeoutError:
            raise AttemptFailed(Cause.TIMEOUT, f"no reply within {self._timeout:g} s") from None
        except APIConnectionError as error:
            raise AttemptFailed(Cause.CONNECTION, str(error.__cause__ or error)) from None
        except APIStatusError as error:
            if error.status_code == 400 and is_refusal(error.body):
                return Reply(text="", finish="refused", usage=Usage(calls=1), model=self._spec.own_name)
            raise from_http_error(error.status_code, error.body, error.response.headers, error.message) from None
        except (APIResponseValidationError, json.JSONDecodeError):
            raise AttemptFailed(Cause.MALFORMED, "the body is not JSON", status=200) from None
        return _reply(request, completion)

    def close(self) -> None:
        """Give up the connections."""
        self._client.close()

    def _parameters(self, request: Request) -> dict[str, Any]:
        given = self._spec.parameters
        if any(name in given for name in LIMITS):
            return given
        limit = LIMITS[0] if self._spec.base_url is None else LIMITS[1]
        return {limit: output_limit(self._spec, request), **given}


def _reply(request: Request, completion: ChatCompletion | object) -> Reply:
    """The reply in a body that was never validated. Raises: AttemptFailed."""
    choices = getattr(completion, "choices", None)
    if not isinstance(choices, list) or not choices:
        raise from_error_body(getattr(completion, "model_extra", None))
    choice = choices[0]
    message = getattr(choice, "message", None)
    refusal = getattr(message, "refusal", None)
    text = _text(getattr(message, "content", None)) or _text(refusal)
    reasoning = _text(getattr(message, "reasoning_content", None)) or _text(getattr(message, "reasoning", None))
    ended = str(getattr(choice, "finish_reason", None))
    finish: Finish = "refused" if refusal else FINISHES.get(ended, "stop")
    usage = _usage(getattr(completion, "usage", None)) or guess_usage(request, text, reasoning)
    if ended == "error":
        raise AttemptFailed(Cause.MALFORMED, "the reply broke off with an error", status=200, usage=usage)
    if finish == "stop" and not text.strip():
        raise AttemptFailed(Cause.EMPTY, f"finish_reason {ended}", status=200, usage=usage)
    name = getattr(completion, "model", None)
    return Reply(text=text, reasoning=reasoning, finish=finish, usage=usage, model=_text(name))


def _text(content: object) -> str:
    """Text as most servers give it, or in parts, as some do."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(_text(part.get("text")) for part in content if isinstance(part, dict))
    return ""


def _usage(given: object) -> Usage | None:
    """The usage without double counts: what was cached is inside the prompt, what was reasoned in the completion."""
    asked = count(given, "prompt_tokens")
    answered = count(given, "completion_tokens")
    if not asked and not answered:
        return None
    cached = min(asked, count(getattr(given, "prompt_tokens_details", None), "cached_tokens"))
    reasoning = count(getattr(given, "completion_tokens_details", None), "reasoning_tokens")
    return Usage(input=asked - cached, cached=cached, output=max(0, answered - reasoning), reasoning=reasoning, calls=1)
