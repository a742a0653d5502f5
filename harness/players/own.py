"""Players of the user's own code: `MODULE:CLASS`, found as Python finds modules, in the current folder too."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path

from boxwright.blackboxes.faults import one_line
from boxwright.harness.chat.api import UnknownModel
from boxwright.harness.players.plugin import Plugin, why_no_maker

_NAME = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")


def is_own(name: str) -> bool:
    """Whether a name says where a player's code is."""
    return _NAME.fullmatch(name) is not None


def own_player(name: str) -> Plugin:
    """Return the player of `MODULE:CLASS`; a new one is made for each episode. Raises: UnknownModel."""
    module, _, attribute = name.partition(":")
    here = str(Path.cwd())
    sys.path.insert(0, here)
    try:
        make = getattr(import_module(module), attribute)
    except Exception as error:  # the user's own code: any fault is its own
        raise UnknownModel(f"{name}: cannot be loaded: {one_line(error)}") from error
    finally:
        sys.path.remove(here)
    if fault := why_no_maker(make):
        raise UnknownModel(f"{name} {fault}")
    return Plugin(name, make)
