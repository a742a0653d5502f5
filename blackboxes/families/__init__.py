"""The families: one trusted object per kind of black-box, found by name."""

from __future__ import annotations

from boxwright.blackboxes.environment import Family
from boxwright.blackboxes.families.circuit.family import CircuitFamily
from boxwright.blackboxes.families.code.family import CodeFamily
from boxwright.blackboxes.families.encryption.family import EncryptionFamily
from boxwright.blackboxes.families.freeform.family import FreeformFamily
from boxwright.blackboxes.families.game.family import GameFamily
from boxwright.blackboxes.families.physics.family import PhysicsFamily
from boxwright.blackboxes.families.puzzle.family import PuzzleFamily
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.reasoning.kumo.play.environment import KumoFamily

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
