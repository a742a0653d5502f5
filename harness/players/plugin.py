"""Players of other packages: registered under the entry point group `boxwright.players`, named `player/NAME`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import entry_points

from boxwright.harness.chat.api import UnknownModel
from boxwright.harness.players.player import Player

GROUP = "boxwright.players"
PREFIX = "player/"


@dataclass(frozen=True)
class Plugin:
    """A player of another package; `make` creates one per episode."""

    name: str
    make: Callable[[], Player]


def plugin_names() -> list[str]:
    """Return the names of all players registered by other packages, sorted."""
    return sorted(point.name for point in entry_points(group=GROUP))


def get_plugin(name: str) -> Plugin:
    """Return a registered player by its name, with or without the prefix. Raises: UnknownModel."""
    wanted = name.removeprefix(PREFIX)
    points = [point for point in entry_points(group=GROUP) if point.name == wanted]
    if not points:
        known = ", ".join(PREFIX + other for other in plugin_names()) or "none"
        raise UnknownModel(f"no installed package registers the player {PREFIX}{wanted}; registered: {known}")
    if len(points) > 1:
        raise UnknownModel(f"{PREFIX}{wanted} is registered by several packages; uninstall all but one")
    try:
        make = points[0].load()
    except Exception as error:  # third-party code: any fault is that package's
        said = f"{type(error).__name__}: {error}".splitlines()[0]
        raise UnknownModel(
            f"{PREFIX}{wanted} ({points[0].value}) cannot be loaded: {said}; fix that package"
        ) from error
    if not callable(make):
        raise UnknownModel(f"{PREFIX}{wanted} ({points[0].value}) is not a class or function that creates a player")
    if isinstance(make, type) and not callable(getattr(make, "reply", None)):
        raise UnknownModel(f"{PREFIX}{wanted} ({points[0].value}) has no method reply(observation); fix that package")
    return Plugin(f"{PREFIX}{wanted}", make)
