"""How many planted faults do the gates refuse, without any model?

Takes the accepted boxes of the collection, plants faults into their code (`benchmarks/planting/`), keeps those that
differ from the original inside the domain (its edges and 10,000 samples, run in the sandbox), and puts each before
the gates: once with the author's examples alone, once with the exam from the independent reference.

    python -m benchmarks.acceptance                     # every mutant of every box
    python -m benchmarks.acceptance --sample 15         # 15 mutants per box, of all kinds, the same for the same seed
    python -m benchmarks.acceptance --untuned           # rare faults, written after the gates were last changed
    python -m benchmarks.acceptance --markdown > tables.md
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import click
from rich.console import Console

from benchmarks.planting import Mutant, all_mutants, untuned_mutants
from benchmarks.planting.published import published_faults, published_table
from benchmarks.planting.tables import markdown, print_tables, tables
from benchmarks.planting.trial import SAMPLES, Court, Subject, Trial
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.registry import load
from boxwright.blackboxes.seeds import stream
from boxwright.blackboxes.workspace import SHIPPED, Workspace, match
from boxwright.harness.gates import GateSettings
from boxwright.sandbox import Launcher, SandboxUnavailable, open_launcher

TARGET = 0.97
"""Share of the differing mutants that the gates must refuse."""


def subjects(patterns: Sequence[str]) -> list[Subject]:
    """Return the accepted boxes with code that match the patterns (KUMO domains are data). Raises: UnknownBox."""
    place = Workspace(SHIPPED, True, None)
    folders = {name: folder for name, folder in place.accepted_folders().items() if not name.startswith("kumo/")}
    chosen = match(patterns or ["*"], folders, "accepted box")
    accepted = [load(place, identifier) for identifier in chosen]
    return [Subject(box.description, box.source, box.exam) for box in accepted]


def sampled(mutants: Sequence[Mutant], count: int, seed: int, identifier: str) -> list[Mutant]:
    """Return `count` mutants in an order drawn by the seed, the kinds in turn."""
    shuffled = list(mutants)
    stream(seed, identifier, "mutants").shuffle(shuffled)
    places: dict[str, int] = {}
    ranked: list[tuple[int, int, Mutant]] = []
    for mutant in shuffled:
        places[mutant.kind] = places.get(mutant.kind, 0) + 1
        ranked.append((places[mutant.kind], len(ranked), mutant))
    return [mutant for _, _, mutant in sorted(ranked)[:count]]


def run(
    chosen: Sequence[Subject],
    launcher: Launcher,
    *,
    sample: int | None = None,
    seed: int = 1,
    samples: int = SAMPLES,
    jobs: int = 2,
    gates: GateSettings | None = None,
    untuned: bool = False,
    report: Callable[[str], None] = lambda line: None,
) -> list[Trial]:
    """Try the mutants of some subjects; return the trials of those that differ, in the order of the mutants."""
    trials: list[Trial] = []
    for subject in chosen:
        began = time.monotonic()
        court = Court(subject, launcher, seed, samples, gates)
        make = untuned_mutants if untuned else all_mutants
        mutants = list(make(subject.source, court.functions(), court.longest))
        if sample is not None:
            mutants = sampled(mutants, sample, seed, subject.id)
        with ThreadPoolExecutor(max_workers=jobs) as pool:
            own = [trial for trial in pool.map(court.try_out, mutants) if trial is not None]
        trials += own
        seconds = time.monotonic() - began
        report(f"{subject.id}: {len(mutants)} mutants, {len(own)} differ, {seconds:.0f} s")
    return trials


def refused(trials: Sequence[Trial]) -> float:
    """Return the share of the trials that ended in a refusal, with the exam."""
    return sum(bool(t.strengthened) for t in trials) / len(trials) if trials else 0.0


@click.command()
@click.argument("patterns", metavar="[ID...]", nargs=-1)
@click.option("--sample", type=click.IntRange(1), help="Number of mutants per box, instead of all.")
@click.option("--seed", default=1, show_default=True, help="Seed of the samples and the compared inputs.")
@click.option("--jobs", default=2, show_default=True, type=click.IntRange(1), help="Mutants tried in parallel.")
@click.option("--sandbox", default="local", show_default=True, help="Where the mutants run: local or docker.")
@click.option("--conditions", default=GateSettings().conditions, show_default=True, help="A setting of the gates.")
@click.option("--repeats", default=GateSettings().repeats, show_default=True, help="Another one.")
@click.option(
    "--untuned", is_flag=True, help="Only the faults that no gate was tuned to; the target does not apply to them."
)
@click.option("--markdown", "as_markdown", is_flag=True, help="Print the tables as Markdown.")
def main(
    patterns: tuple[str, ...],
    sample: int | None,
    seed: int,
    jobs: int,
    sandbox: str,
    conditions: int,
    repeats: int,
    untuned: bool,
    as_markdown: bool,
) -> None:
    """Plant faults into accepted boxes and count which of them the gates refuse; exit code 1 below the target."""
    progress = Console(stderr=True)
    try:
        launcher = open_launcher(sandbox)
        try:
            chosen = subjects(patterns)
            gates = GateSettings(conditions=conditions, repeats=repeats)
            trials = run(
                chosen,
                launcher,
                sample=sample,
                seed=seed,
                jobs=jobs,
                gates=gates,
                untuned=untuned,
                report=progress.print,
            )
            published = published_faults(launcher)
        finally:
            launcher.close()
    except (BoxwrightError, SandboxUnavailable) as error:
        raise click.ClickException(str(error)) from error
    found = [*tables(trials), published_table(published)]
    if as_markdown:
        click.echo(markdown(found))
    else:
        print_tables(found, Console())
    share = refused(trials)
    progress.print(f"refused with exam: {share:.2%} of {len(trials)} (target {TARGET:.0%})")
    sys.exit(0 if (untuned or share >= TARGET) and all(p.as_expected for p in published) else 1)


if __name__ == "__main__":
    main()
