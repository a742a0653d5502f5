"""Texts of others reach the terminal as text: what would act on it is shown in the form of a Python escape instead.

A model, a provider, a recording or a description may hold escape sequences, other control characters and characters
that turn the direction of what follows. Printed as they are they would retitle the window, move the cursor, or show
a line that reads otherwise than it is.
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import IO

import click

_KEPT = "\n\t\u200c\u200d"
"""Line ends and tabs; the joiners that some scripts and emoji need."""
_ACTS = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode categories: control and format characters (directions, tags), lone surrogates, odd line ends."""
_CANDIDATES = re.compile(r"[^\n\t -~]")


def visible(text: str) -> str:
    r"""Return a text with every character that would act on a terminal written out, e.g. `\x1b` or `\u202e`."""
    return _CANDIDATES.sub(lambda found: _written(found[0]), text.replace("\r\n", "\n"))


def visible_json(text: str) -> str:
    r"""Return JSON of the same value, with those characters as JSON's own escapes, e.g. `\u001b`."""
    return _CANDIDATES.sub(lambda found: json.dumps(found[0])[1:-1] if _acts(found[0]) else found[0], text)


def echo(text: object = "", *, err: bool = False, nl: bool = True, file: IO[str] | None = None) -> None:
    """Print a line, made visible, to stdout or stderr."""
    click.echo(visible(str(text)), err=err, nl=nl, file=file)


def echo_json(text: str) -> None:
    """Print a line of JSON to stdout: the same value, made visible."""
    click.echo(visible_json(text))


def _acts(character: str) -> bool:
    return character not in _KEPT and unicodedata.category(character) in _ACTS


def _written(character: str) -> str:
    return character.encode("unicode_escape", "surrogatepass").decode("ascii") if _acts(character) else character
