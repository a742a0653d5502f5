"""Reports: the tables of a run, as texts that nothing has cut yet; `printing` writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from boxwright.blackboxes.environment import Table
from boxwright.blackboxes.environments import get_environment
from boxwright.blackboxes.plural import plural
from boxwright.blackboxes.records import OUTCOMES
from boxwright.harness.analysis.calibration import Calibration
from boxwright.harness.analysis.comparisons import Comparison
from boxwright.harness.analysis.details import Detail, Group
from boxwright.harness.analysis.information import Exploration, Explored, explored
from boxwright.harness.analysis.metrics import Score


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
        *([f"sealed {settings['sealed'][:12]}"] if settings.get("sealed") else []),
        *(["non-adaptive"] if not settings.get("adaptive", True) else []),
        *(["may stop early"] if settings.get("may_stop") else []),
        *(["change detection, chance 50 %"] if settings.get("change") else []),
        *(["with confidence"] if settings.get("confidence") else []),
        *(["no learning in the tests"] if not settings.get("learning", True) else []),
        *(
            f"{name} {option}={value}"
            for name, own in settings.get("options", {}).items()
            for option, value in own.items()
        ),
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


def accuracy_table(title: str, scores: Sequence[Score]) -> Table:
    """Boxes, families and the total as rows, models as columns."""
    models = list(dict.fromkeys(s.model for s in scores))
    cells = {(s.scope, s.model): s for s in scores}
    scopes = sorted({s.scope for s in scores}, key=_order)
    rows = [
        [{"*": "all boxes (95 % interval)"}.get(scope, scope), *(_cell(cells.get((scope, model))) for model in models)]
        for scope in scopes
    ]
    return Table(title=title, columns=["box", *models], rows=rows)


def exploration_table(settings: Mapping[str, Any], scores: Sequence[Score]) -> Table | None:
    """Explorers as rows, reasoners as columns: who asks well, and who concludes well; None for other runs."""
    explored = settings.get("explorations")
    if not explored:
        return None
    cells = {score.model: _cell(score) for score in scores if score.scope == "*"}
    pairs = {tuple(pair): name for name, pair in explored["columns"].items()}
    order = [explored["columns"][name] for name in settings["models"]]
    reasoners = list(dict.fromkeys(reasoner for reasoner, _ in order))
    rows = [
        [explorer, percent(explored["own"][explorer]), *(cells.get(pairs[r, explorer], "–") for r in reasoners)]
        for explorer in dict.fromkeys(explorer for _, explorer in order)
    ]
    title = "explorers (rows) and who concluded from what they asked (columns), over all boxes"
    return Table(title=title, columns=["explored by", "concluding itself", *reasoners], rows=rows)


def _order(scope: str) -> tuple[int, str]:
    return (2 if scope == "*" else 1 if scope.endswith("/*") else 0, scope)


def _cell(score: Score | None) -> str:
    if score is None:
        return "–"
    text = percent(score.accuracy)
    if score.low is not None and score.high is not None and score.scope.endswith("*"):
        text += f" [{100 * score.low:.0f}–{100 * score.high:.0f}]"
    if score.partial is not None and not score.scope.endswith("*"):
        part = get_environment(score.scope.split("/")[0]).part
        text += f" ({part} {100 * score.partial:.0f} %)"
    return text


def outcome_table(scores: Sequence[Score], costs: Mapping[str, Decimal | None]) -> Table:
    """One row per model: outcomes of all test samples, unreadable replies, tokens and money."""
    rows = []
    for score in scores:
        if score.scope != "*":
            continue
        invalid = f"{score.invalid} of {score.replies}"
        tokens = f"{score.usage.total:,}" + (" (est.)" if score.usage.estimated else "")
        counts = [str(score.outcomes[name]) for name in OUTCOMES]
        cost = money(costs.get(score.model))
        rows.append([score.model, *counts, invalid, str(score.turns), str(score.lost_turns), tokens, cost])
    columns = ["model", *OUTCOMES, "invalid replies", "turns", "lost turns", "tokens", "cost"]
    return Table(title="outcomes of the test samples, and effort", columns=columns, rows=rows)


def money(cost: Decimal | None) -> str:
    """Write US dollars: `unknown` for None, a dash for nothing."""
    return "unknown" if cost is None else f"${cost:,.2f}" if cost else "–"


def detail_tables(found: Sequence[Detail], costs: Mapping[str, Decimal | None], episodes: int) -> list[Table]:
    """What the accuracies do not tell, one row per model; `episodes` is how many each model plays."""
    samples = [
        [
            d.model,
            *(percent(d.rates[name]) for name in OUTCOMES),
            percent(d.accuracy),
            percent(d.untruncated),
            " ".join(f"{100 * mean:.1f}" for mean in d.runs),
            "–" if d.between_runs is None else f"{100 * d.between_runs:.1f}",
        ]
        for d in found
    ]
    columns = ["model", *OUTCOMES, "accuracy", "without cut replies", "each run", "sd between runs"]
    effort = [
        [
            d.model,
            *(f"{getattr(d.usage, name):,}" for name in ("calls", "input", "cached", "output", "reasoning")),
            _cost_each(costs.get(d.model), episodes),
            "–" if d.seconds is None else f"{d.seconds:.1f}",
            percent(d.repeated),
        ]
        for d in found
    ]
    spent = ["model", "calls", "input", "cached", "output", "reasoning", "cost", "seconds", "repeated queries"]
    return [
        Table(title="shares of the test samples, and runs", columns=columns, rows=samples),
        Table(title="effort of an episode on average", columns=spent, rows=effort),
    ]


def _cost_each(cost: Decimal | None, episodes: int) -> str:
    return "unknown" if cost is None else f"${cost / episodes:,.4f}" if cost and episodes else "–"


def calibration_tables(found: Sequence[Calibration]) -> list[Table]:
    """Scores of stated probabilities, and the calibration curve of each model; nothing where none were stated."""
    if not found:
        return []
    rows = [
        [
            c.model,
            str(c.answers),
            str(c.unstated),
            percent(c.stated),
            percent(c.right),
            f"{c.brier:.3f} [{c.brier_low:.3f}–{c.brier_high:.3f}]",
            f"{c.error:.3f} ({c.error_by_chance:.3f})",
        ]
        for c in found
    ]
    columns = [
        "model",
        "answers",
        "without",
        "stated on average",
        "right",
        "Brier score",
        "calibration error (by chance)",
    ]
    curve = [
        [c.model, str(b.answers), percent(b.stated), f"{percent(b.right)} [{100 * b.low:.0f}–{100 * b.high:.0f}]"]
        for c in found
        for b in c.bins
    ]
    return [
        Table(title="stated confidence, over all answers", columns=columns, rows=rows),
        Table(title="calibration curve", columns=["model", "answers", "stated", "right"], rows=curve),
    ]


def explored_tables(told: Sequence[Exploration]) -> list[Table]:
    """What queries told, and how that compares with the best queries, by environment and by box; none without any."""
    columns = ["explorations", "queries", "bits of an exploration", "efficiency", "known as"]
    tables = [
        Table(
            title=f"what was asked, in bits, by {scope}",
            columns=["model", scope, *columns],
            rows=[[e.model, e.environment, *_explored_cells(e)] for e in explored(told, by_box=scope == "box")],
        )
        for scope in ("environment", "box")
    ]
    return tables if told else []


def _explored_cells(e: Explored) -> list[str]:
    return [str(e.explorations), str(e.queries), f"{e.bits:.2f}", _efficiency(e), e.kind]


def _efficiency(e: Explored) -> str:
    ends = (percent(e.efficiency), percent(e.efficiency_at_most))
    return ends[0] if ends[0] == ends[1] else " to ".join(ends)


def group_table(title: str, found: Sequence[Group]) -> Table:
    """Labels as rows, models as columns: means over the boxes of each label, with 95 % intervals."""
    models = list(dict.fromkeys(g.model for g in found))
    cells = {(g.label, g.model): f"{percent(g.accuracy)} [{100 * g.low:.0f}–{100 * g.high:.0f}]" for g in found}
    most = {g.label: max(o.boxes for o in found if o.label == g.label) for g in found}
    rows = [[label, str(most[label]), *(cells.get((label, m), "–") for m in models)] for label in most]
    return Table(title=title, columns=[title.split(" ")[-1], "boxes", *models], rows=rows)


def comparison_table(comparisons: Sequence[Comparison]) -> Table:
    """One row per pair of columns: the difference on the same boxes, its interval and p."""
    rows = []
    for c in comparisons:
        bounds = "–" if c.low is None or c.high is None else f"{_points(c.low)} to {_points(c.high)}"
        rows.append(
            [
                f"{c.first} − {c.second}",
                _points(c.difference),
                bounds,
                str(c.boxes),
                f"{c.p:.4f}",
                f"{c.corrected:.4f}",
            ]
        )
    columns = ["difference in points", "mean", "95 % interval", "boxes", "p", "p (Holm)"]
    return Table(title="paired differences on the same boxes", columns=columns, rows=rows)


def _points(difference: float) -> str:
    """Write a difference of shares in points, with its sign; what is nothing after rounding has none."""
    return f"{round(100 * difference, 1) or 0.0:+.1f}".replace("+0.0", "0.0")
