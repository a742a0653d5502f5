"""The progress of an evaluation in a terminal: a line per model: done, running, right, cost and time left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING

from boxwright.cli import console

if TYPE_CHECKING:
    from boxwright.harness.evaluation.plan import Evaluation
    from boxwright.harness.evaluation.store import Key, Store
    from boxwright.harness.records import EpisodeRecord


@contextmanager
def progress_of(
    evaluation: Evaluation, store: Store, *, shown: bool = True
) -> Iterator[tuple[Callable[[Key, EpisodeRecord], None], Callable[[str, int], None]]]:
    """Show the progress while it is open; what it yields is told of every episode that ends, and how many run."""
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from boxwright.harness.chat import Usage
    from boxwright.harness.evaluation.specs import cost_then
    from boxwright.harness.report.tables import money

    columns = (
        TextColumn("{task.description}"),
        BarColumn(20),
        MofNCompleteColumn(),
        TextColumn("{task.fields[running]}", markup=False),
        TextColumn("{task.fields[said]}", markup=False),
        TimeRemainingColumn(compact=True),
    )
    screen = console(stderr=True)
    specs, used = evaluation.specs(), dict.fromkeys(evaluation.models, Usage())
    counts: dict[str, Counter[str]] = {model: Counter() for model in evaluation.models}
    done = Counter(key.model for key in store.done())
    each = len(evaluation.settings.boxes) * evaluation.settings.runs
    with Progress(*columns, console=screen, disable=not (shown and screen.is_terminal), transient=True) as bar:
        lines = {
            model: bar.add_task(escape(model), total=each, completed=done[model], said="", running="")
            for model in evaluation.models
        }

        def on_episode(key: Key, record: EpisodeRecord) -> None:
            used[key.model] += record.usage
            count = counts[key.model]
            count.update(right=sum(s.outcome == "right" for s in record.samples), samples=len(record.samples))
            count.update(failed=bool(record.failure))
            said = f"{count['right']} of {count['samples']} right"
            said += f", {count['failed']} failed" if count["failed"] else ""
            cost = cost_then(used[key.model], key.model, specs)
            said += f", {money(cost)}" if cost != 0 else ""
            bar.update(lines[key.model], advance=1, said=said)

        running: Counter[str] = Counter()
        counting = Lock()

        def on_running(model: str, change: int) -> None:
            with counting:
                running[model] += change
                bar.update(lines[model], running=f"{running[model]} running" if running[model] else "")

        yield on_episode, on_running
