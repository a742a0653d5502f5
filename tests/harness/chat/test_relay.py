"""A person as the model: what is in the folder, when a reply counts, and what a restart finds."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from boxwright.harness.chat import (
    ContextOverflow,
    ModelSpec,
    ProviderFailed,
    RelayModel,
    Request,
    Usage,
    open_model,
    resolve,
)

from .conftest import ask

LONG_AGO = 1_000_000_000


class Hand:
    """Time that only passes while the relay waits; each wait may do something to the folder."""

    def __init__(self, *deeds: Callable[[], object]) -> None:
        self.now = 0.0
        self._deeds = list(deeds)

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        if self._deeds:
            self._deeds.pop(0)()
        elif self.now > 1000:
            raise AssertionError("the relay still waits")


def relay(folder: Path, hand: Hand, timeout: float | None = None) -> RelayModel:
    return RelayModel("relay/me", "me", folder, timeout_seconds=timeout, sleep=hand.sleep, clock=hand.clock)


def put(path: Path, text: str, *, old: bool = False) -> None:
    path.write_bytes(text.encode())
    if old:
        os.utime(path, (LONG_AGO, LONG_AGO))


def test_a_request_is_a_file_that_a_person_can_read_and_answer(tmp_path: Path) -> None:
    reply_file = tmp_path / "0001-coder-write-1.reply.md"
    reply = relay(tmp_path, Hand(lambda: put(reply_file, "Ein Licht. ✓\n"))).ask(ask("What is it?\nSay."))
    assert reply.text == "Ein Licht. ✓\n"
    assert (reply.model, reply.finish) == ("me", "stop")
    assert reply.usage == Usage(input=3 + 4, output=4, calls=1, estimated=True)
    written = (tmp_path / "0001-coder-write-1.request.md").read_text()
    first, second, rest = written.split("\n", 2)
    assert "into 0001-coder-write-1.reply.md beside this file" in first
    assert f"digest: {ask('What is it?', 'x').digest}" not in first
    assert f"digest: {ask('What is it?' + chr(10) + 'Say.').digest}" in first
    assert "at most 900 tokens" in second
    assert rest == (
        "\n===== message 1 of 2: system =====\n\nBe brief.\n\n===== message 2 of 2: user =====\n\nWhat is it?\nSay.\n"
    )
    assert not list(tmp_path.glob(".0*"))


def test_a_reply_counts_only_when_it_stands_still(tmp_path: Path) -> None:
    path = tmp_path / "0001-coder-write-1.reply.md"
    said = ["", "A", "A lam", "A lamp", "A lamp."]
    hand = Hand(*[lambda text=text: put(path, text) for text in said])
    assert relay(tmp_path, hand).ask(ask("?")).text == "A lamp."
    assert hand.now >= 0.2 * len(said) + 0.5


def test_a_reply_rewritten_with_the_same_size_is_not_still(tmp_path: Path) -> None:
    path = tmp_path / "0001-coder-write-1.reply.md"
    now = time.time_ns()

    def write(text: str, later: int) -> None:
        put(path, text)
        os.utime(path, ns=(now, now + later))

    hour = 3_600_000_000_000
    hand = Hand(*[lambda n=n: write(f"n{n}", hour + n) for n in range(8)])
    assert relay(tmp_path, hand).ask(ask("?")).text == "n7"


def test_a_reply_of_spaces_does_not_count(tmp_path: Path) -> None:
    path = tmp_path / "0001-coder-write-1.reply.md"
    hand = Hand(lambda: put(path, "\n \n", old=True), lambda: put(path, "Now.", old=True))
    assert relay(tmp_path, hand).ask(ask("?")).text == "Now."


def test_after_a_restart_an_answered_request_is_read_at_once(tmp_path: Path) -> None:
    with pytest.raises(ProviderFailed):
        relay(tmp_path, Hand(), timeout=1).ask(ask("?"))
    put(tmp_path / "0001-coder-write-1.reply.md", "A lamp.", old=True)
    hand = Hand()
    assert relay(tmp_path, hand).ask(ask("?")).text == "A lamp."
    assert hand.now == 0


def test_after_a_restart_an_unanswered_request_is_used_again(tmp_path: Path) -> None:
    for _ in range(2):
        with pytest.raises(ProviderFailed):
            relay(tmp_path, Hand(), timeout=1).ask(ask("?"))
    assert len(list(tmp_path.glob("*.request.md"))) == 1


def test_another_question_at_the_same_step_gets_a_number_of_its_own(tmp_path: Path) -> None:
    put(tmp_path / "0041-player-x.reply.md", "the request of this one is gone", old=True)
    for question in ("?", "!"):
        with pytest.raises(ProviderFailed):
            relay(tmp_path, Hand(), timeout=1).ask(ask(question))
    assert sorted(path.name for path in tmp_path.glob("*.request.md")) == [
        "0042-coder-write-1.request.md",
        "0043-coder-write-1.request.md",
    ]


def test_a_player_does_not_read_which_box_it_plays(tmp_path: Path) -> None:
    asked = Request(role="player", step="encryption/caesar_cipher/1/1", messages=ask("?").messages)
    with pytest.raises(ProviderFailed):
        relay(tmp_path, Hand(), timeout=1).ask(asked)
    (path,) = tmp_path.glob("*.request.md")
    assert path.name == "0001-player.request.md"
    assert "caesar" not in path.read_text()
    put(tmp_path / "0001-player.reply.md", "QUERY: a", old=True)
    assert relay(tmp_path, Hand()).ask(asked).text == "QUERY: a"


@pytest.mark.parametrize("step", ["../../up", "a/b\\c d\n\x00é", "x" * 500])
def test_a_step_cannot_lead_out_of_the_folder(tmp_path: Path, step: str) -> None:
    folder = tmp_path / "deep" / "relay"
    with pytest.raises(ProviderFailed, match="no reply in"):
        relay(folder, Hand(), timeout=1).ask(ask("?", step=step))
    assert [path.parent for path in tmp_path.rglob("*.md")] == [folder]


def test_a_relay_may_have_a_time_limit(tmp_path: Path) -> None:
    hand = Hand()
    with pytest.raises(ProviderFailed, match=r"relay/me: no reply in .*0001-coder-write-1.reply.md within 30 s"):
        relay(tmp_path, hand, timeout=30).ask(ask("?"))
    assert 30 <= hand.now < 31


def test_a_reply_that_is_no_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "0001-coder-write-1.reply.md"
    with pytest.raises(ProviderFailed, match=r"0001-coder-write-1.reply.md is not UTF-8 text"):
        relay(tmp_path, Hand(lambda: path.write_bytes(b"\xff\xfe\x00"))).ask(ask("?"))


def test_a_folder_that_cannot_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ProviderFailed, match=r"relay/me: .*file/me cannot be used: "):
        relay(tmp_path / "file" / "me", Hand()).ask(ask("?"))


def test_a_name_opens_the_folder_of_the_one_who_answers(tmp_path: Path) -> None:
    model = open_model(resolve("relay/a/b", {}), relay_root=tmp_path)
    assert isinstance(model, RelayModel)
    assert (model.name, model.folder) == ("relay/a/b", tmp_path / "a-b")


def test_several_threads_and_processes_share_a_folder(tmp_path: Path) -> None:
    """Three processes with four threads each ask the same twelve questions; each is asked once and read by all."""
    script = (
        "import sys, threading, time, pathlib\n"
        "from boxwright.harness.chat import Message, RelayModel, Request\n"
        "me = RelayModel('relay/me', 'me', pathlib.Path(sys.argv[1]), timeout_seconds=60,\n"
        "                sleep=lambda seconds: time.sleep(0.01))\n"
        "def part(k):\n"
        "    for n in range(12):\n"
        "        q = Request(role='coder', step=str((n + k) % 12), messages=(Message(role='user', content='?'),))\n"
        "        assert me.ask(q).text == f'reply to {q.step}', q.step\n"
        "        done.append(n)\n"
        "done = []\n"
        "threads = [threading.Thread(target=part, args=(3 * k,)) for k in range(4)]\n"
        "[t.start() for t in threads], [t.join() for t in threads]\n"
        "assert len(done) == 48, done\n"
    )
    processes = [subprocess.Popen([sys.executable, "-c", script, str(tmp_path)]) for _ in range(3)]
    stop = threading.Event()
    answering = threading.Thread(target=_answer_all, args=(tmp_path, stop))
    answering.start()
    try:
        assert [process.wait(timeout=120) for process in processes] == [0, 0, 0]
    finally:
        stop.set()
        answering.join()
        for process in processes:
            process.kill()
            process.wait()
    names = sorted(path.name for path in tmp_path.glob("*.request.md"))
    assert [name[:4] for name in names] == [f"{n:04d}" for n in range(1, 13)]


def _answer_all(folder: Path, stop: threading.Event) -> None:
    while not stop.wait(0.01):
        for request in folder.glob("*.request.md"):
            reply = request.with_name(request.name.replace(".request.md", ".reply.md"))
            if not reply.exists():
                unfinished = reply.with_name(f".{reply.name}")
                put(unfinished, f"reply to {request.name.split('-')[2].split('.')[0]}", old=True)
                unfinished.replace(reply)


def test_a_conversation_that_is_too_long_for_who_answers_is_not_written(tmp_path: Path) -> None:
    spec = ModelSpec(name="desk", provider="relay", context_tokens=1000)
    with pytest.raises(ContextOverflow, match="desk: the conversation is about 103 tokens long"):
        open_model(spec, relay_root=tmp_path).ask(ask("x" * 400))
    assert not list(tmp_path.rglob("*"))


def test_a_request_of_many_tokens_is_written_whole(tmp_path: Path) -> None:
    text = "x" * 2_000_000
    with pytest.raises(ProviderFailed):
        relay(tmp_path, Hand(), timeout=1).ask(Request(role="coder", step="1", messages=ask(text).messages))
    (path,) = tmp_path.glob("*.request.md")
    assert text in path.read_text()
