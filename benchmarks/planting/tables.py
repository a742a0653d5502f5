"""The results of the acceptance benchmark, as tables for the terminal and for Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from benchmarks.planting.trial import Trial
from boxwright.harness.gates import GATES


@dataclass(frozen=True)
class Counted:
    """A table: a title, headings (the first one names the rows), and the rows."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def by_group(title: str, heading: str, trials: Sequence[Trial], group: Callable[[Trial], str]) -> Counted:
    """Count differing mutants per group, and how many are refused without and with the exam."""
    names = sorted({group(t) for t in trials})
    rows = [_counts(name, [t for t in trials if group(t) == name]) for name in names]
    rows.append(_counts("all", trials))
    headings = (heading, "differ", "refused: examples alone", "survive", "refused: with exam", "survive")
    return Counted(title, headings, tuple(rows))


def _counts(name: str, trials: Sequence[Trial]) -> tuple[str, ...]:
    alone = sum(bool(t.alone) for t in trials)
    strong = sum(bool(t.strengthened) for t in trials)
    total = len(trials)
    return (name, str(total), share(alone, total), str(total - alone), share(strong, total), str(total - strong))


def share(part: int, whole: int) -> str:
    """Write a part of a whole, with its percentage."""
    return f"{part} ({part / whole:.1%})".replace("%", " %") if whole else "0"


def by_gate(trials: Sequence[Trial]) -> Counted:
    """Count per gate how many mutants it refuses, and how many it is the first to refuse."""
    rows = []
    for gate in GATES:
        counts = [sum(gate in named for named in _verdicts(trials, strong)) for strong in (False, True)]
        firsts = [sum(named[:1] == (gate,) for named in _verdicts(trials, strong)) for strong in (False, True)]
        rows.append((gate, str(firsts[0]), str(counts[0]), str(firsts[1]), str(counts[1])))
    headings = ("gate", "first, examples alone", "at all", "first, with exam", "at all")
    return Counted("Refused per gate", headings, tuple(rows))


def _verdicts(trials: Sequence[Trial], strong: bool) -> Iterator[tuple[str, ...]]:
    return (t.strengthened if strong else t.alone for t in trials)


def by_box_and_gate(trials: Sequence[Trial]) -> Counted:
    """Count per box which gate is the first to refuse, with the exam."""
    rows = []
    for box in sorted({t.box for t in trials}):
        own = [t for t in trials if t.box == box]
        firsts = [str(sum(t.strengthened[:1] == (gate,) for t in own)) for gate in GATES]
        rows.append((box, *firsts, str(sum(not t.strengthened for t in own))))
    return Counted("First refused by, per box, with exam", ("box", *GATES, "nobody"), tuple(rows))


def survivors(trials: Sequence[Trial]) -> Counted:
    """List the mutants that no gate refuses, with how often they differ and the shortest differing call."""
    rows = []
    for trial in trials:
        if trial.strengthened or trial.difference is None:
            continue
        mutant, found = trial.mutant, trial.difference
        where = f"line {mutant.line}: " if mutant.line else ""
        often = f"{found.calls} of {found.compared}" + (" (elsewhere)" if found.elsewhere else "")
        rows.append((trial.box, mutant.kind, f"{where}{mutant.change}", often, found.smallest))
    headings = ("box", "kind", "fault", "differs in", "e.g.")
    return Counted("Survivors, with exam", headings, tuple(rows))


def tables(trials: Sequence[Trial]) -> list[Counted]:
    """Return all tables of a run."""
    return [
        by_group("Per box", "box", trials, lambda t: t.box),
        by_group("Per kind of fault", "kind", trials, lambda t: t.mutant.kind),
        by_gate(trials),
        by_box_and_gate(trials),
        survivors(trials),
    ]


def print_tables(found: Sequence[Counted], out: Console) -> None:
    """Print for a terminal."""
    for counted in found:
        table = Table(title=counted.title, title_justify="left")
        for place, heading in enumerate(counted.headings):
            table.add_column(heading, justify="left" if place == 0 or not _numeric(counted, place) else "right")
        for row in counted.rows:
            table.add_row(*row)
        out.print(table if counted.rows else f"{counted.title}: none", markup=False)


def markdown(found: Sequence[Counted]) -> str:
    """Return the tables as Markdown."""
    return "\n".join(_markdown(counted) for counted in found)


def _markdown(counted: Counted) -> str:
    if not counted.rows:
        return f"### {counted.title}\n\nNone.\n"
    rule = ["---" if not _numeric(counted, place) else "---:" for place in range(len(counted.headings))]
    lines = [counted.headings, tuple(rule), *(tuple(map(_cell, row)) for row in counted.rows)]
    return f"### {counted.title}\n\n" + "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _numeric(counted: Counted, place: int) -> bool:
    return bool(counted.rows) and all(row[place][:1].isdigit() for row in counted.rows)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
