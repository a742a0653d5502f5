"""`lint`: exams, examples that no black-box can give, truth values in place of texts: each with file and line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boxwright.blackboxes.description import new_canary
from boxwright.cli import run
from tests.conftest import CAESAR_FRONT, CAESAR_RULE

EXAM = '{"source": "by hand"}\n{"input": "xyz", "output": "yza"}\n'


@pytest.fixture
def inside(place: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(root: Path, identifier: str, front: str, public: str = "Be told.", exam: str = "") -> Path:
    path = root / "descriptions" / f"{identifier}.md"
    path.parent.mkdir(exist_ok=True)
    path.write_text(
        f"---\ndifficulty: easy\n{front}---\n{CAESAR_RULE}\n<!-- {new_canary()} -->\n\n# Public\n{public}\n"
    )
    if exam:
        path.with_name(f"{path.stem}.exam.jsonl").write_text(exam)
    return path


def faults(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    capsys.readouterr()
    code = run(["lint", *arguments])
    captured = capsys.readouterr()
    lines = captured.err.splitlines()
    assert code == bool(lines)
    assert f"{len(lines)} fault" in captured.out
    return lines


FRONT = CAESAR_FRONT.partition("\n")[2]
BAD_EXAMS = [
    ("nonsense\n", 1, "not a line of JSON; write one example a line"),
    ("", 1, "no source; begin with a line"),
    (EXAM + "nonsense\n", 3, "not a line of JSON; write one example a line"),
    (EXAM + "[1]\n", 3, "not an example; write an object"),
    (EXAM + '{"input": "a1", "output": "b"}\n', 3, "outside the domain; fix the example"),
    (EXAM + '{"input": "a"}\n', 3, "write {input: ..., output: ...}"),
    (EXAM + '{"input": "abc", "output": "xxx"}\n', 3, "two examples contradict each other"),
    (EXAM + '{"input": "xyz", "output": "xxx"}\n', 3, "two examples contradict each other"),
    ('{"source": "by hand"}\n', 1, "holds no example"),
]


@pytest.mark.parametrize(("text", "line", "says"), BAD_EXAMS, ids=range(len(BAD_EXAMS)))
def test_a_bad_exam_is_named(text: str, line: int, says: str, inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(inside, "encryption/caesar", FRONT, exam=EXAM)
    assert faults(capsys) == []
    exam = path.with_name("caesar.exam.jsonl")
    exam.write_text(text)
    for arguments in ([], [str(path)], [str(exam)]):
        (fault,) = faults(capsys, *arguments)
        assert fault.startswith(f"{exam}:{line}: ")
        assert says in fault


def test_an_exam_without_its_description(inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(inside, "encryption/caesar", FRONT)
    exam = path.with_name("ceasar.exam.jsonl")
    exam.write_text(EXAM)
    (fault,) = faults(capsys)
    assert fault.startswith(f"{exam}:1: there is no description ceasar.md beside this exam")


def test_the_documented_format_is_a_sound_exam(inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "add-a-box.md").read_text()
    lines = page.partition("## Add an exam")[2].partition("```json\n")[2].partition("```")[0]
    assert len(lines.splitlines()) >= 3
    assert all(json.loads(line) for line in lines.splitlines())
    write(inside, "encryption/caesar", FRONT, exam=lines)
    assert faults(capsys) == []


CODE = "domain:\n  inputs:\n    n: {type: int, min: 0, max: 9}\nexamples:\n"
AT = "  - {inputs: {n: 3}, checkpoint: "
GAME = "domain: {settings: [{turns: 3}]}\nexamples:\n"
SETTINGS = "settings: {turns: 3}"
PUZZLE = "domain: {query: {type: int, min: 1, max: 9}, answer: {type: int, min: 1, max: 9}}\nexamples:\n"
IMPOSSIBLE = [
    ("code/x", CODE + AT + "[51, 1], variables: {a: 1}}\n", 7, "the index from 1 to 50"),
    ("code/x", CODE + AT + "[1, 0], variables: {a: 1}}\n", 7, "the visit from 1"),
    (
        "code/x",
        CODE + AT + "[1, 2], visits: 2}\n",
        7,
        "there are 2 visits, so visit 2 is one of them; write",
    ),
    ("code/x", CODE + AT + "[1, 1], visits: -1}\n", 7, "-1 is no number of visits"),
    ("code/x", CODE + AT + "[1, 2], visits: x}\n", 7, "'x' is no number of visits"),
    ("code/x", CODE + AT + "[1, 1], variables: {'a b': 1}}\n", 7, "'a b' is no variable's name"),
    (
        "code/x",
        CODE + AT + "[1, 5], variables: {a: 1}}\n" + AT + "[1, 9], visits: 4}\n",
        8,
        "one example shows visit 5 of checkpoint 1, another says that there are 4",
    ),
    ("code/x", CODE + AT + "[1, 8], visits: 3}\n" + AT + "[1, 9], visits: 4}\n", 8, "has 4 visits here, 3 in another"),
    ("game/x", GAME + "  - {settings: {turns: 4}, moves: [], reads: x}\n", 5, 'settings of `domain` are {"turns":3}'),
    ("game/x", GAME + f"  - {{{SETTINGS}, moves: []}}\n", 5, "what is to come of it: gets: [...], reads"),
    ("game/x", GAME + f"  - {{{SETTINGS}, moves: a, reads: x}}\n", 5, "`moves` is no list"),
    ("game/x", GAME + f"  - {{{SETTINGS}, moves: [], opponent: {{a: 0.5}}}}\n", 5, "sum to 1"),
    ("game/x", GAME + f"  - {{{SETTINGS}, moves: [1], gets: [0]}}\n", 5, "the entry 1 of `moves` is no text; quote it"),
    (
        "game/x",
        GAME + f"  - {{{SETTINGS}, moves: [a], replies: [1], gets: [0]}}\n",
        5,
        "the entry 1 of `replies` is no text",
    ),
    ("game/x", GAME + f"  - {{{SETTINGS}, moves: [a], gets: [x]}}\n", 5, "what a move gets must be a number"),
    ("game/x", GAME + f"  - {{{SETTINGS}, moves: [a], gets: [1, 2]}}\n", 5, "`gets` does not hold one entry per move"),
    (
        "game/x",
        GAME + f"  - {{{SETTINGS}, moves: [a], gets: [1]}}\n  - {{{SETTINGS}, moves: [a], gets: [0], reads: x}}\n",
        6,
        "two examples contradict each other",
    ),
    (
        "game/x",
        GAME + f"  - {{{SETTINGS}, moves: [], actions: [a, b]}}\n  - {{{SETTINGS}, moves: [c], gets: [0]}}\n",
        6,
        "there is no move 'c': another example says that they are a, b",
    ),
    (
        "game/x",
        GAME + f"  - {{{SETTINGS}, moves: [], opponent: {{a: 1}}}}\n"
        f"  - {{{SETTINGS}, moves: [a], replies: [b], gets: [0]}}\n",
        6,
        "no reply can be 'b': another example tells",
    ),
    (
        "game/x",
        GAME + f"  - {{{SETTINGS}, moves: [a], gets: [1]}}\n  - {{{SETTINGS}, moves: [a, b], gets: [0, 1]}}\n",
        6,
        "its first moves get [1]",
    ),
    ("puzzle/x", PUZZLE + "  - {hidden: 1, query: 2, turn: 1, feedback: ''}\n", 5, "feedback() must give"),
    ("puzzle/x", PUZZLE + "  - {hidden: 1, solution: 10}\n", 5, "the example's solution 10 is not"),
    (
        "freeform/x",
        "domain: {alphabet: ab}\nexamples:\n  - {state: 1, input: abc, output: x}\n",
        5,
        "outside the domain",
    ),
    (
        "circuit/x",
        "domain: {inputs: 1}\nexamples:\n  - {input: [0], output: [1]}\n  - {input: [1], output: [1, 0]}\n",
        6,
        "2 bits here, 1 in the first example",
    ),
    (
        "physics/x",
        "domain: {max_t: 5}\nexamples:\n"
        "  - {input: 0, output: {a: [0, 0, 0]}}\n  - {input: 1, output: {b: [0, 0, 1]}}\n",
        6,
        "the bodies are b here, a before",
    ),
]


@pytest.mark.parametrize(("identifier", "front", "line", "says"), IMPOSSIBLE, ids=range(len(IMPOSSIBLE)))
def test_an_impossible_example_is_named(
    identifier: str, front: str, line: int, says: str, inside: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(inside, identifier, front)
    (fault,) = faults(capsys)
    assert fault.startswith(f"{path}:{line}: ")
    assert says in fault


def test_every_faulty_example_is_named_and_every_property(inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
    front = (
        GAME
        + f"  - {{{SETTINGS}, moves: [a, b], gets: [1]}}\n"
        + f"  - {{{SETTINGS}, moves: [a], gets: [1]}}\n"
        + "  - {settings: {turns: 4}, moves: [], reads: x}\n"
        + "properties: [{says: x, check: 1 +}]\n"
    )
    path = write(inside, "game/x", front)
    short, other, check = faults(capsys)
    assert short.startswith(f"{path}:5: `gets` does not hold one entry per move")
    assert other.startswith(f"{path}:7: the game is not played in the settings")
    assert check.startswith(f"{path}:8: the check '1 +' is no Python expression")


def test_every_faulty_line_of_an_exam_is_named(inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = ['{"input": "a1", "output": "b"}', '{"input": "xyz", "output": "yza"}', '{"input": "a"}']
    path = write(inside, "encryption/caesar", FRONT, exam="\n".join(['{"source": "by hand"}', *rows]))
    exam = path.with_name("caesar.exam.jsonl")
    assert [fault.partition(": ")[0] for fault in faults(capsys)] == [f"{exam}:2", f"{exam}:4"]
    exam.write_text(EXAM + '{"input": "abc", "output": "xxx"}\n{"input": "xyz", "output": "xxx"}\n')
    assert [fault.partition(": ")[0] for fault in faults(capsys)] == [f"{exam}:3", f"{exam}:4"]


EXPLAINED = [
    ("encryption/x", FRONT, "returns a text; those of its examples hold letters (A-Z and a-z)"),
    (
        "encryption/x",
        "domain: {letters: any}\nexamples: []\n",
        "spaces; 1 to 30 characters) and returns a text. Players",
    ),
    (
        "freeform/x",
        "domain: {alphabet: 'ab ,'}\nexamples:\n  - {state: 1, input: a b, output: x}\n",
        "each one of: a b , and the blank)",
    ),
    ("code/x", CODE + AT + "[1, 1], variables: {a: 1}}\n", 'inputs {"n": 3} and checkpoint [1, 1] give variables {"a'),
    ("puzzle/x", PUZZLE + "  - {hidden: 1, query: 2, turn: 1, feedback: x}\n", "hidden 1, query 2 and turn 1 give f"),
    (
        "game/x",
        GAME + f"  - {{{SETTINGS}, moves: [], reads: y}}\n  - {{{SETTINGS}, moves: [a], replies: [b], gets: [1]}}\n",
        'For example, settings {"turns": 3}, moves ["a"] and replies ["b"] give gets [1].',
    ),
    (
        "circuit/x",
        f"domain: {{inputs: 1}}\nexamples:\n  - {{input: [0], output: {[0] * 60}}}\n",
        f"For example, [0] gives [{'0, ' * 18}0, ..., 60 in all].",
    ),
]


@pytest.mark.parametrize(("identifier", "front", "says"), EXPLAINED, ids=range(len(EXPLAINED)))
def test_what_is_explained_is_in_plain_words(
    identifier: str, front: str, says: str, inside: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(inside, identifier, front)
    assert run(["lint", str(path)]) == 0, capsys.readouterr().err
    said = " ".join(capsys.readouterr().out.split())
    assert says in said
    assert "boxwright_" not in said


CHECKPOINTS = [
    ("There are 3 checkpoints, each passed once.", 3),
    ("There are\nthree checkpoints.", 3),
    ("n grows. Checkpoint 1 with n. At the end checkpoint\n2 with n.", 2),
    ("n grows. Checkpoints 1 and 4 show n; the first 2 checkpoints are passed once.", 4),
    ("Three numbers; what happens at a checkpoint is told below.", 50),
]


@pytest.mark.parametrize(("rule", "highest"), CHECKPOINTS)
def test_a_checkpoint_that_the_rule_does_not_have(
    rule: str, highest: int, inside: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(inside, "code/x", CODE + AT + f"[{highest}, 1], variables: {{a: 1}}}}\n")
    path.write_text(path.read_text().replace(CAESAR_RULE, rule))
    assert faults(capsys) == []
    path.write_text(path.read_text().replace(f"[{highest}, 1]", f"[{highest + 1}, 1]"))
    (fault,) = faults(capsys)
    assert fault.startswith(f"{path}:7: ")
    assert f"no checkpoint {highest + 1}" in fault or "the index from 1 to 50" in fault
    exam = path.with_name("x.exam.jsonl")
    path.write_text(path.read_text().replace(f"[{highest + 1}, 1]", f"[{highest}, 1]"))
    exam.write_text(f'{{"source": "x"}}\n{{"inputs": {{"n": 3}}, "checkpoint": [{highest + 1}, 1], "visits": 0}}\n')
    (fault,) = faults(capsys)
    assert fault.startswith(f"{exam}:2: ")


def test_the_same_of_an_exam(inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exam = '{"source": "x"}\n{"inputs": {"n": 3}, "checkpoint": [1, 2], "visits": 2}\n'
    path = write(inside, "code/x", CODE + AT + "[1, 1], variables: {a: 1}}\n", exam=exam)
    (fault,) = faults(capsys)
    assert fault.startswith(f"{path.with_name('x.exam.jsonl')}:2: there are 2 visits")


ANY = "domain: {letters: any}\n"
TRUTHS = [
    *(
        (f"{ANY}examples:\n  - input: {word}\n    output: b\n", 5, f'quote it: "{word}"')
        for word in ("yes", "no", "on", "off", "On", "NO")
    ),
    (f"{ANY}examples:\n  - {{input: a, output: on}}\n", 5, 'on without quotes is read as true; quote it: "on"'),
    (
        f"{ANY}examples:\n  - {{input: true, output: b}}\n",
        5,
        "YAML reads true as a truth value: if it is a text",
    ),
    (f"{ANY}tags: [off]\n", 4, 'quote it: "off"'),
    (f"{ANY}tags: [true]\n", 4, "if it is a text, quote it"),
    (f"{ANY}differs_from_oracle: no\n", 4, 'quote it: "no"'),
    (f"{ANY}parameters: {{on: 1}}\n", 4, 'on without quotes is read as true; quote it: "on"'),
    ("domain: {letters: on}\n", 3, "YAML reads on as a truth value"),
]


@pytest.mark.parametrize(("front", "line", "says"), TRUTHS, ids=range(len(TRUTHS)))
def test_a_truth_value_in_place_of_a_text(
    front: str, line: int, says: str, inside: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(inside, "encryption/x", front)
    (fault,) = faults(capsys)
    assert fault.startswith(f"{path}:{line}: ")
    assert says in fault


def test_quoted_texts_and_true_truth_values_are_fine(inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(
        inside,
        "encryption/x",
        "domain: {letters: any, spaces: yes, digits: false}\nexamples: [{input: 'yes', output: \"no\"}]\n",
    )
    assert faults(capsys) == []


def test_an_id_is_a_name_too_and_near_ones_are_proposed(inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(inside, "encryption/caesar", FRONT)
    assert run(["lint", "encryption/caesar"]) == 0
    assert "encryption/caesar (easy): this box takes" in " ".join(capsys.readouterr().out.split())
    for mistyped in ("encryption/caesr", "descriptions/encryption/ceasar.md"):
        assert run(["lint", mistyped]) == 1
        said = " ".join(capsys.readouterr().err.split())
        assert f"{mistyped}: no such file or folder" in said
        assert said.endswith("did you mean encryption/caesar?")
