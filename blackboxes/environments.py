"""The available environments: those of this package, found by their folders, and those registered by other packages.

A folder below `families/` or `reasoning/` is one environment; its package defines `environment()`, which returns it.
Another package registers such a function under the entry point group `boxwright.environments`, by the same name.
"""

from __future__ import annotations

import difflib
import pkgutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from inspect import get_annotations
from pathlib import Path
from types import ModuleType

from boxwright.blackboxes.environment import Environment
from boxwright.blackboxes.faults import BadOutput, BoxwrightError, one_line
from boxwright.blackboxes.prompts import PROMPTS, Prompt
from boxwright.blackboxes.workspace import Workspace
from boxwright.sandbox import SandboxError, SandboxUnavailable

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


def _where(point: EntryPoint) -> str:
    return f"{_package(point)} ({point.value})"


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


def ids_told(name: str, workspace: Workspace) -> Sequence[str] | None:
    """Return the ids that the package of an environment tells by its function `ids`; None where it has none.

    The package of a game that generates its puzzles may have one, so that its ids are listed without importing the
    game. Such ids have no difficulty.

    Raises: FaultyEnvironment, BoxwrightError.
    """
    home = _homes().get(name)
    if not isinstance(home, str):
        return None
    tells = getattr(import_module(home), "ids", None)
    return None if tells is None else list(tells(workspace))


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
    where = _where(point)
    try:
        make: Callable[[], object] = point.load()
        made = make()
    except Exception as error:  # third-party code: any fault is that package's
        raise FaultyEnvironment(
            f"{where}: the environment {name!r} cannot be created: {one_line(error)}; fix that package"
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
    for attribute, sections in made.texts.items():
        _check_text(made, attribute, sections)
    return made


def _check_text(made: Environment, attribute: str, sections: Sequence[str]) -> None:
    """Check that another package's environment has its own texts. Raises: FaultyEnvironment."""
    remedy = f"define {attribute} there, with read_prompt on a file of that package"
    try:
        text = getattr(made, attribute)
    except Exception as error:  # third-party code
        ours = isinstance(error, FileNotFoundError) and PROMPTS in Path(error.filename).parents
        why = f"lacks {attribute}" if ours else f"cannot read its {attribute}: {one_line(error)}"
        raise FaultyEnvironment(f"{source_of(made.name)} {why}; {remedy}") from error
    if not isinstance(text, Prompt):
        raise FaultyEnvironment(f"{source_of(made.name)} has no Prompt as its {attribute}; {remedy}")
    if missing := [section for section in sections if section not in text.sections]:
        raise FaultyEnvironment(
            f"{source_of(made.name)} lacks the section {missing[0]!r} of its {attribute}; fix that package"
        )


@contextmanager
def boundary(name: str, doing: str) -> Iterator[None]:
    """Make a fault of another package's code one line that names it; what is raised for people passes unchanged.

    A fault of our own environments passes too: it is a bug and stays loud. Raises: FaultyEnvironment.
    """
    try:
        yield
    except (BoxwrightError, BadOutput, SandboxError, SandboxUnavailable):
        raise
    except Exception as error:
        point = _homes().get(name)
        if not isinstance(point, EntryPoint):
            raise
        raise FaultyEnvironment(f"{source_of(name)} failed in {doing}: {one_line(error)}; fix that package") from error


def check_kind(name: str, made: object, kind: type, what: str) -> None:
    """Check that what an environment gave is of a kind, with all that it declares. Raises: FaultyEnvironment."""
    if not isinstance(made, kind):
        article = "an" if kind.__name__[0] in "AEIOU" else "a"
        raise FaultyEnvironment(
            f"{source_of(name)}: {what} must give {article} {kind.__name__}, not a value of type {type(made).__name__}"
        )
    check_parts(name, made, kind, what)


def check_parts(name: str, made: object, kind: type, what: str) -> None:
    """Check that what an environment gave has all parts of a protocol. Raises: FaultyEnvironment naming the others."""
    if _complete(type(made), kind):  # type: ignore[arg-type]  # a class can be hashed
        return
    missing = [part for part in _parts(kind) if not hasattr(type(made), part) and not hasattr(made, part)]
    if missing:
        raise FaultyEnvironment(
            f"{source_of(name)}: {what}, of type {type(made).__name__}, lacks {', '.join(missing)}; fix that package"
        )


@lru_cache(maxsize=1024)
def _complete(made: type, kind: type) -> bool:
    """Whether every value of a type has all parts of a protocol: in its class, or as fields of a dataclass."""
    fields = getattr(made, "__dataclass_fields__", ())
    return all(hasattr(made, part) or part in fields for part in _parts(kind))


@cache
def _parts(kind: type) -> tuple[str, ...]:
    return tuple(part for part in {**get_annotations(kind), **vars(kind)} if not part.startswith("_"))


def source_of(name: str) -> str:
    """Say which environment this is, and which package it comes from if not from this one."""
    point = _homes().get(name)
    return (
        f"{_where(point)}: the environment {name!r}" if isinstance(point, EntryPoint) else f"the environment {name!r}"
    )


def _missing(kind: type[Environment]) -> list[str]:
    """Return the class variables that a base class declares but nothing sets; ABC checks the methods."""
    declared = (item for base in kind.__mro__ for item in get_annotations(base).items())
    return [attribute for attribute, words in declared if "ClassVar" in str(words) and not hasattr(kind, attribute)]
