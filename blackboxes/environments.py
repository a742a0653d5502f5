"""The available environments: those of this package, found by their folders, and those registered by other packages.

A folder below `families/` or `reasoning/` is one environment; its package defines `environment()`, which returns it.
Another package registers such a function under the entry point group `boxwright.environments`, by the same name.
"""

from __future__ import annotations

import difflib
import pkgutil
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from inspect import get_annotations
from pathlib import Path
from types import ModuleType

from boxwright.blackboxes.environment import Environment
from boxwright.blackboxes.faults import BoxwrightError

GROUP = "boxwright.environments"
_HERE = "boxwright.blackboxes"


class UnknownEnvironment(BoxwrightError):
    """An environment that does not exist."""


class FaultyEnvironment(BoxwrightError):
    """What another package registers is not an environment, or its name is taken."""


def own_names(kind: str) -> list[str]:
    """Return the names below `families` or `reasoning`, from the folders alone, without imports."""
    folder = Path(__file__).parent / kind
    return sorted(found.name for found in pkgutil.iter_modules([str(folder)]) if found.ispkg)


@cache
def _homes() -> Mapping[str, str | EntryPoint]:
    """Map each name to our package, or to another package's entry point. Raises: FaultyEnvironment."""
    homes: dict[str, str | EntryPoint] = {}
    for kind in ("families", "reasoning"):
        homes |= {name: f"{_HERE}.{kind}.{name}" for name in own_names(kind)}
    for point in entry_points(group=GROUP):
        if point.name in homes:
            raise FaultyEnvironment(
                f"{_package(point)} registers the environment {point.name!r}, which exists already; "
                f"rename it there, or uninstall {_package(point)}"
            )
        homes[point.name] = point
    return homes


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist else point.value


def environment_names() -> list[str]:
    """Return the names of all environments, sorted. Raises: FaultyEnvironment."""
    return sorted(_homes())


@cache
def get_environment(name: str) -> Environment:
    """Return an environment. Raises: UnknownEnvironment listing the known ones, FaultyEnvironment."""
    home = _homes().get(name)
    if home is None:
        raise UnknownEnvironment(_unknown(name, environment_names()))
    if isinstance(home, str):
        made = import_module(home).environment()
        assert isinstance(made, Environment)
        return made
    return _from_another(name, home)


def _unknown(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, n=2)
    meant = f" (did you mean {' or '.join(near)}?)" if near else ""
    return f"the environment {name!r} does not exist{meant}; use one of: {', '.join(known)}"


def module_beside(environment: Environment, name: str) -> ModuleType | None:
    """Return a module of an environment's package; None if it has no module of this name."""
    package = sys.modules[type(environment).__module__].__package__
    if not package or find_spec(f"{package}.{name}") is None:
        return None
    return import_module(f"{package}.{name}")


def _from_another(name: str, point: EntryPoint) -> Environment:
    """Create another package's environment, and check that it implements the whole protocol."""
    where = f"{_package(point)} ({point.value})"
    try:
        make: Callable[[], object] = point.load()
        made = make()
    except Exception as error:  # third-party code: any fault is that package's
        raise FaultyEnvironment(
            f"{where}: the environment {name!r} cannot be created: {_one_line(error)}; fix that package"
        ) from error
    if not isinstance(made, Environment):
        raise FaultyEnvironment(
            f"{where}: gives a value of type {type(made).__name__}, not an Environment; derive it from a class of "
            "boxwright.blackboxes"
        )
    if missing := _missing(type(made)):
        raise FaultyEnvironment(f"{where}: the environment {name!r} lacks {', '.join(missing)}; fix that package")
    if made.name != name or type(made.revision) is not int or made.revision < 1:
        raise FaultyEnvironment(
            f"{where}: must have name = {name!r} and a revision >= 1, not {made.name!r} and {made.revision!r}; "
            "fix that package"
        )
    return made


def _missing(kind: type[Environment]) -> list[str]:
    """Return the class variables that a base class declares but nothing sets; ABC checks the methods."""
    declared = (item for base in kind.__mro__ for item in get_annotations(base).items())
    return [attribute for attribute, words in declared if "ClassVar" in str(words) and not hasattr(kind, attribute)]


def _one_line(error: Exception) -> str:
    """Return an error's type and the first line of its message."""
    return f"{type(error).__name__}: {error}".splitlines()[0]
