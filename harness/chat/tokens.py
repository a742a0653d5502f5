"""Token counts: output limits, estimates where a provider reports none, and upper bounds."""

from __future__ import annotations

from boxwright.harness.chat.api import ContextOverflow, Request, Usage
from boxwright.harness.chat.spec import ModelSpec

CHARACTERS_A_TOKEN = 4
"""For estimates."""
FEWEST_BYTES_A_TOKEN = 2
"""For upper bounds, in UTF-8 bytes: scripts with more bytes per character also have more tokens per character."""
MESSAGE_TOKENS = 8
"""Maximum tokens that a message has beside its text."""

MOST_TOKENS = 1_000_000_000
"""A larger figure of a provider is none."""


def output_limit(spec: ModelSpec, request: Request) -> int:
    """The request's output limit, or the model's if that is smaller."""
    if spec.max_output_tokens is None:
        return request.max_output_tokens
    return min(request.max_output_tokens, spec.max_output_tokens)


def guess(text: str) -> int:
    """Estimate the tokens of a text."""
    return -(-len(text) // CHARACTERS_A_TOKEN)


def guess_input(request: Request) -> int:
    """Estimate the tokens of a request's conversation."""
    return sum(guess(message.content) for message in request.messages)


def guess_usage(request: Request, text: str, reasoning: str = "") -> Usage:
    """An estimate of one call, flagged as such."""
    return Usage(input=guess_input(request), output=guess(text), reasoning=guess(reasoning), calls=1, estimated=True)


def most_usage(request: Request, output: int) -> Usage:
    """The maximum usage of one attempt at a request with `output` output tokens."""
    size = sum(len(message.content.encode("utf-8", "replace")) for message in request.messages)
    asked = -(-size // FEWEST_BYTES_A_TOKEN) + MESSAGE_TOKENS * len(request.messages)
    return Usage(input=asked, output=output, calls=1)


def check_context(who: str, request: Request, output: int, context: int | None) -> None:
    """Check that a conversation and a reply of `output` tokens can fit a model's context. Raises: ContextOverflow."""
    asked = guess_input(request)
    if context is not None and asked + output > context:
        raise ContextOverflow(
            f"{who}: the conversation is about {asked:,} tokens long and its reply may have {output:,}; together that "
            f"is more than its context_tokens, {context:,}: use a model with a longer context, a shorter "
            "description, fewer turns, or a smaller max_output_tokens in models.yaml"
        )


def lost_usage(request: Request, text: str = "", reasoning: str = "", known: Usage | None = None) -> Usage:
    """An estimate of an attempt whose final figure never came: what was sent, and what arrived of the reply.

    What the provider had said by then (`known`) counts where it is more.
    """
    guessed = guess_usage(request, text, reasoning)
    if known is None:
        return guessed
    return Usage(
        input=max(guessed.input - known.cached, known.input),
        cached=known.cached,
        output=max(guessed.output, known.output),
        reasoning=max(guessed.reasoning, known.reasoning),
        calls=1,
        estimated=True,
    )


def count(holder: object, name: str) -> int | None:
    """A token count in a provider's unvalidated reply; 0 if it is not given, None if what is given is no count."""
    value = holder.get(name) if isinstance(holder, dict) else None
    if value is None:
        return 0
    is_count = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_TOKENS
    return value if is_count else None
