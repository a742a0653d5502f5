"""`eval --dry-run`, and what every evaluation with models says before it asks anything."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

from boxwright.blackboxes.plural import plural
from boxwright.terminal import echo

if TYPE_CHECKING:
    from boxwright.harness.evaluation.forecast import Earlier, Forecast
    from boxwright.harness.evaluation.plan import Evaluation


def show_plan(runs: Mapping[str, Evaluation], concurrency: int, before: Path | None, *, to_stdout: bool) -> None:
    """Print what is ahead, for each setting and model."""
    from boxwright.harness.chat import BudgetedModel
    from boxwright.harness.evaluation.forecast import REPLY, SECONDS, detectable_difference, forecast

    known = _earlier(before) if before else None
    for name, evaluation in runs.items():
        calls, settings = evaluation.calls(), evaluation.settings
        said = f"{name}: " if name else ""
        counted = f"{plural(len(calls), 'box', 'boxes')}, {plural(settings.runs, 'run')}"
        echo(f"plan {said}{counted}, {plural(len(evaluation.episodes()), 'episode')}", err=not to_stdout)
        for model, player in evaluation.models.items():
            spec = player.spec if isinstance(player, BudgetedModel) else None
            given = settings.turns if evaluation.explorations else 0
            ahead = forecast(model, spec, calls, settings.runs, concurrency, known, given)
            echo(f"  {_line(ahead)}", err=not to_stdout)
        least, why = detectable_difference(len(calls), known)
        if least is not None and len(evaluation.models) > 1:
            points = f"{100 * min(1.0, least):.0f} points between two models"
            echo(f"  a difference of {points} is found with 80 % power ({why})", err=not to_stdout)
    asked = any(evaluation.specs() for evaluation in runs.values())
    if asked:
        assumed = (
            "" if known and known.per_call else f"conversations grow as in docs/claude-run, {REPLY} output tokens and "
        )
        more = "" if known and known.per_call else "; --earlier RUN takes the tokens from results"
        echo(f"  typical: {assumed}{SECONDS:.0f} seconds a reply{more}", err=not to_stdout)


def _earlier(folder: Path) -> Earlier | None:
    from boxwright.harness.evaluation.forecast import earlier
    from boxwright.harness.evaluation.store import Store
    from boxwright.harness.report.loaded import load_run

    with closing(Store.open(folder)) as store:
        return earlier(load_run(store))


def _line(ahead: Forecast) -> str:
    if not ahead.calls:
        return f"{ahead.model}: {plural(ahead.episodes, 'episode')}, no model is asked"
    return (
        f"{ahead.model}: {plural(ahead.episodes, 'episode')}, {plural(ahead.calls, 'call')}, at most "
        f"{ahead.most_calls:,}; tokens typically {ahead.typical.total:,}, at most {ahead.most.total:,}; "
        f"cost typically {_money(ahead.typical_cost)}, at most {_money(ahead.most_cost)}; about {_time(ahead.seconds)}"
    )


def _money(cost: Decimal | None) -> str:
    return "unknown" if cost is None else f"${cost:,.2f}"


def _time(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{max(1, minutes)} min" if minutes < 120 else f"{minutes / 60:.1f} h"
