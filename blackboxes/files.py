"""Atomic file and folder writes, lines that survive a crash, and a lock for one process per folder."""

from __future__ import annotations

import fcntl
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from boxwright.blackboxes.faults import BoxwrightError

_SHOWN = 40
"""Characters of a file's name that its temporary name keeps, so that it does not get too long."""


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write a file atomically: readers see the old file or the whole new one. Raises: OSError naming the file.

    A device or a pipe (/dev/stdout) is written to, not replaced.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            path.write_bytes(data)
            return
        with file_replaced(path) as part:
            part.write_bytes(data)
    except OSError as error:
        error.filename = str(path)
        raise


@contextmanager
def file_replaced(path: Path) -> Iterator[Path]:
    """Yield a path to write to; that file replaces `path` once the block ends without an error.

    Raises: OSError.
    """
    part = path.with_name(f".{path.name[:_SHOWN]}.{os.getpid()}-{threading.get_ident()}.part")
    try:
        yield part
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def folder_replaced(folder: Path) -> Iterator[Path]:
    """Yield an empty folder to fill; it replaces `folder` once the block ends without an error.

    Raises: OSError.
    """
    staged = folder.parent / f".{folder.name}.staged"
    old = folder.parent / f".{folder.name}.old"
    shutil.rmtree(staged, ignore_errors=True)
    staged.mkdir(parents=True)
    try:
        yield staged
        shutil.rmtree(old, ignore_errors=True)
        if folder.exists():
            folder.rename(old)
        staged.rename(folder)
        shutil.rmtree(old, ignore_errors=True)
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def append_line(path: Path, line: str) -> None:
    """Append a line to a file, on disk when this returns, or not at all. Raises: OSError naming the file."""
    data = f"{line}\n".encode()
    try:
        with path.open("ab", buffering=0) as file:
            start = file.seek(0, os.SEEK_END)
            try:
                while data:
                    data = data[file.write(data) :]
                os.fsync(file.fileno())
            except OSError:  # a full disk takes half of a line
                file.truncate(start)
                raise
    except OSError as error:
        error.filename = str(path)
        raise


@contextmanager
def held(folder: Path, *, wait: bool = False) -> Iterator[None]:
    """Lock a folder while the block runs; the lock ends with the process, however that ends.

    Raises: BoxwrightError when another process holds it (with `wait`: waits for it); OSError.
    """
    with (folder / ".lock").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            holder = file.read(20).strip()
            who = f"process {holder}" if holder.isdecimal() else "another process"
            raise BoxwrightError(f"{folder}: {who} is working there; wait for it or stop it") from error
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield
