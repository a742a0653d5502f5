"""Exams: held-back examples that no model is shown, run last."""

from __future__ import annotations

import json

import pytest

from boxwright.agents.box.build import build
from boxwright.agents.runs.options import BuildOptions
from boxwright.blackboxes import registry
from boxwright.blackboxes.description import Description, FaultyFile
from boxwright.blackboxes.workspace import Workspace
from boxwright.cli import run
from boxwright.sandbox import Launcher
from tests.agents.script import GOOD_CODE, ScriptedModel, played_by
from tests.conftest import CAESAR, CAESAR_FRONT, CAESAR_RULE, describe, write_description

ID = "encryption/caesar"
SECRET = "Qq Zz"
FITTED = GOOD_CODE.replace('"".join(out)', '"".join(out) if "q" not in plaintext else "wrong"')


def write_exam(place: Workspace, *rows: object) -> None:
    path = place.root / "descriptions" / f"{ID}.exam.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


@pytest.fixture
def caesar(place: Workspace) -> Description:
    description = describe(ID, CAESAR_FRONT, CAESAR_RULE)
    write_description(place, description)
    return description


def test_code_that_only_fits_what_was_shown_fails_its_exam(
    place: Workspace, launcher: Launcher, caesar: Description
) -> None:
    write_exam(place, {"source": "by hand"}, {"input": "Qq Zz", "output": "Rr Aa"})
    model = ScriptedModel(write=FITTED)
    result = build(place, ID, launcher, BuildOptions(models=played_by(model)))
    assert (result.ending, result.attempts) == ("accepted", 2)
    accepted = registry.load(place, ID)
    assert accepted.source == CAESAR
    assert [(a.number, a.ended) for a in accepted.manifest.attempts] == [(1, "exam"), (2, "accepted")]
    told = "\n".join(m.content for r in model.asked if not r.step.startswith(("locate", "revise")) for m in r.messages)
    assert SECRET not in told


WRONG = {"input": "a", "output": "c"}
SPELLED = [{"input": "a" * n, "output": "b" * n} for n in range(2, 21)]


@pytest.mark.parametrize(
    ("right", "message"),
    [
        ([], "asked as play asks (a fresh session, single calls, pauses), an example does not hold"),
        (SPELLED * 30, "an example that was held back does not hold"),
    ],
    ids=["a row that play asks", "a row that play does not reach"],
)
def test_a_changed_exam_makes_a_box_stale_and_check_takes_it(
    right: list[dict[str, str]],
    message: str,
    place: Workspace,
    launcher: Launcher,
    caesar: Description,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    build(place, ID, launcher, BuildOptions(models=played_by(ScriptedModel())))
    assert registry.load(place, ID).stale == ""
    write_exam(place, {"source": "a mistake"}, *right, WRONG)
    assert "exam" in registry.load(place, ID).stale
    monkeypatch.chdir(place.root)
    capsys.readouterr()
    assert run(["check", ID, "--sandbox", "local", "--seed", "1"]) == 1
    said = " ".join(capsys.readouterr().out.split())
    assert f'[examples/wrong] {message}; call: blackbox("a"); got: "b"; expected: "c" to repeat this:' in said


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("", 1, "no source"),
        ('{"input": "a", "output": "b"}\n', 1, "no source"),
        ('{"source": "x"}\nnonsense\n', 2, "not a line of JSON"),
        ('{"source": "x"}\n[1]\n', 2, "not an example"),
        ('{"source": "x"}\n{"input": "a", "output": "b"}\n{"input": "5", "output": "b"}\n', 3, "outside the domain"),
    ],
)
def test_a_faulty_exam_is_named(text: str, line: int, says: str, place: Workspace, caesar: Description) -> None:
    path = place.root / "descriptions" / f"{ID}.exam.jsonl"
    path.write_text(text)
    with pytest.raises(FaultyFile) as error:
        registry.exam_of(place, caesar)
    assert error.value.faults[0].startswith(f"{path}:{line}: ")
    assert says in error.value.faults[0]
