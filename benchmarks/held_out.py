"""How many faults of kinds that no gate was tuned on are refused: with neither, with the exam, with a second writing?

Plants the faults of `planting/held_out.py` into the accepted boxes, in the sandbox, and counts on how many of some
100,000 calls each differs from its original (half drawn as play draws, half swept, other seeds than the gates'). Each
that differs goes through what a build's acceptance asks without a model: all gates, the thorough sweeps, then the exam,
then a comparison with the independent reference, which stands for a second writing of the box.

    python -m benchmarks.held_out                        # all boxes; exit code 1 below a target
    python -m benchmarks.held_out 'encryption/*' --markdown
    python -m benchmarks.held_out --mechanical 2         # two faults per box, drawn by `planting/mechanical.py`
    python -m benchmarks.held_out --faults visitors      # faults by others who have not seen the gates, the latest
    python -m benchmarks.held_out --faults latecomers    # the same, by others before them
    python -m benchmarks.held_out --faults newcomers     # the same, by others before them
    python -m benchmarks.held_out --faults strangers     # the same, by somebody before them: tuning faults by now
    python -m benchmarks.held_out --by-hand replay       # what the test agent worked out by hand, from its recording

With `--by-hand` those that no gate refuses go on to what a build does with neither an exam nor a second writing: inputs
are chosen on which the faulty code decides, and the test agent works them out; it writes what seeds draw once more,
which is compared with what the faulty code draws; and with `--read` the refiner reads the code, and the true modules of
the boxes whose faults the gates refuse, without being told which are true. `relay/NAME` writes the requests into
runs/relay/NAME and takes the replies that are there; run it again for those that come later.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from benchmarks.acceptance import subjects
from benchmarks.planting import Mutant
from benchmarks.planting.by_hand import (
    ReadAsTrue,
    Worked,
    answerer,
    asked,
    blanks_of,
    counted_on,
    draw_asked,
    judged_by_hand,
    judged_draw,
    number_of,
    read_as_true,
    read_by,
    shown_by_reading,
)
from benchmarks.planting.held_out import held_out_mutants
from benchmarks.planting.mechanical import mechanical_mutants
from benchmarks.planting.tables import Counted, markdown, print_tables, share
from benchmarks.planting.trial import Subject, same_answer
from boxwright.agents.box.compare import first_difference
from boxwright.blackboxes.box import Box
from boxwright.blackboxes.faults import BadOutput, BoxwrightError
from boxwright.blackboxes.files import append_line
from boxwright.blackboxes.seeds import derive, digest, stream
from boxwright.blackboxes.sweep import Budget, swept
from boxwright.blackboxes.types import Call, Example
from boxwright.harness.chat.api import ChatModel, ModelError
from boxwright.harness.exams import open_reference
from boxwright.harness.finding import show_call
from boxwright.harness.gates import drawn_for, run_gate, run_gates
from boxwright.harness.gates.run import SWEEPING
from boxwright.sandbox import Launcher, Reply, SandboxError, SandboxUnavailable, open_launcher
from tests.reference import REFERENCES

MEASURED = 100_000
"""Calls on which a fault is compared with its original."""
RARE = 1 / MEASURED
"""The targets count faults that differ more often than this."""
ENOUGH = 50
"""A fault that has shown so often is not counted on."""
DRAWN_AT_ONCE = 500
EXAM_TARGET, ALONE_TARGET = 0.97, 0.90
SUBTLE = 0.05
"""A fault that differs on at most this share of the calls is told apart in the tables."""
RECORDING = Path(__file__).parent / "planting" / "by_hand.recording.jsonl"


@dataclass(frozen=True)
class Judged:
    """One fault: how often it differs, and what refuses it."""

    box: str
    mutant: Mutant
    differing: int
    compared: int
    smallest: str
    alone: str
    """The gate that refuses it with the author's examples alone; empty if none does."""
    exam: bool
    second: bool
    worked: Worked | None = None
    """What came of it by hand, if it was asked."""

    @property
    def caught(self) -> bool:
        """Whether a gate refuses it, or what the tester worked out by hand or drew itself or a reading shows it."""
        return self.exampled or bool(self.worked and self.worked.read == "words")

    @property
    def exampled(self) -> bool:
        """Whether a gate refuses it, or what the tester worked out or drew or an example of its reader shows it."""
        return self.drawn or bool(self.worked and self.worked.read == "example")

    @property
    def drawn(self) -> bool:
        """Whether a gate refuses it, or what the tester worked out by hand or drew itself shows it."""
        return bool(self.alone or (self.worked and (self.worked.telling or self.worked.draw == "telling")))

    @property
    def counts(self) -> bool:
        """Whether it differs on more than one call in 100,000."""
        return self.differing / max(1, self.compared) > RARE


