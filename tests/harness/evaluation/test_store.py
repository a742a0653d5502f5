"""The results file under stress: every write that reports success is there, and nothing ends the process."""

from __future__ import annotations

import sqlite3
import threading
import time
import tracemalloc
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.harness.analysis.metrics import scores
from boxwright.harness.chat.api import Message, Reply, Request
from boxwright.harness.evaluation.store import FILE, NEEDED, Key, Store
from boxwright.harness.evaluation.worker import failures
from boxwright.harness.records import EpisodeRecord
from tests.conftest import Disk

SETTINGS = dict.fromkeys(sorted(NEEDED), 1)
THREADS = 64


def request(step: str) -> Request:
    return Request(role="player", step=step, messages=(Message(role="user", content="?"),))


def written_by_many(store: Store, each: int, size: int) -> list[tuple[int, int]]:
    """Let many threads read and write until they are done, or refused; return what was reported as written."""
    reported: list[tuple[int, int]] = []
    lock = threading.Lock()

    def work(number: int) -> None:
        for row in range(each):
            asked, key = request(str(row)), Key("m", "b", number)
            try:
                assert store.find_reply(key, asked) is None
                store.put_reply(key, asked, Reply(text="y" * size))
            except BoxwrightError:
                continue
            with lock:
                reported.append((number, row))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    if each > 1:
        store.close()  # in the middle
    for thread in threads:
        thread.join()
    return reported


def rows(folder: Path) -> int:
    with closing(sqlite3.connect(folder / FILE)) as db:
        return int(db.execute("SELECT count(*) FROM replies").fetchone()[0])


@pytest.mark.parametrize(
    "trial", [*range(20), *(pytest.param(trial, marks=pytest.mark.slow) for trial in range(20, 200))]
)
def test_closing_in_the_middle_loses_nothing_that_was_reported(tmp_path: Path, trial: int) -> None:
    store = Store.create(tmp_path, SETTINGS)
    reported = written_by_many(store, each=3, size=10 * trial)
    assert rows(tmp_path) == len(reported)
    with pytest.raises(BoxwrightError, match="closed"):
        store.put_reply(Key("m", "b", 1), request("late"), Reply(text="y"))


def test_of_rows_that_are_written_together_only_the_bad_one_fails(tmp_path: Path) -> None:
    store = Store.create(tmp_path, SETTINGS)
    told: dict[int, str] = {}

    def work(number: int) -> None:
        try:
            store.put_raw("replies", (f"m|b|{number}", "1", "digest", None if number % 8 == 0 else "{}", "now"))
        except BoxwrightError as error:
            told[number] = str(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(THREADS)]
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")  # the first row waits for this, the others behind it
        for thread in threads:
            thread.start()
        time.sleep(0.2)
        other.execute("ROLLBACK")
    for thread in threads:
        thread.join()
    store.close()
    assert sorted(told) == list(range(0, THREADS, 8))
    assert all("NOT NULL" in said for said in told.values())
    assert rows(tmp_path) == THREADS - THREADS // 8


def test_on_a_full_disk_a_write_that_did_not_happen_is_an_error(
    small_disk: Disk, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    small_disk.resize(300)
    store = Store.create(small_disk.folder / "out", SETTINGS)
    reported = written_by_many(store, each=1, size=20_000)
    assert 0 < len(reported) < THREADS
    with pytest.raises(BoxwrightError, match="cannot be written"):
        store.put_reply(Key("m", "b", 99), request("late"), Reply(text="y" * 20_000))
    store.close()
    copied = tmp_path / "copy"
    copied.mkdir()
    for path in (small_disk.folder / "out").iterdir():
        (copied / path.name).write_bytes(path.read_bytes())
    record_property("rows", (len(reported), rows(copied)))
    assert rows(copied) == len(reported)


def test_a_file_without_settings_is_of_an_evaluation_killed_as_it_began(tmp_path: Path) -> None:
    assert not Store.exists(tmp_path)
    (tmp_path / FILE).touch()
    assert not Store.exists(tmp_path)
    Store.create(tmp_path, SETTINGS).close()
    assert Store.exists(tmp_path)
    (tmp_path / FILE).write_bytes(b"no database" * 100)
    assert Store.exists(tmp_path)
    with pytest.raises(BoxwrightError, match=r"cannot be read \(file is not a database\); restore the file"):
        assert Store.open(tmp_path).settings


def test_episodes_are_counted_without_being_in_memory_together(tmp_path: Path) -> None:
    """A hundred episodes of 400 kB: one at a time, and none of them where only its failure is asked for."""
    said = tuple(Message(role="user", content="x" * 4_000) for _ in range(100))
    store = Store.create(tmp_path, SETTINGS)
    for run in range(1, 101):
        store.put(Key("m", "encryption/b", run), EpisodeRecord(conversations=(said,)), 1.0)
    scores(store.records(), ("m",), 1)  # imports what it needs
    tracemalloc.start()
    try:
        (score, *_) = scores(store.records(), ("m",), 1)
        assert failures(store.failed()) == []
        assert len(store.played("encryption")) == 100
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()
        store.close()
    assert score.outcomes["failed"] == 0
    assert [record.conversations for _, _, record in store.played("encryption")] == [()] * 100
    assert store.played("encrypt") == []
    assert store.environments() == ["encryption"]
