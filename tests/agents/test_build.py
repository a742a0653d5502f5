"""The loop: both ways back to the coder, giving up, journal, resume, replay, and what is registered."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from boxwright.agents.box.build import build
from boxwright.agents.runs.journal import ReplayEnded, StaleRecording, read_recording
from boxwright.agents.runs.options import BuildOptions, BuildResult, BuildSettings
from boxwright.agents.runs.progress import Event
from boxwright.agents.runs.register import WouldReplace
from boxwright.agents.stale import why_stale
from boxwright.blackboxes import registry
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.prompts import PROMPTS, load_prompt
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.chat.api import ProviderFailed, Request
from boxwright.sandbox import Launcher
from tests.agents.script import GOOD_CODE, WRONG_CODE, ScriptedModel, played_by, verdict
from tests.conftest import CAESAR, CAESAR_RULE, describe, write_description

FRONT = (
    "difficulty: easy\ndomain: {letters: any, spaces: true, max_length: 20}\nexamples:\n  - {input: abc, output: bcd}\n"
)
NO_EXAMPLES = "difficulty: easy\ndomain: {letters: any, spaces: true, max_length: 20}\n"
CRASHING = GOOD_CODE.replace("    out = []", "    out = [][1]")


@pytest.fixture
def caesar(place: Workspace) -> Description:
    description = describe("encryption/caesar", FRONT, CAESAR_RULE)
    write_description(place, description)
    return description


@pytest.fixture
def unexampled(place: Workspace) -> Description:
    description = describe("encryption/caesar", NO_EXAMPLES, CAESAR_RULE)
    write_description(place, description)
    return description


def options(model: Any, **given: Any) -> BuildOptions:
    return BuildOptions(models=played_by(model), **given)


def run(place: Workspace, launcher: Launcher, model: Any, **given: Any) -> tuple[BuildResult, list[Event]]:
    events: list[Event] = []
    return build(place, "encryption/caesar", launcher, options(model, **given), events.append), events


def steps(events: list[Event]) -> list[str]:
    return [e.text for e in events if e.kind == "step"]


def test_an_honest_first_version_is_accepted(place: Workspace, launcher: Launcher, caesar: Description) -> None:
    result, events = run(place, launcher, ScriptedModel())
    assert (result.ending, result.attempts) == ("accepted", 1)
    assert steps(events) == ["write", "check", "simulate", "diagnose", "accept"]
    box = registry.load(place, "encryption/caesar")
    assert box.source == CAESAR
    assert box.manifest.hashes.description == caesar.hash
    assert [g["gate"] for g in box.manifest.gates] == list(
        ("loads", "deterministic", "repeatable", "examples", "domain", "bounded", "players", "leaks")
    )
    assert box.manifest.run.level == launcher.level
    assert not list((result.run).glob("checkpoints.sqlite*"))


def test_a_runtime_error_goes_to_the_refiner_as_error_and_code(
    place: Workspace, launcher: Launcher, caesar: Description
) -> None:
    model = ScriptedModel(write=CRASHING)
    result, events = run(place, launcher, model)
    assert (result.ending, result.attempts) == ("accepted", 2)
    assert steps(events)[:5] == ["write", "check", "locate", "revise", "check"]
    (locate,) = [r for r in model.asked if r.step == "locate/1"]
    text = locate.messages[-1].content
    assert "raised IndexError in a call; call: " in text
    assert "   2      out = [][1]" in text
    assert "interaction log" not in text
    (revise,) = [r for r in model.asked if r.step == "revise/2"]
    assert "shift by one" in revise.messages[-1].content


def test_a_logic_error_is_found_in_the_log_without_the_code(
    place: Workspace, launcher: Launcher, unexampled: Description
) -> None:
    model = ScriptedModel(write=WRONG_CODE, judge=[verdict(False), verdict(True)])
    result, events = run(place, launcher, model)
    assert (result.ending, result.attempts) == ("accepted", 2)
    assert steps(events)[:6] == ["write", "check", "simulate", "diagnose", "locate", "revise"]
    (judge,) = [r for r in model.asked if r.step == "judge/1"]
    text = judge.messages[-1].content
    assert "def blackbox" not in text
    assert '[1] turn 1: query "xyz Abc" -> output "zab Cde"' in text
    assert ": different" in text
    (locate,) = [r for r in model.asked if r.step == "locate/1"]
    assert "shifted too far" in locate.messages[-1].content
    assert "def blackbox" in locate.messages[-1].content
    noted = registry.load(place, "encryption/caesar").manifest.attempts
    assert [(a.number, a.ended) for a in noted] == [(1, "diagnose"), (2, "accepted")]


def test_the_word_correct_accepts_nothing(place: Workspace, launcher: Launcher, unexampled: Description) -> None:
    words = "The output is incorrect. No: it is correct. " + verdict(False)
    model = ScriptedModel(write=WRONG_CODE, revise=[WRONG_CODE, WRONG_CODE], judge=words)
    result, _ = run(place, launcher, model, settings=BuildSettings(max_revisions=2))
    assert (result.ending, result.attempts) == ("given up", 3)
    assert not place.accepted_folders()


def test_a_verdict_that_contradicts_itself_is_asked_for_again(
    place: Workspace, launcher: Launcher, caesar: Description
) -> None:
    wrong = json.loads(verdict(False)) | {"consistent": True}
    uncited = json.loads(verdict(True))
    uncited["claims"][0]["lines"] = [99]
    model = ScriptedModel(judge=[json.dumps(wrong), json.dumps(uncited), verdict(True)])
    result, _ = run(place, launcher, model)
    assert result.ending == "accepted"
    again = [r.step for r in model.asked if r.step.startswith("judge")]
    assert again == ["judge/1", "judge/1~1", "judge/1~2"]
    assert "there is no line 99" in model.asked[-1].messages[-1].content


def test_every_reply_is_on_disk_before_it_is_used(place: Workspace, launcher: Launcher, caesar: Description) -> None:
    def fail(request: Request) -> str:
        raise ProviderFailed("down")

    with pytest.raises(ProviderFailed):
        run(place, launcher, ScriptedModel(judge=fail))
    model = ScriptedModel()
    result, _ = run(place, launcher, model, resume=True)
    assert result.ending == "accepted"
    assert [r.step for r in model.asked] == ["judge/1"]
    header, entries = read_recording(result.run / "recording.jsonl")
    assert [e.n for e in entries] == list(range(1, len(entries) + 1))
    assert len({(e.role, e.step) for e in entries}) == len(entries)
    assert header.id == "encryption/caesar"


def test_half_a_line_at_the_end_of_the_journal_is_cut_off(
    place: Workspace, launcher: Launcher, caesar: Description
) -> None:
    def fail(request: Request) -> str:
        raise ProviderFailed("down")

    with pytest.raises(ProviderFailed):
        run(place, launcher, ScriptedModel(test=fail))
    journal = next(place.runs.glob("builds/encryption/caesar/001/recording.jsonl"))
    with journal.open("a") as file:
        file.write('{"n": 3, "role": "tester", "st')
    result, _ = run(place, launcher, ScriptedModel(), resume=True)
    assert result.ending == "accepted"


def test_a_resumed_run_must_be_the_same(place: Workspace, launcher: Launcher, caesar: Description) -> None:
    def fail(request: Request) -> str:
        raise ProviderFailed("down")

    with pytest.raises(ProviderFailed):
        run(place, launcher, ScriptedModel(judge=fail))
    with pytest.raises(
        Exception, match=r"different settings \(--test-turns was 6, is 3\); start again without --resume, or"
    ):
        run(place, launcher, ScriptedModel(), resume=True, settings=BuildSettings(test_turns=3))


class TestReplay:
    """A recording in place of the models."""

    @pytest.fixture
    def recorded(self, place: Workspace, launcher: Launcher, unexampled: Description) -> BuildResult:
        result, _ = run(place, launcher, ScriptedModel(write=WRONG_CODE, judge=[verdict(False), verdict(True)]))
        return result

    def replay(self, place: Workspace, launcher: Launcher, recording: Path, **given: Any) -> BuildResult:
        chosen = replace(BuildOptions(models={}), recording=recording, strict=True, **given)
        return build(place, "encryption/caesar", launcher, chosen)

    def test_it_gives_the_same_files(self, place: Workspace, launcher: Launcher, recorded: BuildResult) -> None:
        folder = place.own_folder("encryption/caesar")
        before = {p.name: p.read_bytes() for p in folder.iterdir()}
        kept = place.root / "kept.jsonl"
        kept.write_bytes(before["recording.jsonl"])
        registry.remove(place, "encryption/caesar")
        result = self.replay(place, launcher, kept)
        after = {p.name: p.read_bytes() for p in folder.iterdir()}
        assert (result.ending, result.attempts, result.differing) == ("accepted", 2, ())
        assert after["box.py"] == before["box.py"]
        assert after["recording.jsonl"] == before["recording.jsonl"]
        assert (result.run / "recording.jsonl").read_bytes() == before["recording.jsonl"]
        then, now = json.loads(before["manifest.json"]), json.loads(after["manifest.json"])
        assert now["run"]["replayed"] is True
        for manifest in (then, now):
            del manifest["run"], manifest["seal"]
        assert then == now

    def test_a_rebuild_in_place_changes_nothing(
        self, place: Workspace, launcher: Launcher, recorded: BuildResult
    ) -> None:
        folder = place.own_folder("encryption/caesar")
        before = {p.name: p.read_bytes() for p in folder.iterdir()}
        self.replay(place, launcher, folder / "recording.jsonl")
        assert {p.name: p.read_bytes() for p in folder.iterdir()} == before

    def test_a_changed_description_needs_a_model(
        self, place: Workspace, launcher: Launcher, recorded: BuildResult
    ) -> None:
        write_description(place, describe("encryption/caesar", NO_EXAMPLES, CAESAR_RULE + " Really."))
        with pytest.raises(StaleRecording, match="stale: needs a model") as error:
            self.replay(place, launcher, place.own_folder("encryption/caesar") / "recording.jsonl")
        assert error.value.exit_code == 4

    def test_a_change_that_no_model_reads_needs_none(
        self, place: Workspace, launcher: Launcher, recorded: BuildResult
    ) -> None:
        path = place.description_files()["encryption/caesar"]
        differs = "difficulty: easy\ndiffers_from_oracle: The published box shifts by two.\n"
        path.write_text(path.read_text().replace("difficulty: easy\n", differs))
        folder = place.own_folder("encryption/caesar")
        before = {name: (folder / name).read_bytes() for name in ("box.py", "recording.jsonl")}
        assert "description has changed" in registry.load(place, "encryption/caesar").stale
        result = self.replay(place, launcher, folder / "recording.jsonl")
        assert (result.ending, result.differing) == ("accepted", ())
        assert registry.load(place, "encryption/caesar").stale == ""
        assert {name: (folder / name).read_bytes() for name in before} == before

    def test_questions_worded_otherwise_are_named_or_refused(
        self, place: Workspace, launcher: Launcher, recorded: BuildResult
    ) -> None:
        path = place.own_folder("encryption/caesar") / "recording.jsonl"
        lines = path.read_text().splitlines()
        entry = json.loads(lines[1])
        entry["digest"] = "0" * 64
        other = place.root / "other.jsonl"
        other.write_text("\n".join([lines[0], json.dumps(entry), *lines[2:]]) + "\n")
        with pytest.raises(ReplayEnded, match=r"something else at coder write/1 \(strict\)"):
            self.replay(place, launcher, other)
        loose = build(place, "encryption/caesar", launcher, BuildOptions(models={}, recording=other, replace=True))
        assert loose.differing == ("coder write/1",)

    def test_a_replay_under_prompts_of_today_renews_the_box_and_counts_what_is_reworded(
        self, place: Workspace, launcher: Launcher, recorded: BuildResult, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        folder = place.own_folder("encryption/caesar")
        code, recording = (folder / "box.py").read_bytes(), (folder / "recording.jsonl").read_bytes()
        load_prompt.cache_clear()
        monkeypatch.setattr("boxwright.blackboxes.prompts.PROMPTS", reworded_prompts(place.root / "prompts"))
        assert "prompts" in why_stale(registry.load(place, "encryption/caesar"))
        options = BuildOptions(models={}, recording=folder / "recording.jsonl")
        result = build(place, "encryption/caesar", launcher, options)
        accepted = registry.load(place, "encryption/caesar")
        assert (result.ending, result.differing) == ("accepted", ("coder write/1",))
        assert (accepted.manifest.reworded, accepted.manifest.prompts["agents/coder"]) == ({"coder": 1}, 99)
        assert why_stale(accepted) == ""
        assert (code, recording) == ((folder / "box.py").read_bytes(), (folder / "recording.jsonl").read_bytes())
        monkeypatch.undo()
        load_prompt.cache_clear()
        build(place, "encryption/caesar", launcher, options)
        assert registry.load(place, "encryption/caesar").manifest.reworded == {}

    def test_a_recording_that_ends_early_says_so(
        self, place: Workspace, launcher: Launcher, recorded: BuildResult
    ) -> None:
        path = place.own_folder("encryption/caesar") / "recording.jsonl"
        short = place.root / "short.jsonl"
        short.write_text("\n".join(path.read_text().splitlines()[:4]) + "\n")
        with pytest.raises(ReplayEnded, match="has no reply for tester"):
            self.replay(place, launcher, short)


def reworded_prompts(folder: Path) -> Path:
    """A copy of the prompts, in which the coder is asked for a module in other words."""
    shutil.copytree(PROMPTS, folder)
    coder = folder / "agents" / "coder.md"
    text = coder.read_text().replace("Write the module for", "Please write the module for")
    coder.write_text(re.sub(r"\Aversion: \d+", "version: 99", text))
    return folder


OTHERWISE = GOOD_CODE.replace('"".join(out)', '"".join(out) if len(out) != 13 else "thirteen"')


def test_a_box_that_behaves_otherwise_replaces_a_registered_one_only_on_demand(
    place: Workspace, launcher: Launcher, caesar: Description
) -> None:
    run(place, launcher, ScriptedModel())
    with pytest.raises(
        WouldReplace, match=r"calls differ: for blackbox\(\".{13}\"\) the registered box gives"
    ) as error:
        run(place, launcher, ScriptedModel(write=OTHERWISE))
    assert error.value.exit_code == 3
    assert registry.load(place, "encryption/caesar").source == CAESAR
    model = ScriptedModel(write=OTHERWISE)
    result, events = run(place, launcher, model, resume=True, replace=True)
    assert result.ending == "accepted"
    assert model.asked == []
    (drift,) = [e.text for e in events if e.kind == "drift"]
    assert drift.startswith("replaced: ")
    assert "calls differ" in drift
    assert "calls differ" in (result.run / "drift.txt").read_text()
    assert "thirteen" in registry.load(place, "encryption/caesar").source


def test_other_code_that_behaves_alike_replaces_quietly(
    place: Workspace, launcher: Launcher, caesar: Description
) -> None:
    run(place, launcher, ScriptedModel())
    _, events = run(place, launcher, ScriptedModel(write=GOOD_CODE.replace("out = []", "out = list()")))
    (drift,) = [e.text for e in events if e.kind == "drift"]
    found = re.search(r"behaves like the registered box on ([\d,]+) calls", drift)
    assert found and int(found[1].replace(",", "")) > 5_000
    assert "list()" in registry.load(place, "encryption/caesar").source


def test_a_rejection_reaches_the_refiner_and_the_recording(
    place: Workspace, launcher: Launcher, caesar: Description
) -> None:
    run(place, launcher, ScriptedModel())
    registry.reject(place, "encryption/caesar", "digits should be kept, too")
    assert not place.accepted_folders()
    model = ScriptedModel()
    result, _ = run(place, launcher, model)
    (judge,) = [r for r in model.asked if r.step == "judge/1"]
    assert "digits should be kept, too" in judge.messages[-1].content
    header, _ = read_recording(result.run / "recording.jsonl")
    assert header.objections == ("digits should be kept, too",)


KILLED = """
import sys, time
from pathlib import Path
from boxwright.agents.box.build import build
from boxwright.agents.runs.options import BuildOptions
from boxwright.blackboxes.workspace import find_workspace
from boxwright.sandbox import open_launcher
from tests.agents.script import ScriptedModel, played_by, verdict

