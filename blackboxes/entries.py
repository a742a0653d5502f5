"""What can be played here: every id of every environment."""

from __future__ import annotations

from boxwright.blackboxes.environment import Entry
from boxwright.blackboxes.environments import environment_names, get_environment
from boxwright.blackboxes.faults import UnknownBox
from boxwright.blackboxes.registry import BuiltEnvironment, load
from boxwright.blackboxes.workspace import Workspace


def entry_ids(workspace: Workspace) -> list[str]:
    """Return all ids that can be played here, sorted. Raises: FaultyEnvironment."""
    return sorted(i for name in environment_names() for i in get_environment(name).ids(workspace))


def load_entry(workspace: Workspace, identifier: str) -> Entry:
    """Return what is registered under an id. Raises: UnknownBox, UnknownEnvironment, Tampered, FaultyFile."""
    environment = get_environment(identifier.split("/")[0])
    if isinstance(environment, BuiltEnvironment):
        return load(workspace, identifier)
    if identifier not in environment.ids(workspace):
        known = ", ".join(environment.ids(workspace)) or "none"
        raise UnknownBox(f"{environment.name} has no {identifier!r}; it has: {known}")
    return environment.load(workspace, identifier)
