"""How builds ask: within limits; a reply that was cut is continued, one that cannot be read is asked for again."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from boxwright.blackboxes.prompts import Prompt
from boxwright.harness.chat.api import ChatModel, Message, Reply, Request
from boxwright.harness.chat.fences import without_opening
from boxwright.harness.chat.structured import BadReply, shortened

Read = TypeVar("Read")
MAX_OUTPUT_TOKENS = 16_000
"""Maximum output of one reply, reasoning included."""
MAX_REQUEST_BYTES = 200_000
"""Maximum size of a request, as UTF-8; a longer one stops the build. A token is at least one byte."""
CONTINUATIONS = 3
REPAIRS = 2
LEAST_OVERLAP = 8
"""A continuation may repeat the end of what was cut: from this many characters on, the repetition is dropped."""


def request_of(role: str, step: str, *messages: tuple[str, str]) -> Request:
    """Return a request of (speaker, text) messages with the builds' output limit."""
    return Request.model_validate(
        {
            "role": role,
            "step": step,
            "messages": [{"role": speaker, "content": content} for speaker, content in messages],
            "max_output_tokens": MAX_OUTPUT_TOKENS,
        }
    )


@dataclass(frozen=True)
class Manner:
    """How replies of one kind are read."""

    is_cut: Callable[[str], bool]
    """Whether a text is cut off, whatever the provider reports."""
    prompt: Prompt
    """With the sections `continue` and `unreadable`."""


def ask_readable(model: ChatModel, request: Request, read: Callable[[str], Read], how: Manner) -> Read:
    """Ask until `read` accepts the reply, again at most twice; `read` raises ValueError with the reason.

    Raises: BadReply if no reply was readable or the model refuses; ModelError.
    """
    replies: list[Reply] = []
    asked = request
    reason = ""
    for repair in range(1, REPAIRS + 2):
        text = _whole(model, asked, how, replies)
        try:
            return read(text)
        except ValueError as error:
            reason = str(error)
        said = Message(role="assistant", content=shortened(text))
        again = Message(role="user", content=how.prompt.render("unreadable", reason=reason))
        asked = request.model_copy(
            update={"step": f"{request.step}~{repair}", "messages": (*request.messages, said, again)}
        )
    raise BadReply(f"{model.name} gave nothing usable at {request.role} {request.step}: {reason}", request, replies)


def _whole(model: ChatModel, request: Request, how: Manner, replies: list[Reply]) -> str:
    """Return a reply, continued at most three times; if it is cut even then, `read` will refuse it."""
    text = ""
    asked = request
    for number in range(CONTINUATIONS + 1):
        reply = model.ask(asked)
        replies.append(reply)
        if reply.finish == "refused":
            raise BadReply(f"{model.name} refused to answer {asked.role} {asked.step}", request, replies)
        text = join(text, reply.text, how.is_cut) if number else reply.text
        if not text.strip() or not (reply.finish == "length" or how.is_cut(text)):
            return text
        said = Message(role="assistant", content=text)
        more = Message(role="user", content=how.prompt.render("continue"))
        asked = request.model_copy(
            update={"step": f"{request.step}~+{number + 1}", "messages": (*request.messages, said, more)}
        )
    return text


def join(head: str, tail: str, is_cut: Callable[[str], bool]) -> str:
    """Append a continuation to what was cut; a fence that is opened again and a repeated part are dropped.

    A complete continuation that begins as the reply did replaces it.
    """
    tail = without_opening(tail)
    start = _bare(head)[:20]
    if start and _bare(tail).startswith(start) and not is_cut(tail):
        return tail
    most = min(len(head), len(tail), 2_000)
    overlap = next((n for n in range(most, LEAST_OVERLAP - 1, -1) if head.endswith(tail[:n])), 0)
    return head + tail[overlap:]


def _bare(text: str) -> str:
    return "".join(without_opening(text.strip()).split())


def json_is_cut(text: str) -> bool:
    """Whether the first JSON object of a text is valid as far as it goes, but cut off at the end of the text."""
    bare = text.rstrip()
    start = bare.find("{")
    if start < 0:
        return False
    try:
        json.JSONDecoder().raw_decode(bare, start)
    except json.JSONDecodeError as error:
        return error.pos >= len(bare) or error.msg.startswith("Unterminated string")
    except RecursionError:
        return False
    return False
