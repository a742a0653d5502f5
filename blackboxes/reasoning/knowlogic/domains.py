"""Which domains there are: their files by id. Nothing of the game is imported, so that they are listed at once."""

from __future__ import annotations

from pathlib import Path

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.workspace import Workspace

NAME = "knowlogic"
HERE = Path(__file__).parent / "knowledge" / "data"
FOLDER = "knowlogic"
"""The folder of a workspace that holds its own domains, `NAME.yaml` each."""
NO_DOMAIN = ("people", "things", "readings")
"""Files in `HERE` that are no domain."""


def shipped_keys() -> list[str]:
    """Return the keys of the shipped domains."""
    return sorted(path.stem for path in HERE.glob("*.yaml") if path.stem not in NO_DOMAIN)


def domain_files(workspace: Workspace) -> dict[str, Path]:
    """Return the domains' files by id: the shipped ones, and those of the workspace. Raises: BoxwrightError."""
    found = {f"{NAME}/{key}": HERE / f"{key}.yaml" for key in shipped_keys()}
    for path in sorted((workspace.root / FOLDER).glob("*.yaml")) if workspace.marked else ():
        identifier = f"{NAME}/{path.stem}"
        if identifier in found:
            raise BoxwrightError(f"{path.name}: a domain {path.stem!r} is shipped; give the file another name")
        found[identifier] = path
    return found
