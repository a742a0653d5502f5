"""What the page says of boxes and episodes, as plain values; the template words nothing itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from boxwright.blackboxes.entries import load_entry
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.registry import Accepted
from boxwright.blackboxes.types import Gain
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.chat.api import Message
from boxwright.harness.evaluation.pairs import base_and_kind
from boxwright.harness.evaluation.store import Key
from boxwright.harness.records import EpisodeRecord
from boxwright.harness.report.loaded import Run
from boxwright.harness.report.tables import percent
from boxwright.harness.report.values import written


@dataclass(frozen=True)
class BoxPage:
    """One box: what its players read, what is hidden, how it was accepted, and who scored what."""

    id: str
    difficulty: str = ""
    tags: str = ""
    public: str = ""
    hidden: str = ""
    accepted: Sequence[str] = ()
    scores: Sequence[tuple[str, str, str]] = ()
    """Model with its run, accuracy, interval."""


Gains = Mapping[tuple[int, int], Gain]


@dataclass(frozen=True)
class EpisodePage:
    """One episode, turn by turn."""

    anchor: str
    run: str
    key: Key
    score: str
    outcomes: Sequence[str]
    failure: str
    turns: Sequence[Mapping[str, Any]]
    samples: Sequence[Mapping[str, Any]]
    talk: Sequence[Sequence[Message]] = field(default=())


def box_pages(runs: Sequence[Run], place: Workspace) -> list[BoxPage]:
    """Return a page for each box of the runs, sorted."""
    boxes = sorted({base_and_kind(box)[0] for run in runs for box in run.settings["boxes"]})
    return [_box_page(box, runs, place) for box in boxes]


def _box_page(box: str, runs: Sequence[Run], place: Workspace) -> BoxPage:
    shown = [
        (score.model if len(runs) == 1 else f"{score.model} {run.label}", percent(score.accuracy), _bounds(score))
        for run in runs
        for score in run.scores
        if score.scope == box
    ]
    try:
        entry = load_entry(place, box)
    except BoxwrightError as error:
        return BoxPage(box, accepted=[f"not found here: {error}"], scores=shown)
    if not isinstance(entry, Accepted):
        return BoxPage(box, difficulty=str(getattr(entry, "difficulty", "")), scores=shown)
    description = entry.description
    return BoxPage(
        id=box,
        difficulty=entry.difficulty,
        tags=", ".join(description.front.tags),
        public=description.public.strip(),
        hidden=description.hidden.strip(),
        accepted=list(_acceptance(entry)),
        scores=shown,
    )


def _acceptance(entry: Accepted) -> Iterator[str]:
    manifest = entry.manifest
    yield f"written and tested by {', '.join(f'{role}: {name}' for role, name in manifest.models.items())}"
    for attempt in manifest.attempts:
        yield f"attempt {attempt.number}: {attempt.ended}" + "".join(f"; {said}" for said in attempt.findings)
    yield f"gates passed: {', '.join(str(gate.get('gate', gate.get('name', ''))) for gate in manifest.gates)}"
    yield f"built {manifest.run.built} ({manifest.run.level}{', replayed' if manifest.run.replayed else ''})"


def _bounds(score: Any) -> str:
    if score.low is None or score.high is None:
        return "–"
    return f"{100 * score.low:.0f}–{100 * score.high:.0f} ({score.method})"


def episode_page(number: int, run: Run, key: Key, record: EpisodeRecord, gains: Gains) -> EpisodePage:
    """Return one episode as the page shows it; `gains` is what its queries told, by conversation and turn."""
    scored = [sample.value for sample in record.samples if sample.outcome != "failed"]
    return EpisodePage(
        anchor=f"episode-{number}",
        run=run.label,
        key=key,
        score=percent(sum(scored) / len(scored) if scored else None),
        outcomes=sorted({str(sample.outcome) for sample in record.samples} | ({"failed"} if record.failure else set())),
        failure=record.failure,
        turns=[
            {
                "number": t.number,
                "query": written(t.query),
                "value": written(t.value),
                "refusals": t.refusals,
                "lost": t.lost,
                "bits": _bits(gains[t.chapter, t.number]) if (t.chapter, t.number) in gains else "",
            }
            for t in record.turns
        ],
        samples=[
            {
                "number": s.number,
                "question": written(s.question),
                "truth": written(s.truth),
                "answers": [written(shot.answer) if not shot.lost else f"(not read: {shot.lost})" for shot in s.shots],
                "outcome": s.outcome,
            }
            for s in record.samples
        ],
        talk=record.conversations,
    )


def _bits(gain: Gain) -> str:
    """Write what a query told, what it could be expected to, and what the best query could."""
    most = f"{gain.most:.2f}" if gain.reached in (None, gain.most) else f"{gain.reached:.2f} to {gain.most:.2f}"
    return f"{gain.bits:.2f} (expected {gain.expected:.2f} of {most})"
