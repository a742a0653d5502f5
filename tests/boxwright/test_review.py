"""Regression tests for what an independent reviewer broke."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from boxwright.agents.box.build import build
from boxwright.agents.runs.folder import unfinished_runs
from boxwright.agents.runs.journal import read_recording
from boxwright.agents.runs.options import BuildOptions
from boxwright.agents.runs.register import WouldReplace
from boxwright.blackboxes import registry
from boxwright.blackboxes.box import Box
from boxwright.blackboxes.description import FaultyFile, parse_description
from boxwright.blackboxes.faults import BoxwrightError, Tampered
from boxwright.blackboxes.files import held
from boxwright.blackboxes.workspace import SHIPPED, Workspace
from boxwright.cli import run
from boxwright.harness.chat.api import Reply, Request
from boxwright.harness.episode import play
from boxwright.harness.evaluation.plan import EvalSettings, Evaluation
from boxwright.harness.evaluation.store import Store
from boxwright.harness.evaluation.worker import evaluate
from boxwright.harness.gates import GATES, run_gates
from boxwright.harness.lint import lint
from boxwright.harness.players.builtin import BuiltinPlayer
from boxwright.sandbox import Launcher
from tests.agents.script import ScriptedModel, believes, played_by
from tests.blackboxes.test_families import PARITY, PARITY_FRONT, PARITY_PUBLIC
from tests.conftest import CAESAR_FRONT, CAESAR_RULE, describe, write_description

ID = "encryption/caesar"
Make = Callable[..., Box]


@pytest.fixture
def built(place: Workspace, launcher: Launcher) -> Workspace:
    write_description(place, describe(ID, CAESAR_FRONT, CAESAR_RULE))
    build(place, ID, launcher, BuildOptions(models=played_by(ScriptedModel())))
    return place


def test_ctrl_c_stops_an_evaluation_at_once(built: Workspace) -> None:
    command = [sys.executable, "-m", "boxwright", "eval", "--models", "relay/nobody", "--boxes", ID, "--out", "out"]
    environment = {**os.environ, "BOXWRIGHT_SANDBOX": "local"}
    process = subprocess.Popen(command, cwd=built.root, stderr=subprocess.PIPE, env=environment, text=True)
    deadline = time.monotonic() + 60
    while not list((built.runs / "relay" / "nobody").glob("*.request.md")):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err.splitlines()[-1].startswith("boxwright: stopped")


class Odd:
    """Says something that no file can hold."""

    name = "odd"

    def ask(self, request: Request) -> Reply:
        text = "QUERY: abc" if "Which plaintext" in request.messages[-1].content else 'ANSWER: "\\ud800"'
        return Reply(text=text + "\udfff")


def test_a_lone_surrogate_is_no_ciphertext_and_no_crash(built: Workspace, launcher: Launcher, tmp_path: Path) -> None:
    settings = EvalSettings(models=("odd",), boxes=(ID,), turns=1, samples=2)
    evaluation = Evaluation(settings, {ID: registry.load(built, ID)}, {"odd": Odd()}, launcher)
    store = Store.create(tmp_path / "out", evaluation.provenance())
    evaluate(evaluation, store)
    ((_, record),) = store.records()
    store.close()
    assert [s.outcome for s in record.samples] == ["unparsable", "unparsable"]
    assert record.failure == ""


def test_an_unexpected_fault_in_one_episode_is_that_episodes_failure(
    built: Workspace, launcher: Launcher, tmp_path: Path
) -> None:
    class Broken(Odd):
        def ask(self, request: Request) -> Reply:
            raise ZeroDivisionError("a bug")

    settings = EvalSettings(models=("odd", "builtin/oracle"), boxes=(ID,), turns=1, samples=2)
    models = {"odd": Broken(), "builtin/oracle": None}
    evaluation = Evaluation(settings, {ID: registry.load(built, ID)}, models, launcher)
    store = Store.create(tmp_path / "out", evaluation.provenance())
    evaluate(evaluation, store)
    records = dict(store.records())
    store.close()
    assert {k.model: bool(r.failure) for k, r in records.items()} == {"odd": True, "builtin/oracle": False}


def test_building_a_shipped_box_in_a_workspace_registers_nothing_twice(tmp_path: Path, launcher: Launcher) -> None:
    place = Workspace(tmp_path, True, SHIPPED)
    shipped = place.accepted_folders()["encryption/zigzag_cipher"]
    options = BuildOptions(models={}, recording=shipped / "recording.jsonl")
    result = build(place, "encryption/zigzag_cipher", launcher, options)
    assert result.folder == shipped
    assert "encryption/zigzag_cipher" in place.accepted_folders()
    write_only = ScriptedModel()
    with pytest.raises(WouldReplace, match="ships with Boxwright"):
        build(place, "encryption/zigzag_cipher", launcher, BuildOptions(models=played_by(Zigzag(write_only))))


def unfenced(text: str) -> str:
    """Return the object of a reply that may stand in a fence."""
    return text[text.index("{") : text.rindex("}") + 1]


class Zigzag:
    """Answers like a recording of the shipped box, but with other code."""

    name = "other"

    def __init__(self, script: ScriptedModel) -> None:
        folder = Workspace(SHIPPED, True, None).accepted_folders()["encryption/zigzag_cipher"]
        self._replies = {(e.role, e.step): e.reply for e in read_recording(folder / "recording.jsonl")[1]}

    def ask(self, request: Request) -> Reply:
        reply = self._replies[request.role, request.step.partition("~")[0]]
        if request.role == "refiner":  # the recording is older than the explanations that are asked for now
            told = {"explained": json.loads(believes(request))["explained"]}
            return Reply(text=json.dumps(json.loads(unfenced(reply.text)) | told))
        return reply.model_copy(update={"text": reply.text.replace("```python\n", "```python\n# other\n")})


def test_a_question_that_tells_the_rule_is_refused(make_box: Make) -> None:
    rule = "The number of all letters a that were sent so far comes back as a word, counted by fives."
    module = PARITY.replace("% 2", "% 5").replace('["even", "odd"]', '["nil", "uno", "due", "tre", "qua"]')
    front = PARITY_FRONT.replace("output: odd", "output: due", 1).replace("output: odd", "output: qua")
    front = front.replace("input: a,", "input: aa,").replace("state: 1, input: aba", "state: 2, input: aba")
    description = describe("freeform/counting", front, rule, PARITY_PUBLIC)
    assert [f.sentence() for r in run_gates(make_box(description, module)) for f in r.findings] == []
    told = module.replace("What comes back for", f"{rule} What comes back for")
    assert [r.gate for r in run_gates(make_box(description, told)) if not r.passed] == ["leaks"]
    canary = module.replace("What comes back", f"{description.canary} What comes back")
    assert [r.gate for r in run_gates(make_box(description, canary)) if not r.passed] == ["leaks"]


def test_a_domain_of_one_length_can_be_built(make_box: Make) -> None:
    front = "difficulty: easy\ndomain: {letters: upper, spaces: false, min_length: 10, max_length: 10}\n"
    table = "{65 + i: 65 + (i + 3) % 26 for i in range(26)}"
    source = f"def blackbox(plaintext):\n    return plaintext[::-1].translate({table})\n"
    results = run_gates(make_box(describe("encryption/ten", front, "Backwards, then three on."), source))
    assert [f.sentence() for r in results for f in r.findings] == []


@pytest.mark.parametrize("sign", ["/", "0x", "\\\\", '"'])
def test_outputs_that_look_like_paths_or_escapes_are_outputs(sign: str, make_box: Make) -> None:
    shown = json.dumps(f" {sign}B ".replace("\\\\", "\\"))
    front = (
        "difficulty: easy\ndomain: {letters: upper, spaces: true, max_length: 12}\n"
        f"examples:\n  - {{input: B, output: {shown}}}\n"
    )
    source = f"def blackbox(plaintext):\n    return ' {sign}' + '{sign}'.join(plaintext.replace('A', 'ZZ')) + ' '\n"
    results = run_gates(make_box(describe("encryption/odd", front, "Joined in an odd way."), source))
    assert [f.sentence() for r in results for f in r.findings] == []


def test_the_letters_of_a_canary_are_no_words_of_the_hidden_text(make_box: Make) -> None:
    canary = "boxwright-canary-12345678-1f2b-3c4d-5f6b-123456789012"
    front = (
        "difficulty: easy\ndomain: {letters: upper, spaces: true, max_length: 12}\n"
        'examples:\n  - {input: A, output: "F B C D F B A"}\n'
    )
    text = f"---\n{front}---\nLetters first, then the plaintext.\n\n<!-- {canary} -->\n"
    source = "def blackbox(plaintext):\n    return 'F B C D F B ' + plaintext\n"
    results = run_gates(make_box(parse_description(text, "encryption/letters"), source))
    assert {r.gate: [f.sentence() for f in r.findings] for r in results} == {key: [] for key in GATES}


@pytest.mark.parametrize(
    ("fields", "line", "says"),
    [
        ("parameters: {a: 5}", 3, "the fields of `parameters` are signs"),
        ("parameters: {a: 2024-01-01}", 3, "is a date, not plain JSON; put it in quotes"),
        ("domain: {max_length: .inf}", 3, "not plain JSON"),
        ("tags: &x [a]\ndomain: *x", 4, "alias"),
        ("examples:\n  - {input: a, output: b}\n  - {input: a, output: c}", 5, "contradict each other"),
    ],
)
def test_a_description_with_odd_values_is_named(fields: str, line: int, says: str) -> None:
    with pytest.raises(FaultyFile) as error:
        lint(describe("encryption/odd", f"difficulty: easy\n{fields}\n", "Rule."))
    assert f":{line}: " in error.value.faults[0]
    assert says in error.value.faults[0]


def test_a_heading_that_is_nearly_public_is_named() -> None:
    with pytest.raises(FaultyFile, match="write exactly `# Public`"):
        describe("encryption/odd", "difficulty: easy\n", "Rule.\n\n## Public rules\nTold.")


def test_one_folder_belongs_to_one_process_at_a_time(tmp_path: Path) -> None:
    with held(tmp_path), pytest.raises(BoxwrightError, match=r"process \d+ is working there"), held(tmp_path):
        pass
    with held(tmp_path):
        pass


def test_a_run_that_never_began_is_not_resumed(place: Workspace, launcher: Launcher) -> None:
    write_description(place, describe(ID, CAESAR_FRONT, CAESAR_RULE))
    (place.runs / "builds" / ID / "001").mkdir(parents=True)
    assert unfinished_runs(place, ID) == []
    result = build(place, ID, launcher, BuildOptions(models=played_by(ScriptedModel()), resume=True))
    assert result.ending == "accepted"


def test_damaged_checkpoints_cost_nothing(place: Workspace, launcher: Launcher) -> None:
    def fail(request: Request) -> str:
        raise KeyboardInterrupt

    write_description(place, describe(ID, CAESAR_FRONT, CAESAR_RULE))
    with pytest.raises(KeyboardInterrupt):
        build(place, ID, launcher, BuildOptions(models=played_by(ScriptedModel(judge=fail))))
    (left,) = unfinished_runs(place, ID)
    for path in left.path.glob("checkpoints.sqlite-*"):
        path.unlink()
    left.checkpoints.write_bytes(b"garbage" * 1000)
    model = ScriptedModel()
    result = build(place, ID, launcher, BuildOptions(models=played_by(model), resume=True))
    assert (result.ending, [r.step for r in model.asked]) == ("accepted", ["judge/1"])


def test_an_edited_recording_is_not_replayed_as_a_models_words(
    built: Workspace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = built.own_folder(ID) / "recording.jsonl"
    path.write_text(path.read_text().replace("Here it is", "Here is it"))
    monkeypatch.chdir(built.root)
    capsys.readouterr()
    assert run(["build", ID, "--model", "replay", "--sandbox", "local"]) == 1
    assert "recording.jsonl: changed since" in capsys.readouterr().err


@pytest.mark.parametrize("text", [b"\xff\xfe", b'{"kind": "recording", "format": 99}\n', b""])
def test_a_broken_recording_is_one_clear_fault(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "recording.jsonl"
    path.write_bytes(text)
    with pytest.raises(BoxwrightError, match="recording"):
        read_recording(path)


def test_a_missing_manifest_is_noticed(built: Workspace) -> None:
    (built.own_folder(ID) / "manifest.json").unlink()
    with pytest.raises(Tampered, match=r"manifest\.json"):
        registry.load(built, ID)


def test_a_broken_rejection_is_named(built: Workspace) -> None:
    path = built.rejections_file(ID)
    path.parent.mkdir(parents=True)
    path.write_text('{"because": "x"}\nnonsense\n')
    with pytest.raises(BoxwrightError, match=":2: not a rejection"):
        registry.objections(built, ID)


def test_markup_in_a_file_breaks_no_table(
    built: Workspace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = built.root / "descriptions" / f"{ID}.md"
    path.write_text(path.read_text().replace("difficulty: easy", 'difficulty: "[/]"'))
    monkeypatch.chdir(built.root)
    capsys.readouterr()
    assert run(["list"]) == 0
    assert ID in capsys.readouterr().out


def test_a_huge_reply_is_not_kept_whole(built: Workspace, launcher: Launcher) -> None:
    class Huge(BuiltinPlayer):
        def reply_inside(self, observation: object, baseline: object) -> Reply:
            return Reply(text="x" * 5_000_000)

    with registry.load(built, ID).open(launcher) as box:
        from boxwright.blackboxes.types import Plan

        record = play(box, Plan(turns=1, shots=1, samples=1, seed=1), Huge("oracle", 1))
    assert len(json.dumps(record.model_dump(mode="json"))) < 50_000


def test_resuming_a_list_leaves_what_is_accepted_alone(
    built: Workspace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_description(built, describe("encryption/zother", CAESAR_FRONT, CAESAR_RULE))
    monkeypatch.chdir(built.root)
    arguments = ["build", "encryption/*", "--model", "openai/x", "--resume", "--sandbox", "local", "--budget", "5k"]
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    assert run(arguments) == 1
    captured = capsys.readouterr()
    assert "already accepted; nothing to resume" in captured.out
    assert "does not allow coder write/1" in captured.err
