"""`boxwright relay`: a person or a script as the model, through the files of a real relay model."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from boxwright.cli import run
from boxwright.harness.chat import Message, RelayModel, Reply, Request
from boxwright.harness.chat.relay_desk import NothingToAnswer, put_reply, waiting


class Asker:
    """Somebody who asks a relay model and waits for the reply, in a thread of its own."""

    def __init__(self, folder: Path, *steps: str) -> None:
        self.replies: dict[str, Reply] = {}
        self._model = RelayModel("relay/me", "me", folder, timeout_seconds=60)
        self._thread = threading.Thread(target=self._ask, args=(steps,))
        self._thread.start()

    def _ask(self, steps: tuple[str, ...]) -> None:
        for step in steps:
            messages = (Message(role="user", content=f"Question {step}? ✓"),)
            self.replies[step] = self._model.ask(Request(role="coder", step=step, messages=messages))

    def texts(self) -> list[str]:
        self._thread.join(60)
        return [reply.text for reply in self.replies.values()]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path("runs/relay/me")


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.BytesIO]:
    held = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(held, encoding="utf-8"))
    yield held


def ask_without_waiting(folder: Path, *steps: str) -> None:
    """Leave requests behind, as a build that was stopped does."""
    for step in steps:
        model = RelayModel("relay/me", "me", folder, timeout_seconds=0)
        with pytest.raises(Exception, match="no reply in"):
            model.ask(Request(role="coder", step=step, messages=(Message(role="user", content=step),)))


def test_a_script_is_the_model(folder: Path, capsys: pytest.CaptureFixture[str], stdin: io.BytesIO) -> None:
    """Print, answer, print, answer: from a file and from standard input."""
    asker = Asker(folder, "write/1", "claims/1")
    assert run(["relay", "answer", str(folder), "--wait", "30"]) == 0
    printed = capsys.readouterr()
    assert "Question write/1? ✓\n" in printed.out
    assert printed.out == next(folder.glob("0001*.request.md")).read_text(encoding="utf-8")
    assert printed.err.startswith("0001-coder-write-1 waits for its reply: boxwright relay answer runs/relay/me")
    Path("reply.md").write_text("Ein Licht ✓\n", encoding="utf-8")
    assert run(["relay", "answer", str(folder), "--text", "reply.md"]) == 0
    assert capsys.readouterr().err == "written: runs/relay/me/0001-coder-write-1.reply.md\n"
    stdin.write("\ufeffZwei ✓".encode())
    stdin.seek(0)
    while not waiting(folder):
        time.sleep(0.05)
    assert run(["relay", "answer", str(folder), "--text", "-"]) == 0
    assert asker.texts() == ["Ein Licht ✓\n", "Zwei ✓"]
    assert not list(folder.glob(".*.reply.md*"))


def test_the_oldest_is_next_and_any_other_can_be_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ask_without_waiting(folder, "a", "b", "c")
    Path("reply.md").write_text("B")
    assert run(["relay", "answer", str(folder), "--to", "0002-coder-b", "--text", "reply.md"]) == 0
    assert run(["relay", "answer", str(folder), "--to", "0003-coder-c.request.md"]) == 0
    assert "message 1 of 1: user =====\n\nc\n" in capsys.readouterr().out
    assert [w.stem for w in waiting(folder)] == ["0001-coder-a", "0003-coder-c"]
    assert run(["relay", "answer", str(folder), "--to", "0002-coder-b", "--text", "reply.md"]) == 1
    assert capsys.readouterr().err == "boxwright: runs/relay/me: no request 0002-coder-b waits for a reply\n"


def test_many_requests_are_in_the_order_of_their_numbers(folder: Path) -> None:
    folder.mkdir(parents=True)
    for name in ("10000-a", "9999-a", "0002-a", "odd"):
        (folder / f"{name}.request.md").write_text("?")
    (folder / ".0001-a.request.md.77").write_text("?")
    assert [w.stem for w in waiting(folder)] == ["odd", "0002-a", "9999-a", "10000-a"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "the reply is empty, and would never count; nothing was written"),
        (b" \n", "the reply is empty, and would never count; nothing was written"),
        (b"\xff\xfe", "not UTF-8 text; save it as UTF-8"),
    ],
)
def test_a_reply_that_would_not_count_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], text: bytes, said: str
) -> None:
    ask_without_waiting(folder, "a")
    Path("reply.md").write_bytes(text)
    assert run(["relay", "answer", str(folder), "--text", "reply.md"]) == 1
    assert said in capsys.readouterr().err
    assert [w.stem for w in waiting(folder)] == ["0001-coder-a"]
    assert sorted(path.name for path in folder.iterdir()) == [".lock", "0001-coder-a.request.md"]


@pytest.mark.parametrize("given", [["--text", "none.md"], []])
def test_where_nothing_waits_one_line_says_so(
    folder: Path, capsys: pytest.CaptureFixture[str], given: list[str]
) -> None:
    assert run(["relay", "answer", str(folder), *given]) == 1
    err = capsys.readouterr().err
    assert err in (
        "boxwright: none.md: No such file or directory\n",
        "boxwright: runs/relay/me: no request waits for a reply\n",
    )


def test_an_empty_reply_file_is_no_reply_and_a_real_one_is_never_overwritten(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ask_without_waiting(folder, "a")
    (request,) = waiting(folder)
    request.reply_path.write_text("\n")
    assert waiting(folder) == [request]
    request.reply_path.write_text("Mine.")
    with pytest.raises(NothingToAnswer, match="is there already; nothing was written"):
        put_reply(request, "Yours.")
    assert request.reply_path.read_text() == "Mine."
    assert sorted(path.name for path in folder.iterdir()) == [
        ".lock",
        "0001-coder-a.reply.md",
        "0001-coder-a.request.md",
    ]


def test_serve_shows_one_request_after_the_other(folder: Path) -> None:
    ask_without_waiting(folder, "a", "b")
    command = [sys.executable, "-m", "boxwright", "relay", "serve", str(folder), "--once"]
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    for step in "ab":
        shown = ""
        while not shown.endswith(f"user =====\n\n{step}\n"):
            line = process.stdout.readline()
            assert line, "it stopped"
            shown += line
        assert [w.stem[-1] for w in waiting(folder)] == list("ab")["ab".index(step) :]
        put_reply(waiting(folder)[0], f"Reply {step}")
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "===== 0001-coder-a; 1 more waiting =====" in err
    assert "===== 0002-coder-b; 0 more waiting =====" in err


def test_in_a_terminal_the_reply_is_typed(folder: Path) -> None:
    asker = Asker(folder, "a", "b")
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "boxwright", "relay", "serve", str(folder)]
    process = subprocess.Popen(command, stdin=follower, stdout=follower, stderr=follower, start_new_session=True)
    os.close(follower)
    try:
        _read_until(leader, "0001-coder-a; end it with")
        os.write(leader, "Erste Zeile ✓\nzweite\n.\n".encode())
        _read_until(leader, "0002-coder-b; end it with")
        os.write(leader, b"Two.\n.\n")
        assert asker.texts() == ["Erste Zeile ✓\nzweite\n", "Two.\n"]
    finally:
        process.terminate()
        process.wait(timeout=60)
        os.close(leader)


def _read_until(leader: int, words: str) -> None:
    seen = b""
    while words.encode() not in seen:
        seen += os.read(leader, 65536)
