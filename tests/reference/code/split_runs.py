"""Runs of equal letters in pieces of at most three."""

from __future__ import annotations

import re
from collections.abc import Callable

Checkpoint = Callable[..., None]


def run(checkpoint: Checkpoint, text: str) -> None:
    """The pieces are found first, then walked through."""
    packed, place = "", 0
    pieces = [found[0] for found in re.finditer("a{1,3}|b{1,3}", text)]
    for number, piece in enumerate(pieces):
        if number:
            packed += f"{pieces[number - 1][0]}{len(pieces[number - 1])}"
            checkpoint(2, packed=packed)
        for count, letter in enumerate(piece, start=1):
            checkpoint(1, i=place, letter=letter, run=count)
            place += 1
    packed += f"{pieces[-1][0]}{len(pieces[-1])}"
    checkpoint(2, packed=packed)
    saved = len(text) - len(packed)
    checkpoint(3, saved=saved, worth=saved > 0, result=min(text, packed, key=len))
