"""What can be played here: every id of every environment."""

from __future__ import annotations

from collections.abc import Sequence

from boxwright.blackboxes.environment import Entry
from boxwright.blackboxes.environments import FaultyEnvironment, environment_names, get_environment
from boxwright.blackboxes.faults import UnknownBox
from boxwright.blackboxes.registry import BuiltEnvironment, load
from boxwright.blackboxes.workspace import Workspace


def entry_ids(workspace: Workspace) -> list[str]:
    """Return all ids that can be played here, sorted. Raises: FaultyEnvironment."""
    return sorted(identifier for name in environment_names() for identifier in _ids_of(name, workspace))


def _ids_of(name: str, workspace: Workspace) -> Sequence[str]:
    ids = get_environment(name).ids(workspace)
    foreign = [identifier for identifier in ids if not identifier.startswith(f"{name}/")]
    if foreign:
        raise FaultyEnvironment(f"the environment {name!r} lists {foreign[0]!r}; its ids must begin with {name}/")
    return ids


def load_entry(workspace: Workspace, identifier: str) -> Entry:
    """Return what is registered under an id. Raises: UnknownBox, UnknownEnvironment, Tampered, FaultyFile."""
    environment = get_environment(identifier.split("/")[0])
    if isinstance(environment, BuiltEnvironment):
        return load(workspace, identifier)
    if identifier not in environment.ids(workspace):
        known = ", ".join(environment.ids(workspace)) or "none"
        raise UnknownBox(f"{environment.name} has no {identifier!r}; it has: {known}")
    return environment.load(workspace, identifier)