def judge(subject: Subject, mutant: Mutant, launcher: Launcher, seed: int, patience: float = 1.0) -> Judged:
    """Measure one fault and try what refuses it; `patience` stretches the sweeps' seconds on a busy machine."""
    differing, compared, smallest = difference(subject, mutant, launcher, seed)
    if not differing:
        return Judged(subject.id, mutant, 0, compared, "", "", False, False)
    alone = _refusing(subject, mutant, launcher, patience)
    exam = bool(alone) or _fails_the_exam(subject, mutant, launcher)
    second = bool(alone) or second_writing_differs(subject, mutant.source, launcher, seed)
    return Judged(subject.id, mutant, differing, compared, smallest, alone, exam, second)


def planted(subject: Subject, faults: str, mechanical: int, seed: int) -> Iterable[Mutant]:
    """Return the faults of a box: those of a module of `planting`, or so many drawn by the mechanism."""
    if not mechanical:
        module = import_module(f"benchmarks.planting.{faults}")
        return held_out_mutants(subject.id, subject.source, module.EDITS, getattr(module, "GLOBALS", {}))
    return mechanical_mutants(subject.source, stream(seed, "mechanical", subject.id), mechanical)


def difference(subject: Subject, mutant: Mutant, launcher: Launcher, seed: int) -> tuple[int, int, str]:
    """Count the calls on which a fault shows: (differing, compared, the shortest such call)."""
    wrong: list[Call] = []
    compared = 0
    with subject.box(launcher, subject.source) as right, subject.box(launcher, mutant.source) as other:
        swept_half = swept(right, derive(seed, "measured"), Budget(MEASURED // 2, 60.0))
        for calls, truths in chain(_drawn(right, seed), swept_half):
            compared += len(calls)
            for call, truth, reply in zip(calls, truths, other.replies(calls, check_arguments=True), strict=True):
                if reply.changed_arguments or not same_answer(subject, truth, reply):
                    wrong.append(call)
            if len(wrong) >= ENOUGH:
                break
    return len(wrong), compared, min(map(show_call, wrong), key=len, default="")


def _drawn(box: Box[Any], seed: int) -> Iterator[tuple[Sequence[Call], list[Reply]]]:
    asked, until = 0, time.monotonic() + 60
    while asked < MEASURED // 2 and time.monotonic() < until:
        drawn = box.family.probes(box, derive(seed, "drawn", asked), DRAWN_AT_ONCE)
        calls = [call for call in drawn if call.function not in ("describe", "introduction")]
        asked += len(calls)
        yield calls, list(box.replies(calls))


def _refusing(subject: Subject, mutant: Mutant, launcher: Launcher, patience: float) -> str:
    """Return the first gate that refuses a fault in a build, without the exam; empty if none does."""
    with subject.box(launcher, mutant.source) as box:
        first = next((result.gate for result in run_gates(box) if not result.passed), "")
        settings = drawn_for(box).thorough()
        patient = settings.model_copy(update={"sweep_seconds": settings.sweep_seconds * patience})
        results = (run_gate(name, box, patient) for name in SWEEPING)
        return first or next((result.gate for result in results if not result.passed), "")


def _fails_the_exam(subject: Subject, mutant: Mutant, launcher: Launcher) -> bool:
    with subject.box(launcher, mutant.source, subject.exam) as box:
        return not run_gate("examples", box).passed


def second_writing_differs(subject: Subject, source: str, launcher: Launcher, seed: int = 1) -> bool:
    """Whether an independent writing disagrees with a module, on what a build asks of two writings."""
    with (
        open_reference(subject.description, REFERENCES[subject.id], launcher) as reference,
        subject.box(launcher, source) as box,
    ):
        try:
            return first_difference(box, reference.box, seed=derive(seed, "second")) is not None
        except (SandboxError, BadOutput):
            return True


def tables(judged: Sequence[Judged]) -> list[Counted]:
    """Return the result per family and per kind, and the survivors."""
    counted = [j for j in judged if j.counts]
    subtle = [j for j in counted if j.differing <= SUBTLE * j.compared]
    groups = [*_families_and_kinds(counted), (f"differ on at most {SUBTLE:.0%} of the calls", subtle), ("all", counted)]
    rows = [(name, str(len(own)), *_shares(own)) for name, own in groups]
    columns = ("group", "differ", "refused: neither", "with exam", "with a second writing", "with either")
    left = [j for j in counted if not (j.exam or j.second)]
    survivors = [(j.box, j.mutant.change, f"{j.differing} of {j.compared}", f"`{j.smallest}`") for j in left]
    rare = [(j.box, j.mutant.change, f"{j.differing} of {j.compared}") for j in judged if not j.counts]
    return [
        Counted("Held-out faults", columns, tuple(rows)),
        *([_by_hand(counted)] if any(j.worked for j in counted) else []),
        Counted("Survivors", ("box", "fault", "differs on", "for example"), tuple(survivors)),
        Counted("Not counted: differ on at most one call in 100,000", ("box", "fault", "differs on"), tuple(rare)),
    ]


def _grouped(judged: Sequence[Judged], by: Callable[[Judged], str]) -> list[tuple[str, list[Judged]]]:
    return [(name, [j for j in judged if by(j) == name]) for name in dict.fromkeys(map(by, judged))]


def _families_and_kinds(counted: Sequence[Judged]) -> list[tuple[str, list[Judged]]]:
    return [*_grouped(counted, lambda j: j.box.split("/")[0]), *_grouped(counted, lambda j: j.mutant.kind)]


def _by_hand(counted: Sequence[Judged]) -> Counted:
    """Return what the work by hand adds to the gates, per family and per kind."""
    rows = []
    for name, own in [*_families_and_kinds(counted), ("all", counted)]:
        worked = [j.worked for j in own if j.worked]
        reached = sum(bool(j.alone or (j.worked and j.worked.showing)) for j in own)
        by_hand = sum(bool(j.alone or (j.worked and j.worked.telling)) for j in own)
        agents = (sum(j.drawn for j in own), sum(j.exampled for j in own), sum(j.caught for j in own))
        shown = (sum(bool(j.alone) for j in own), reached, by_hand, *agents)
        counts = [share(n, len(own)) for n in shown]
        results = sum(w.results for w in worked)
        right = share(sum(w.right for w in worked), results)
        alarms = str(sum(w.wrong_alarms for w in worked))
        answered = f"{sum(w.answered for w in worked)} of {len(worked)}"
        readings = f"{sum(bool(w.read) for w in worked)} of {len(worked)}"
        rows.append((name, str(len(own)), *counts, answered, right, alarms, readings))
    columns = ("group", "differ", "refused by gates", "or shown by a chosen input", "or worked out by hand", "or drawn")
    by_reading = ("or by a reader's example", "or in a reader's words")
    answers = ("requests answered", "results right", "wrong alarms", "readings answered")
    return Counted("By hand", (*columns, *by_reading, *answers), tuple(rows))


class Measured:
    """Results of earlier runs, one JSON object a line; None keeps nothing."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path and path.is_file() else []
        self._found = {row.pop("source"): row for row in map(json.loads, lines)}

    def find(self, subject: Subject, mutant: Mutant) -> Judged | None:
        """Return what was measured of a fault."""
        row = self._found.get(digest(subject.source + mutant.source))
        return None if row is None else Judged(subject.id, mutant, **row)

    def keep(self, subject: Subject, found: Judged) -> Judged:
        """Keep a result, and return it."""
        if self._path is not None:
            row = {name: value for name, value in asdict(found).items() if name not in ("box", "mutant", "worked")}
            append_line(self._path, json.dumps({**row, "source": digest(subject.source + found.mutant.source)}))
        return found


def worked_out(
    left: Sequence[tuple[Subject, Judged]], model: ChatModel, launcher: Launcher, progress: Console
) -> dict[tuple[str, str], Worked]:
    """Choose inputs for faults, have them worked out, and compare; by box and fault. Raises: SandboxUnavailable."""
    found: dict[tuple[str, str], Worked] = {}
    with ThreadPoolExecutor(2 * len(left) or 1) as pool:
        waiting: list[tuple[Subject, Judged, Worked, Future[list[Example]]]] = []
        for subject, judged in left:
            blanks = blanks_of(subject, judged.mutant, launcher)
            counts = counted_on(subject, judged.mutant, blanks, launcher)
            progress.print(f"{judged.box}: {judged.mutant.change}: shows on {counts.showing} of {counts.asked} inputs")
            waiting.append((subject, judged, counts, pool.submit(asked, subject, judged.mutant, blanks, model)))
        boxes = {subject.id: subject for subject, _ in left}
        draws = {name: pool.submit(draw_asked, subject, model) for name, subject in boxes.items()}
        for subject, judged, counts, answer in waiting:
            key = (judged.box, judged.mutant.change)

            def failed(error: ModelError, what: str = ": ".join(key)) -> None:
                progress.print(f"{what}: {error}", markup=False, soft_wrap=True)

            found[key] = counts
            try:
                found[key] = judged_by_hand(subject, judged.mutant, counts, answer.result(), launcher)
            except ModelError as error:
                failed(error)
            try:
                if code := draws[subject.id].result():
                    found[key] = replace(found[key], draw=judged_draw(subject, judged.mutant, code, launcher))
            except ModelError as error:
                failed(error)
    return found


def readings(
    cases: Sequence[tuple[Subject, Judged]], model: ChatModel, launcher: Launcher, progress: Console
) -> tuple[dict[tuple[str, str], str], list[ReadAsTrue]]:
    """Have the modules with faults that no gate refuses read, and the true ones of the other boxes.

    Returns what of each reading shows its fault, by box and fault, and what was said against true modules.
    Raises: SandboxUnavailable.
    """
    left = [(s, j) for s, j in cases if j.counts and not j.alone]
    with_faults = {s.id for s, _ in left}
    others = {s.id: s for s, _ in cases if s.id not in with_faults}
    shown: dict[tuple[str, str], str] = {}
    alarms: list[ReadAsTrue] = []
    with ThreadPoolExecutor(len(cases) or 1) as pool:
        faulty = [(s, j, pool.submit(read_by, s, j.mutant.source, number_of(s, j.mutant), model)) for s, j in left]
        numbers = {name: derive(0, name, "read") % 1_000_000 for name in others}
        true = [(s, pool.submit(read_by, s, s.source, numbers[s.id], model)) for s in others.values()]
        for subject, judged, answer in faulty:
            try:
                seen = shown_by_reading(subject, judged.mutant, answer.result(), launcher)
                shown[judged.box, judged.mutant.change] = seen
            except ModelError as error:
                progress.print(f"{judged.box}, read: {error}", markup=False, soft_wrap=True)
        for subject, answer in true:
            try:
                alarms.append(read_as_true(subject, answer.result(), launcher))
            except ModelError as error:
                progress.print(f"{subject.id}, read: {error}", markup=False, soft_wrap=True)
    return shown, alarms


def _read_as_true(alarms: Sequence[ReadAsTrue]) -> Counted:
    """Return what readings say against true modules."""
    rows = [(a.box, str(a.examples), str(a.faults)) for a in alarms if a.examples or a.faults]
    total = (
        f"all {len(alarms)} true modules",
        str(sum(a.examples for a in alarms)),
        str(sum(a.faults for a in alarms)),
    )
    return Counted("Readings of true modules", ("box", "wrong examples", "wrong faults in words"), (*rows, total))


def _shares(own: Sequence[Judged]) -> list[str]:
    counts = (sum(bool(j.alone) for j in own), sum(j.exam for j in own), sum(j.second for j in own))
    return [share(n, len(own)) for n in (*counts, sum(j.exam or j.second for j in own))]


@click.command()
@click.argument("patterns", metavar="[ID...]", nargs=-1)
@click.option("--seed", default=1, show_default=True, help="Seed of the compared calls.")
@click.option("--sandbox", default="local", show_default=True, help="Where the faults run: local or docker.")
@click.option("--patience", default=1.0, show_default=True, help="Stretches the sweeps' seconds on a busy machine.")
@click.option("--faults", default="held_out", show_default=True, help="The module of benchmarks/planting with them.")
@click.option("--mechanical", default=0, metavar="N", help="Instead: N faults per box that a mechanism draws.")
@click.option("--by-hand", default="", metavar="WHO", help="Who works inputs out: relay/NAME, or `replay`.")
@click.option("--read", "reads", is_flag=True, help="With --by-hand: the code is read, too.")
@click.option("--recording", type=click.Path(path_type=Path), default=RECORDING, help="Of --by-hand.")
@click.option("--wait", default=0.0, metavar="SECONDS", help="With relay/NAME: how long to wait for replies.")
@click.option("--measured", type=click.Path(path_type=Path), help="Keeps results; what stands there is not done again.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Print the tables as Markdown.")
def main(
    patterns: tuple[str, ...],
    seed: int,
    sandbox: str,
    patience: float,
    faults: str,
    mechanical: int,
    by_hand: str,
    reads: bool,
    recording: Path,
    wait: float,
    measured: Path | None,
    as_markdown: bool,
) -> None:
    """Plant the held-out faults and count what refuses them; exit code 1 below a target."""
    if reads and not by_hand:
        raise click.UsageError("--read wants --by-hand WHO: somebody has to read the code")
    progress = Console(stderr=True)
    judged: list[Judged] = []
    alarms: list[ReadAsTrue] = []
    try:
        launcher = open_launcher(sandbox)
        try:
            known = Measured(measured)
            cases = [(s, m) for s in subjects(patterns) for m in planted(s, faults, mechanical, seed)]
            for subject, mutant in cases:
                found = known.find(subject, mutant)
                judged.append(found or known.keep(subject, judge(subject, mutant, launcher, seed, patience)))
                progress.print(_line(judged[-1]), markup=False, soft_wrap=True)
            if by_hand:
                of_boxes = [(s, j) for (s, _), j in zip(cases, judged, strict=True)]
                model = answerer(by_hand, recording, wait)
                worked = worked_out(
                    [(s, j) for s, j in of_boxes if j.counts and not j.alone], model, launcher, progress
                )
                if reads:
                    shown, alarms = readings(of_boxes, model, launcher, progress)
                    worked = {key: replace(each, read=shown.get(key, "")) for key, each in worked.items()}
                judged = [replace(j, worked=worked.get((j.box, j.mutant.change))) for j in judged]
        finally:
            launcher.close()
    except (BoxwrightError, SandboxUnavailable) as error:
        raise click.ClickException(str(error)) from error
    counts = [*tables(judged), *([_read_as_true(alarms)] if reads else [])]
    if as_markdown:
        click.echo(markdown(counts))
    else:
        print_tables(counts, Console())
    counted = [j for j in judged if j.counts] or judged
    either = sum(j.exam or j.second for j in counted) / max(1, len(counted))
    alone = sum(j.caught for j in counted) / max(1, len(counted))
    progress.print(f"refused with an exam or a second writing: {either:.1%} (target {EXAM_TARGET:.0%})")
    progress.print(f"refused with neither: {alone:.1%} (target {ALONE_TARGET:.0%})")
    sys.exit(0 if either >= EXAM_TARGET and alone >= ALONE_TARGET else 1)


def _line(j: Judged) -> str:
    how = j.alone or ("exam" if j.exam else "") or ("second writing" if j.second else "SURVIVES")
    return f"{j.box}: {j.mutant.change}: {j.differing} of {j.compared}: {how if j.differing else 'does not differ'}"


if __name__ == "__main__":
    main()
