"""A run as reports read it: its settings, scores, what is still to be played, and costs at its own prices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.harness.analysis.calibration import Calibration, calibrations
from boxwright.harness.analysis.comparisons import Comparison, all_pairs, paired, with_holm
from boxwright.harness.analysis.completeness import Completeness, completeness, whole_means_only
from boxwright.harness.analysis.memorization import only_bases
from boxwright.harness.analysis.metrics import Score, scores, tests_of
from boxwright.harness.evaluation.pairs import base_and_kind
from boxwright.harness.evaluation.specs import cost_then
from boxwright.harness.evaluation.store import FILE, Store

if TYPE_CHECKING:
    from boxwright.harness.analysis.information import Exploration


@dataclass(frozen=True)
class Run:
    """One evaluation, scored."""

    label: str
    """What tells it from the other runs of a report: turns@shots, or its folder."""
    settings: Mapping[str, Any]
    scores: Sequence[Score]
    state: Completeness
    calibration: Sequence[Calibration] = ()
    """Of the models that stated probabilities, where they were asked to."""
    explorations: Sequence[Exploration] = ()
    """What queries told, where that was counted (`report --bits`)."""

    @property
    def models(self) -> list[str]:
        """The models, in the order of the run."""
        return list(self.settings["models"])

    def cost(self, score: Score) -> Decimal | None:
        """Return what a score cost at the prices of the run; None where they are unknown."""
        return cost_then(score.usage, score.model, self.settings.get("specs", {}))

    def costs(self) -> dict[str, Decimal | None]:
        """Return the cost of each model over all boxes."""
        return {score.model: self.cost(score) for score in self.scores if score.scope == "*"}

    def boxes(self, model: str) -> dict[str, float]:
        """Return a model's mean score per box, of those that were scored."""
        return {s.scope: s.accuracy for s in self.scores if s.model == model and _is_scored_box(s)}  # type: ignore[misc]


def _is_scored_box(score: Score) -> bool:
    return not score.scope.endswith("*") and score.accuracy is not None


def load_run(store: Store, label: str = "") -> Run:
    """Score a stored evaluation; its episodes are read one at a time. Raises: BoxwrightError."""
    settings = store.settings
    found = scores(only_bases(store.records()), settings["models"], partial(tests_of, settings))
    state = completeness(settings, store.counts())
    stated = calibrations(only_bases(store.records()), settings["models"]) if settings.get("confidence") else []
    return Run(label or turns_at_shots(settings), settings, whole_means_only(found, state), state, stated)


def turns_at_shots(settings: Mapping[str, Any]) -> str:
    """Return `10@1`, and what else is not as usual in a word."""
    said = [
        *(["programs"] if settings.get("answers") == "code" else []),
        *([] if settings.get("adaptive", True) else ["non-adaptive"]),
        *(["change"] if settings.get("change") else []),
        *(["may stop"] if settings.get("may_stop") else []),
        *([] if settings.get("learning", True) else ["no learning"]),
    ]
    return " ".join([f"{settings['turns']}@{settings['shots']}", *said])


def run_folders(given: Iterable[Path]) -> list[Path]:
    """Return the folders with results: those given, or the parts of a list of settings below them.

    Raises: BoxwrightError.
    """
    found: list[Path] = []
    for folder in given:
        parts = sorted(path.parent for path in folder.glob(f"*/{FILE}")) if folder.is_dir() else []
        if (folder / FILE).is_file():
            found.append(folder)
        elif parts:
            found += sorted(parts, key=lambda part: (len(part.name), part.name))
        else:
            raise BoxwrightError(f"{folder}: holds no results; give the --out folder of an evaluation")
    return list(dict.fromkeys(found))


def labels(settings: Sequence[Mapping[str, Any]], folders: Sequence[Path]) -> list[str]:
    """Return what tells the runs apart: turns@shots where that does, otherwise with the folder's name."""
    short = [turns_at_shots(s) for s in settings]
    return [
        label if short.count(label) == 1 else f"{label} {folder.name}"
        for label, folder in zip(short, folders, strict=True)
    ]


def comparisons(runs: Sequence[Run]) -> list[Comparison]:
    """Compare the models of each run, and each model between runs: a later run minus an earlier one.

    Where two runs asked the same tests, every model of one is compared with every other of the other too.
    """
    if len(runs) == 1:
        return all_pairs({model: runs[0].boxes(model) for model in runs[0].models})
    found = []
    for index, earlier in enumerate(runs):
        for later in runs[index + 1 :]:
            for model in (m for m in later.models if m in earlier.models):
                names = (f"{model} {later.label}", f"{model} {earlier.label}")
                found.append(paired(*names, later.boxes(model), earlier.boxes(model)))
            found += _across(later, earlier)
    for run in runs:
        found += all_pairs({f"{model} {run.label}": run.boxes(model) for model in run.models})
    return with_holm([c for c in found if c is not None])


_OF_A_RUN = frozenset({"models", "boxes", "specs", "level", "boxwright", "small", "revealed"})
"""Settings that do not decide which tests are asked."""
_OF_A_BOX = ("facts", "revisions")
"""Settings that each box has of its own, and that decide its tests."""


def _across(later: Run, earlier: Run) -> Iterator[Comparison | None]:
    """Compare different models of two runs on the boxes of which both asked the same tests."""
    a, b = later.settings, earlier.settings
    if any(a.get(name) != b.get(name) for name in {*a, *b} - _OF_A_RUN - {*_OF_A_BOX}):
        return
    alike = {x for x in a["boxes"] if all(a.get(n, {}).get(x) == b.get(n, {}).get(x) for n in _OF_A_BOX)}
    for first in later.models:
        for second in (model for model in earlier.models if model != first):
            sides = [
                {x: v for x, v in run.boxes(m).items() if x in alike} for run, m in ((later, first), (earlier, second))
            ]
            yield paired(f"{first} {later.label}", f"{second} {earlier.label}", *sides)


def is_base(box: str) -> bool:
    """Whether an id is no partner of another (`--pairs`)."""
    return not base_and_kind(box)[1]
