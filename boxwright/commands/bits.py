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
    from boxwright.harness.analysis.information import Explored


def explored_in(folders: Sequence[Path]) -> list[list[Explored]]:
    """Play the episodes of each run again and return what their queries told; say so where nothing can be counted.

    Raises: BoxwrightError.
    """
    from boxwright.blackboxes.entries import load_entry, open_entry
    from boxwright.harness.analysis.information import explored
    from boxwright.harness.analysis.memorization import only_bases
    from boxwright.harness.evaluation.plan import plans_of
    from boxwright.harness.evaluation.store import Store

    place, told = workspace(), []
    for folder in folders:
        with closing(Store.open(folder)) as store, launcher("auto", False, store.settings["boxes"]) as opened:

            def opening(box: str) -> Opened:
                return open_entry(load_entry(place, box), opened)

            told.append(explored(only_bases(store.records()), plans_of(store.settings), opening))
            counted = {box for row in told[-1] for box in row.boxes}
            if left_out := sorted({key.box for key, _ in only_bases(store.records())} - counted):
                echo(f"bits: hypotheses cannot be counted in {', '.join(left_out)}", err=True)
    return told
