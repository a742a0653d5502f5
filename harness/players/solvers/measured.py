"""What `builtin/solver` scores on each box, measured and kept in `blackboxes/accepted/solver.json`.

`boxwright collection` writes it, curricula read it. A score stands for the code that was played: of a box that has
changed since it says nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from boxwright.blackboxes.environment import Entry
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.files import write_atomically
from boxwright.blackboxes.types import Options
from boxwright.blackboxes.workspace import Workspace

FILE = Path("blackboxes", "accepted", "solver.json")
REMEDY = "write it again with `boxwright collection --solver-only`"


class Measured(BaseModel):
    """The solver's scores on one box."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    code: str
    """Hex SHA-256 of the code that was played."""
    scores: dict[str, float]
    """Mean score, in [0, 1], by budget: `10@1`, `20@2`."""

    def near(self, turns: int) -> float:
        """Return the score at the budget whose turns are nearest to so many."""
        return min(self.scores.items(), key=lambda found: abs(int(found[0].partition("@")[0]) - turns))[1]


_KEPT = TypeAdapter(dict[str, Measured])


def solver_scores(workspace: Workspace, entries: Iterable[Entry], turns: int) -> dict[str, float]:
    """Return what the solver scores, in [0, 1], at the measured budget nearest to so many turns.

    There is no score for what it does not try, for what was not measured, and for a box that has changed since.
    Raises: BoxwrightError for a file that cannot be read.
    """
    kept: dict[str, Measured] = {}
    for layer in reversed(workspace.layers):
        kept |= _read(layer / FILE)
    codes = {entry.id: entry.facts(Options()).get("code") for entry in entries if entry.id in kept}
    return {name: kept[name].near(turns) for name, code in codes.items() if kept[name].code == code}


def keep_scores(workspace: Workspace, measured: Mapping[str, Measured | None], ids: Iterable[str]) -> Path:
    """Put new scores into the workspace's file, None for what the solver does not try; return the file.

    Boxes that are not among `ids` are left out. Raises: as solver_scores, NoWorkspace, OSError.
    """
    path, known = workspace.writable() / FILE, set(ids)
    kept = {name: found for name, found in {**_read(path), **measured}.items() if found and name in known}
    lines = [f"{json.dumps(name)}: {json.dumps(found.model_dump())}" for name, found in sorted(kept.items())]
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, "{\n" + ",\n".join(lines) + "\n}\n")
    return path


def _read(path: Path) -> dict[str, Measured]:
    try:
        found = _KEPT.validate_json(path.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValidationError) as error:
        raise BoxwrightError(f"{path}: cannot be read as the solver's scores; {REMEDY}") from error
    if empty := [name for name, one in found.items() if not one.scores]:
        raise BoxwrightError(f"{path}: {empty[0]} has no score; {REMEDY}")
    return found
