"""Measure the memorization score of scripted players whose truth is known: `python -m benchmarks.memorization`.

Nothing here is a model. A *memorizer* has seen every instance and repeats the answer that it remembers of the instance
that looks the same; a *reasoner* is always right; a *coin* is right with a fixed probability, whatever is asked; a
*mixture* remembers a share of the instances and throws a coin for the others. With `--siblings` the instances are test
samples of black-boxes and the partners are siblings, made in a temporary workspace.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from boxwright.blackboxes.entries import load_entry
from boxwright.blackboxes.environment import Entry
from boxwright.blackboxes.seeds import derive, stream
from boxwright.blackboxes.types import Baseline
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.harness.analysis.memorization import Memorization, memorization
from boxwright.harness.chat.api import Reply
from boxwright.harness.episode import play
from boxwright.harness.evaluation.pairs import base_and_kind, with_partners
from boxwright.harness.evaluation.plan import EvalSettings, options_of, plan_of
from boxwright.harness.evaluation.store import Key
from boxwright.harness.players.player import Observation
from boxwright.harness.records import EpisodeRecord
from boxwright.sandbox import Launcher, open_launcher

SIBLINGS = ("encryption/zigzag_cipher", "circuit/count", "physics/uniform_motion")
Looks = Callable[[Observation], str]
"""What a player recognises an instance by."""


def by_names(observation: Observation) -> str:
    """Recognise a puzzle by the people in it."""
    return observation.message.split("\n")[2]


def by_question(observation: Observation) -> str:
    """Recognise a test sample by its question."""
    return observation.text


@dataclass
class Scripted:
    """Plays with a memory of `share` of the instances, and is right with probability `skill` on the others."""

    share: float
    skill: float
    looks: Looks
    memory: dict[str, str]
    rng: Random
    learning: bool = False
    """Whether it is shown the answers of what it will remember."""
    name: str = field(default="scripted", init=False)

    def reply_inside(self, observation: Observation, baseline: Baseline) -> Reply:
        """Reply; any valid query, and an answer that is right or wrong as decided."""
        if observation.kind != "answer":
            return Reply(text=baseline.constant(), model=self.name)  # so that every episode has the same tests
        seen = self.looks(observation)
        if self.learning:
            self.memory[seen] = baseline.truth()
        known = stream("remembered", seen).random() < self.share
        if known and seen in self.memory:
            return Reply(text=self.memory[seen], model=self.name)
        right = self.rng.random() < self.skill
        return Reply(text=baseline.truth() if right else _wrong(baseline, self.rng), model=self.name)


def _wrong(baseline: Baseline, rng: Random) -> str:
    truth = baseline.truth()
    guesses = (baseline.guess(rng) for _ in range(1_000))
    return next((guess for guess in guesses if guess != truth), baseline.constant())


@dataclass(frozen=True)
class Truth:
    """A player, and what its score must be for partners that have another answer."""

    name: str
    share: float
    skill: float

    def scores(self, sort: str, wrong: float = 1.0) -> tuple[float, float]:
        """Return LiMem, and its difference to asking again.

        A partner that looks the same gets the remembered answer, which is wrong; under other names nothing is
        remembered, and the coin decides. `wrong` is the share of remembered answers that are wrong for the partner.
        """
        lost = self.share * (1 - self.skill if sort == "names" else wrong)
        return lost + (1 - self.share) * self.skill * (1 - self.skill), lost


PLAYERS = (
    Truth("memorizer", 1.0, 0.0),
    Truth("reasoner", 0.0, 1.0),
    Truth("coin 0.3", 0.0, 0.3),
    Truth("coin 0.7", 0.0, 0.7),
    Truth("mixture: remembers 0.4, else coin 0.6", 0.4, 0.6),
)


def played(
    boxes: Mapping[str, Entry], settings: EvalSettings, truth: Truth, looks: Looks, launcher: Launcher
) -> list[tuple[Key, EpisodeRecord]]:
    """Play every id and partner with one scripted player; its memory is made on the ids themselves."""
    memory: dict[str, str] = {}
    found = []
    for run in range(1, settings.runs + 1):
        for box, entry in boxes.items():
            key = Key(truth.name, box, run)
            plan = plan_of(settings, key)
            kind = base_and_kind(box)[1]
            if not kind:
                with entry.open(launcher) as opened:
                    play(opened, plan, Scripted(0.0, 1.0, looks, memory, stream(plan.seed, "learning"), learning=True))
            player = Scripted(truth.share, truth.skill, looks, memory, stream(derive(plan.seed, truth.name, box, run)))
            with entry.open(launcher) as opened:
                found.append((key, play(opened, plan, player)))
    return found


def measured(
    ids: tuple[str, ...], place: Workspace, settings: EvalSettings, sorts: str, looks: Looks, launcher: Launcher
) -> dict[Truth, list[Memorization]]:
    """Return the scores of every scripted player."""
    entries = {identifier: load_entry(place, identifier) for identifier in ids}
    paired = with_partners(entries, place, lambda entry: options_of(settings, entry.environment.name), sorts)
    return {
        truth: memorization(played(paired.boxes, settings, truth, looks, launcher), [truth.name]) for truth in PLAYERS
    }


def on_knights(
    samples: int, people: str, launcher: Launcher, sorts: str = "leaf,statement,names"
) -> Mapping[Truth, list[Memorization]]:
    """Measure on puzzles and their partners."""
    ids = ("knights/puzzles",)
    settings = EvalSettings(
        models=("scripted",),
        boxes=ids,
        turns=0,
        shots=1,
        runs=1,
        samples=samples,
        options={"knights": {"people": people}},
    )
    return measured(ids, Workspace(SHIPPED, True, None), settings, sorts, by_names, launcher)


@contextmanager
def _with_siblings(ids: tuple[str, ...], launcher: Launcher) -> Iterator[Workspace]:
    from boxwright.blackboxes.workspace import find_workspace
    from boxwright.harness.siblings import create_first

    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "boxwright.yaml").write_text("{}\n")
        (Path(folder) / "descriptions").mkdir()
        place = find_workspace(Path(folder))
        for identifier in ids:
            create_first(place, identifier, launcher)
        yield place


def on_siblings(
    samples: int, runs: int, launcher: Launcher, ids: tuple[str, ...] = SIBLINGS
) -> Mapping[Truth, list[Memorization]]:
    """Measure on test samples of black-boxes and of their siblings."""
    settings = EvalSettings(models=("scripted",), boxes=ids, turns=2, shots=1, samples=samples, runs=runs)
    with _with_siblings(ids, launcher) as place:
        return measured(ids, place, settings, "sibling", by_question, launcher)


def table(found: Mapping[Truth, list[Memorization]], scope: str) -> str:
    """Return the scores beside the truth, as a Markdown table."""
    lines = [
        "| player | partner | pairs | accuracy | CR | LiMem | true | asked again | difference | true |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    wrong = _remembered_wrongly(found, scope)
    for truth, rows in found.items():
        for row in rows:
            if row.scope != scope or row.sort == "again":
                continue
            limem, difference = truth.scores(row.sort, wrong)
            lines.append(
                f"| {truth.name} | {row.sort} | {row.pairs} | {row.accuracy:.3f} | {_number(row.consistency)} | "
                f"{_within(row.limem, row.low, row.high)} | {_number(limem)} | {_number(row.baseline)} | "
                f"{_within(row.difference, row.difference_low, row.difference_high)} | {_number(difference)} |"
            )
    return "\n".join(lines)


def _remembered_wrongly(found: Mapping[Truth, list[Memorization]], scope: str) -> float:
    """Return the share of remembered answers that are wrong for siblings: some samples have the same answer in both."""
    rows = [row for row in found[PLAYERS[0]] if (row.scope, row.sort) == (scope, "sibling")]
    return 1 - rows[0].partner_accuracy if rows else 1.0


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _within(value: float | None, low: float | None, high: float | None) -> str:
    return _number(value) if low is None or high is None else f"{_number(value)} [{low:.3f}, {high:.3f}]"


def figure(path: Path, samples: int, launcher: Launcher) -> None:
    """Draw accuracy and LiMem by number of people, for each scripted player."""
    from matplotlib.figure import Figure

    drawn = Figure(figsize=(9, 3.5))
    axes = drawn.subplots(1, 3, sharey=True)
    numbers = range(2, 9)
    by_people = {people: on_knights(samples, str(people), launcher, "leaf") for people in numbers}
    for truth in PLAYERS:
        rows = [next(r for r in by_people[people][truth] if r.sort == "leaf") for people in numbers]
        curves = ([r.accuracy for r in rows], [r.limem for r in rows], [r.difference or 0.0 for r in rows])
        for axis, values in zip(axes, curves, strict=True):
            style = "--" if truth.name == "reasoner" else "-"  # drawn over the memorizer, which is as accurate
            axis.plot(list(numbers), values, style, marker="o", markersize=3, label=truth.name)
    for axis, title in zip(axes, ("accuracy", "LiMem (leaf)", "LiMem minus asked again"), strict=True):
        axis.set_title(title, fontsize=10)
        axis.set_xlabel("people")
        axis.set_ylim(-0.25, 1.05)
    drawn.legend(*axes[0].get_legend_handles_labels(), loc="lower center", ncol=len(PLAYERS), fontsize=8, frameon=False)
    drawn.tight_layout(rect=(0, 0.07, 1, 1))
    drawn.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def main(arguments: list[str] | None = None) -> None:
    """Print the tables, or draw the figure."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.memorization", description=__doc__)
    parser.add_argument("--samples", type=int, default=400, help="puzzles, or test samples per run and box")
    parser.add_argument("--people", default="5", help="N, or a range")
    parser.add_argument("--siblings", action="store_true", help="black-boxes and their siblings instead of puzzles")
    parser.add_argument("--runs", type=int, default=12, help="episodes per box, with --siblings")
    parser.add_argument("--figure", type=Path, help="draw accuracy and LiMem by number of people into this file")
    given = parser.parse_args(arguments)
    launcher = open_launcher("auto")
    try:
        if given.figure:
            figure(given.figure, given.samples, launcher)
        elif given.siblings:
            found = on_siblings(given.samples, given.runs, launcher)
            print(table(found, "*"))
        else:
            print(table(on_knights(given.samples, given.people, launcher), "knights/puzzles"))
    finally:
        launcher.close()


if __name__ == "__main__":
    main()
