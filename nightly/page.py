"""The page of a night, in Markdown: the news on top, one line each; what is not in order; the rest folded away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from boxwright.blackboxes.plural import plural
from nightly.night import Night, Spent, Step, named
from nightly.problems import fenced, problems

PAGE = "summary.md"
_RENEWED_BY = {"replay": "by replay", "kept": "by replay of an earlier night's rebuild"}


def news(night: Night) -> list[str]:
    """Return the news, one line each."""
    lines = {
        "stale": _stale(night),
        "faults": _faults(night),
        "drift": _drift(night),
        "rebuilt": _rebuilt(night),
        "spent": _spent(night.spent),
    }
    return [f"- **{name}**: {text}" for name, text in lines.items()]


def page(night: Night, report: Path) -> str:
    """Return the whole page; the outputs of the steps are read from the report."""
    return "\n".join([f"# Nightly run, {night.date}", "", *news(night), *_details(night), *_folded(night, report), ""])


def _stale(night: Night) -> str:
    parts = []
    for why, boxes in night.stale_by_reason().items():
        left = [each.id for each in boxes if each.still]
        text = f"{plural(len(boxes), 'box', 'boxes')}, because {why} ({named([each.id for each in boxes])})"
        parts.append(text + (f"; still stale: {named(left)}" if left else ""))
    return "; ".join(parts) or "none"


def _faults(night: Night) -> str:
    parts = [f"{plural(len(night.faults), 'box', 'boxes')} ({named(sorted(night.faults))})"] if night.faults else []
    if unbuilt := night.unbuilt():
        parts.append(f"cannot be rebuilt: {named([built.id for built in unbuilt])}")
    parts += [f"{step.name} failed ({step.failed})" for step in night.steps if step.failed]
    return "; ".join(parts) or "none"


def _drift(night: Night) -> str:
    found = [f"{built.id}: {(built.differences or ['differs'])[0]}" for built in night.drifted()]
    if found:
        return "; ".join(found)
    return "none" if night.model else "none in replays; no model is set, so nothing is known beyond them"


def _rebuilt(night: Night) -> str:
    by = night.renewed()
    parts = [f"{len(ids)} {_RENEWED_BY.get(who, f'by {who}')} ({named(ids)})" for who, ids in by.items()]
    return "; ".join(parts) or "none"


def _spent(spent: Spent) -> str:
    if not spent.calls:
        return "nothing"
    money = "cost unknown" if spent.dollars is None else f"${spent.dollars:.4f}"
    limit = f" (limit: {spent.budget})" if spent.budget else ""
    return f"{plural(spent.calls, 'call')}, {spent.tokens:,} tokens, {money}{limit}"


def _details(night: Night) -> Iterator[str]:
    found = problems(night)
    if found:
        yield "\n## Not in order"
    for problem in found:
        yield f"\n### {problem.title}\n\n{problem.body}"


def _folded(night: Night, report: Path) -> Iterator[str]:
    yield "\n## What was run\n"
    for step in night.steps:
        yield f"<details><summary>{_heading(step)}</summary>\n"
        yield f"`{' '.join(step.command)}`"
        yield fenced(_output(report / f"{step.name}.txt"))
        yield "</details>\n"


def _heading(step: Step) -> str:
    return f"{step.name}: exit code {step.code}, {step.seconds} s"


def _output(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace").strip() if path.is_file() else ""
