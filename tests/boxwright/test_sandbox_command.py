"""`sandbox run` and `sandbox build` as a user meets them: lines in, lines out, one clear line for every bad input."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from boxwright.cli import run
from boxwright.sandbox import SandboxUnavailable, doctor, engine
from boxwright.sandbox.run_module import BadRequest, read_limits

SOURCE = """
import os
def f(value):
    if value == "loop":
        while True: pass
    if value == "die": os._exit(3)
    if value == "hoard": return len(bytearray(1 << 40))
    if value == "large": return "x" * 1_000_000
    if value == "object": return object()
    return value, {1: None}[value]
"""
LINES = ["1", '"loop"', '"die"', '"hoard"', '"large"', '"object"', "2"]


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "module.py"
    path.write_text(SOURCE)
    return path


def ran(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str, *arguments: str) -> Any:
    """Run the command on this input; return (exit code, answers, what it said)."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    code = run(["sandbox", "run", *arguments])
    captured = capsys.readouterr()
    return code, [json.loads(line) for line in captured.out.splitlines()], captured.err


def test_every_kind_of_end_is_a_line_and_the_next_line_works(
    module: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "".join(f'{{"input": {value}}}\n' for value in LINES) + "\n" + '{"in": 1}\nno JSON\n{"input": 1}\n'
    limits = ("--limits", "call_seconds=0.5,memory_mb=100")
    code, answers, said = ran(monkeypatch, capsys, text, str(module), "f", "--sandbox", "local", *limits)
    assert code == 1
    assert answers[0] == answers[-1] == {"output": {"$tuple": [1, None]}}
    assert all(set(answer) == {"error", "kind"} for answer in answers[1:-1])
    kinds = ["timeout", "crashed", "memory", "protocol", "refused", "raised", "refused", "refused"]
    assert [answer["kind"] for answer in answers[1:-1]] == kinds
    assert answers[6]["error"] == "KeyError: 2"
    assert said.startswith("sandbox: local+landlock")


def test_all_well_is_exit_code_zero(
    module: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ran(monkeypatch, capsys, '{"input": 1}\n', str(module), "f", "--sandbox", "local")[0] == 0
    assert ran(monkeypatch, capsys, "", str(module), "f", "--sandbox", "local")[:2] == (0, [])


def test_a_module_that_does_not_load_answers_every_line_and_is_not_tried_again(
    module: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module.write_text("def f(:\n")
    code, answers, _ = ran(monkeypatch, capsys, '{"input": 1}\n' * 3, str(module), "f", "--sandbox", "local")
    assert code == 1
    assert [answer["kind"] for answer in answers] == ["raised"] * 3
    assert answers[0]["error"].startswith("SyntaxError: ")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"#" * 10_000_000, "has more than 1048576 bytes: no module may be that large"),
        (b"x = '\xff'", "is not UTF-8 (byte 5): save it as UTF-8"),
        (None, "No such file or directory"),
    ],
)
def test_a_file_that_is_no_module_is_one_line(
    content: bytes | None,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "odd.py"
    if content is not None:
        path.write_bytes(content)
    code, answers, said = ran(monkeypatch, capsys, "", str(path), "f", "--sandbox", "local")
    assert (code, answers) == (1, [])
    assert said.startswith(f"boxwright: {path}") and words in said and len(said.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("seconds=1", "no limit is called 'seconds': choose from load_seconds, call_seconds"),
        ("memory_mb=1.5", "'memory_mb=1.5' is not a whole number"),
        ("call_seconds", "'call_seconds' is not a number"),
        ("call_seconds=0", "'call_seconds=0' must be more than zero, and at most 1000000"),
        ("call_seconds=nan", "'call_seconds=nan' must be more than zero, and at most 1000000"),
        ("call_seconds=1e7", "'call_seconds=1e7' must be more than zero, and at most 1000000"),
        ("memory_mb=9999999999", "must be more than zero, and at most 1000000"),
        ("reply_bytes=9999999999", "must be more than zero, and at most 1073741824"),
        ("call_seconds=inf", "'call_seconds=inf' must be more than zero, and at most 1000000"),
    ],
)
def test_limits_that_cannot_be_read(text: str, words: str) -> None:
    with pytest.raises(BadRequest) as caught:
        read_limits(text)
    assert words in str(caught.value)


def test_limits_that_are_not_named_stay() -> None:
    found = read_limits(" call_seconds=0.25, memory_mb=64,")
    assert (found.call_seconds, found.memory_mb, found.load_seconds) == (0.25, 64, 5.0)


def test_a_full_disk_is_one_line(module: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "boxwright", "sandbox", "run", str(module), "f", "--sandbox", "local"],
            input='{"input": 1}\n' * 3,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.splitlines()[1:] == ["boxwright: standard output: No space left on device"]


def test_an_engine_that_does_not_run_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")
    assert run(["sandbox", "build"]) == 1
    said = capsys.readouterr().err
    assert "did not answer" in said and len(said.splitlines()) == 1


def test_an_engine_that_one_may_not_use_is_one_line(
    module: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def forbid(address: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(engine, "_knock", forbid)
    code, _, said = ran(monkeypatch, capsys, "", str(module), "f", "--sandbox", "docker")
    assert code == 1
    assert "you may not use the Docker engine" in said and len(said.splitlines()) == 1


@pytest.mark.engine
def test_the_image_is_built_saved_and_loaded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tests.sandbox.conftest import without_engine

    try:
        engine.connect().close()
    except SandboxUnavailable as missing:
        without_engine(str(missing))
    file = tmp_path / "image.tar"
    assert run(["sandbox", "build", "--from", "debian", "--save", str(file)]) == 0
    assert "works: docker" in capsys.readouterr().out
    assert run(["sandbox", "build", "--load", str(file)]) == 0
    assert run(["sandbox", "build", "--load", str(tmp_path / "none.tar")]) == 1
    assert "none.tar" in capsys.readouterr().err


def test_the_doctor_names_an_extra_in_brackets(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "report", lambda: [doctor.Check("bubblewrap", False, "none", "boxwright[bubblewrap]")])
    assert run(["doctor"]) == 1, "no sandbox works"
    assert "boxwright[bubblewrap]" in capsys.readouterr().out
