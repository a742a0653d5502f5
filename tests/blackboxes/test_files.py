"""Atomic writes: files are whole or absent, whoever writes them and however that ends."""

from __future__ import annotations

import os
import re
import threading
from pathlib import Path

import pytest

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.files import append_line, file_replaced, folder_replaced, held, write_atomically


def test_a_file_is_replaced_whole_as_text_or_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_atomically(path, "ä\r\nb\n")
    assert path.read_bytes() == "ä\r\nb\n".encode()
    write_atomically(path, b"\xff")
    assert path.read_bytes() == b"\xff"
    assert list(tmp_path.iterdir()) == [path]


def test_an_error_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_atomically(path, "old")
    with pytest.raises(KeyError), file_replaced(path) as part:
        part.write_text("half")
        raise KeyError
    with pytest.raises(UnicodeEncodeError):
        write_atomically(path, "\ud800")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_nothing_is_written_but_whole() -> None:
    """Every other writing goes into a folder, or a part of a file, that takes its place at the end."""
    root = Path(__file__).resolve().parent.parent.parent
    folders = [root / name for name in ("agents", "blackboxes", "harness", "boxwright/commands")]
    files = [path for folder in folders for path in folder.rglob("*.py") if "accepted" not in path.parts]
    assert len(files) > 200
    writing = re.compile(r"^.*\.write_(?:text|bytes)\(.*$", re.MULTILINE)
    found = [line.strip() for path in files if path.name != "files.py" for line in writing.findall(path.read_text())]
    assert [line for line in found if not line.startswith(("(staged / ", "part."))] == []


def test_an_error_names_the_file_itself(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "a.txt"
    with pytest.raises(FileNotFoundError) as error:
        write_atomically(path, "text")
    assert error.value.filename == str(path)


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(path.read_bytes()))
    reader.start()
    write_atomically(path, "text")
    reader.join()
    assert read == [b"text"]
    assert path.is_fifo()


def test_a_name_may_be_as_long_as_a_name_can_be(tmp_path: Path) -> None:
    path = tmp_path / ("ä" * 127)
    write_atomically(path, "text")
    assert path.read_text() == "text"


def test_threads_that_write_the_same_file_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    texts = [f"{n}\n" * 20_000 for n in range(4)]
    threads = [threading.Thread(target=lambda t=text: [write_atomically(path, t) for _ in range(20)]) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert path.read_text() in texts
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_is_replaced_whole_or_stays(tmp_path: Path) -> None:
    folder = tmp_path / "box"
    with folder_replaced(folder) as staged:
        (staged / "one").write_text("1")
    with pytest.raises(KeyError), folder_replaced(folder) as staged:
        (staged / "two").write_text("2")
        raise KeyError
    assert [path.name for path in folder.iterdir()] == ["one"]
    with folder_replaced(folder) as staged:
        (staged / "two").write_text("2")
    assert [path.name for path in folder.iterdir()] == ["two"]
    assert list(tmp_path.iterdir()) == [folder]


def test_what_a_crash_left_behind_is_no_hindrance(tmp_path: Path) -> None:
    for name in (".box.staged", ".box.old"):
        (tmp_path / name / "in").mkdir(parents=True)
    with folder_replaced(tmp_path / "box") as staged:
        (staged / "one").write_text("1")
    assert [path.name for path in tmp_path.iterdir()] == ["box"]


def test_lines_are_appended(tmp_path: Path) -> None:
    append_line(tmp_path / "a", "one")
    append_line(tmp_path / "a", "zwei ä")
    assert (tmp_path / "a").read_bytes() == "one\nzwei ä\n".encode()


def test_a_held_folder_is_refused_or_waited_for(tmp_path: Path) -> None:
    seen: list[str] = []

    def wait() -> None:
        with held(tmp_path, wait=True):
            seen.append("second")

    with held(tmp_path):
        with pytest.raises(BoxwrightError, match=r"process \d+ is working there"), held(tmp_path):
            pass
        thread = threading.Thread(target=wait)
        thread.start()
        thread.join(0.2)
        seen.append("first")
    thread.join()
    assert seen == ["first", "second"]
