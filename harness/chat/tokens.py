"""Numbers of tokens: how many a request may ask for, and estimates where a provider reports none."""

from __future__ import annotations

from boxwright.harness.chat.api import ContextOverflow, Request, Usage
from boxwright.harness.chat.spec import ModelSpec

CHARACTERS_A_TOKEN = 4
"""For estimates."""
FEWEST_BYTES_A_TOKEN = 2
"""For upper bounds: UTF-8 bytes, because scripts with many bytes a character have many tokens a character."""
MESSAGE_TOKENS = 8
"""At most so many tokens a message has beside its text."""


def output_limit(spec: ModelSpec, request: Request) -> int:
    """What the request asks for, as far as the model goes."""
    if spec.max_output_tokens is None:
        return request.max_output_tokens
    return min(request.max_output_tokens, spec.max_output_tokens)


def guess(text: str) -> int:
    """About how many tokens a text is."""
    return -(-len(text) // CHARACTERS_A_TOKEN)


def guess_input(request: Request) -> int:
    """About how many tokens a request's conversation is."""
    return sum(guess(message.content) for message in request.messages)


def guess_usage(request: Request, text: str, reasoning: str = "") -> Usage:
    """An estimate of one call, flagged as such."""
    return Usage(input=guess_input(request), output=guess(text), reasoning=guess(reasoning), calls=1, estimated=True)


def most_usage(request: Request, output: int) -> Usage:
    """The most that one attempt at a request can use, if it may put out `output` tokens."""
    size = sum(len(message.content.encode("utf-8", "replace")) for message in request.messages)
    asked = -(-size // FEWEST_BYTES_A_TOKEN) + MESSAGE_TOKENS * len(request.messages)
    return Usage(input=asked, output=output, calls=1)


def check_context(who: str, request: Request, output: int, context: int | None) -> None:
    """Check that a conversation and a reply of `output` tokens can fit a model's context. Raises: ContextOverflow."""
    asked = guess_input(request)
    if context is not None and asked + output > context:
        raise ContextOverflow(
            f"{who}: the conversation is about {asked:,} tokens long and its reply may have {output:,}; together that "
            f"is more than its context_tokens, {context:,}: take a model with a longer context, a shorter "
            "description or fewer turns, or a smaller max_output_tokens in models.yaml"
        )


def count(holder: object, name: str) -> int:
    """A number of tokens in what a provider sent, which nobody has validated; 0 if it is not there."""
    value = holder.get(name) if isinstance(holder, dict) else getattr(holder, name, None)
    return max(0, value) if isinstance(value, int) else 0
