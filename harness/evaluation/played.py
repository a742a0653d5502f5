"""What was played in an evaluation, loaded again: from the registry, or from the results themselves."""

from __future__ import annotations

from boxwright.blackboxes.entries import load_entry
from boxwright.blackboxes.environment import Entry
from boxwright.blackboxes.environments import boundary, get_environment
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.evaluation.store import Store

FROM_FILE = "instances"
"""The fact that only what was played from a file has."""


def played_entry(store: Store, workspace: Workspace, box: str) -> Entry:
    """Return what was played as a box. Raises: as load_entry, and BoxwrightError where the results lack its games."""
    kept = store.kept(box)
    if kept is not None:
        environment = get_environment(box.split("/")[0])
        with boundary(environment.name, f"restored() of {box}"):
            return environment.restored(box, kept)
    if FROM_FILE in store.settings.get("facts", {}).get(box, {}):
        raise BoxwrightError(
            f"{store.path.parent}: {box} was played on the games of a file, which these results do not hold; give the "
            "same command once more with --resume, which stores them"
        )
    return load_entry(workspace, box)
