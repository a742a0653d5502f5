"""`report`: the results of one or more evaluations, printed, compared, or written as a page, figures and tables."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.plural import plural
from boxwright.cli import console
from boxwright.commands.remembering import show_memorization
from boxwright.commands.shared import print_table, shown, workspace
from boxwright.terminal import echo, echo_json

if TYPE_CHECKING:
    from boxwright.blackboxes.environment import Table
    from boxwright.harness.evaluation.store import Store
    from boxwright.harness.report.loaded import Run


@click.command("report")
@click.argument("folders", nargs=-1, required=True, metavar="RUN...", type=click.Path(path_type=Path))
@click.option("--json", "form", flag_value="json", help="Print JSON.")
@click.option("--csv", "form", flag_value="csv", help="Print the tables as CSV.")
@click.option("--markdown", "form", flag_value="markdown", help="Print the tables as Markdown.")
@click.option("--latex", "form", flag_value="latex", help="Print the tables as LaTeX (booktabs).")
@click.option(
    "--details", is_flag=True, help="Also: rates, runs, effort, repeated queries, and scores by difficulty and tag."
)
@click.option("--bits", is_flag=True, help="Also: what queries told, where it can be counted; in files too.")
@click.option(
    "--html", type=click.Path(dir_okay=False, path_type=Path), metavar="OUT.html", help="Write one HTML page."
)
@click.option(
    "--figures",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write figures: SVG and PDF.",
)
@click.option(
    "--tables",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write the tables as CSV, LaTeX and Parquet (which needs the extra `parquet`).",
)
def report_command(folders: tuple[Path, ...], form: str | None, details: bool, bits: bool, **files: Path | None) -> int:
    """Print the results in RUN again; several runs are compared on the boxes that they share.

    RUN is the --out folder of an evaluation, also of one with a list of settings.
    """
    from boxwright.harness.report.loaded import run_folders

    places = run_folders(folders)
    if any(files.values()):
        printed = form or ("details" if details else None)
        if printed:
            raise BoxwrightError(f"--{printed} is printed, not written to files; leave it out, or the files")
        _write_files(places, bits, **files)
        return 0
    if len(places) == 1 and form in (None, "json") and not (details or bits):
        from boxwright.harness.evaluation.store import Store

        with closing(Store.open(places[0])) as store:
            return say(store, places[0], form == "json")
    runs = open_runs(places, bits)
    if form == "json":
        told = _joined(runs, places, details) | (_bits_json(runs) if bits else {})
        echo_json(json.dumps(told, indent=1, ensure_ascii=False, sort_keys=True))
    else:
        more = _detail_tables(runs, places) if details else []
        _print_joined(runs, places, form, [*more, *_bits_tables(runs)])
    return 0


def _bits_json(runs: Sequence[Run]) -> dict[str, Any]:
    from boxwright.harness.analysis.information import explored

    return {
        name: {
            run.label: [e.model_dump(mode="json") for e in explored(run.explorations, by_box=by_box)] for run in runs
        }
        for name, by_box in (("bits", False), ("bits_by_box", True))
    }


def _bits_tables(runs: Sequence[Run]) -> list[Table]:
    from boxwright.harness.report.tables import explored_tables

    made = [(run, table) for run in runs for table in explored_tables(run.explorations)]
    return [replace(t, title=f"{run.label}: {t.title}") if len(runs) > 1 else t for run, t in made]


def _detail_tables(runs: Sequence[Run], places: Sequence[Path]) -> list[Table]:
    from boxwright.harness.report.detailed import detailed_tables

    return _stored_tables(runs, places, lambda store, run: detailed_tables(store, run, workspace()))


def _own_tables(runs: Sequence[Run], places: Sequence[Path], form: str | None) -> list[Table]:
    """Return the tables of environments; as CSV, which has no titles, their rows, which say how games were played."""
    from boxwright.blackboxes.environment import Table
    from boxwright.harness.report.own import flat_rows, own_tables

    def rows(store: Store, run: Run) -> Iterable[Table]:
        for name, flat in flat_rows(store).items():
            yield Table(name, list(flat[0]), [["" if v is None else str(v) for v in row.values()] for row in flat])

    def tables(store: Store, run: Run) -> Iterable[Table]:
        return chain.from_iterable(own_tables(store, run).values())

    return _stored_tables(runs, places, rows if form == "csv" else tables)


def _stored_tables(
    runs: Sequence[Run], places: Sequence[Path], tables: Callable[[Store, Run], Iterable[Table]]
) -> list[Table]:
    """Return tables of what is stored of each run, with its name where there are several."""
    from boxwright.harness.evaluation.store import Store

    made: list[Table] = []
    for run, folder in zip(runs, places, strict=True):
        with closing(Store.open(folder)) as store:
            told = tables(store, run)
            made += [replace(t, title=f"{run.label}: {t.title}") if len(runs) > 1 else t for t in told]
    return made


def _print_joined(runs: Sequence[Run], places: Sequence[Path], form: str | None, more: Sequence[Table] = ()) -> None:
    for run in runs:
        if not run.state.whole:
            echo(f"{run.label}: {run.state.headline()}", err=True)
    _print_tables([*run_tables(runs), *_own_tables(runs, places, form), *more], form)


def _write_files(
    places: Sequence[Path], bits: bool, html: Path | None, figures: Path | None, tables: Path | None
) -> None:
    """Write the page, the figures and the tables that are wanted."""
    from boxwright.commands.parquet import write_parquet
    from boxwright.harness.evaluation.store import Store
    from boxwright.harness.report.exported import write_tables
    from boxwright.harness.report.figures import write_figures
    from boxwright.harness.report.page.document import write_page

    runs = open_runs(places, bits)
    written: list[Path] = []
    if html:
        beside = write_page(places, runs, html, workspace())
        written += [html, *([beside] if beside else [])]
    if figures:
        written += write_figures(runs, figures)
    if tables:
        with ExitStack() as stack:
            stores = [stack.enter_context(closing(Store.open(place))) for place in places]
            written += write_tables(stores, runs, tables, write_parquet if _has_parquet() else None)
    for run in runs:
        if not run.state.whole:
            echo(f"{run.label}: {run.state.headline()}", err=True)
    for path in written:
        echo(shown(path))


def _has_parquet() -> bool:
    """Return whether Parquet can be written; say so if not."""
    from boxwright.blackboxes.extras import MissingExtra, import_extra

    try:
        import_extra("pyarrow", "parquet")
    except MissingExtra as missing:
        echo(f"no Parquet: {missing}", err=True)
        return False
    return True


def open_runs(places: Sequence[Path], bits: bool = False) -> list[Run]:
    """Score the runs in these folders, and count what queries told if `bits` are wanted. Raises: BoxwrightError."""
    from boxwright.commands.bits import explored_in
    from boxwright.harness.evaluation.store import Store
    from boxwright.harness.report.loaded import labels, load_run

    with ExitStack() as stack:
        stores = [stack.enter_context(closing(Store.open(place))) for place in places]
        told = labels([store.settings for store in stores], places)
        runs = [load_run(store, label) for store, label in zip(stores, told, strict=True)]
    counted = explored_in(places) if bits else []
    return [replace(run, explorations=some) for run, some in zip(runs, counted, strict=True)] if bits else runs


def run_tables(runs: Sequence[Run]) -> list[Table]:
    """Return the accuracies and outcomes of each run, and the paired differences of all."""
    from boxwright.harness.report.loaded import comparisons
    from boxwright.harness.report.tables import (
        accuracy_table,
        calibration_tables,
        comparison_table,
        exploration_table,
        outcome_table,
        title,
    )

    made = []
    for run in runs:
        made += [accuracy_table(title(run.settings), run.scores), outcome_table(run.scores, run.costs())]
        crossed = exploration_table(run.settings, run.scores)
        made += [*([crossed] if crossed else []), *calibration_tables(run.calibration)]
    compared = comparisons(runs)
    return [*made, *([comparison_table(compared)] if compared else [])]


def _print_tables(tables: Sequence[Table], form: str | None) -> None:
    from boxwright.harness.report.printing import as_csv, as_latex, as_markdown

    if form is None:
        for table in tables:
            print_table(table)
        return
    written = {"csv": as_csv, "markdown": as_markdown, "latex": as_latex}[form]
    echo("\n".join(written(table) for table in tables), nl=False)


def _joined(runs: Sequence[Run], places: Sequence[Path], details: bool = False) -> dict[str, Any]:
    from boxwright.harness.evaluation.store import Store
    from boxwright.harness.report.detailed import run_details
    from boxwright.harness.report.loaded import comparisons
    from boxwright.harness.report.own import own_rows

    told, whole = {}, []
    for run, folder in zip(runs, places, strict=True):
        with closing(Store.open(folder)) as store:
            whole.append({"label": run.label, **_run_json(run), **own_rows(store)})
            if details:
                told[run.label] = [detail.model_dump(mode="json") for detail in run_details(store, run)]
    return {
        **({"details": told} if told else {}),
        "runs": whole,
        "comparisons": [c.model_dump(mode="json") for c in comparisons(runs)],
    }


def _run_json(run: Run) -> dict[str, Any]:
    from boxwright.harness.analysis.metrics import as_json

    whole = as_json(dict(run.settings), run.scores)
    costs = {model: None if cost is None else float(cost) for model, cost in run.costs().items()}
    whole |= {"complete": run.state.whole, "dollars": costs}
    whole |= {"calibration": [c.model_dump(mode="json") for c in run.calibration]} if run.calibration else {}
    return whole | ({} if run.state.whole else {"unfinished": run.state.model_dump(mode="json")})


def say_all(places: Sequence[Path], as_json: bool) -> int:
    """Print the runs of a list of settings, compared; return the exit code: 1 where an episode failed."""
    runs = open_runs(places)
    if as_json:
        echo_json(json.dumps(_joined(runs, places), indent=1, ensure_ascii=False, sort_keys=True))
    else:
        _print_joined(runs, places, None)
    failed = sum(run.state.failed for run in runs)
    if failed:
        echo(f"boxwright: {plural(failed, 'episode')} failed, not scored; play again with --resume", err=True)
    return 1 if failed else 0


def say(store: Store, out: Path, as_json: bool) -> int:
    """Print one run; return the exit code: 1 where an episode failed."""
    from boxwright.harness.analysis.memorization import has_pairs, memorization
    from boxwright.harness.evaluation.worker import failures
    from boxwright.harness.report.loaded import load_run
    from boxwright.harness.report.own import own_rows

    run = load_run(store)
    paired = memorization(store.records(), run.models) if has_pairs(run.settings["boxes"]) else []
    if as_json:
        whole = _run_json(run)
        whole |= {"answered_as": named} if (named := store.answered_as()) else {}
        whole |= own_rows(store)
        whole |= {"memorization": [row.model_dump(mode="json") for row in paired]} if paired else {}
        echo_json(json.dumps(whole, indent=1, ensure_ascii=False, sort_keys=True))
    else:
        _show_run(store, run)
        if paired:
            show_memorization(paired)
        echo(f"transcripts and results: {shown(out)}")
    failed = failures(store.failed())
    if failed:
        count = plural(len(failed), "episode")
        echo(f"boxwright: {count} failed, not scored; play again with --resume. First: {failed[0]}", err=True)
    return 1 if failed else 0


def _show_run(store: Store, run: Run) -> None:
    from boxwright.harness.report.own import own_tables
    from boxwright.harness.report.tables import (
        accuracy_table,
        calibration_tables,
        exploration_table,
        outcome_table,
        small_lines,
        title,
    )

    if not run.state.whole:
        console().print(run.state.headline(), style="bold", soft_wrap=True, markup=False)
    print_table(accuracy_table(title(run.settings), run.scores))
    print_table(outcome_table(run.scores, run.costs()))
    if crossed := exploration_table(run.settings, run.scores):
        print_table(crossed)
    for table in calibration_tables(run.calibration):
        print_table(table)
    for line in small_lines(run.settings):
        console().print(line, soft_wrap=True)
    for tables in own_tables(store, run).values():
        for table in tables:
            print_table(table)
