"""Optional packages: imported where they are needed, and named with their extra where they are missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from boxwright.blackboxes.faults import BoxwrightError


class MissingExtra(BoxwrightError):
    """An optional package is not installed."""


def import_extra(module: str, extra: str) -> Any:
    """Import a module of an extra. Raises: MissingExtra saying how to install it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] != module.split(".")[0]:
            raise
        package = module.split(".")[0]
        raise MissingExtra(f"{package} is not installed; install it with: pip install 'boxwright[{extra}]'") from error
