"""Writing tables whole: in a terminal, as CSV, as Markdown and as LaTeX. No name and no number is ever cut.

Where a table is wider than the terminal, its columns are printed in several tables, each with the first columns that
tell the rows apart; a single column that is still too wide is folded.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from boxwright.blackboxes import environment

if TYPE_CHECKING:
    from rich.console import Group

GAP = 2
"""Blanks between two columns."""


def plain_tables(table: environment.Table, width: int) -> list[Group]:
    """Return a table for a terminal of `width` columns, in as many parts as it takes."""
    parts = list(_parts(table, width))
    told = [f" ({number} of {len(parts)})" if len(parts) > 1 else "" for number in range(1, len(parts) + 1)]
    return [_rich(table, columns, said) for columns, said in zip(parts, told, strict=True)]


def _parts(table: environment.Table, width: int) -> Iterator[list[int]]:
    """Yield the numbers of the columns that fit beside the key's."""
    key = _key(table)
    widths = [_width([row[i] for row in table.rows], name) for i, name in enumerate(table.columns)]
    part: list[int] = []
    first = sum(widths[:key]) + GAP * key  # the margins too
    used = first
    for number, wide in enumerate(widths[key:], start=key):
        if part and used + GAP + wide > width:
            yield part
            part, used = [], first
        part.append(number)
        used += GAP + wide
    yield part


def _key(table: environment.Table) -> int:
    """Return how many of the first columns tell the rows apart; 1 where not even three do."""
    known = range(1, min(3, len(table.columns) - 1) + 1)
    return next((key for key in known if len({tuple(row[:key]) for row in table.rows}) == len(table.rows)), 1)


def _width(cells: Sequence[str], name: str) -> int:
    from rich.cells import cell_len

    return max(cell_len(text) for text in [*cells, name])


def _rich(table: environment.Table, columns: Sequence[int], told: str) -> Group:
    from rich.console import Group
    from rich.markup import escape
    from rich.table import Table
    from rich.text import Text

    made = Table(box=None)
    made.add_column(escape(table.columns[0]), overflow="fold")
    shown = [*range(_key(table)), *columns]
    for number in shown[1:]:
        made.add_column(escape(table.columns[number]), justify="right", overflow="fold")
    for row in table.rows:
        made.add_row(*(escape(row[number]) for number in shown))
    return Group(Text(table.title + told, style="italic"), made)


def as_csv(table: environment.Table) -> str:
    """Return a table as CSV (RFC 4180), one header line."""
    out = io.StringIO()
    csv.writer(out).writerows([table.columns, *table.rows])
    return out.getvalue()


def as_markdown(table: environment.Table) -> str:
    """Return a table as a Markdown table below its title."""
    lines = [_markdown_row(table.columns), "|" + "---|" + "---:|" * (len(table.columns) - 1)]
    return "\n".join([f"{table.title}\n", *lines, *map(_markdown_row, table.rows), ""])


def _markdown_row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


_LATEX = {c: f"\\{c}" for c in "&%$#_{}"} | {
    **{"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"},
    **{"–": "--", "−": "$-$", "…": r"\dots{}"},
}


def as_latex(table: environment.Table) -> str:
    """Return a table as LaTeX with the rules of `booktabs`."""
    columns = "l" + "r" * (len(table.columns) - 1)
    body = [_latex_row(row) for row in table.rows]
    return "\n".join(
        [
            r"\begin{table}",
            rf"\caption{{{_latex(table.title)}}}",
            rf"\begin{{tabular}}{{{columns}}}",
            *(r"\toprule", _latex_row(table.columns), r"\midrule", *body, r"\bottomrule"),
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def _latex_row(cells: Sequence[str]) -> str:
    return " & ".join(map(_latex, cells)) + r" \\"


def _latex(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in text)
