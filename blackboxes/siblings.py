"""What a sibling changes: each family defines it in the module `siblings.py` beside it, with `sibling.txt`."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any, Protocol

from boxwright.blackboxes.box import Box
from boxwright.blackboxes.faults import BoxwrightError

PROBES = 60
"""Calls on which a sibling is compared with its original."""


class NoSibling(BoxwrightError):
    """No sibling of this box can be made."""


class SiblingMaker(Protocol):
    """What the module `siblings.py` beside a family offers.

    `sibling.txt` beside it is the code that goes below the original's. It wraps the original's functions and reads the
    parameters from `_DRAWN`; its comments become the sibling's description.
    """

    TELLING: Collection[str]
    """Functions whose replies differ between siblings; none that takes a state or a hidden part of the original."""
    DROPS: Collection[str]
    """Fields of the description's `parameters` that hold for the original only."""
    UNSEEN: Collection[str]
    """Names of drawn parameters that change nothing that players read; siblings that differ in these alone are one."""

    def draw(self, box: Box[Any], rng: Random) -> dict[str, Any]:
        """Draw a sibling's parameters, as JSON values. Raises: NoSibling, BadOutput, SandboxError."""
        ...
