"""Replies that must be JSON of a given shape: found in the text, validated, or asked for again."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from boxwright.harness.chat.api import ChatModel, Message, ModelError, Reply, Request
from boxwright.harness.chat.fences import fences

Shape = TypeVar("Shape", bound=BaseModel)
SHOWN_ERRORS = 10
MAX_SENT_BACK = 64_000
"""Maximum characters of a reply that is sent back whole."""
SHOWN_INPUT = 80
MOST_BROKEN = 2_000
"""Maximum braces in a reply that begin no valid object; each costs a parse up to its error."""
LINE = "\n"


class BadReply(ModelError):
    """A model answered, but not usably, even after being asked again; `replies` holds what it said.

    `role` and `step` name the first of the requests; those that asked again are called `step~1`, `step~2`.
    """

    def __init__(self, reason: str, request: Request, replies: list[Reply]) -> None:
        super().__init__(reason)
        self.role, self.step = request.role, request.step
        self.replies = replies


@dataclass(frozen=True)
class RepairWords:
    """What a model reads when its reply does not fit; `{reason}` and `{limit}` are filled in."""

    invalid: str = "Your reply does not fit: {reason}\nAnswer again with the corrected JSON object and nothing else."
    """Sent when there is no JSON in a reply, or not of the requested shape."""
    cut: str = (
        "Your reply was cut off: it is longer than {limit} tokens, reasoning included.\n"
        "Answer again, shorter, with the JSON object and nothing else."
    )
    """Sent when a reply was cut off at the token limit."""


class _NotJson(ValueError):
    """A reply holds no JSON, or JSON that means nothing definite."""


def shortened(text: str, most: int = MAX_SENT_BACK) -> str:
    """Cut an unusable reply before it is sent back with the request to repair it."""
    if len(text) <= most:
        return text or "(nothing)"
    return f"{text[:2_000]}\n[... {len(text) - 2_000:,} characters left out]"


def ask_structured(
    model: ChatModel,
    request: Request,
    schema: type[Shape],
    *,
    repairs: int = 2,
    words: RepairWords | None = None,
) -> tuple[Shape, list[Reply]]:
    """Ask until the reply holds JSON that fits the schema; ask again at most `repairs` times.

    The requests that ask again include the unusable reply, and their step ends with `~1`, `~2`.
    Raises: BadReply after the last try or if the model refuses, ModelError.
    """
    words = words or RepairWords()
    replies: list[Reply] = []
    asked = request
    while True:
        reply = model.ask(asked)
        replies.append(reply)
        if reply.finish == "refused":
            raise BadReply(f"{model.name} refused to answer {asked.role} {asked.step}", request, replies)
        try:
            complaint = ""
            if reply.finish != "length":
                return parse_reply(reply.text, schema), replies
            reason = "it was cut off at the token limit"
            complaint = words.cut.replace("{limit}", str(request.max_output_tokens))
        except ValueError as error:
            reason = str(error)
            complaint = words.invalid.replace("{reason}", reason)
        if len(replies) > repairs:
            raise BadReply(_last_word(model.name, request, len(replies), reason), request, replies)
        asked = _again(request, asked, reply, complaint, len(replies))


def parse_reply(text: str, schema: type[Shape]) -> Shape:
    """The value in a reply. Raises: ValueError with a reason that the model can act on."""
    found = find_json(text)
    try:
        return schema.model_validate_json(found)
    except ValidationError as error:
        raise ValueError(_complaint(error)) from None


def find_json(text: str) -> str:
    """The JSON in a reply: the whole of it, else its last block that is JSON, else the last object in it.

    A block that holds an object goes before one that holds a list; other blocks do not count.
    Raises: ValueError if there is none, or if it has a key twice or a number that is not finite.
    """
    bare = text.strip()
    if _kind(bare) is not None:
        found = bare
    else:
        kinds = [(_kind(fence.body), fence.body) for fence in fences(text)]
        candidates = [body for wanted in (list, dict) for kind, body in kinds if kind is wanted]
        found = candidates[-1] if candidates else _last_object(text)
    _check_definite(found)
    return found


def _kind(text: str) -> type | None:
    """The type of the value that a text is as JSON; None if it is no JSON."""
    try:
        return type(json.loads(text))
    except (ValueError, RecursionError):
        return None


def _last_object(text: str) -> str:
    """The last outermost object; what was read before an object breaks off belongs to it and is skipped."""
    decoder = json.JSONDecoder()
    found, broken, at = "", [], text.find("{")
    while at >= 0:
        try:
            _, end = decoder.raw_decode(text, at)
            found = text[at:end]
        except json.JSONDecodeError as error:
            broken.append(at)
            if len(broken) > MOST_BROKEN:
                raise _NotJson("it holds too many braces that begin no JSON object") from None
            end = max(error.pos, at + 1)
        except (ValueError, RecursionError):
            raise _NotJson("the JSON is nested too deeply or holds a number that is too long") from None
        at = text.find("{", end)
    if not found and broken:
        raise _NotJson(f"the object that starts at line {text.count(LINE, 0, broken[-1]) + 1} is broken or not closed")
    if not found:
        raise _NotJson("there is no JSON object in it")
    return found


def _check_definite(text: str) -> None:
    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in items]
        if len(set(keys)) < len(keys):
            twice = next(key for key in keys if keys.count(key) > 1)
            raise _NotJson(f"the JSON has the key {twice!r} twice in one object")
        return dict(items)

    def number(digits: str) -> float:
        value = float(digits)
        if not math.isfinite(value):
            raise _NotJson(f"the JSON holds {digits}, which is no finite number")
        return value

    json.loads(text, object_pairs_hook=pairs, parse_constant=number, parse_float=number)


def _complaint(error: ValidationError) -> str:
    lines = []
    for item in error.errors(include_url=False, include_context=False)[:SHOWN_ERRORS]:
        where = ".".join(str(part) for part in item["loc"]) or "the whole"
        got = repr(item["input"])
        got = got if len(got) <= SHOWN_INPUT else got[:SHOWN_INPUT] + "…"
        lines.append(f"{where}: {item['msg']}" + ("" if item["type"] == "missing" else f" (got {got})"))
    return "; ".join(lines)


def _again(first: Request, asked: Request, reply: Reply, complaint: str, tries: int) -> Request:
    said = (Message(role="assistant", content=shortened(reply.text)),) if reply.text.strip() else ()
    messages = (*asked.messages, *said, Message(role="user", content=complaint))
    return asked.model_copy(update={"step": f"{first.step}~{tries}", "messages": messages})


def _last_word(name: str, request: Request, tries: int, reason: str) -> str:
    times = "once" if tries == 1 else f"{tries} times"
    return f"{name} was asked {times} for {request.role} {request.step}; the last reply does not fit: {reason}"
