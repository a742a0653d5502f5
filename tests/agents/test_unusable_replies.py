"""A model that never gives a usable reply: the build stops, nothing is lost, and it continues later."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from boxwright.agents.box.build import build
from boxwright.agents.box.trace import find_run, read_trace
from boxwright.agents.runs.folder import NotResumable, RunFolder, unfinished_runs
from boxwright.agents.runs.journal import Journal, read_recording, read_whole
from boxwright.agents.runs.options import BuildOptions, BuildResult, BuildSettings
from boxwright.blackboxes import registry
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.workspace import Workspace
from boxwright.cli import run as cli_run
from boxwright.harness.chat import BadReply, Message, RelayModel, Reply, Request, Usage
from boxwright.harness.chat.relay_desk import put_reply, waiting
from boxwright.sandbox import Launcher
from tests.agents.script import GOOD_CODE, ScriptedModel, played_by
from tests.agents.test_faulty_providers import OverHttp
from tests.conftest import CAESAR_FRONT, CAESAR_RULE, describe, write_description
from tests.harness.chat.provider_server import Answer, ProviderServer
from tests.harness.chat.wire import KEY, WIRES, Wire

ID = "encryption/caesar"


@pytest.fixture
def caesar(place: Workspace) -> Workspace:
    write_description(place, describe(ID, CAESAR_FRONT, CAESAR_RULE))
    return place


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ProviderServer]:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    server = ProviderServer()
    yield server
    server.close()


def run(place: Workspace, launcher: Launcher, model: Any, **given: Any) -> BuildResult:
    return build(place, ID, launcher, BuildOptions(models=played_by(model), **given))


UNUSABLE: dict[str, tuple[str, Callable[[Any], Answer], str]] = {
    "no code": ("write/1", lambda w: w.reply("Sorry."), "no usable module at write/1: The reply holds no block"),
    "code that is cut": ("write/1", lambda w: w.reply(GOOD_CODE[:60], ending="length"), "write/1: it was cut off"),
    "a refusal of code": ("write/1", lambda w: w.reply(None, ending="refused"), "refused to answer write/1"),
    "blank code": ("write/1", lambda w: w.reply("```python\n```"), "write/1: The block labelled python is empty"),
    "no JSON": ("claims/1", lambda w: w.reply("z becomes a"), "no JSON object in it"),
    "JSON that is cut": ("claims/1", lambda w: w.reply('{"claims": [', ending="length"), "cut off at the token limit"),
    "a refusal of JSON": ("claims/1", lambda w: w.reply(None, ending="refused"), "refused to answer coder claims/1"),
    "a verdict of another shape": ("judge/1", lambda w: w.reply('{"consistent": true}'), "claims: Field required"),
}


class Unusable(OverHttp):
    """Over HTTP; at one step, and whenever it is asked again there, it says nothing usable."""

    def __init__(self, wire: Wire, server: ProviderServer, step: str, answer: Callable[[Any], Answer]) -> None:
        super().__init__(wire.spec(server), wire, server, itertools.repeat([]))
        self._step, self._answer = step, answer

    def ask(self, request: Request) -> Reply:
        if request.step.partition("~")[0] != self._step:
            return super().ask(request)
        self.asked.append(request.step)
        self._server.forget()
        self._server.will(self._answer(self._wire))
        reply: Reply = self._model.ask(request)
        return reply


@pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)
@pytest.mark.parametrize("kind", UNUSABLE)
def test_it_stops_with_the_reason_and_asks_that_step_anew(
    caesar: Workspace, launcher: Launcher, server: ProviderServer, wire: Wire, kind: str
) -> None:
    step, answer, reason = UNUSABLE[kind]
    first = Unusable(wire, server, step, answer)
    with pytest.raises(BadReply) as caught:
        run(caesar, launcher, first)
    first.close()
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)
    (left,) = unfinished_runs(caesar, ID)
    told = json.loads(left.stopped.read_text())
    assert told == {"ending": "stopped", "findings": [str(caught.value)]}

    again = OverHttp(wire.spec(server), wire, server, itertools.repeat([]))
    result = run(caesar, launcher, again, resume=True)
    again.close()
    assert (result.ending, result.attempts, result.run) == ("accepted", 1, left.path)
    assert again.asked[0] == step, "the step is asked anew, and nothing before it"
    recording = read_whole(result.run / "recording.jsonl")
    assert {e.step.partition("~")[0] for e in recording.aside} == {step}
    assert [e.n for e in recording.entries] == list(range(1, len(recording.entries) + 1))
    usage = registry.load(caesar, ID).manifest.usage
    billed = sum((e.reply.usage for e in (*recording.entries, *recording.aside)), Usage())
    assert sum((Usage.model_validate(u) for u in usage.values()), Usage()) == billed == result.usage
    assert not left.stopped.exists() or left.ended.exists()


def test_what_was_set_aside_stays_in_the_recording_and_is_not_replayed(caesar: Workspace, launcher: Launcher) -> None:
    with pytest.raises(BadReply):
        run(caesar, launcher, ScriptedModel(judge="hm"))
    result = run(caesar, launcher, ScriptedModel(), resume=True)
    folder = caesar.own_folder(ID)
    text = (folder / "recording.jsonl").read_text()
    assert text.count('"set aside"') == 1
    assert text.count('"step":"judge/1') == 4
    kept = caesar.root / "kept.jsonl"
    kept.write_text(text)
    options = BuildOptions(models={}, recording=kept, strict=True, replace=True)
    again = build(caesar, ID, launcher, options)
    assert (again.ending, again.differing, again.usage) == ("accepted", (), result.usage)
    assert (folder / "recording.jsonl").read_text() == text


def test_it_may_fail_again_and_again_and_through_damaged_checkpoints(caesar: Workspace, launcher: Launcher) -> None:
    for _ in range(2):
        with pytest.raises(BadReply):
            run(caesar, launcher, ScriptedModel(claims="hm"), resume=True)
    (left,) = unfinished_runs(caesar, ID)
    for path in left.path.glob("checkpoints.sqlite*"):
        path.unlink()
    model = ScriptedModel()
    result = run(caesar, launcher, model, resume=True)
    assert (result.ending, model.asked[0].step) == ("accepted", "claims/1")
    assert len(read_whole(result.run / "recording.jsonl").aside) == 6
    trace = read_trace(find_run(caesar, ID))
    assert (trace.ending, len(trace.unusable(1))) == ("accepted", 6)


def test_a_line_that_sets_aside_may_be_cut_off_by_a_crash(caesar: Workspace, launcher: Launcher) -> None:
    with pytest.raises(BadReply):
        run(caesar, launcher, ScriptedModel(claims="hm"))
    (left,) = unfinished_runs(caesar, ID)
    whole = left.journal.read_bytes()
    left.journal.write_bytes(whole[:-10])
    assert [e.step for e in read_recording(left.journal)[1]] == ["write/1", "claims/1", "claims/1~1", "claims/1~2"]
    journal = Journal.resume(left.journal)
    assert len(journal.entries) == 4
    with pytest.raises(BadReply):  # once more from the journal, without a question; then the line is whole
        run(caesar, launcher, ScriptedModel(claims="hm"), resume=True)
    assert left.journal.read_bytes() == whole
    assert run(caesar, launcher, ScriptedModel(), resume=True).ending == "accepted"


class TestWhichRun:
    """`--resume` goes on with the newest run that fits, says which, and lets itself be told."""

    def stop(self, place: Workspace, launcher: Launcher, **settings: Any) -> RunFolder:
        with pytest.raises(BadReply):
            run(place, launcher, ScriptedModel(judge="hm"), settings=BuildSettings(**settings))
        return unfinished_runs(place, ID)[0]

    def test_the_newest_that_fits_goes_on(self, caesar: Workspace, launcher: Launcher) -> None:
        self.stop(caesar, launcher)
        second = self.stop(caesar, launcher)
        self.stop(caesar, launcher, test_turns=3)
        events: list[str] = []
        options = BuildOptions(models=played_by(ScriptedModel()), resume=True)
        result = build(caesar, ID, launcher, options, lambda e: events.append(e.text) if e.kind == "resumed" else None)
        assert (result.run, result.ending) == (second.path, "accepted")
        assert events == ["resuming run 002; 10 replies kept"]

    def test_one_that_a_later_build_left_behind_does_not(self, caesar: Workspace, launcher: Launcher) -> None:
        self.stop(caesar, launcher)
        run(caesar, launcher, ScriptedModel())
        assert unfinished_runs(caesar, ID) == []

    def test_one_that_cannot_be_read_is_passed_over_only_for_one_that_is_named(
        self, caesar: Workspace, launcher: Launcher
    ) -> None:
        self.stop(caesar, launcher)
        self.stop(caesar, launcher).journal.write_bytes(b"\xff")
        model = ScriptedModel()
        with pytest.raises(NotResumable, match=r"002/recording\.jsonl: .*, name another run with --run"):
            run(caesar, launcher, model, resume=True)
        assert model.asked == []
        assert run(caesar, launcher, model, resume=True, run="001").run.name == "001"
        assert [request.step for request in model.asked] == ["judge/1"]

    def test_no_new_build_takes_the_place_of_one_that_does_not_fit(self, caesar: Workspace, launcher: Launcher) -> None:
        left = self.stop(caesar, launcher)
        model = ScriptedModel()
        changed = BuildSettings(max_revisions=2, consensus=2)
        with pytest.raises(
            NotResumable, match=r"settings \(--max-revisions was 4, is 2, --consensus was 1, is 2\); start again"
        ):
            run(caesar, launcher, model, resume=True, settings=changed)
        write_description(caesar, describe(ID, CAESAR_FRONT, CAESAR_RULE + " Really."))
        with pytest.raises(NotResumable, match="001: cannot be resumed: different description; start again"):
            run(caesar, launcher, model, resume=True)
        left.journal.write_bytes(b"\xff")
        with pytest.raises(BoxwrightError, match=r"001/recording\.jsonl"):
            run(caesar, launcher, model, resume=True)
        assert model.asked == []
        assert not (left.path.parent / "002").exists()

    def test_a_build_that_never_began_begins_and_says_so(self, caesar: Workspace, launcher: Launcher) -> None:
        events: list[str] = []
        options = BuildOptions(models=played_by(ScriptedModel()), resume=True)
        result = build(caesar, ID, launcher, options, lambda e: events.append(e.text) if e.kind == "resumed" else None)
        assert (result.run.name, result.ending) == ("001", "accepted")
        assert events == ["nothing was left unfinished; this begins anew"]

    @pytest.mark.parametrize("name", ["1", "001", "runs/builds/encryption/caesar/001"])
    def test_it_can_be_named(
        self, caesar: Workspace, launcher: Launcher, name: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(caesar.root)
        first = self.stop(caesar, launcher)
        self.stop(caesar, launcher)
        assert run(caesar, launcher, ScriptedModel(), resume=True, run=name).run == first.path

    def test_a_name_that_cannot_be_resumed_is_one_line(
        self, caesar: Workspace, launcher: Launcher, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.chdir(caesar.root)
        monkeypatch.setenv("BOXWRIGHT_SANDBOX", "local")
        self.stop(caesar, launcher)
        run(caesar, launcher, ScriptedModel(), settings=BuildSettings(test_turns=3))
        for name, words in (("7", "no run of"), ("2", "has ended"), ("1", "cannot be resumed: different models")):
            assert (
                cli_run(["build", ID, "--model", "relay/me", "--consensus", "1", "--work-out", "0", "--run", name]) == 1
            )
            err = capsys.readouterr().err
            assert words in err
            assert len(err.splitlines()) == 1


def test_a_list_goes_on_with_the_next_box(
    caesar: Workspace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], server: ProviderServer
) -> None:
    write_description(caesar, describe("encryption/zother", CAESAR_FRONT, CAESAR_RULE))
    (caesar.root / "models.yaml").write_text(
        f"models:\n  - {{name: here, provider: openai, base_url: '{server.url}/v1', model: m}}\n"
    )
    server.will(*[WIRES[0].reply("Sorry.")] * 9)
    monkeypatch.chdir(caesar.root)
    assert cli_run(["build", "encryption/*", "--model", "here", "--sandbox", "local"]) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert out.count("gave no usable module at write/1") == 2
    told = "stopped; the replies so far are kept, and --resume continues from there"
    assert out.count(told) == 2
    assert [len(unfinished_runs(caesar, i)) for i in (ID, "encryption/zother")] == [1, 1]
    assert Path(caesar.runs / "builds" / "encryption" / "zother" / "001" / "stopped.json").exists()
    assert cli_run(["build", ID, "--model", "here", "--sandbox", "local", "--resume"]) == 1
    assert told in " ".join(capsys.readouterr().out.split())


def test_a_resumed_list_names_the_changed_option_and_goes_on_with_the_next_box(
    caesar: Workspace, launcher: Launcher, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    TestWhichRun().stop(caesar, launcher)
    write_description(caesar, describe("encryption/zother", CAESAR_FRONT, CAESAR_RULE))
    monkeypatch.chdir(caesar.root)
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    arguments = ["build", "encryption/*", "--model", "openai/x", "--resume", "--sandbox", "local", "--budget", "5k"]
    arguments += ["--consensus", "1", "--work-out", "0"]
    assert cli_run(arguments) == 1
    captured = capsys.readouterr()
    out = " ".join(captured.out.split())
    assert "001: cannot be resumed: different models (coder was script, is openai/x, tester was" in out
    assert "encryption/zother" in out
    assert "nothing was left unfinished; this begins anew" in out
    assert "does not allow coder write/1" in captured.err
    assert cli_run([*arguments[:1], ID, *arguments[2:]]) == 1
    err = capsys.readouterr().err
    assert "cannot be resumed: different models (coder was script" in err
    assert len(err.splitlines()) == 1


def test_unusable_replies_in_a_relay_folder_are_set_aside_too(caesar: Workspace, launcher: Launcher) -> None:
    folder = caesar.runs / "relay" / "me"
    script: dict[str, list[str]] = {"judge": ["hm", "hm", "hm"]}
    honest = ScriptedModel()

    def answer(seconds: float) -> None:
        for request in waiting(folder):
            role, step = re.findall(r"role: (\w+), step: (\S+),", request.text)[0]
            kind = step.split("/")[0].split("~")[0]
            messages = (Message(role="user", content=request.text),)
            given = script.get(kind) or []
            text = given.pop(0) if given else honest.ask(Request(role=role, step=step, messages=messages)).text
            asked.append(step)
            put_reply(request, text)

    asked: list[str] = []
    clock = itertools.count(step=1.0)
    model = RelayModel("relay/me", "me", folder, sleep=answer, clock=lambda: next(clock), timeout_seconds=200)
    with pytest.raises(BadReply):
        run(caesar, launcher, model)
    kept = sorted(path.name for path in folder.glob("*judge*"))
    assert [name.partition(".")[2] for name in kept] == ["unusable-reply.md", "unusable-request.md"] * 3
    assert waiting(folder) == [], "nobody is asked to answer what is no longer asked"
    asked.clear()
    again = RelayModel("relay/me", "me", folder, sleep=answer, clock=lambda: next(clock), timeout_seconds=200)
    assert run(caesar, launcher, again, resume=True).ending == "accepted"
    assert asked == ["judge/1"], "the step is asked anew, and nothing before it"
    last = max(int(path.name[:4]) for path in folder.glob("*.md"))
    assert len({path.name[:4] for path in folder.glob("*.md")}) == last, "no number is given twice"
