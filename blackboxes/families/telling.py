"""Telling questions: tests that tell a near miss from the rule where tests drawn otherwise seldom do.

Gate 7 finds them, in groups, when a box is accepted (`harness/gates/near_misses.py`); the manifest keeps them. An
episode asks one question of each group, in at most three quarters of its tests, at places that are drawn. Manifests are
public: under a key none is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.types import Plan


def telling_questions(
    box: Box[Any], plan: Plan, is_fresh: Callable[[Any], bool], beside: Callable[[Any], bool] = lambda question: False
) -> dict[int, Any]:
    """Return the telling questions of an episode by the number of their test sample, from 1.

    Of each group the first question of a drawn order is taken that is fresh; none where there is no such question.
    Groups of a kind that is asked `beside` the others have a quarter of the places, three eighths where the others
    leave them, or half where there are no others; an eighth is left in any case.
    """
    rng = stream(plan.seed, "telling")
    groups = [rng.sample(group, len(group)) for group in groups_asked(box, plan)]
    drawn = rng.sample(groups, len(groups))
    all_of = _all_of(plan.samples)
    own = [group for group in drawn if not beside(group[0])][: plan.samples * 3 // 4]
    others = [group for group in drawn if beside(group[0])][: places_beside(plan.samples, len(own))]
    asked: list[Any] = []
    for group in [*others, *own][:all_of]:
        fresh = next((question for question in group if question not in asked and is_fresh(question)), None)
        asked += [] if fresh is None else [fresh]
    return dict(zip(rng.sample(range(1, plan.samples + 1), len(asked)), asked, strict=True))


def groups_asked(box: Box[Any], plan: Plan) -> Sequence[Sequence[Any]]:
    """Return the groups of telling questions that an episode may ask."""
    return (box.telling or ()) if plan.telling else ()


def places_beside(samples: int, own: int) -> int:
    """Return how many tests of an episode may ask a question of a kind that is asked beside so many other groups."""
    most = samples * 3 // 8 if own else samples // 2
    return max(samples // 4, min(most, _all_of(samples) - own))


def _all_of(samples: int) -> int:
    """Return how many tests of an episode may ask telling questions."""
    return samples * 7 // 8
