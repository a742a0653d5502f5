"""Which reference stands for which shipped description."""

from __future__ import annotations

from tests.reference import ciphers
from tests.reference.circuits import CIRCUITS
from tests.reference.forms import Reference, of_function

FUNCTIONS = {
    **CIRCUITS,
    "encryption/card_deck": ciphers.card_deck,
    "encryption/dynamic_curve_cipher": ciphers.dynamic_curve,
    "encryption/hill_cipher": ciphers.hill,
    "encryption/playfair_cipher": ciphers.playfair,
    "encryption/zigzag_cipher": ciphers.rail_fence,
}
"""Families with one function."""

REFERENCES: dict[str, Reference] = {
    **{identifier: of_function(rule) for identifier, rule in FUNCTIONS.items()},
}
