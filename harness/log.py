"""The interaction log: an episode as canonical numbered lines, which the refiner reads and cites."""

from __future__ import annotations

from boxwright.blackboxes.records import SampleRecord
from boxwright.harness.finding import show
from boxwright.harness.records import EpisodeRecord


def log_lines(record: EpisodeRecord, *, guessed: bool = False) -> list[str]:
    """Return one line per turn and per shot, each beginning with its number in brackets.

    `guessed`: the answers were drawn at random and say nothing about the rule; only the truth is shown.
    """
    events = [
        f"turn {t.number}: query {show(t.query)} -> output {show(t.value)}"
        if not t.lost
        else f"turn {t.number}: lost, no valid query ({t.lost})"
        for t in record.turns
    ]
    for sample in record.samples:
        events += [_truth(sample)] if guessed else _shots(sample)
    return [f"[{number}] {event}" for number, event in enumerate(events, start=1)]


def _shots(sample: SampleRecord) -> list[str]:
    asked = f"test {sample.number}: input {show(sample.question)}"
    return [
        f"{asked} -> the tester expected {show(shot.answer)}, the box gives {show(sample.truth)}: "
        f"{'the same' if shot.right else 'different'}"
        if not shot.lost
        else f"{asked} -> the tester gave no readable answer ({shot.lost})"
        for shot in sample.shots
    ]


def _truth(sample: SampleRecord) -> str:
    return f"test {sample.number}: input {show(sample.question)} -> the box gives {show(sample.truth)}"
