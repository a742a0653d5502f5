"""Boxes that misbehave in play: which do the gates refuse, which does play itself end, and which go unnoticed?

Takes the boxes of `planting/misbehaving.py` through what a build's acceptance asks, with the exam, waits for the moment
from which the time bombs lie, and plays an episode with pauses, as with a slow model.

    python -m benchmarks.misbehaving                 # exit code 1 if a wrong answer of any box goes unnoticed
    python -m benchmarks.misbehaving --markdown
    python -m benchmarks.misbehaving --cost          # what asking every answer again costs an episode
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console

from benchmarks.acceptance import subjects
from benchmarks.planting.misbehaving import BOX, EVERY, Misbehaving
from benchmarks.planting.tables import Counted, markdown, print_tables
from benchmarks.planting.trial import Subject
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.types import Plan
from boxwright.harness.episode import Episode, EpisodeFailed, play
from boxwright.harness.gates import run_gates, run_thoroughly
from boxwright.harness.players.builtin import BuiltinPlayer
from boxwright.harness.records import EpisodeRecord
from boxwright.sandbox import Launcher, SandboxUnavailable, open_launcher

FUSE = 40.0
"""Seconds from the writing of a box until its time bomb lies: longer than the gates take."""
QUERIES = ("Hello World", "balloon", "jam", "abc", "abcdef gh", "zz", "The quick brown", "xx yy")
PAUSES = (0.02, 0.02, 0.4, 0.02, 0.02, 1.3, 0.02)
"""Seconds before each reply, again and again."""


@dataclass(frozen=True)
class Verdict:
    """What became of one box."""

    box: Misbehaving
    gate: str
    """The first gate that refuses it; empty if all accept it."""
    ended: bool
    """Play ended its episode as an infrastructure failure."""
    wrong: int
    """Wrong answers in an episode that was played to its end."""

    @property
    def unnoticed(self) -> bool:
        """Whether wrong answers reached a score."""
        return not self.gate and not self.ended and self.wrong > 0


def tried(subject: Subject, box: Misbehaving, launcher: Launcher, fuse: float = FUSE) -> Verdict:
    """Run the gates on one box, then play it, whatever they said. Raises: SandboxUnavailable."""
    with tempfile.TemporaryDirectory() as place:
        folder, bomb = Path(place) / "accepted", time.time() + (fuse if box.waits else 0.0)
        source = box.source(subject.source, bomb, str(folder))
        with subject.box(launcher, source, subject.exam) as opened:
            results = run_gates(opened)
            results += [] if any(not r.passed for r in results) else run_thoroughly(opened)
        gate = next((result.gate for result in results if not result.passed), "")
        folder.mkdir()
        time.sleep(max(0.0, bomb - time.time()) + (0.5 if box.waits else 0.0))
        try:
            record = played(subject, source, launcher)
        except EpisodeFailed:
            return Verdict(box, gate, True, 0)
        return Verdict(box, gate, False, wrong_answers(subject, record, launcher))


def played(subject: Subject, source: str, launcher: Launcher) -> EpisodeRecord:
    """Play an episode as a slow model does. Raises: EpisodeFailed, SandboxUnavailable."""
    with subject.box(launcher, source) as box:
        episode = Episode(box, Plan(turns=len(QUERIES), shots=1, samples=4, seed=11))
        queries = iter(QUERIES)
        number = 0
        while not episode.done:
            time.sleep(PAUSES[number % len(PAUSES)])
            number += 1
            episode.step(f"QUERY: {next(queries)}" if episode.kind == "query" else "ANSWER: x")
        return episode.record


def wrong_answers(subject: Subject, record: EpisodeRecord, launcher: Launcher) -> int:
    """Count what an episode was told that the honest box does not say."""
    told = [(turn.query, turn.value) for turn in record.turns]
    told += [(sample.question, sample.truth) for sample in record.samples]
    with subject.box(launcher, subject.source) as honest:
        return sum(honest.call("blackbox", query) != value for query, value in told)


def table(verdicts: list[Verdict]) -> Counted:
    """Return one row for each box."""
    rows = []
    for verdict in verdicts:
        play = "ended by play" if verdict.ended else f"{verdict.wrong} wrong answers" if verdict.wrong else "harmless"
        result = "UNNOTICED" if verdict.unnoticed else "noticed" if verdict.gate or verdict.ended else "harmless"
        rows.append((verdict.box.name, verdict.gate or "-", play, result))
    return Counted("Boxes that misbehave in play", ("tells by", "refused by", "in play", "result"), tuple(rows))


@contextmanager
def _unwitnessed(seed: int) -> Iterator[Callable[[], None]]:
    yield lambda: None


def cost(subject: Subject, launcher: Launcher, rounds: int = 15) -> tuple[float, float]:
    """Return the quickest seconds of a builtin player's episode of 10@1, asked again and not, turn by turn."""
    quickest = [float("inf"), float("inf")]
    plan = Plan(turns=10, shots=1, samples=4, seed=3)
    for number in range(2 * rounds):
        with subject.box(launcher, subject.source) as box:
            if number % 2:
                box.witnessed = _unwitnessed  # type: ignore[method-assign]
            began = time.perf_counter()
            play(box, plan, BuiltinPlayer("random", 3))
            quickest[number % 2] = min(quickest[number % 2], time.perf_counter() - began)
    return quickest[0], quickest[1]


@click.command()
@click.option("--sandbox", default="local", show_default=True, help="Where the boxes run: local or docker.")
@click.option("--only", default="", help="Only boxes whose name contains this.")
@click.option("--cost", "only_cost", is_flag=True, help="Measure what asking again costs, and nothing else.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Print the table as Markdown.")
def main(sandbox: str, only: str, only_cost: bool, as_markdown: bool) -> None:
    """Try boxes that misbehave in play; exit code 1 if wrong answers of one go unnoticed."""
    progress = Console(stderr=True)
    try:
        launcher = open_launcher(sandbox)
        try:
            [subject] = subjects([BOX])
            if only_cost:
                asked, not_asked = cost(subject, launcher)
                click.echo(f"an episode: {asked * 1e3:.1f} ms, not asked again: {not_asked * 1e3:.1f} ms")
                return
            verdicts = []
            for box in EVERY:
                if only in box.name:
                    verdicts.append(tried(subject, box, launcher))
                    progress.print(" | ".join(table(verdicts).rows[-1]), markup=False)
        finally:
            launcher.close()
    except (BoxwrightError, SandboxUnavailable) as error:
        raise click.ClickException(str(error)) from error
    if as_markdown:
        click.echo(markdown([table(verdicts)]))
    else:
        print_tables([table(verdicts)], Console())
    sys.exit(1 if any(verdict.unnoticed for verdict in verdicts) else 0)


if __name__ == "__main__":
    main()
