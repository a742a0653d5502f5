"""Reading published KUMO data: JSON, and the original layout, whose Python is parsed as data and never run."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

from boxwright.blackboxes.reasoning.kumo.domain.literals import Module, NotAValue
from boxwright.blackboxes.reasoning.kumo.domain.model import Domain, FaultyDomain, parse_domain
from boxwright.blackboxes.reasoning.kumo.domain.reading import Unreadable, parse_json, read_text

TRUTHS = ("Truths", "Diseases", "Abilities")
ACTIONS = ("Actions", "Diagnosis", "Tests")
OUTCOMES = ("Outcomes",)
"""The names of the three literals in the original modules."""


def read_any_domain(path: Path) -> Domain:
    """Read a domain from JSON, or from an original data module (`..._data.py`). Raises: FaultyDomain."""
    if path.suffix == ".py":
        return read_original(path)
    try:
        data = parse_json(read_text(path))
    except Unreadable as error:
        raise FaultyDomain(f"{path}{'' if error.line is None else f':{error.line}'}: {error}") from error
    return parse_domain(data, str(path))


def read_original(path: Path) -> Domain:
    """Read an original data module as data (`literals.py`); nothing is executed.

    Sets are sorted; an outcome whose key is neither a word nor a pair of numbers keeps its Python spelling.
    Raises: FaultyDomain.
    """
    try:
        tree = ast.parse(read_text(path))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise FaultyDomain(f"{path}: not a data module: {error}") from error
    found = Module(tree)
    truths = _names(path, _literal(path, found, TRUTHS))
    actions = _names(path, _literal(path, found, ACTIONS))
    table = _literal(path, found, OUTCOMES)
    if not isinstance(table, dict):
        raise FaultyDomain(f"{path}: {OUTCOMES[0]} is not a dictionary; is it a data module?")
    outcomes = {str(action): _outcomes(path, str(action), entry) for action, entry in table.items()}
    name = path.stem.removesuffix("_data")
    return parse_domain({"domain": name, "truths": truths, "actions": actions, "outcomes": outcomes}, str(path))


def _literal(path: Path, found: Module, names: tuple[str, ...]) -> Any:
    for name in names:
        if name in found:
            try:
                return found.value(name)
            except NotAValue as error:
                raise FaultyDomain(f"{path}:{error.line}: {name}: {error}; a data module is read, never run") from error
            except (RecursionError, MemoryError) as error:
                raise FaultyDomain(f"{path}: {name} is nested too deeply or too large") from error
    raise FaultyDomain(f"{path}: assigns none of {', '.join(names)}; is it a data module?")


def _names(path: Path, value: Any) -> list[str]:
    if isinstance(value, set | frozenset | list | tuple | dict):
        if strange := next((name for name in value if not isinstance(name, str | int | float)), None):
            raise FaultyDomain(f"{path}: expected names, found a {type(strange).__name__} among them")
        return sorted(map(str, value)) if isinstance(value, set | frozenset) else [str(name) for name in value]
    raise FaultyDomain(f"{path}: expected a list or a set of names, found {type(value).__name__}")


def _outcomes(path: Path, action: str, entry: Any) -> dict[str, Any]:
    if not isinstance(entry, dict) or not isinstance(entry.get("states"), dict):
        raise FaultyDomain(f"{path}: action {action!r} has no dictionary `states`")
    kind = entry.get("type")
    states = [{"value": _value(key), "rules_out": _names(path, out)} for key, out in entry["states"].items()]
    return {"type": kind.__name__ if isinstance(kind, type) else str(kind), "states": states}


def _value(key: Any) -> str | list[float]:
    numbers = isinstance(key, tuple) and all(isinstance(end, int | float) for end in key)
    if numbers and len(key) == 2:
        return [float(end) for end in key]
    return key if isinstance(key, str) else repr(key)
