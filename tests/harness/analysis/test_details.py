"""Details of a run: from episodes counted by hand."""

from __future__ import annotations

from typing import Any

import pytest

from boxwright.blackboxes.records import SampleRecord, TurnRecord
from boxwright.harness.analysis.details import details, grouped
from boxwright.harness.chat.api import Usage
from boxwright.harness.evaluation.store import Key
from boxwright.harness.records import EpisodeRecord


def episode(outcomes: str, queries: tuple[Any, ...] = ()) -> EpisodeRecord:
    names = {"r": "right", "w": "wrong", "c": "cut", "f": "failed"}
    samples = tuple(
        SampleRecord(chapter=1, number=n, question=n, outcome=names[o], value=float(o == "r"))  # type: ignore[arg-type]
        for n, o in enumerate(outcomes, start=1)
    )
    turns = tuple(TurnRecord(chapter=1, number=n, query=q) for n, q in enumerate(queries, start=1))
    return EpisodeRecord(samples=samples, turns=turns, usage=Usage(input=10, output=4, calls=2))


def test_what_the_accuracies_do_not_tell() -> None:
    records = [
        (Key("m", "circuit/a", 1), episode("rrcw", ("x", "y", "x", (1,)))),
        (Key("m", "circuit/b", 1), episode("rrrr", ([1], [1]))),
        (Key("m", "circuit/a", 2), episode("wwwf", ("x",))),
        (Key("m", "circuit/b", 2), episode("rrww")),
        (Key("m", "circuit/c", 2), episode("rrrr")),
        (
            Key("m", "circuit/d", 2),
            EpisodeRecord(failure="the server is down", usage=Usage(input=10, output=4, calls=2)),
        ),
    ]
    (told,) = details(records, ["m", "idle"], {"m": 1.5}, lambda box: 4)
    assert told.rates == pytest.approx(
        {"right": 12 / 24, "wrong": 6 / 24, "unparsable": 0, "cut": 1 / 24, "failed": 5 / 24}
    )
    assert told.accuracy == pytest.approx((2 / 7 + 6 / 8 + 1) / 3)
    assert told.untruncated == pytest.approx((2 / 6 + 6 / 8 + 1) / 3)
    assert told.runs == pytest.approx((0.75, 0.25))  # over a and b, which both runs played
    assert told.between_runs == pytest.approx((0.5**2 / 2) ** 0.5)
    assert (told.turns, told.repeated) == (7, 2 / 7)
    assert told.usage == Usage(input=10, output=4, calls=2)
    assert told.seconds == 1.5


def test_groups_are_means_over_their_boxes() -> None:
    labels = {"circuit/a": ["gates", "tree"], "circuit/b": ["gates"], "circuit/c": []}
    found = grouped("m", {"circuit/a": 1.0, "circuit/b": 0.5, "circuit/c": 0.0}, labels)
    assert [(g.label, g.boxes, g.accuracy, g.method) for g in found] == [
        ("gates", 2, 0.75, "exact"),
        ("tree", 1, 1.0, "exact"),
    ]
    assert all(g.low < g.accuracy <= g.high for g in found)
