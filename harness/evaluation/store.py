"""The store of one evaluation: a single SQLite file, one writer, crash-safe, resumable.

Episodes are written when they end; a model's replies are written before they are used, so that a resumed episode
asks again only what was in flight. Clock fields have columns of their own and never reach the canonical export.

One thread owns the connection that writes, and ends last: whoever writes waits until the row is on disk, or is told
that it is not. Rows that wait together are written together: a disk is waited for once for all of them. Every thread
that reads has a connection of its own, which nobody else closes.
"""

from __future__ import annotations

import json
import os
import queue
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.harness.chat.api import Reply, Request, Usage
from boxwright.harness.records import EpisodeRecord

FILE = "results.sqlite"
NEEDED = frozenset({"models", "boxes", "turns", "shots", "samples", "runs", "seed", "level"})
"""Settings that every report needs."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS episodes (
    model TEXT NOT NULL, box TEXT NOT NULL, run INTEGER NOT NULL,
    failed INTEGER NOT NULL, record TEXT NOT NULL, ended TEXT NOT NULL, seconds REAL NOT NULL,
    PRIMARY KEY (model, box, run));
CREATE TABLE IF NOT EXISTS replies (
    episode TEXT NOT NULL, step TEXT NOT NULL, digest TEXT NOT NULL, reply TEXT NOT NULL, at TEXT NOT NULL,
    PRIMARY KEY (episode, step));
CREATE VIEW IF NOT EXISTS samples AS SELECT model, box, run,
    json_extract(s.value, '$.chapter') AS chapter, json_extract(s.value, '$.number') AS number,
    json_extract(s.value, '$.outcome') AS outcome, json_extract(s.value, '$.value') AS value,
    json_array_length(s.value, '$.shots') AS shots, json_extract(s.value, '$.question') AS question,
    json_extract(s.value, '$.truth') AS truth, json_extract(s.value, '$.shots[#-1].answer') AS answer
    FROM episodes, json_each(record, '$.samples') AS s;
CREATE VIEW IF NOT EXISTS turns AS SELECT model, box, run,
    json_extract(t.value, '$.chapter') AS chapter, json_extract(t.value, '$.number') AS number,
    json_extract(t.value, '$.query') AS query, json_extract(t.value, '$.value') AS value,
    json_extract(t.value, '$.refusals') AS refusals, json_extract(t.value, '$.lost') AS lost
    FROM episodes, json_each(record, '$.turns') AS t;
"""


@dataclass(frozen=True)
class Key:
    """Which episode."""

    model: str
    box: str
    run: int

    def __str__(self) -> str:
        return f"{self.model}|{self.box}|{self.run}"


@dataclass(frozen=True)
class _Write:
    """One row to write; `done` completes when it is written, or holds the error."""

    statement: str
    values: tuple[Any, ...]
    done: Future[None]


class _Writer:
    """The thread that owns the writing connection."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._waiting: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._closed = False
        opened: Future[None] = Future()
        self._thread = threading.Thread(target=self._work, args=(opened,), name="results", daemon=True)
        self._thread.start()
        opened.result()

    def write(self, statement: str, values: tuple[Any, ...]) -> None:
        """Write one row; it is on disk when this returns. Raises: sqlite3.Error."""
        done: Future[None] = Future()
        with self._lock:
            if self._closed:
                raise sqlite3.ProgrammingError("the results are closed")
            self._waiting.put(_Write(statement, values, done))
        done.result()

    def close(self) -> None:
        """Write all pending rows, then close the connection."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._waiting.put(None)
        self._thread.join()

    def _work(self, opened: Future[None]) -> None:
        try:
            db = sqlite3.connect(self._path, isolation_level=None)
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=FULL")
            db.executescript(_SCHEMA)
        except sqlite3.Error as error:
            opened.set_exception(error)
            return
        opened.set_result(None)
        with closing(db):
            while rows := self._next_rows():
                _write_together(db, rows)
            with suppress(sqlite3.Error):  # the rows are safe beside the file; in it, it can be copied alone
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _next_rows(self) -> list[_Write]:
        """Wait for a row, and return it with those that wait behind it; none when everything is written."""
        rows = []
        row = self._waiting.get()
        while row is not None:
            rows.append(row)
            if self._waiting.empty():
                return rows
            row = self._waiting.get()
        if rows:
            self._waiting.put(None)  # for the next time
        return rows


