"""How a family's code contract is written down: a class with the functions that a module defines.

A module is plain Python, standard library only: pure functions of JSON values. Hidden parts and state are
passed in and out, so that every call can be repeated, compared and searched. A contract is never instantiated: it says
what the family calls in the sandbox, and the family's `functions` are read from it.
"""

from __future__ import annotations

from typing import Any

State = Any
"""A JSON value (tuples, sets and non-string keys survive the boundary)."""
OPTIONAL = frozenset({"sample_inputs"})
"""`sample_inputs(seed, count)`: inputs that a module of any family adds to the family's own samples."""


def functions_of(contract: type) -> tuple[str, ...]:
    """Return the names that a module must define, in the contract's order."""
    return tuple(name for name in vars(contract) if not name.startswith("_"))
