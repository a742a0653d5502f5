"""How much of a run was played: what its headline says, and which means over boxes are whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.records import Record
from boxwright.harness.analysis.metrics import Score

Counts = Mapping[tuple[str, str], tuple[int, int]]
"""(model, box) to the number of episodes that ended, and of those that failed."""


class Completeness(Record):
    """How many episodes a run has, and which of them are still to be played."""

    planned: int
    """Models x boxes x runs."""
    played: int
    """Episodes that ended without an infrastructure failure."""
    failed: int
    open: dict[str, list[str]]
    """Model to the boxes of which an episode is missing or failed; models that are through are left out."""

    @property
    def whole(self) -> bool:
        """Whether nothing is left to play."""
        return not self.open

    def headline(self) -> str:
        """Say what is missing; empty for a whole run."""
        if self.whole:
            return ""
        failed = f" ({self.failed} failed)" if self.failed else ""
        boxes = sorted({box for missing in self.open.values() for box in missing})
        named = ", ".join(boxes[:8]) + (f" and {len(boxes) - 8} more" if len(boxes) > 8 else "")
        return f"UNFINISHED: {self.played} of {plural(self.planned, 'episode')}{failed}; still to be played: {named}"


def completeness(settings: Mapping[str, Any], counts: Counts) -> Completeness:
    """Compare what a run planned with what ended."""
    planned: list[tuple[str, str]] = [(model, box) for model in settings["models"] for box in settings["boxes"]]
    done = {pair: ended - failed for pair, (ended, failed) in counts.items()}
    missing: dict[str, list[str]] = {}
    for model, box in planned:
        if done.get((model, box), 0) < settings["runs"]:
            missing.setdefault(model, []).append(box)
    return Completeness(
        planned=len(planned) * settings["runs"],
        played=sum(done.values()),
        failed=sum(failed for _, failed in counts.values()),
        open=missing,
    )


def whole_means_only(scores: Sequence[Score], state: Completeness) -> list[Score]:
    """Leave out the means over boxes of which some are still to be played; their counts and tokens stay."""
    return [_without_mean(score) if _is_partial(score, state) else score for score in scores]


def _is_partial(score: Score, state: Completeness) -> bool:
    family = score.scope.removesuffix("*")
    return score.scope.endswith("*") and any(box.startswith(family) for box in state.open.get(score.model, ()))


def _without_mean(score: Score) -> Score:
    return score.model_copy(update={"accuracy": None, "low": None, "high": None, "untruncated": None, "partial": None})
