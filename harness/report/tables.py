"""Reports: tables for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from boxwright.blackboxes import environment
from boxwright.blackboxes.environments import get_environment
from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.records import OUTCOMES
from boxwright.harness.analysis.metrics import Score

if TYPE_CHECKING:
    from rich.table import Table


def percent(value: float | None) -> str:
    """Write a share, or a dash."""
    return "–" if value is None else f"{100 * value:.1f} %"


def title(settings: Mapping[str, Any]) -> str:
    """Describe what was measured: turns and shots, samples, and every non-default setting."""
    programs = settings.get("answers") == "code"
    fixed, samples = settings.get("sample_set"), settings["samples"]
    parts = [
        f"programs on up to {plural(samples, 'input')}" if programs else plural(samples, "sample"),
        plural(settings["runs"], "run"),
        f"sample set {fixed}" if fixed else f"seed {settings['seed']}",
        *(["non-adaptive"] if not settings.get("adaptive", True) else []),
        *(["may stop early"] if settings.get("may_stop") else []),
        *(["no learning in the tests"] if not settings.get("learning", True) else []),
        settings["level"],
    ]
    others = [f"{name}: {_budget(own)}" for name, own in settings.get("budgets", {}).items()]
    told = f"; {'; '.join(others)}" if others else ""
    return f"accuracy at {settings['turns']}@{settings['shots']} ({', '.join(parts)}{told})"


def _budget(own: Mapping[str, Any]) -> str:
    """Describe the budget of a family or a box: `1@1, 4 samples`."""
    said = [f"{name} {own[name]}" for name in ("turns", "shots", "samples", "answers") if own.get(name) is not None]
    return ", ".join(said)


def small_lines(settings: Mapping[str, Any]) -> list[str]:
    """List the boxes with too few inputs for this many turns and samples."""
    return [
        f"{box}: its domain has {found['size']} inputs, fewer than the {found['wanted']} that T and K ask for; "
        "tests may repeat explored or earlier inputs"
        for box, found in settings.get("small", {}).items()
    ]


def plain_table(table: environment.Table) -> Table:
    """Return an environment's own table for the terminal."""
    from rich.table import Table

    made = Table(title=table.title, title_justify="left", box=None)
    first, *others = table.columns
    made.add_column(first, no_wrap=True)
    for name in others:
        made.add_column(name, justify="right")
    for row in table.rows:
        made.add_row(*row)
    return made


def accuracy_table(title: str, scores: Sequence[Score]) -> Table:
    """Boxes, families and the total as rows, models as columns."""
    from rich.table import Table

    models = list(dict.fromkeys(s.model for s in scores))
    cells = {(s.scope, s.model): s for s in scores}
    table = Table(title=title, title_justify="left")
    table.add_column("box", no_wrap=True)
    for model in models:
        table.add_column(model, justify="right")
    scopes = sorted({s.scope for s in scores}, key=_order)
    for index, scope in enumerate(scopes):
        last_box = not scope.endswith("*") and scopes[index + 1 : index + 2] and scopes[index + 1].endswith("*")
        row = [_cell(cells.get((scope, model))) for model in models]
        name = {"*": "all boxes (95 % interval)"}.get(scope, scope)
        table.add_row(name, *row, end_section=bool(last_box), style="bold" if scope == "*" else "")
    return table


def _order(scope: str) -> tuple[int, str]:
    return (2 if scope == "*" else 1 if scope.endswith("/*") else 0, scope)


def _cell(score: Score | None) -> str:
    if score is None:
        return "–"
    text = percent(score.accuracy)
    if score.low is not None and score.high is not None and score.scope == "*" and score.low < score.high:
        text += f" [{100 * score.low:.0f}–{100 * score.high:.0f}]"
    if score.partial is not None and not score.scope.endswith("*"):
        part = get_environment(score.scope.split("/")[0]).part
        text += f" ({part} {100 * score.partial:.0f} %)"
    return text


def outcome_table(scores: Sequence[Score], costs: Mapping[str, Decimal | None]) -> Table:
    """One row per model: outcomes of all test samples, unreadable replies, tokens and money."""
    from rich.table import Table

    table = Table(title="outcomes of the test samples, and effort", title_justify="left")
    for name in ("model", *OUTCOMES, "invalid replies", "turns", "lost turns", "tokens", "cost"):
        table.add_column(name, justify="left" if name == "model" else "right")
    for score in scores:
        if score.scope != "*":
            continue
        invalid = f"{score.invalid} of {score.replies}"
        tokens = f"{score.usage.total:,}" + (" (est.)" if score.usage.estimated else "")
        money = costs.get(score.model)
        counts = [str(score.outcomes[name]) for name in OUTCOMES]
        cost = "unknown" if money is None else f"${money:.2f}" if money else "–"
        table.add_row(score.model, *counts, invalid, str(score.turns), str(score.lost_turns), tokens, cost)
    return table
