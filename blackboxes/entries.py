"""What can be played here: every id of every environment.

Here other packages' code is met: what it lacks, and what it raises, becomes one line that names it.
"""

from __future__ import annotations

from collections.abc import Sequence

from boxwright.blackboxes.environment import Entry, Opened
from boxwright.blackboxes.environments import (
    FaultyEnvironment,
    boundary,
    check_kind,
    environment_names,
    get_environment,
    ids_told,
)
from boxwright.blackboxes.faults import BoxwrightError, UnknownBox
from boxwright.blackboxes.near import known
from boxwright.blackboxes.registry import BuiltEnvironment, load
from boxwright.blackboxes.workspace import Workspace
from boxwright.sandbox import Launcher


def entry_ids(workspace: Workspace) -> list[str]:
    """Return all ids that can be played here, sorted. Raises: FaultyEnvironment."""
    return sorted(identifier for name in environment_names() for identifier in _ids_of(name, workspace))


def generated_ids(workspace: Workspace) -> set[str]:
    """Return the ids of games that generate what is played, as far as they are told without importing the games."""
    return {identifier for name in environment_names() for identifier in ids_told(name, workspace) or ()}


def _ids_of(name: str, workspace: Workspace) -> Sequence[str]:
    told = ids_told(name, workspace)
    if told is not None:
        return told
    environment = get_environment(name)
    with boundary(name, "ids()"):
        ids = list(environment.ids(workspace))
    foreign = [identifier for identifier in ids if not str(identifier).startswith(f"{name}/")]
    if foreign:
        raise FaultyEnvironment(f"the environment {name!r} lists {foreign[0]!r}; its ids must begin with {name}/")
    return ids


def load_entry(workspace: Workspace, identifier: str) -> Entry:
    """Return what is registered under an id.

    Raises: UnknownBox, UnknownEnvironment, FaultyEnvironment, Tampered, FaultyFile.
    """
    environment = get_environment(identifier.split("/")[0])
    if not isinstance(environment, BuiltEnvironment):
        ids = _ids_of(environment.name, workspace)
        if identifier not in ids:
            raise UnknownBox(f"{environment.name} has no {identifier!r}; {known(identifier, ids)}")
    what = f"load({identifier!r})"
    with boundary(environment.name, what):
        built = isinstance(environment, BuiltEnvironment)
        entry = load(workspace, identifier) if built else environment.load(workspace, identifier)
    check_kind(environment.name, entry, Entry, what)
    return entry


def load_current(workspace: Workspace, identifier: str) -> Entry:
    """Return what is registered under an id. Raises: as load_entry, and BoxwrightError for a box that is stale."""
    return current(load_entry(workspace, identifier))


def current(entry: Entry) -> Entry:
    """Return what is registered, unless it is stale. Raises: BoxwrightError for a box that is stale."""
    with boundary(entry.environment.name, f"stale of {entry.id}"):
        stale = entry.stale
    if stale:
        raise BoxwrightError(f"{entry.id}: {stale}; {entry.remedy}")
    return entry


def open_entry(entry: Entry, launcher: Launcher) -> Opened:
    """Open what is registered for playing. Raises: FaultyEnvironment, and as its own `open`."""
    what = f"open() of {entry.id}"
    with boundary(entry.environment.name, what):
        opened = entry.open(launcher)
    check_kind(entry.environment.name, opened, Opened, what)
    return opened
