"""Sealed tests and siblings: drawn under a secret key, to which the run commits before the first question.

The code that draws tests is public, so whoever knows the seed knows the tests. Under a key the seed of an episode is
the HMAC of its id and run (`seeds.derive_sealed`), and that of a sibling's parameters of its original and number. The
results hold the commitment, a hash of the key, from their beginning; once the key is published, everyone can check that
it is the one committed to, and draw the same.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.seeds import digest

_KEY = re.compile(r"[0-9a-f]{64}")


def read_key(path: Path) -> str:
    """Return the key in a file: 64 hexadecimal digits. Raises: BoxwrightError."""
    try:
        text = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BoxwrightError(f"{path}: cannot be read as a key: {error}") from error
    if not _KEY.fullmatch(text):
        raise BoxwrightError(f"{path}: a key is 64 hexadecimal digits in lower case; name a new file to have one made")
    return text


def new_key() -> str:
    """Draw a key."""
    return secrets.token_hex(32)


@contextmanager
def written(path: Path, key: str, is_used: Callable[[], bool]) -> Iterator[None]:
    """Write a new key to a file that nobody else may read, and take it away again if nothing came to use it.

    Raises: BoxwrightError where the file exists or cannot be written.
    """
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(key + "\n")
    except OSError as error:
        raise BoxwrightError(f"{path}: the key cannot be written ({error.strerror})") from error
    try:
        yield
    except BaseException:
        if not is_used():
            path.unlink()
        raise


def commitment(key: str) -> str:
    """Return what commits to a key and does not tell it: the hex SHA-256 of `sealed v1 KEY`."""
    return digest(f"sealed v1 {key}")
