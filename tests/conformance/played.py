"""One episode by scripted replies, on the engine itself: what every interface is compared with."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import boxwright
from boxwright.blackboxes.types import Baseline, Kind
from boxwright.blackboxes.workspace import SHIPPED
from boxwright.harness.analysis.metrics import episode_outcomes, episode_score
from boxwright.harness.evaluation.plan import EvalSettings, plan_of
from boxwright.harness.evaluation.store import Key
from boxwright.harness.serve.hosted import OUTSIDE
from boxwright.sandbox import Launcher
from tests.golden.transcripts import BOXES

SETTINGS: Mapping[str, Any] = {"turns": 2, "shots": 2, "samples": 2, "seed": 17}
IDS = tuple(f"{name}/{boxes[0]}" for name, boxes in BOXES.items())
"""One environment of every kind."""
NONSENSE = "?" * 3_000
MOST = 400
"""Replies of one script at most."""

Say = Callable[[Kind, Baseline, int], str]


def _right(kind: Kind, baseline: Baseline, number: int) -> str:
    return baseline.truth()


def _wrong(kind: Kind, baseline: Baseline, number: int) -> str:
    return baseline.constant()


def _unreadable(kind: Kind, baseline: Baseline, number: int) -> str:
    marked = baseline.truth().partition(":")[0] if kind != "program" else "no program"
    return f"{marked}: {NONSENSE}"


def _none(kind: Kind, baseline: Baseline, number: int) -> str:
    return ""


def _mixed(kind: Kind, baseline: Baseline, number: int) -> str:
    says: tuple[Say, ...] = (_right, _unreadable, _wrong, _none, _right)
    return says[number % len(says)](kind, baseline, number)


SCRIPTS: Mapping[str, Say] = {
    "right": _right,
    "wrong": _wrong,
    "unreadable": _unreadable,
    "none": _none,
    "mixed": _mixed,
}


@dataclass(frozen=True)
class Played:
    """What a player read, one message per reply and the first one before them, and how it was scored."""

    texts: tuple[str, ...]
    score: float | None
    outcomes: Mapping[str, int]
    raw: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """All that reached the player's side before the end, as it came: messages with whatever stood around them."""


@dataclass(frozen=True)
class Scripted:
    """The replies of a script in an episode, what is asked before each, and the truths that no player may read."""

    replies: tuple[str, ...]
    kinds: tuple[Kind, ...]
    played: Played
    truths: tuple[str, ...]


def plan(identifier: str, run: int = 1) -> boxwright.Plan:
    """The plan that every interface must arrive at."""
    settings = EvalSettings(models=(OUTSIDE,), boxes=(identifier,), **SETTINGS)
    return plan_of(settings, Key(OUTSIDE, identifier, run))


@cache
def scripted(identifier: str, script: str, launcher: Launcher) -> Scripted:
    """Play a script on the engine itself."""
    say = SCRIPTS[script]
    replies: list[str] = []
    kinds: list[Kind] = []
    truths: list[str] = []
    with boxwright.load(identifier, SHIPPED, launcher=launcher) as opened:
        episode = boxwright.Episode(opened, plan(identifier))
        texts = [episode.message]
        while not episode.done and len(replies) < MOST:
            assert episode.ask is not None
            kinds.append(episode.ask.kind)
            if episode.ask.kind == "answer":
                truths.append(episode.baseline.truth())
            replies.append(say(episode.ask.kind, episode.baseline, len(replies)))
            texts.append(episode.step(replies[-1]))
        record = episode.record
    assert episode.done, f"{identifier}: {script} does not end"
    shown = {str(sample.truth) for sample in record.samples if tells(str(sample.question), str(sample.truth))}
    truths = [truth for truth in truths if truth.partition(":")[2].strip() not in shown]  # an input that is asked back
    played = Played(tuple(texts), episode_score(record), episode_outcomes(record, SETTINGS["samples"]))
    return Scripted(tuple(replies), tuple(kinds), played, tuple(truths))


def leaked(given: Scripted, messages: Sequence[str], around: Sequence[str]) -> list[str]:
    """Return the truths that stand in messages, or, where they are long enough to be told apart, around them."""
    opening = given.played.texts[0].splitlines()[0]
    # what an introduction names as possible answers may be named again; every game has one
    offered = "\n".join(text for text in given.played.texts if opening in text)
    secrets = {truth.partition(":")[2].strip() for truth in given.truths}
    hidden = [secret for secret in secrets if len(secret) > 2 and not tells(offered, secret)]  # 61 is anywhere
    said, everything = "\n".join(messages), "\n".join(around)
    return [s for s in hidden if tells(said, s) or (len(s) >= 8 and tells(everything, s))]


def tells(text: str, secret: str) -> bool:
    """Whether a text holds a truth whole, and not within a longer number or a longer row of bits."""
    return re.search(rf"(?<!\w)(?<!\d ){re.escape(secret)}(?!\w)(?! \d)", text) is not None
