"""The family `toy_family`: whole numbers in, whole numbers out."""

from __future__ import annotations

from boxwright.blackboxes.environment import Environment


def environment() -> Environment:
    """Return the family."""
    from boxwright_toys.toy_family.family import NumberFamily

    return NumberFamily()
