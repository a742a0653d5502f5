"""The `physics` family."""

from __future__ import annotations

from boxwright.blackboxes.environment import Environment


def environment() -> Environment:
    """Return the family."""
    from boxwright.blackboxes.families.physics.family import PhysicsFamily

    return PhysicsFamily()
