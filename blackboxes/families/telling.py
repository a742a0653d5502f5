"""Telling questions: tests that tell a near miss from the rule where tests drawn otherwise seldom do.

Gate 7 finds them, in groups, when a box is accepted (`harness/gates/near_misses.py`); the manifest keeps them. An
episode asks one question of each group, in at most three quarters of its tests, at places that are drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.types import Plan


def telling_questions(box: Box[Any], plan: Plan, is_fresh: Callable[[Any], bool]) -> dict[int, Any]:
    """Return the telling questions of an episode by the number of their test sample, from 1.

    Of each group the first question of a drawn order is taken that is fresh; none where there is no such question.
    """
    rng = stream(plan.seed, "telling")
    groups = [rng.sample(group, len(group)) for group in box.telling or ()]
    asked: list[Any] = []
    for group in rng.sample(groups, len(groups))[: plan.samples * 3 // 4]:
        fresh = next((question for question in group if question not in asked and is_fresh(question)), None)
        asked += [] if fresh is None else [fresh]
    return dict(zip(rng.sample(range(1, plan.samples + 1), len(asked)), asked, strict=True))
