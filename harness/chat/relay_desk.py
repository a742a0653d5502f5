"""The other side of a relay folder: which requests wait for a reply, and writing a reply in one piece."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from boxwright.blackboxes.files import held, write_atomically
from boxwright.harness.chat.api import ModelError
from boxwright.harness.chat.relay import REPLY, REQUEST


class NothingToAnswer(ModelError):
    """No request is waiting in a folder, or not the named one."""


class BadReplyText(ModelError):
    """A reply that cannot count."""


@dataclass(frozen=True)
class Waiting:
    """One request without a reply."""

    stem: str
    """Name of its file, without `.request.md`."""
    path: Path

    @property
    def text(self) -> str:
        """The request as a person reads it."""
        return self.path.read_text(encoding="utf-8")

    @property
    def reply_path(self) -> Path:
        """Where to write the reply."""
        return self.path.with_name(self.stem + REPLY)

    @property
    def answered(self) -> bool:
        """Whether it has a reply by now."""
        return _is_answered(self.reply_path)


def waiting(folder: Path) -> list[Waiting]:
    """All requests of a folder without a reply, oldest first; none if the folder does not exist yet."""
    if not folder.is_dir():
        return []
    requests = [path for path in folder.iterdir() if path.name.endswith(REQUEST) and not path.name.startswith(".")]
    found = [Waiting(path.name.removesuffix(REQUEST), path) for path in requests]
    return sorted((w for w in found if not w.answered), key=_number)


def find(folder: Path, stem: str | None) -> Waiting:
    """The oldest waiting request, or the one of that name. Raises: NothingToAnswer."""
    found = waiting(folder)
    if stem is not None:
        found = [w for w in found if stem in (w.stem, w.path.name)]
    if not found:
        what = "no request waits" if stem is None else f"no request {stem} waits"
        raise NothingToAnswer(f"{folder}: {what} for a reply")
    return found[0]


def put_reply(request: Waiting, text: str) -> Path:
    """Write a reply in one piece.

    Raises: BadReplyText for an empty one; NothingToAnswer if somebody else was faster; OSError.
    """
    if not text.strip():
        raise BadReplyText(f"{request.stem}: the reply is empty, and would never count; nothing was written")
    with held(request.path.parent, wait=True):
        if request.answered:
            raise NothingToAnswer(f"{request.reply_path}: is there already; nothing was written")
        write_atomically(request.reply_path, text)
    return request.reply_path


def _is_answered(path: Path) -> bool:
    """Whether a reply file is more than blanks; one that is not text counts, and its reader will complain."""
    try:
        return bool(path.read_bytes().removeprefix(b"\xef\xbb\xbf").strip())
    except FileNotFoundError:
        return False


def _number(request: Waiting) -> tuple[int, str]:
    number = request.stem.partition("-")[0]
    return (int(number) if number.isascii() and number.isdigit() else 0, request.stem)