def hang(request):
    print("asked", request.step, flush=True)
    time.sleep(600)

launcher = open_launcher("local")
model = ScriptedModel(**{sys.argv[2]: hang})
options = BuildOptions(models=played_by(model))
build(find_workspace(Path(sys.argv[1])), "encryption/caesar", launcher, options)
"""


@contextmanager
def begun_elsewhere(place: Workspace, folder: Path, step: str) -> Iterator[tuple[int, str]]:
    """Another process that builds the same box, up to a request that nobody answers; killed at the end."""
    script = folder / "killed.py"
    script.write_text(KILLED)
    process = subprocess.Popen(
        [sys.executable, str(script), str(place.root), step],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])},
        text=True,
    )
    assert process.stdout is not None
    with process.stdout:
        in_flight = process.stdout.readline().split()[1]
    yield process.pid, in_flight
    os.kill(process.pid, signal.SIGKILL)
    process.wait()


@pytest.mark.parametrize("step", ["write", "claims", "test", "judge"])
def test_killed_at_any_point_a_resumed_build_asks_only_what_was_in_flight(
    step: str, place: Workspace, launcher: Launcher, caesar: Description, tmp_path: Path
) -> None:
    with begun_elsewhere(place, tmp_path, step) as (_, in_flight):
        pass
    model = ScriptedModel()
    result, _ = run(place, launcher, model, resume=True)
    assert result.ending == "accepted"
    whole = ["write/1", "claims/1", *(f"test/1/{n}" for n in range(1, 9)), "judge/1"]
    assert [r.step for r in model.asked] == whole[whole.index(in_flight) :]


@pytest.mark.parametrize("resume", [False, True])
def test_a_second_build_of_a_box_is_refused_and_names_the_first(
    resume: bool, place: Workspace, launcher: Launcher, caesar: Description, tmp_path: Path
) -> None:
    model = ScriptedModel()
    with begun_elsewhere(place, tmp_path, "claims") as (first, _):
        said = rf"builds/encryption/caesar: process {first} is working there; wait for it or stop it"
        with pytest.raises(BoxwrightError, match=said):
            run(place, launcher, model, resume=resume)
    assert model.asked == []
    assert [path.name for path in place.runs.glob("builds/encryption/caesar/*/")] == ["001"]
    assert run(place, launcher, model, resume=True)[0].run.name == "001"
