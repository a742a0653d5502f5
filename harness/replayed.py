"""A stored episode, stepped again: what was asked before each reply, and what came of it.

An episode is decided by its replies, so a transcript is read by playing it again, not by guessing which message was
which.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from boxwright.blackboxes.environment import Opened
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.prompts import load_prompt
from boxwright.blackboxes.records import SampleRecord
from boxwright.blackboxes.types import Kind, Plan
from boxwright.harness.chat.api import Finish, Message, Reply
from boxwright.harness.episode import Episode
from boxwright.harness.records import EpisodeRecord

_SHORTENED = re.compile(r"\n\[\.\.\. ([\d,]+) characters left out\]\Z")


class Diverged(BoxwrightError):
    """Playing a stored episode again gave other messages."""


@dataclass(frozen=True)
class Step:
    """One reply of a stored episode."""

    context: tuple[Message, ...]
    """What the player was sent, its own earlier replies included."""
    reply: str
    kind: Kind
    refused: bool
    right: bool | None
    """Whether it ended a shot as right or wrong; None if it ended none."""
    opens: bool
    """Whether it is the first reply of a conversation."""


def replayed(opened: Opened, plan: Plan, record: EpisodeRecord, name: str) -> Iterator[Step]:
    """Yield the steps of a stored episode. Raises: Diverged, and as Episode."""
    episode = Episode(opened, plan)
    said = [(number, at) for number, messages in enumerate(record.conversations) for at in range(len(messages))]
    replies = [(number, at) for number, at in said if record.conversations[number][at].role == "assistant"]
    for place, (number, at) in enumerate(replies):
        messages = record.conversations[number]
        if episode.done or episode.message != messages[at - 1].content:
            raise Diverged(
                f"{name}: reply {place + 1} does not follow when it is played again; the box has changed since"
            )
        seen, asked, shots = episode.observation.conversation, episode.observation.kind, len(episode.shots)
        after = messages[at + 1].content if at + 1 < len(messages) else ""
        episode.step(stored_reply(messages[at].content, after))
        ended = [shot.right for shot in episode.shots[shots:] if not shot.lost]
        yield Step(
            context=seen,
            reply=messages[at].content,
            kind=asked,
            refused=episode.refusals > 0,
            right=ended[0] if ended else None,
            opens=at == 1,
        )


def played_again(opened: Opened, plan: Plan, record: EpisodeRecord, name: str) -> Episode:
    """Return a stored episode, stepped again to its end. Raises: Diverged, and as Episode."""
    episode = Episode(opened, plan)
    for reply in stored_replies(record):
        if episode.done:
            break
        episode.step(reply)
    samples = [_as_stored(*pair) for pair in zip(episode.record.samples, record.samples, strict=False)]
    if (episode.record.turns, len(episode.samples), samples) != (record.turns, len(record.samples), [*record.samples]):
        raise Diverged(f"{name}: it is not the same when it is played again; the box has changed since")
    return episode


def _as_stored(now: SampleRecord, then: SampleRecord) -> SampleRecord:
    """Return a sample as results of an earlier version have it: without its truth where no answer was read."""
    return now if then.truth is not None else now.model_copy(update={"truth": None})


def stored_replies(record: EpisodeRecord) -> Iterator[Reply]:
    """Yield what a player said in an episode, as it was."""
    for said in record.conversations:
        for place, reply in enumerate(said):
            if reply.role == "assistant":
                yield stored_reply(reply.content, said[place + 1].content if place + 1 < len(said) else "")


def stored_reply(text: str, after: str) -> Reply:
    """Return a reply as it was, by the message after it: cut or declined if that says so, and as long as it was."""
    engine = load_prompt("players/engine")
    finish: Finish = "stop"
    if engine.render("cut") in after:
        finish = "length"
    elif engine.render("declined") in after and text != "(nothing)":
        finish = "refused"
    shortened = _SHORTENED.search(text)
    if shortened:
        text = text[: shortened.start()] + " " * int(shortened[1].replace(",", ""))
    return Reply(text="" if text == "(nothing)" else text, finish=finish)
