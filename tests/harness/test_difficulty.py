"""How hard a box is: the four measures, and the bands in which a sibling must lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from statistics import fmean
from types import SimpleNamespace

import pytest

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.types import Plan
from boxwright.harness import difficulty
from boxwright.harness.difficulty import Difficulty, measured, solved
from tests.blackboxes.starters import STARTERS, starter

ORIGINAL = Difficulty(solver=0.6, near_misses=0.4, domain=1_000, length=200, usual=0.5)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({}, None),
        ({"solver": 0.36}, None),
        ({"solver": 0.34}, "builtin/solver scores 34% on it and 60% on the original"),
        ({"solver": None}, None),
        ({"usual": 0.31}, None),
        (
            {"usual": 0.29},
            "builtin/solver at {setting} scores 29% on it and 50% on the original; at most 20% apart are allowed",
        ),
        ({"usual": 0.71}, "builtin/solver at {setting} scores 71% on it"),
        ({"usual": None}, None),
        ({"near_misses": 0.14}, "a player who believes a near miss scores 14% on it and 40% on the original"),
        ({"near_misses": 0.66}, "at most 25% apart are allowed"),
        ({"near_misses": None}, None),
        ({"domain": 2_000}, None),
        ({"domain": 499}, "it has 499 inputs, the original 1,000; at most 2 times as many or as few are allowed"),
        ({"domain": 2_001}, "it has 2,001 inputs"),
        ({"domain": None}, None),
        ({"length": 500}, None),
        ({"length": 501}, "its rule has 501 parts, the original's 200; at most 300 more are allowed"),
    ],
)
def test_the_bands(changes: dict[str, float | None], why: str | None) -> None:
    apart = replace(ORIGINAL, **changes).apart(ORIGINAL)  # type: ignore[arg-type]
    setting = f"{difficulty.USUAL[0]}@{difficulty.USUAL[1]}"
    assert apart is None if why is None else why.format(setting=setting) in (apart or "")


def test_what_is_measured(make_box: Callable[..., Box]) -> None:
    box = make_box(starter("circuit"), STARTERS["circuit"])
    found = measured(box, ["near_misses"])
    assert found.solver is None and "solver" not in found.words()
    assert found.domain == box.family.domain_size(box.rules)
    assert measured(make_box(starter("circuit"), STARTERS["circuit"] + "\nUNUSED = (1, 2)\n"), ["near_misses"]) == (
        replace(found, length=found.length + 7)
    )


@pytest.mark.parametrize(("scores", "episodes"), [([0.5] * 5, 2), ([0.5, 0.75, 0.5, 0.5, 1.0], 5)])
def test_more_episodes_are_played_only_where_the_first_do_not_agree(
    make_box: Callable[..., Box], monkeypatch: pytest.MonkeyPatch, scores: list[float], episodes: int
) -> None:
    values = iter(scores)

    def played(box: Box, plan: Plan, player: object) -> SimpleNamespace:
        return SimpleNamespace(samples=[SimpleNamespace(value=next(values))])

    monkeypatch.setattr(difficulty, "play", played)
    box = make_box(starter("circuit"), STARTERS["circuit"])
    assert solved(box, (10, 1, 1, 2, 5)) == fmean(scores[:episodes])
    assert len(list(values)) == 5 - episodes
