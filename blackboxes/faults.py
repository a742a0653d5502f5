"""Errors for people: a message says what is wrong, where, and what to do."""

from __future__ import annotations

from collections.abc import Sequence


class BoxwrightError(Exception):
    """A fault that a person can act on; the command line prints the message and exits with `exit_code`."""

    exit_code = 1


def one_line(error: Exception) -> str:
    """Return an error's type and the first line of its message."""
    return f"{type(error).__name__}: {error}".splitlines()[0]


class DescriptionFault(BoxwrightError):
    """A description, or a field of it, cannot be used.

    `path` is where in the front matter, e.g. `("examples", 0, "input")`; the reader turns it into a line.
    """

    def __init__(self, message: str, remedy: str, path: Sequence[str | int] = ()) -> None:
        super().__init__(f"{message}; {remedy}")
        self.message = message
        self.remedy = remedy
        self.path = tuple(path)


class UnknownBox(BoxwrightError):
    """No description, or no accepted box, has this id."""


class Tampered(BoxwrightError):
    """An accepted box's files have changed since it was accepted."""


class BadOutput(Exception):
    """A box returned something that its family does not allow; becomes a finding or a failed episode."""


class InvalidReply(Exception):
    """A reply that an environment cannot read; the player reads the message."""


class Ambiguous(InvalidReply):
    """A text that states two different answers: no other form of it is tried."""
