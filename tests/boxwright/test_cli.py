"""The command line as a user meets it: what it prints, its exit codes, and one clear line for every bad input."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from boxwright.agents.box.build import build
from boxwright.agents.runs.options import BuildOptions
from boxwright.blackboxes.workspace import Workspace, find_workspace
from boxwright.cli import COMMANDS, cli, run
from boxwright.sandbox import Launcher
from tests.agents.script import ScriptedModel, played_by
from tests.conftest import CAESAR_FRONT, CAESAR_RULE, describe, write_description

ID = "encryption/caesar"


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    assert run(["init", "ws"]) == 0
    monkeypatch.chdir(tmp_path / "ws")
    return tmp_path / "ws"


@pytest.fixture
def built(inside: Path, launcher: Launcher, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    monkeypatch.setenv("BOXWRIGHT_SANDBOX", "local")
    place = find_workspace(inside)
    write_description(place, describe(ID, CAESAR_FRONT, CAESAR_RULE))
    build(place, ID, launcher, BuildOptions(models=played_by(ScriptedModel())))
    return place


def said(capsys: pytest.CaptureFixture[str], code: int, *arguments: str) -> str:
    """Run a command that fails; return its one line on stderr."""
    capsys.readouterr()
    assert run(list(arguments)) == code
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return captured.err.strip()


def test_every_command_exists_and_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    for name in COMMANDS:
        assert run([name, "--help"]) == 0
        assert "Usage: boxwright" in capsys.readouterr().out
    assert cli.name == "cli"


def test_a_new_workspace_lints_and_lists(inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lint"]) == 0
    assert run(["new", "circuit/my_adder"]) == 0
    assert run(["new", "freeform/my_game"]) == 0
    assert run(["new", "kumo/my_domain"]) == 0
    assert run(["lint", "descriptions/"]) == 0
    assert "4 descriptions, 0 faults" in capsys.readouterr().out
    assert run(["list"]) == 0
    out = capsys.readouterr().out
    assert "encryption/my_cipher" in out
    assert "encryption/zigzag_cipher" in out
    assert (inside / "models.yaml").exists()


def test_lint_names_file_line_and_remedy(inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = inside / "descriptions" / "encryption" / "my_cipher.md"
    path.write_text(path.read_text().replace("difficulty: easy ", "difficulty: medium "))
    assert run(["lint"]) == 1
    assert f"{path}:2: difficulty: " in capsys.readouterr().err


ZIGZAG = "did you mean encryption/zigzag_cipher?"
EVAL = ["eval", "--out", "o", "--models"]
BAD = [
    (
        ["build", "encryption/none", "--model", "replay"],
        1,
        "no description matches 'encryption/none'; known: ",
    ),
    (["build", "encryption/my_cipher"], 1, "no model for coder, tester, refiner; give --model NAME"),
    (["build", "encryption/my_cipher", "--model", "nope"], 1, "unknown model 'nope'"),
    (["build", "encryption/my_cipher", "--model", "openai/x"], 1, "set the environment variable OPENAI_API_KEY"),
    (["build", "encryption/my_cipher", "--model", "anthropic/x"], 1, "set the environment variable ANTHROPIC_API_KEY"),
    (["build", "encryption/my_cipher", "--model", "replay"], 1, "there is no recording to replay"),
    (["build", "encryption/my_cipher", "--model", "my-server", "--planted", "x"], 1, "--planted only works with relay"),
    (["show", "encryption/none"], 1, "no accepted box 'encryption/none'"),
    (["check", "encryption/none"], 1, "no accepted box matches 'encryption/none'"),
    (["remove", "encryption/none"], 1, "no accepted box 'encryption/none' in this workspace"),
    (["call", "encryption/none"], 1, "no accepted box 'encryption/none'"),
    (["eval", "--models", "builtin/oracle", "--boxes", "x/*", "--out", "o"], 1, "no accepted box matches 'x/*'"),
    (["eval", "--models", "builtin/genius", "--boxes", "*", "--out", "o"], 1, "no builtin player 'builtin/genius'"),
    (["eval", "--models", "none.yaml", "--boxes", "*", "--out", "o"], 1, "none.yaml: cannot be read"),
    (["eval", "--models", "builtin/oracle", "--boxes", "*"], 2, "Missing option '--out'"),
    (["eval", "--models", "builtin/oracle", "--boxes", "*", "--out", "o", "--turns", "-1"], 2, "--turns"),
    (["show", "encryption/zigzag_cypher"], 1, f"no accepted box 'encryption/zigzag_cypher'; {ZIGZAG}"),
    (["show", "zigzag_cipher"], 1, f"no accepted box 'zigzag_cipher'; {ZIGZAG}"),
    (["check", "encrytion/zigzag_cipher"], 1, f"no accepted box matches 'encrytion/zigzag_cipher'; {ZIGZAG}"),
    (["check", "encrytion/*"], 1, "no accepted box matches 'encrytion/*'; did you mean encryption/*?"),
    (["call", "encryption/zigzagcipher"], 1, f"no accepted box 'encryption/zigzagcipher'; {ZIGZAG}"),
    (
        ["build", "encryption/my_chiper", "--model", "x"],
        1,
        "did you mean encryption/my_cipher?",
    ),
    (["exam", "zigzag", "--reference", "x.py"], 1, f"no description 'zigzag'; {ZIGZAG}"),
    (["sibling", "encryption/zigzag"], 1, f"no accepted box 'encryption/zigzag'; {ZIGZAG}"),
    (["show", "encryption/my_cipher"], 1, "build it with `boxwright build encryption/my_cipher`"),
    ([*EVAL, "builtin/oracle", "--boxes", "puzzle/wordel"], 1, "did you mean puzzle/wordle?"),
    ([*EVAL, "builtin/solvr", "--boxes", "*"], 1, "no builtin player 'builtin/solvr'; did you mean builtin/solver?"),
    ([*EVAL, "bultin/solver", "--boxes", "*"], 1, "unknown model 'bultin/solver'; did you mean 'builtin/solver'?"),
    ([*EVAL, "claud", "--boxes", "*"], 1, "unknown model 'claud'; did you mean 'claude'?"),
    (["report", "nowhere"], 1, "nowhere: holds no results"),
    (["lint", "nowhere"], 1, "nowhere: no such file or folder"),
    (["new", "cooking/x"], 1, "the environment 'cooking' does not exist; use one of: circuit, "),
    (["new", "encrytion/x"], 1, "'encrytion' does not exist (did you mean encryption?); use one of: circuit, "),
    (["new", "Encryption"], 1, "'Encryption' is not an id"),
    (["init", "."], 1, "is already a workspace"),
    (["sibling", "kumo/nothing"], 1, "kumo/nothing: kumo has no siblings"),
    (["sibling", "cooking/x"], 1, "the environment 'cooking' does not exist; use one of: circuit, "),
    (["build", "kumo/nothing", "--model", "replay"], 1, "known: kumo/aircraft, "),
    (["frobnicate"], 2, "No such command 'frobnicate'"),
]


@pytest.mark.parametrize(("arguments", "code", "line"), BAD, ids=[" ".join(a) for a, _, _ in BAD])
def test_bad_input_is_one_clear_line(
    arguments: list[str], code: int, line: str, inside: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    err = said(capsys, code, *arguments)
    assert line in err
    if code == 1:
        assert len(err.splitlines()) == 1
    assert not (inside / "o").exists()


@pytest.mark.parametrize("command", ["sibling", "show", "call", "build"])
def test_an_unknown_id_is_answered_with_a_few_of_its_environment(
    command: str, inside: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = said(capsys, 1, command, "encryption/nothing", *(["--model", "replay"] if command == "build" else []))
    known = line.partition("known: ")[2]
    assert "encryption/caesar_cipher" in known
    assert "kumo/" not in known
    many = said(capsys, 1, "build", "nothing", "--model", "replay")
    assert "`boxwright list` shows all " in many
    assert "," not in many


def test_trace_suggests_a_near_id(built: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    err = said(capsys, 1, "trace", "encryption/ceasar")
    assert f"did you mean {ID}?" in err


def test_a_broken_description_is_named_before_a_build(inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = inside / "descriptions" / "encryption" / "my_cipher.md"
    path.write_text("nothing")
    err = said(capsys, 1, "build", "encryption/my_cipher", "--model", "replay", "--recordings", ".")
    assert "no recording" in err or f"{path}:1" in err


def test_outside_a_workspace_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "make one with `boxwright init DIR`" in said(capsys, 1, "new", "encryption/x")
    assert list(tmp_path.iterdir()) == []


def test_the_dry_run_bounds_calls_and_tokens(inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["build", "encryption/my_cipher", "--dry-run", "--max-revisions", "0", "--test-turns", "1"]) == 0
    out = capsys.readouterr().out
    # twice write 1+2, claims 1+2, decide 1+2; 1 turn x (1+2) each sent back once, 2 samples x (1+2),
    # probe 1+2, judge twice 1+2
    assert "at most 33 calls" in out


def test_list_show_check_remove(built: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["list", "--json"]) == 0
    rows = {r["id"]: r for r in json.loads(capsys.readouterr().out)}
    assert rows[ID]["state"] == "accepted"
    assert run(["show", ID]) == 0
    out = capsys.readouterr().out
    assert "def blackbox" in out
    assert CAESAR_RULE not in out
    assert run(["show", ID, "--rule"]) == 0
    assert "Every letter is replaced" in capsys.readouterr().out
    assert run(["check", ID]) == 0
    assert "1 box checked, 0 with faults" in capsys.readouterr().out
    box = built.own_folder(ID) / "box.py"
    box.write_text(box.read_text() + "\n")
    assert run(["check", ID]) == 1
    assert f"{box}: changed since {ID} was accepted" in capsys.readouterr().out.replace("\n", "")
    assert run(["remove", ID]) == 0
    assert built.accepted_folders().keys() & {ID} == set()


def test_show_says_what_can_be_determined_of_a_puzzle(inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", "puzzle/wordle"]) == 0
    assert re.search(r"identifiable within \d+ turns: [\d.]+ % \(\d+ games, a careful", capsys.readouterr().out)
    assert run(["show", "puzzle/nuts_and_bolts"]) == 0
    out = capsys.readouterr().out
    assert "identifiable: not measured: the answers are more than" in out
    assert "boxwright collection puzzle/nuts_and_bolts" in out
    assert run(["show", "encryption/hill_cipher"]) == 0
    assert "identifiable" not in capsys.readouterr().out


def test_reject_keeps_the_reason(built: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--because is empty" in said(capsys, 1, "reject", ID, "--because", " ")
    assert run(["reject", ID, "--because", "wrong at z"]) == 0
    assert "wrong at z" in built.rejections_file(ID).read_text()


def test_call_answers_line_by_line_in_order(
    built: Workspace, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ['{"input": "abc"}', "", '{"input": "é"}', "nonsense", '{"input": 5}', '{"output": 1}', '{"input": "zZ"}']
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines) + "\n"))
    assert run(["call", ID]) == 1
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert answers[0] == {"output": "bcd"}
    assert answers[-1] == {"output": "aA"}
    assert [set(a) for a in answers] == [{"output"}, {"error"}, {"error"}, {"error"}, {"error"}, {"output"}]


def test_eval_writes_a_table_json_and_a_canonical_export(built: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    common = ["eval", "--models", "builtin/oracle,builtin/random", "--boxes", ID, "--turns", "2", "--samples", "3"]
    assert run([*common, "--out", "one", "--seed", "7"]) == 0
    out = capsys.readouterr().out
    assert "accuracy at 2@1" in out
    assert "100.0 %" in out
    assert run([*common, "--out", "two", "--seed", "7", "--json"]) == 0
    first = capsys.readouterr().out
    assert run([*common, "--out", "three", "--seed", "7", "--json"]) == 0
    assert capsys.readouterr().out == first
    assert json.loads(first)["settings"]["seed"] == 7
    exports = []
    for name in ("two", "three"):
        assert run(["export", name]) == 0
        exports.append(capsys.readouterr().out)
    assert exports[0] == exports[1]
    assert "already holds results" in said(capsys, 1, *common, "--out", "one")
    assert run([*common, "--out", "one", "--seed", "7", "--resume"]) == 0
    assert "other settings (seed)" in said(capsys, 1, *common, "--out", "one", "--seed", "8", "--resume")
    assert run(["report", "one", "--json"]) == 0


def test_an_unwritable_out_folder_is_one_clear_line(built: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    Path("taken").write_text("")
    err = said(capsys, 1, "eval", "--models", "builtin/oracle", "--boxes", ID, "--out", "taken/out")
    assert "cannot be written" in err


def test_an_engine_that_is_not_there_is_one_clear_line(
    built: Workspace, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")
    err = said(capsys, 1, "check", ID, "--sandbox", "docker")
    assert len(err.splitlines()) == 1
    assert "engine" in err.lower()


def test_ctrl_c_leaves_a_build_that_can_be_resumed(inside: Path) -> None:
    command = [sys.executable, "-m", "boxwright", "build", "encryption/my_cipher", "--model", "by-hand"]
    environment = {**os.environ, "BOXWRIGHT_SANDBOX": "local"}
    process = subprocess.Popen(
        command, cwd=inside, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, env=environment, text=True
    )
    folder = inside / "runs" / "relay" / "by-hand"
    deadline = time.monotonic() + 60
    while not list(folder.glob("*.request.md")):
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.strip() == "boxwright: stopped; finished work is kept (see --resume)"
    (request,) = folder.glob("*.request.md")
    reply = request.with_name(request.name.replace(".request.md", ".reply.md"))
    reply.write_text("I will not write code.")
    again = subprocess.Popen(
        [*command, "--resume"],
        cwd=inside,
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env=environment,
        text=True,
    )
    while len(list(folder.glob("*.request.md"))) < 2:
        assert time.monotonic() < deadline
        assert again.poll() is None
        time.sleep(0.1)
    again.send_signal(signal.SIGINT)
    again.communicate(timeout=60)
    assert again.returncode == 130


class TestBudget:
    """A budget stops cleanly, and what was answered is kept."""

    def test_a_spent_budget_is_one_line_and_the_build_goes_on_with_more(
        self, inside: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("BOXWRIGHT_SANDBOX", "local")
        err = said(capsys, 1, "build", "encryption/my_cipher", "--model", "by-hand", "--budget", "10k")
        assert "the budget of 10,000 tokens does not allow coder write/1" in err
        assert len(err.splitlines()) == 1
        assert not list((inside / "runs" / "relay").rglob("*.request.md"))

    @pytest.mark.parametrize("text", ["0", "lots", "$1k", "-5"])
    def test_a_text_that_is_no_budget(self, text: str, inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
        err = said(capsys, 1, "build", "encryption/my_cipher", "--model", "by-hand", f"--budget={text}")
        assert "budget" in err

    def test_a_budget_in_money_needs_a_price(
        self, inside: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        err = said(capsys, 1, "build", "encryption/my_cipher", "--model", "my-server", "--budget", "$3")
        assert "price" in err
