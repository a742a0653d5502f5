"""`report --bits`: how well players explored, where the hypotheses can be counted."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from boxwright.commands.shared import launcher, workspace
from boxwright.terminal import echo

if TYPE_CHECKING:
    from boxwright.blackboxes.environment import Opened
    from boxwright.harness.analysis.information import Exploration
    from boxwright.harness.evaluation.store import Store
    from boxwright.sandbox import Launcher


def explored_in(folders: Sequence[Path]) -> list[list[Exploration]]:
    """Play the episodes of each run again and return what their queries told; say so where nothing can be counted.

    Raises: BoxwrightError.
    """
    from boxwright.harness.evaluation.store import Store

    told = []
    for folder in folders:
        with closing(Store.open(folder)) as store, launcher("auto", False, store.settings["boxes"]) as opened:
            told.append(_explored(store, opened))
    return told


def _explored(store: Store, opened: Launcher) -> list[Exploration]:
    from boxwright.blackboxes.entries import open_entry
    from boxwright.harness.analysis.information import explorations
    from boxwright.harness.analysis.memorization import only_bases
    from boxwright.harness.evaluation.plan import plans_of
    from boxwright.harness.evaluation.played import played_entry

    place = workspace()
    changed: list[str] = []

    def opening(box: str) -> Opened:
        return open_entry(played_entry(store, place, box), opened)

    plan_of = plans_of(store.settings)
    told = list(explorations(only_bases(store.records()), plan_of, opening, lambda key: changed.append(key.box)))
    counted = {exploration.key.box for exploration in told}
    if changed:
        echo(f"bits: changed since it was played, and left out: {', '.join(sorted({*changed}))}", err=True)
    if left_out := sorted({key.box for key, _ in only_bases(store.records())} - counted - {*changed}):
        echo(f"bits: hypotheses cannot be counted in {', '.join(left_out)}", err=True)
    return told
