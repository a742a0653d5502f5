"""The interaction log: what was asked and what the box gave, as canonical numbered lines that the refiner cites."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter

from boxwright.blackboxes.records import Record, SampleRecord, ShotRecord, TurnRecord
from boxwright.harness.finding import show
from boxwright.harness.records import EpisodeRecord
from boxwright.sandbox import values

MAX_BEHIND = 4_000
"""Maximum characters of what is behind a conversation."""


class LogLine(Record):
    """One line: a turn, a test, a claim that was asked for once more, or what an earlier version failed."""

    key: str
    """What was asked, the same in every episode: `turn 1.3`, `test 2.1.1`, `claim 4.1`, `worked 2`, `read 1`."""
    text: str
    """The line without its number."""
    heading: str = ""
    """Stands above it, where a conversation begins."""
    question: str = ""
    """What was asked, as the line says it."""
    asked: str = ""
    """The query or the question alone, in the canonical encoding."""
    output: str = ""
    """What the box gave, in the canonical encoding; empty where it gave nothing."""
    differs: bool = False
    """Whether the box gave something else than was expected."""

    @property
    def is_query(self) -> bool:
        """Whether the tester chose what was asked."""
        return self.key.startswith("turn ")


_LINES = TypeAdapter(list[LogLine])


def to_json(lines: Sequence[LogLine]) -> str:
    """Return the lines as the text of a file."""
    return json.dumps(_LINES.dump_python(list(lines), mode="json"), indent=1, ensure_ascii=False) + "\n"


def from_json(text: str) -> list[LogLine]:
    """Read what `to_json` wrote."""
    return _LINES.validate_json(text)


def rendered(lines: Sequence[LogLine]) -> str:
    """Return the log as the refiner reads it: lines with their numbers in brackets, headings between them."""
    parts: list[str] = []
    for number, line in enumerate(lines, start=1):
        if line.heading:
            parts += ["", line.heading] if parts else [line.heading]
        parts.append(f"[{number}] {line.text}")
    return "\n".join(parts)


def log_lines(
    record: EpisodeRecord, behind: Sequence[Mapping[str, Any]] = (), *, guessed: bool = False
) -> list[LogLine]:
    """Return one line per turn and per shot, conversation by conversation; tests are numbered through the episode.

    `behind`: for each conversation, what its judge may know and its player did not (`Family.behind`).
    `guessed`: the answers were drawn at random and say nothing about the rule; only the truth is shown.
    """
    played = [*(turn.chapter for turn in record.turns), *(sample.chapter for sample in record.samples)]
    chapters = max([len(behind), *played], default=0)
    lines: list[LogLine] = []
    tests = 0
    for chapter in range(1, chapters + 1):
        inside = [_turn(turn) for turn in record.turns if turn.chapter == chapter]
        for sample in (s for s in record.samples if s.chapter == chapter):
            tests += 1
            inside += [_truth(sample, tests)] if guessed else _shots(sample, tests)
        if inside:
            known = behind[chapter - 1] if chapter <= len(behind) else {}
            inside[0] = inside[0].model_copy(update={"heading": _heading(chapter, chapters, known)})
        lines += inside
    return lines


def _heading(chapter: int, chapters: int, known: Mapping[str, Any]) -> str:
    told = "\n  ".join(f"{name} {_whole(value)}" for name, value in known.items())
    if not told and chapters == 1:
        return ""
    return f"Conversation {chapter}: {told}" if told else f"Conversation {chapter}"


def _whole(value: Any) -> str:
    """Write what is behind a conversation: in full, where a judge can work with it."""
    text = values.dumps(value)
    return text if len(text) <= MAX_BEHIND else f"{text[:MAX_BEHIND]}... ({len(text)} characters)"


def _turn(turn: TurnRecord) -> LogLine:
    key = f"turn {turn.chapter}.{turn.number}"
    if turn.lost:
        return LogLine(key=key, text=f"turn {turn.number}: lost, no valid query ({turn.lost})")
    question = f"query {show(turn.query)}"
    return LogLine(
        key=key,
        text=f"turn {turn.number}: {question} -> output {show(turn.value)}",
        question=question,
        asked=values.dumps(turn.query),
        output=values.dumps(turn.value),
    )


def _shots(sample: SampleRecord, number: int) -> list[LogLine]:
    return [_shot(sample, shot, number) for shot in sample.shots]


def _shot(sample: SampleRecord, shot: ShotRecord, number: int) -> LogLine:
    line = _asked(sample, number, shot.number)
    if shot.lost:
        told = f"the tester gave no readable answer ({shot.lost})"
        return line.model_copy(update={"text": f"{line.text} -> {told}"})
    found = "the same" if shot.right else "different"
    told = f"the tester expected {show(shot.answer)}, the box gives {show(sample.truth)}: {found}"
    update = {"text": f"{line.text} -> {told}", "output": values.dumps(sample.truth), "differs": not shot.right}
    return line.model_copy(update=update)


def _truth(sample: SampleRecord, number: int) -> LogLine:
    line = _asked(sample, number, 1)
    update = {"text": f"{line.text} -> the box gives {show(sample.truth)}", "output": values.dumps(sample.truth)}
    return line.model_copy(update=update)


def _asked(sample: SampleRecord, number: int, shot: int) -> LogLine:
    question = f"input {show(sample.question)}"
    return LogLine(
        key=f"test {sample.chapter}.{sample.number}.{shot}",
        text=f"test {number}: {question}",
        question=question,
        asked=values.dumps(sample.question),
    )


def repeated(lines: Sequence[LogLine]) -> list[LogLine]:
    """Return the queries that had been sent before in the same conversation, and brought the same again."""
    seen: set[tuple[str, str, str]] = set()
    found = []
    for line in lines:
        if line.is_query and line.asked:
            sent = (line.key.partition(".")[0], line.asked, line.output)
            found += [line] if sent in seen else []
            seen.add(sent)
    return found
