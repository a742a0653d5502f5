"""Which reference stands for which shipped description."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.reference import ciphers
from tests.reference.circuits import CIRCUITS

Reference = Callable[[Any], Any]

REFERENCES: dict[str, Reference] = {
    **CIRCUITS,
    "encryption/card_deck": ciphers.card_deck,
    "encryption/dynamic_curve_cipher": ciphers.dynamic_curve,
    "encryption/hill_cipher": ciphers.hill,
    "encryption/playfair_cipher": ciphers.playfair,
    "encryption/zigzag_cipher": ciphers.rail_fence,
}
