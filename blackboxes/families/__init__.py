"""The families: one trusted object per kind of black-box, found by name."""

from __future__ import annotations

from blackboxes.families.circuit import CircuitFamily
from blackboxes.families.code import CodeFamily
from blackboxes.families.encryption import EncryptionFamily
from blackboxes.families.freeform import FreeformFamily
from blackboxes.families.game import GameFamily
from blackboxes.families.kumo import KumoFamily
from blackboxes.families.physics import PhysicsFamily
from blackboxes.families.puzzle import PuzzleFamily
from blackboxes.family import Family
from blackboxes.faults import BoxwrightError

_ALL: tuple[Family, ...] = (
    EncryptionFamily(),
    CircuitFamily(),
    FreeformFamily(),
    PhysicsFamily(),
    CodeFamily(),
    PuzzleFamily(),
    GameFamily(),
    KumoFamily(),
)
FAMILIES: dict[str, Family] = {family.name: family for family in _ALL}


class UnknownFamily(BoxwrightError):
    """A family that does not exist."""


def get_family(name: str) -> Family:
    """Return the family. Raises: UnknownFamily naming those that exist."""
    if name in FAMILIES:
        return FAMILIES[name]
    known = ", ".join(sorted(FAMILIES))
    raise UnknownFamily(f"the family {name!r} does not exist; use one of: {known}")
