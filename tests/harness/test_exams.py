"""`boxwright exam`: exams written from a person's reference, which runs in the sandbox and is named in every fault."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest

from boxwright.blackboxes.box import get_family
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.exam import read_exam
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.cli import run
from boxwright.harness.exams import exam_path, examiner_of
from tests.conftest import CAESAR, CAESAR_FRONT, CAESAR_RULE, describe, write_description
from tests.reference import REFERENCES

ID = "encryption/caesar"
EXAM = Path("descriptions") / f"{ID}.exam.jsonl"
GAME = REFERENCES["game/rps7_beat_last"].read_text()

MOVE = """\
examples:
  - {settings: {turns: 3}, moves: [rock], replies: [rock], gets: [0]}
"""


@pytest.fixture
def caesar(place: Workspace, monkeypatch: pytest.MonkeyPatch) -> Description:
    write_description(place, describe(ID, CAESAR_FRONT, CAESAR_RULE))
    monkeypatch.chdir(place.root)
    Path("caesar.py").write_text(CAESAR)
    return place.description(ID)


def exam(*more: str, identifier: str = ID, reference: str = "caesar.py") -> int:
    return run(["exam", identifier, "--reference", reference, *more])


def test_an_exam_is_written_once_and_for_all(caesar: Description, capsys: pytest.CaptureFixture[str]) -> None:
    assert exam("--check") == 1
    assert "there is no exam yet" in capsys.readouterr().out
    assert exam() == 0
    text = EXAM.read_text()
    assert json.loads(text.splitlines()[0]) == {"source": "caesar.py"}
    examples = read_exam(exam_path(caesar), lambda: caesar, get_family("encryption").worked).examples
    assert len(examples) >= 250
    assert {e.call.args[0] for e in examples} > {"a", "Z"}
    assert exam("--check") == exam() == 0
    assert "as before" in capsys.readouterr().out
    assert EXAM.read_text() == text


def test_the_source_is_kept_until_another_is_given(caesar: Description) -> None:
    assert exam("--source", "a textbook") == exam() == 0
    assert EXAM.read_text().startswith('{"source":"a textbook"}\n')
    EXAM.write_text("{}\n")
    assert exam() == 1
    assert exam("--source", "another") == 0


def test_a_difference_is_named_by_its_line(caesar: Description, capsys: pytest.CaptureFixture[str]) -> None:
    assert exam() == 0
    lines = EXAM.read_text().splitlines(keepends=True)
    EXAM.write_text("".join([*lines[:6], '{"input":"a","output":"x"}\n', *lines[7:]]))
    changed = EXAM.read_text()
    assert exam("--check") == 1
    assert f"{EXAM}:7: not what the reference gives" in capsys.readouterr().out
    assert EXAM.read_text() == changed


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            "def encrypt(text):\n    return text\n",
            "caesar.py: defines no function blackbox; a reference",
        ),
        ("def blackbox(text):\n    return text\n", "gives 'abc', but the worked example says 'bcd'"),
        ("def blackbox(text):\n\n    return 1 // 0\n", "caesar.py:3: blackbox('abc'): ZeroDivisionError"),
        ("x = 1\nx = 1 // 0\n", "caesar.py:2: ZeroDivisionError"),
        ("def blackbox(\n", "SyntaxError"),
        (CAESAR.replace('"".join(out)', '"".join(out) if plaintext in ("abc", "Hello World", "zZ") else 5'), "no exam"),
        ("import os\nos._exit(9)\n", "caesar.py: "),
    ],
)
def test_a_bad_reference_is_one_clear_line(
    caesar: Description, capsys: pytest.CaptureFixture[str], code: str, said: str
) -> None:
    Path("caesar.py").write_text(code)
    assert exam() == 1
    error = capsys.readouterr().err
    assert said in error.replace('"', "'")
    assert error.count("\n") == 1
    assert not EXAM.exists()


@pytest.mark.parametrize(
    ("identifier", "reference", "said"),
    [
        ("encryption/nothing", "caesar.py", "no description 'encryption/nothing'"),
        (ID, "nowhere.py", "nowhere.py: No such file"),
        (ID, "latin.py", "is not UTF-8"),
    ],
)
def test_bad_input_is_one_clear_line(
    caesar: Description, capsys: pytest.CaptureFixture[str], identifier: str, reference: str, said: str
) -> None:
    Path("latin.py").write_bytes(b"# \xff\n")
    assert exam(identifier=identifier, reference=reference) == 1
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_what_is_shipped_is_only_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "boxwright.yaml").write_text("collection: shipped\n")
    monkeypatch.chdir(tmp_path)
    file = str(REFERENCES["circuit/and_tree"])
    before = (SHIPPED / "descriptions/circuit/and_tree.exam.jsonl").read_bytes()
    assert exam("--check", identifier="circuit/and_tree", reference=file) == 0
    assert exam(identifier="circuit/and_tree", reference=file) == 1
    assert (SHIPPED / "descriptions/circuit/and_tree.exam.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (GAME.replace('return {"reward"', 'return {"points"'), "play"),
        (GAME.replace('state["left"] - 1', 'state["left"]'), "does not end within"),
    ],
)
@pytest.mark.parametrize("examples", ["", MOVE])
def test_a_game_that_is_none_makes_no_exam(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], examples: str, code: str, said: str
) -> None:
    front = f"difficulty: easy\ndomain: {{settings: [{{turns: 3}}]}}\n{examples}"
    write_description(Workspace(tmp_path, True, None), describe("game/mine", front, "A rule.", "Play seven moves."))
    (tmp_path / "boxwright.yaml").write_text("collection: none\n")
    file = tmp_path / "game.py"
    file.write_text(code)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        assert exam(identifier="game/mine", reference=str(file)) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"boxwright: {file}: ")
    assert said in error
    assert error.count("\n") == 1


def test_what_an_exam_cannot_hold_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "boxwright.yaml").write_text("collection: none\n")
    front = "difficulty: easy\ndomain: {query: {type: int, min: 0, max: 9}, answer: {type: int, min: 0, max: 9}}\n"
    write_description(Workspace(tmp_path, True, None), describe("puzzle/mine", front, "A rule.", "Find a number."))
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(
        "def new_hidden(seed): return {'parts': (seed % 10,)}\n"
        "def solution(hidden): return hidden['parts'][0]\n"
        "def feedback(hidden, query, turn): return 'yes' if query in hidden['parts'] else 'no'\n"
    )
    assert exam(identifier="puzzle/mine", reference="mine.py") == 1
    error = capsys.readouterr().err
    assert error.startswith("boxwright: mine.py: new_hidden(")
    assert "an exam cannot represent that; use lists" in error


@pytest.mark.parametrize("family", sorted({name.split("/")[0] for name in REFERENCES}))
def test_a_family_asks_only_for_functions_of_its_boxes(family: str) -> None:
    assert set(examiner_of(get_family(family)).FUNCTIONS) <= set(get_family(family).functions)


def test_a_family_without_exams_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(REFERENCES["circuit/and_tree"])
    assert exam("--check", identifier="kumo/birds", reference=file) == 1
    assert "the environment 'kumo' has no exams" in capsys.readouterr().err


def test_a_family_from_elsewhere_brings_its_own_exam(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "toy_family"
    package.mkdir()
    (package / "__init__.py").write_text(
        "from boxwright.blackboxes.families.encryption.family import EncryptionFamily\n"
        "class ToyFamily(EncryptionFamily):\n    name = 'toy'\n"
    )
    (package / "exam.py").write_text("FUNCTIONS = ('toy',)\n")
    monkeypatch.syspath_prepend(tmp_path)
    family = import_module("toy_family").ToyFamily()
    assert examiner_of(family).FUNCTIONS == ("toy",)
