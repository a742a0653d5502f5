"""Extras: packages that only some of our modules need, checked with one line before they are imported."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, requires, version

from packaging.requirements import Requirement

from boxwright.blackboxes.faults import BoxwrightError


class MissingExtra(BoxwrightError):
    """A package of an extra is not installed, or in a version that we do not support."""


def need(extra: str) -> None:
    """Check that an extra is installed in a version that we support. Raises: MissingExtra."""
    for text in requires("boxwright") or ():
        wanted = Requirement(text)
        if wanted.marker is None or wanted.marker.evaluate() or not wanted.marker.evaluate({"extra": extra}):
            continue
        install = f"pip install 'boxwright[{extra}]'"
        try:
            found = version(wanted.name)
        except PackageNotFoundError:
            raise MissingExtra(f"this needs the package {wanted.name}, which is not installed: {install}") from None
        if not wanted.specifier.contains(found, prereleases=True):
            raise MissingExtra(f"this needs {wanted.name} {wanted.specifier}, but {found} is installed: {install}")
