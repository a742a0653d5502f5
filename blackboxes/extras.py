"""Optional packages: imported where they are needed, and named with their extra where they are missing."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import PackageNotFoundError, requires, version
from typing import Any

from packaging.requirements import Requirement

from boxwright.blackboxes.faults import BoxwrightError


class MissingExtra(BoxwrightError):
    """An optional package is not installed, or in a version that we do not support."""


def need(extra: str) -> None:
    """Check that an extra's packages are installed in versions that we support. Raises: MissingExtra."""
    for text in requires("boxwright") or ():
        wanted = Requirement(text)
        if wanted.marker is None or wanted.marker.evaluate() or not wanted.marker.evaluate({"extra": extra}):
            continue
        install = f"install it with: pip install 'boxwright[{extra}]'"
        try:
            found = version(wanted.name)
        except PackageNotFoundError:
            raise MissingExtra(f"{wanted.name} is not installed; {install}") from None
        if not wanted.specifier.contains(found, prereleases=True):
            wants = ",".join(sorted(map(str, wanted.specifier), reverse=True))
            raise MissingExtra(f"{wanted.name} {found} is installed, but it must be {wants}; {install}")


def import_extra(module: str, extra: str) -> Any:
    """Import a module of an extra. Raises: MissingExtra saying how to install it."""
    need(extra)
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] != module.split(".")[0]:
            raise
        package = module.split(".")[0]
        raise MissingExtra(f"{package} is not installed; install it with: pip install 'boxwright[{extra}]'") from error
