"""Programs as players: real processes that answer, lie, hang, crash and talk nonsense."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from boxwright.blackboxes.workspace import SHIPPED
from boxwright.cli import run
from boxwright.harness.chat.api import Message, ModelError, UnknownModel
from boxwright.harness.players.builtin import named_player
from boxwright.harness.players.player import BadPlayer, Observation
from boxwright.harness.players.program import ProgramPlayer

BOX = "encryption/char_to_num"
FAIR = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    assert asked["messages"][-1]["content"] == asked["message"]
    text = "QUERY: abc" if asked["kind"] == "query" else "ANSWER: 1"
    print(json.dumps({"reply": text, "usage": {"input": 10, "output": 5}}), flush=True)
"""
ASKED = Observation(kind="query", text="?", conversation=(Message(role="user", content="?"),))


def program(folder: Path, text: str) -> str:
    file = folder / "agent.py"
    file.write_text(text)
    return f"{sys.executable} {file}"


def test_a_program_is_scored_like_a_model(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(SHIPPED)
    out = tmp_path / "out"
    name = f"cmd:{program(tmp_path, FAIR)}"
    command = ["eval", "--models", name, "--boxes", BOX, "--turns", "2", "--samples", "3", "--out", str(out)]
    assert run(command) == 0
    assert run(["export", str(out)]) == 0
    line = capsys.readouterr().out.splitlines()[-1]
    assert '"outcome":"wrong"' in line and '"input":50' in line


def test_a_program_that_ends_declines_the_rest(tmp_path: Path) -> None:
    player = ProgramPlayer(program(tmp_path, "pass"))
    assert [player.reply(ASKED).finish for _ in range(2)] == ["refused", "refused"]
    player.close()


def test_a_program_that_has_ended_declines_what_nobody_reads(tmp_path: Path) -> None:
    player = ProgramPlayer(program(tmp_path, """print('{"reply": "once"}', flush=True)"""))
    assert player.reply(ASKED).text == "once"
    assert player._process is not None and player._process.wait() == 0
    assert player.reply(ASKED).finish == "refused"
    player.close()


def test_a_program_that_crashes_fails_the_episode_with_its_last_words(tmp_path: Path) -> None:
    player = ProgramPlayer(program(tmp_path, "raise SystemExit('out of paper')"))
    with pytest.raises(ModelError, match=r"exit code 1: .*out of paper"):
        player.reply(ASKED)
    player.close()


def test_a_program_past_its_time_is_cut_and_ended(tmp_path: Path) -> None:
    player = ProgramPlayer(program(tmp_path, "import time; time.sleep(600)"), seconds=0.5)
    began = time.monotonic()
    assert player.reply(ASKED).finish == "length"
    assert player.reply(ASKED).finish == "length"
    player.close()
    assert time.monotonic() - began < 60
    assert player._process is not None and player._process.poll() is not None


def test_a_program_past_its_tokens_is_cut(tmp_path: Path) -> None:
    player = ProgramPlayer(program(tmp_path, FAIR), tokens=20)
    assert player.reply(ASKED).finish == "stop"
    assert player.reply(ASKED).finish == "length"
    player.close()


@pytest.mark.parametrize("said", ["hello", '{"answer": 1}', '{"reply": 3}', "[]", '{"reply": "x", "usage": 7}', "null"])
def test_a_line_that_is_no_reply_names_the_form(said: str, tmp_path: Path) -> None:
    player = ProgramPlayer(program(tmp_path, f"print({said!r}, flush=True); import sys; sys.stdin.read()"))
    with pytest.raises(BadPlayer, match=r'expected a line \{"reply": TEXT\}'):
        player.reply(ASKED)
    player.close()


@pytest.mark.parametrize("name", ["cmd:", "cmd:   ", "cmd:'unclosed"])
def test_no_program(name: str) -> None:
    with pytest.raises(UnknownModel, match="cmd:"):
        named_player(name)


def test_a_program_that_does_not_exist() -> None:
    with pytest.raises(ModelError, match="cannot be started"):
        ProgramPlayer("/nowhere/agent").reply(ASKED)
