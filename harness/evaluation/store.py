"""The store of one evaluation: a single SQLite file, one writer, safe against a killed process, resumable.

Episodes are written when they end; a model's replies are written before they are used, so that a resumed episode
asks again only what was in flight. Clock fields have columns of their own and never reach the canonical export.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.harness.chat.api import Reply, Request
from boxwright.harness.records import EpisodeRecord

FILE = "results.sqlite"
NEEDED = frozenset({"models", "boxes", "turns", "shots", "samples", "runs", "seed", "level"})
"""Settings that no report can do without."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS episodes (
    model TEXT NOT NULL, box TEXT NOT NULL, run INTEGER NOT NULL,
    failed INTEGER NOT NULL, record TEXT NOT NULL, ended TEXT NOT NULL, seconds REAL NOT NULL,
    PRIMARY KEY (model, box, run));
CREATE TABLE IF NOT EXISTS replies (
    episode TEXT NOT NULL, step TEXT NOT NULL, digest TEXT NOT NULL, reply TEXT NOT NULL, at TEXT NOT NULL,
    PRIMARY KEY (episode, step));
"""


@dataclass(frozen=True)
class Key:
    """Which episode."""

    model: str
    box: str
    run: int

    def __str__(self) -> str:
        return f"{self.model}|{self.box}|{self.run}"


class Store:
    """One open results file. Safe for several threads of this process."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self._lock = threading.Lock()
        try:
            self._db = sqlite3.connect(self.path, check_same_thread=False, isolation_level=None)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.executescript(_SCHEMA)
        except sqlite3.Error as error:
            raise BoxwrightError(f"{self.path}: cannot be used ({error}); choose another --out") from error

    @classmethod
    def create(cls, folder: Path, settings: dict[str, Any]) -> Store:
        """Start a results file. Raises: BoxwrightError when the folder cannot be written or holds results."""
        if (folder / FILE).exists():
            raise BoxwrightError(f"{folder}: already holds results; add --resume to go on, or choose another --out")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            probe = folder / ".writable"
            probe.touch()
            probe.unlink()
        except OSError as error:
            raise BoxwrightError(f"{folder}: cannot be written ({error.strerror}); choose another --out") from error
        store = cls(folder)
        store._write("INSERT INTO meta VALUES ('settings', ?)", (_json(settings),))
        return store

    @classmethod
    def open(cls, folder: Path) -> Store:
        """Open existing results. Raises: BoxwrightError when there are none."""
        if not (folder / FILE).is_file():
            raise BoxwrightError(f"{folder}: holds no results; give the --out folder of an evaluation")
        return cls(folder)

    @property
    def settings(self) -> dict[str, Any]:
        """What the evaluation was started with."""
        row = self._db.execute("SELECT value FROM meta WHERE name = 'settings'").fetchone()
        if row is None:
            raise BoxwrightError(f"{self.path}: holds no settings; choose another --out")
        try:
            found = dict(json.loads(row[0]))
        except (ValueError, TypeError) as error:
            raise self._unreadable() from error
        if not found.keys() >= NEEDED:
            raise self._unreadable()
        return found

    def _unreadable(self) -> BoxwrightError:
        return BoxwrightError(
            f"{self.path}: cannot be read by this version of Boxwright; use the version that wrote it, or another --out"
        )

    def _write(self, statement: str, values: tuple[Any, ...]) -> None:
        try:
            with self._lock:
                self._db.execute(statement, values)
        except sqlite3.Error as error:
            raise BoxwrightError(f"{self.path}: cannot be written ({error}); free space and use --resume") from error

    def put(self, key: Key, record: EpisodeRecord, seconds: float) -> None:
        """Write one ended episode; a failed one may be written again. Raises: BoxwrightError."""
        row = (key.model, key.box, key.run, int(bool(record.failure)), record.model_dump_json(), _now(), seconds)
        self._write("INSERT OR REPLACE INTO episodes VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    def done(self) -> set[Key]:
        """Episodes that ended without a failure of the infrastructure."""
        rows = self._db.execute("SELECT model, box, run FROM episodes WHERE failed = 0").fetchall()
        return {Key(*row) for row in rows}

    def records(self) -> Iterator[tuple[Key, EpisodeRecord]]:
        """All episodes in a canonical order."""
        rows = self._db.execute("SELECT model, box, run, record FROM episodes ORDER BY model, box, run").fetchall()
        for model, box, run, record in rows:
            try:
                read = EpisodeRecord.model_validate_json(record)
            except ValidationError as error:
                raise self._unreadable() from error
            yield Key(model, box, run), read

    def find_reply(self, key: Key, request: Request) -> Reply | None:
        """Return the reply to the very same request of an earlier try at this episode."""
        row = self._db.execute(
            "SELECT reply FROM replies WHERE episode = ? AND step = ? AND digest = ?",
            (str(key), request.step, request.digest),
        ).fetchone()
        return None if row is None else Reply.model_validate_json(row[0])

    def put_reply(self, key: Key, request: Request, reply: Reply) -> None:
        """Write a reply before it is used. Raises: BoxwrightError."""
        row = (str(key), request.step, request.digest, reply.model_dump_json(), _now())
        self._write("INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?, ?)", row)

    def export(self) -> Iterator[str]:
        """Canonical lines: the settings, then every episode; no clock fields, so equal runs are equal bytes."""
        yield _json({"settings": self.settings})
        for key, record in self.records():
            episode = {"model": key.model, "box": key.box, "run": key.run, **record.model_dump(mode="json")}
            yield _json(episode)

    def close(self) -> None:
        """Close the file."""
        self._db.close()


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
