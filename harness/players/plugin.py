"""Players of other packages: registered under the entry point group `boxwright.players`, named `player/NAME`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import entry_points

from boxwright.blackboxes.faults import one_line
from boxwright.blackboxes.near import near_ids
from boxwright.harness.chat.api import UnknownModel
from boxwright.harness.players.player import BadPlayer, Player

GROUP = "boxwright.players"
PREFIX = "player/"


@dataclass(frozen=True)
class Plugin:
    """A player of another package; `make` creates one per episode."""

    name: str
    make: Callable[[], Player]

    def new(self) -> Player:
        """Make a player for one episode. Raises: BadPlayer, and whatever making it raises."""
        made = self.make()
        if not callable(getattr(made, "reply", None)):
            raise BadPlayer(
                f"{self.name}: what makes the player gave a value of type {type(made).__name__}, which has no method "
                "reply(observation)"
            )
        return made


def why_no_maker(make: object) -> str:
    """Return why this does not make players, or an empty text."""
    replies = callable(getattr(make, "reply", None))
    if isinstance(make, type):
        return "" if replies else "has no method reply(observation)"
    if replies:
        return "is a player; give the class or function that creates one for each episode"
    return "" if callable(make) else "is not a class or function that creates a player"


def plugin_names() -> list[str]:
    """Return the names of all players registered by other packages, sorted."""
    return sorted(point.name for point in entry_points(group=GROUP))


def get_plugin(name: str) -> Plugin:
    """Return a registered player by its name, with or without the prefix. Raises: UnknownModel."""
    wanted = name.removeprefix(PREFIX)
    points = [point for point in entry_points(group=GROUP) if point.name == wanted]
    if not points:
        near = near_ids(wanted, plugin_names())
        registered = ", ".join(PREFIX + other for other in near or plugin_names()) or "none"
        hint = f"did you mean {registered}?" if near else f"registered: {registered}"
        raise UnknownModel(f"no installed package registers the player {PREFIX}{wanted}; {hint}")
    if len(points) > 1:
        raise UnknownModel(f"{PREFIX}{wanted} is registered by several packages; uninstall all but one")
    try:
        make = points[0].load()
    except Exception as error:  # third-party code: any fault is that package's
        raise UnknownModel(
            f"{PREFIX}{wanted} ({points[0].value}) cannot be loaded: {one_line(error)}; fix that package"
        ) from error
    if fault := why_no_maker(make):
        raise UnknownModel(f"{PREFIX}{wanted} ({points[0].value}) {fault}; fix that package")
    return Plugin(f"{PREFIX}{wanted}", make)
