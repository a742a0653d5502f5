"""What was played, in the forms that trainers and viewers read: ATIF, chat lines, preference pairs, rows for Parquet.

Each is one JSON value per line. Truths are in none of them: a player's words, what it read, and how it was scored.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from boxwright.harness.analysis.metrics import episode_outcomes, episode_score
from boxwright.harness.chat.api import Message
from boxwright.harness.evaluation.store import Key
from boxwright.harness.records import EpisodeRecord
from boxwright.harness.replayed import Step

ATIF = "ATIF-v1.8"
"""The Agent Trajectory Interchange Format that is written."""
_SOURCES = {"system": "system", "user": "user", "assistant": "agent"}


def about(key: Key, record: EpisodeRecord, tests: int) -> dict[str, Any]:
    """Return which episode this is and how it was scored; `tests` is how many samples it has."""
    return {
        "environment": key.box,
        "model": key.model,
        "run": key.run,
        "score": None if record.failure else episode_score(record),
        "outcomes": episode_outcomes(record, tests),
    }


def atif(key: Key, record: EpisodeRecord, tests: int, version: str) -> Iterator[dict[str, Any]]:
    """Yield one trajectory per conversation; score and outcomes are in `extra`, where the format has room for them."""
    told = about(key, record, tests)
    for number, messages in enumerate(record.conversations, start=1):
        steps = [
            {"step_id": step, "source": _SOURCES[message.role], "message": message.content}
            for step, message in enumerate(messages, start=1)
        ]
        yield {
            "schema_version": ATIF,
            "session_id": f"{key.box}/{key.run}/{number}",
            "agent": {"name": key.model, "version": version},
            "steps": steps,
            "extra": {"boxwright": {**told, "conversation": number}},
        }


def chats(
    key: Key, record: EpisodeRecord, tests: int, steps: Sequence[Step], least: float = 1.0
) -> Iterator[dict[str, Any]]:
    """Yield the conversations of an episode that scored at least `least`, to be learnt from.

    `weight` is the loss mask: 1 for the player's replies that were read, 0 for everything else, as well as for replies
    that were refused and shots that were wrong.
    """
    told = about(key, record, tests)
    if told["score"] is None or told["score"] < least:
        return
    for number, of in enumerate(_by_conversation(steps)):
        lines = []
        replies = iter(of)
        for message in record.conversations[number]:
            weight = 0
            if message.role == "assistant":
                step = next(replies)
                weight = int(not step.refused and step.right is not False)
            lines.append({"role": message.role, "content": message.content, "weight": weight})
        yield {"messages": lines, **told}


def preferences(episodes: Iterable[tuple[Key, Sequence[Step]]]) -> Iterator[dict[str, Any]]:
    """Yield pairs of a right and a wrong answer that were given in the same place: after the very same messages.

    Such places are met where several runs or models explored alike, at T = 0, and, without learning, at every shot.
    """
    answers: dict[tuple[str, tuple[Message, ...]], dict[bool, dict[str, None]]] = {}
    for key, steps in episodes:
        for step in steps:
            if step.right is not None:
                found = answers.setdefault((key.box, step.context), {True: {}, False: {}})
                found[step.right][step.reply] = None
    for (box, context), given in answers.items():
        prompt = [message.model_dump() for message in context]
        for chosen in given[True]:
            for rejected in given[False]:
                yield {"environment": box, "prompt": prompt, "chosen": chosen, "rejected": rejected}


def rows(key: Key, record: EpisodeRecord, tests: int) -> dict[str, Any]:
    """Return an episode as a flat row: what `about` says, the turns played, and the messages as JSON."""
    told = about(key, record, tests)
    outcomes = told.pop("outcomes")
    return {
        **told,
        **outcomes,
        "turns": sum(not turn.lost for turn in record.turns),
        "conversations": json.dumps(
            [[m.model_dump() for m in conversation] for conversation in record.conversations], ensure_ascii=False
        ),
    }


def _by_conversation(steps: Sequence[Step]) -> list[list[Step]]:
    found: list[list[Step]] = []
    for step in steps:
        if step.opens:
            found.append([])
        found[-1].append(step)
    return found