def _write_together(db: sqlite3.Connection, rows: Sequence[_Write]) -> None:
    """Write rows in one transaction; one by one where that fails, so that each learns what became of it."""
    try:
        db.execute("BEGIN")
        for row in rows:
            db.execute(row.statement, row.values)
        db.execute("COMMIT")
    except sqlite3.Error:
        if db.in_transaction:
            db.execute("ROLLBACK")
        for row in rows:
            _write_alone(db, row)
        return
    for row in rows:
        row.done.set_result(None)


def _write_alone(db: sqlite3.Connection, row: _Write) -> None:
    try:
        db.execute(row.statement, row.values)
    except sqlite3.Error as error:
        row.done.set_exception(error)
    else:
        row.done.set_result(None)


class Store:
    """One open results file. Thread-safe."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self._readers = threading.local()
        self._opening = threading.Lock()
        self._writer: _Writer | None = None
        self._closed = False

    @classmethod
    def create(cls, folder: Path, settings: dict[str, Any]) -> Store:
        """Start a results file. Raises: BoxwrightError when the folder cannot be written or holds results."""
        if cls.exists(folder):
            raise BoxwrightError(f"{folder}: already holds results; add --resume to continue, or choose another --out")
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

    @staticmethod
    def exists(folder: Path) -> bool:
        """Return whether a folder holds results: a file without any rows is from an evaluation killed at its start."""
        path = folder / FILE
        if not path.is_file():
            return False
        try:
            with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
                tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
                return any(db.execute(f'SELECT 1 FROM "{name}" LIMIT 1').fetchone() for name in tables)
        except sqlite3.DatabaseError:
            return True

    @property
    def settings(self) -> dict[str, Any]:
        """The settings that the evaluation was started with."""
        row = next(self._rows("SELECT value FROM meta WHERE name = 'settings'"), None)
        if row is None:
            raise BoxwrightError(f"{self.path}: holds no settings; choose another --out")
        try:
            found = dict(json.loads(row[0]))
        except (ValueError, TypeError) as error:
            raise self._unreadable() from error
        if not found.keys() >= NEEDED:
            raise self._unreadable()
        return found

    def add_models(self, models: Sequence[str], specs: Mapping[str, Any]) -> list[str]:
        """Add models to the run; return those that are new, in order. Raises: BoxwrightError."""
        settings = self.settings
        new = [model for model in models if model not in settings["models"]]
        if new:
            settings["models"] = [*settings["models"], *new]
            known = {**settings.get("specs", {}), **specs}
            settings |= {"specs": known} if known else {}
            self._write("UPDATE meta SET value = ? WHERE name = 'settings'", (_json(settings),))
        return new

    def reveal(self, keys: Mapping[str, str]) -> None:
        """Store keys under which something was drawn, by their commitments. Raises: BoxwrightError."""
        settings = self.settings
        settings["revealed"] = {**settings.get("revealed", {}), **keys}
        self._write("UPDATE meta SET value = ? WHERE name = 'settings'", (_json(settings),))

    def keep(self, kept: Mapping[str, str]) -> None:
        """Store what `Entry.kept` returned, by box, unless it is stored already. Raises: BoxwrightError."""
        for box, value in kept.items():
            self._write("INSERT OR IGNORE INTO meta VALUES (?, ?)", (f"kept {box}", value))

    def kept(self, box: str) -> str | None:
        """Return what is stored of a box that is not registered."""
        row = next(self._rows("SELECT value FROM meta WHERE name = ?", (f"kept {box}",)), None)
        return None if row is None else str(row[0])

    def counts(self) -> dict[tuple[str, str], tuple[int, int]]:
        """Return how many episodes of each model and box ended, and how many of them failed."""
        rows = self._rows("SELECT model, box, COUNT(*), SUM(failed) FROM episodes GROUP BY model, box")
        return {(model, box): (ended, failed) for model, box, ended, failed in rows}

    def seconds(self) -> dict[str, float]:
        """Return the mean wall time of each model's episodes in seconds, of those that ended well."""
        return dict(self._rows("SELECT model, AVG(seconds) FROM episodes WHERE failed = 0 GROUP BY model"))

    def size(self) -> int:
        """Return the bytes of all episodes' records."""
        return int(next(self._rows("SELECT COALESCE(SUM(LENGTH(record)), 0) FROM episodes"))[0])

    def episode_rows(self) -> Iterator[dict[str, Any]]:
        """Yield a flat row per episode, in a canonical order."""
        names = ("model", "box", "run", "failed", "score", "samples", "turns", *Usage.model_fields, "seconds")
        usage = ", ".join(f"json_extract(record, '$.usage.{name}')" for name in Usage.model_fields)
        score = "(SELECT AVG(json_extract(value, '$.value')) FROM json_each(record, '$.samples'))"
        asked = "json_array_length(record, '$.samples'), json_array_length(record, '$.turns')"
        columns = f"model, box, run, failed, {score}, {asked}, {usage}, seconds"
        for row in self._rows(f"SELECT {columns} FROM episodes ORDER BY model, box, run"):
            yield dict(zip(names, row, strict=True))

    def sample_rows(self) -> Iterator[dict[str, Any]]:
        """Yield a flat row per test sample, in a canonical order; questions, truths and answers are JSON."""
        for key, record in self.records():
            for sample in record.model_dump(mode="json")["samples"]:
                answers = [shot["answer"] for shot in sample["shots"]]
                yield {
                    **{"model": key.model, "box": key.box, "run": key.run, "chapter": sample["chapter"]},
                    **{"sample": sample["number"], "outcome": sample["outcome"], "value": float(sample["value"])},
                    **{name: _json(sample[name]) for name in ("question", "truth")},
                    "answers": _json(answers),
                }

    def answered_as(self) -> dict[str, list[str]]:
        """Return the names under which each model's provider says that it answered, sorted."""
        found: dict[str, set[str]] = {}
        names = "SELECT DISTINCT episode, json_extract(reply, '$.model') FROM replies"
        for episode, name in self._rows(names):
            found.setdefault(episode.rsplit("|", 2)[0], set()).add(name or "")
        return {model: sorted(names - {""}) for model, names in sorted(found.items()) if names - {""}}

    def _unreadable(self) -> BoxwrightError:
        return BoxwrightError(
            f"{self.path}: cannot be read by this version of Boxwright; use the version that wrote it, or another --out"
        )

    def _write(self, statement: str, values: tuple[Any, ...]) -> None:
        try:
            self._opened_writer().write(statement, values)
        except sqlite3.Error as error:
            raise BoxwrightError(f"{self.path}: cannot be written ({error}); free space and use --resume") from error

    def _opened_writer(self) -> _Writer:
        """The writer, begun with the first row: results that are only read may be in a folder that is read-only."""
        with self._opening:
            if self._closed:
                raise sqlite3.ProgrammingError("the results are closed")
            if self._writer is None:
                self._writer = _Writer(self.path)
            return self._writer

    def _connect(self) -> sqlite3.Connection:
        """A connection that only reads. In a folder that is read-only SQLite must be told that nobody writes."""
        alone = not os.access(self.path.parent, os.W_OK) and not self.path.with_name(f"{FILE}-wal").exists()
        return sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro{'&immutable=1' if alone else ''}", uri=True)

    def _rows(self, statement: str, values: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
        """Yield rows through this thread's own connection. Raises: BoxwrightError, also in the middle."""
        try:
            if not hasattr(self._readers, "db"):
                self._readers.db = self._connect()
            db: sqlite3.Connection = self._readers.db
            yield from db.execute(statement, values)
        except sqlite3.Error as error:
            raise BoxwrightError(f"{self.path}: cannot be read ({error}); restore the file") from error

    def put(self, key: Key, record: EpisodeRecord, seconds: float) -> None:
        """Write one ended episode; a failed one may be written again. Raises: BoxwrightError."""
        row = (key.model, key.box, key.run, int(bool(record.failure)), record.model_dump_json(), _now(), seconds)
        self._write("INSERT OR REPLACE INTO episodes VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    def done(self) -> set[Key]:
        """Episodes that ended without an infrastructure failure."""
        return {Key(*row) for row in self._rows("SELECT model, box, run FROM episodes WHERE failed = 0")}

    def records(self) -> Iterator[tuple[Key, EpisodeRecord]]:
        """All episodes in a canonical order, one in memory at a time."""
        return self._records("record", "1")

    def failed(self) -> Iterator[tuple[Key, EpisodeRecord]]:
        """The episodes that were lost to an infrastructure failure, in the same order."""
        return self._records("record", "failed")

    def played(self, environment: str) -> list[tuple[str, str, EpisodeRecord]]:
        """The episodes of one environment in the same order, as (model, box, record), without their conversations."""
        records = self._records("json_remove(record, '$.conversations')", "box GLOB ? || '/*'", environment)
        return [(key.model, key.box, record) for key, record in records]

    def gaps(self, environment: str) -> Iterator[tuple[str, float]]:
        """Yield the seconds between two replies that follow each other in an episode of one environment, by model."""
        before: dict[str, datetime] = {}
        for episode, at in self._rows("SELECT episode, at FROM replies ORDER BY episode, at"):
            model, box, _ = episode.split("|")
            if not box.startswith(f"{environment}/"):
                continue
            now = datetime.fromisoformat(at)
            if episode in before:
                yield model, (now - before[episode]).total_seconds()
            before[episode] = now

    def environments(self) -> list[str]:
        """The names of what was played, sorted."""
        return sorted({box.split("/")[0] for (box,) in self._rows("SELECT DISTINCT box FROM episodes")})

    def _records(self, record: str, where: str, *values: str) -> Iterator[tuple[Key, EpisodeRecord]]:
        ordered = f"SELECT model, box, run, {record} FROM episodes WHERE {where} ORDER BY model, box, run"
        for model, box, run, text in self._rows(ordered, values):
            try:
                read = EpisodeRecord.model_validate_json(text)
            except ValidationError as error:
                raise self._unreadable() from error
            if type(run) is not int or "/" not in box:
                raise self._unreadable()
            yield Key(model, box, run), read

    def find_reply(self, key: Key, request: Request) -> Reply | None:
        """Return the reply to the same request from an earlier attempt at this episode."""
        asked = "SELECT reply FROM replies WHERE episode = ? AND step = ? AND digest = ?"
        row = next(self._rows(asked, (str(key), request.step, request.digest)), None)
        try:
            return None if row is None else Reply.model_validate_json(row[0])
        except ValidationError as error:
            raise self._unreadable() from error

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

    def raw_episodes(self) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of the episodes as they stand in the file, in a canonical order."""
        return self._rows("SELECT * FROM episodes ORDER BY model, box, run")

    def raw_replies(self) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of the replies as they stand in the file."""
        return self._rows("SELECT * FROM replies")

    def put_raw(self, table: Literal["episodes", "replies"], row: tuple[Any, ...]) -> None:
        """Write a row as another file of the same kind has it. Raises: BoxwrightError."""
        self._write(f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * len(row))})", row)

    def close(self) -> None:
        """Write what waits, then close the file; later writes are refused."""
        with self._opening:
            self._closed = True
        if self._writer is not None:
            self._writer.close()


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
