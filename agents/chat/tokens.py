"""Numbers of tokens: how many a request may ask for, and estimates where a provider reports none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agents.chat.api import Request, Usage

if TYPE_CHECKING:
    from agents.chat.models import ModelSpec

CHARACTERS_A_TOKEN = 4


def output_limit(spec: ModelSpec, request: Request) -> int:
    """What the request asks for, as far as the model goes."""
    if spec.max_output_tokens is None:
        return request.max_output_tokens
    return min(request.max_output_tokens, spec.max_output_tokens)


def guess(text: str) -> int:
    """About how many tokens a text is."""
    return -(-len(text) // CHARACTERS_A_TOKEN)


def guess_usage(request: Request, text: str, reasoning: str = "") -> Usage:
    """An estimate of one call, flagged as such."""
    asked = sum(guess(message.content) for message in request.messages)
    return Usage(input=asked, output=guess(text), reasoning=guess(reasoning), calls=1, estimated=True)


def count(holder: object, name: str) -> int:
    """A number of tokens in what a provider sent, which nobody has validated; 0 if it is not there."""
    value = getattr(holder, name, None)
    return max(0, value) if isinstance(value, int) else 0
