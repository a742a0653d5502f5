"""`eval --sealed` and `reveal`: tests under a key, a commitment before the first question, a proof for everybody."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from boxwright.api import evaluate
from boxwright.blackboxes import registry
from boxwright.blackboxes.box import telling_in
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.cli import run
from boxwright.harness.evaluation.sealing import commitment, new_key
from boxwright.harness.evaluation.store import Store
from boxwright.sandbox import values

RUN = ("eval", "--models", "builtin/random", "--boxes", "kumo/bread", "--turns", "2", "--samples", "2")


def test_sealed_tests_are_drawn_under_a_key_that_is_revealed_and_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([*RUN, "--sealed", "my.key", "--out", "sealed"]) == 0
    key = Path("my.key").read_text().strip()
    assert Path("my.key").stat().st_mode & 0o077 == 0
    assert key not in Path("sealed/results.sqlite").read_bytes().decode("latin-1")
    assert run([*RUN, "--sealed", "other.key", "--out", "other"]) == 0
    assert run([*RUN, "--sealed", "my.key", "--out", "same"]) == 0
    capsys.readouterr()
    asked = []
    for folder in ("sealed", "other", "same"):
        assert run(["export", folder]) == 0
        episode = json.loads(capsys.readouterr().out.splitlines()[1])
        asked.append([sample["question"] for sample in episode["samples"]])
    assert asked[0] == asked[2] != asked[1]
    assert run([*RUN, "--sealed", "other.key", "--out", "sealed", "--resume"]) == 1
    assert "was started with other settings (sealed)" in capsys.readouterr().err

    assert run(["reveal", "sealed"]) == 1
    assert "its key has not been revealed" in capsys.readouterr().err
    assert run(["reveal", "sealed", "other.key"]) == 1
    assert "other.key: is not a key that sealed committed to" in capsys.readouterr().err
    assert run(["reveal", "sealed", "my.key"]) == 0
    assert run(["reveal", "sealed"]) == 0
    assert capsys.readouterr().out.count(f"key {key}\n") == 2
    assert run([*RUN, "--sealed", "my.key", "--out", "sealed", "--resume"]) == 0
    with sqlite3.connect("sealed/results.sqlite") as db:  # tests that the key does not draw
        (text,) = db.execute("SELECT record FROM episodes").fetchone()
        first = json.loads(text)["conversations"][0][0]["content"]
        stored, changed = (json.dumps(said, ensure_ascii=False) for said in (first, first + " "))
        assert stored in text
        db.execute("UPDATE episodes SET record = ?", (text.replace(stored, changed),))
    assert run(["reveal", "sealed"]) == 1
    assert "does not follow when it is played again" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["--sealed", "bad.key"], "a key is 64 hexadecimal"),
        (["--sealed", "new.key", "--sample-set", "v6"], "leave out one"),
        (["--sealed", "new.key", "--change"], "leave out one"),
        (["--sealed", "new.key", "--option", "kumo.size=huge"], "huge"),
        (["--sealed", "new.key", "--out", "bad.key/out"], "cannot be written"),
    ],
)
def test_what_cannot_seal_is_one_line(
    given: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.key").write_text("1234\n")
    assert run([*RUN, "--out", "out", *given]) == 1
    told = capsys.readouterr().err
    assert says in told and len(told.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["bad.key"]


def test_a_key_that_is_lost_is_not_replaced_by_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([*RUN, "--sealed", "my.key", "--out", "out"]) == 0
    Path("my.key").unlink()
    assert run([*RUN, "--sealed", "my.key", "--out", "out", "--resume"]) == 1
    assert "was started with other settings (sealed)" in capsys.readouterr().err
    assert not Path("my.key").exists()


@pytest.mark.parametrize("box", ["code/mergesort_recursion", "code/kmp"])
def test_no_sealed_question_stands_in_the_manifest_that_everybody_can_read(
    box: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    gates = registry.load(Workspace(SHIPPED, True, None), box).manifest.gates
    public = {values.dumps(asked) for group in telling_in(gates) for asked in group}
    assert public
    shares = {}
    for name, seal in (("open", []), ("sealed", ["--sealed", "my.key"])):
        given = ["--boxes", box, "--turns", "0", "--runs", "2", "--out", name, *seal]
        assert run(["eval", "--models", "builtin/random", *given]) == 0
        asked = [sample.question for _, record in Store.open(Path(name)).records() for sample in record.samples]
        shares[name] = sum(values.dumps(question) in public for question in asked) / len(asked)
    assert shares["open"] > 0.25 and shares["sealed"] == 0
    assert run(["reveal", "sealed", "my.key"]) == 0


def test_an_evaluation_from_python_seals_as_the_command_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    key, box = new_key(), "code/mergesort_recursion"
    given = {"turns": 0, "sealed": commitment(key), "secret": key}
    evaluate("builtin/random", box, out=Path("called"), **given)
    Path("my.key").write_text(key)
    command = ["eval", "--models", "builtin/random", "--boxes", box, "--turns", "0", "--sealed", "my.key"]
    assert run([*command, "--out", "called", "--resume"]) == 0, capsys.readouterr().err
    evaluate("builtin/random", box, out=Path("asked"), telling=True, **given)
    assert run([*command, "--out", "asked", "--resume"]) == 1
