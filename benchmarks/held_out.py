"""How many faults of kinds that no gate was tuned on are refused: with neither, with the exam, with a second writing?

Plants the faults of `planting/held_out.py` into the accepted boxes, in the sandbox, and counts on how many of some
100,000 calls each differs from its original (half drawn as play draws, half swept, other seeds than the gates'). Each
that differs goes through what a build's acceptance asks without a model: all gates, the thorough sweeps, then the exam,
then a comparison with the independent reference, which stands for a second writing of the box.

    python -m benchmarks.held_out                        # all boxes; exit code 1 below a target
    python -m benchmarks.held_out 'encryption/*' --markdown
    python -m benchmarks.held_out --mechanical 2         # two faults per box, drawn by `planting/mechanical.py`
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import click
from rich.console import Console

from benchmarks.acceptance import subjects
from benchmarks.planting import Mutant
from benchmarks.planting.held_out import held_out_mutants
from benchmarks.planting.mechanical import mechanical_mutants
from benchmarks.planting.tables import Counted, markdown, print_tables, share
from benchmarks.planting.trial import Subject, same_answer
from boxwright.blackboxes.box import Box
from boxwright.blackboxes.faults import BadOutput, BoxwrightError
from boxwright.blackboxes.seeds import derive, stream
from boxwright.blackboxes.sweep import Budget, swept
from boxwright.blackboxes.types import Call
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
SECOND = Budget(60_000, 20.0)
"""The sweep on which two writings are compared."""


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
    sweep = Budget(SECOND.calls, SECOND.seconds * patience)
    second = bool(alone) or second_writing_differs(subject, mutant, launcher, seed, sweep)
    return Judged(subject.id, mutant, differing, compared, smallest, alone, exam, second)


def planted(subject: Subject, mechanical: int, seed: int) -> Iterable[Mutant]:
    """Return the faults of a box: those written by hand, or so many drawn by the mechanism."""
    if not mechanical:
        return held_out_mutants(subject.id, subject.source)
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


def second_writing_differs(
    subject: Subject, mutant: Mutant, launcher: Launcher, seed: int, sweep: Budget = SECOND
) -> bool:
    """Whether an independent writing, swept beside it, disagrees with a fault."""
    with open_reference(subject.description, REFERENCES[subject.id], launcher) as reference:
        defined = reference.box.session().functions | {"boxwright_trace"}  # of the family's own shim
        with subject.box(launcher, mutant.source) as box:
            try:
                for calls, replies in swept(box, derive(seed, "second"), sweep):
                    both = [(c, r) for c, r in zip(calls, replies, strict=True) if c.function in defined]
                    answers = reference.box.replies([call for call, _ in both])
                    if not all(same_answer(subject, a, r) for a, (_, r) in zip(answers, both, strict=True)):
                        return True
            except (SandboxError, BadOutput):
                return True
    return False


def tables(judged: Sequence[Judged]) -> list[Counted]:
    """Return the result per kind, and the survivors."""
    counted = [j for j in judged if j.counts]
    kinds = [(k, [j for j in counted if j.mutant.kind == k]) for k in dict.fromkeys(j.mutant.kind for j in counted)]
    subtle = [j for j in counted if j.differing <= SUBTLE * j.compared]
    groups = [*kinds, (f"differ on at most {SUBTLE:.0%} of the calls", subtle), ("all", counted)]
    rows = [(name, str(len(own)), *_shares(own)) for name, own in groups]
    columns = ("kind", "differ", "refused: neither", "with exam", "with a second writing", "with either")
    left = [j for j in counted if not (j.exam or j.second)]
    survivors = [(j.box, j.mutant.change, f"{j.differing} of {j.compared}", f"`{j.smallest}`") for j in left]
    rare = [(j.box, j.mutant.change, f"{j.differing} of {j.compared}") for j in judged if not j.counts]
    return [
        Counted("Held-out faults", columns, tuple(rows)),
        Counted("Survivors", ("box", "fault", "differs on", "for example"), tuple(survivors)),
        Counted("Not counted: differ on at most one call in 100,000", ("box", "fault", "differs on"), tuple(rare)),
    ]


def _shares(own: Sequence[Judged]) -> list[str]:
    counts = (sum(bool(j.alone) for j in own), sum(j.exam for j in own), sum(j.second for j in own))
    return [share(n, len(own)) for n in (*counts, sum(j.exam or j.second for j in own))]


@click.command()
@click.argument("patterns", metavar="[ID...]", nargs=-1)
@click.option("--seed", default=1, show_default=True, help="Seed of the compared calls.")
@click.option("--sandbox", default="local", show_default=True, help="Where the faults run: local or docker.")
@click.option("--patience", default=1.0, show_default=True, help="Stretches the sweeps' seconds on a busy machine.")
@click.option("--mechanical", default=0, metavar="N", help="Instead: N faults per box that a mechanism draws.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Print the tables as Markdown.")
def main(
    patterns: tuple[str, ...], seed: int, sandbox: str, patience: float, mechanical: int, as_markdown: bool
) -> None:
    """Plant the held-out faults and count what refuses them; exit code 1 below a target."""
    progress = Console(stderr=True)
    judged: list[Judged] = []
    try:
        launcher = open_launcher(sandbox)
        try:
            for subject in subjects(patterns):
                for mutant in planted(subject, mechanical, seed):
                    judged.append(judge(subject, mutant, launcher, seed, patience))
                    progress.print(_line(judged[-1]), markup=False, soft_wrap=True)
        finally:
            launcher.close()
    except (BoxwrightError, SandboxUnavailable) as error:
        raise click.ClickException(str(error)) from error
    if as_markdown:
        click.echo(markdown(tables(judged)))
    else:
        print_tables(tables(judged), Console())
    counted = [j for j in judged if j.counts] or judged
    either = sum(j.exam or j.second for j in counted) / max(1, len(counted))
    alone = sum(bool(j.alone) for j in counted) / max(1, len(counted))
    progress.print(f"refused with an exam or a second writing: {either:.1%} (target {EXAM_TARGET:.0%})")
    progress.print(f"refused with neither: {alone:.1%} (target {ALONE_TARGET:.0%})")
    sys.exit(0 if either >= EXAM_TARGET and alone >= ALONE_TARGET else 1)


def _line(j: Judged) -> str:
    how = j.alone or ("exam" if j.exam else "") or ("second writing" if j.second else "SURVIVES")
    return f"{j.box}: {j.mutant.change}: {j.differing} of {j.compared}: {how if j.differing else 'does not differ'}"


if __name__ == "__main__":
    main()
