"""Other ways through the loop: consensus, restarts, batched tests, the prober, and what is stale."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from boxwright.agents.box.build import build
from boxwright.agents.box.compare import compare
from boxwright.agents.box.cost import most
from boxwright.agents.box.testers import PROBER
from boxwright.agents.box.trace import find_run, read_trace
from boxwright.agents.box.trace_page import page
from boxwright.agents.runs.options import BuildOptions, BuildResult, BuildSettings
from boxwright.agents.runs.progress import Event
from boxwright.agents.stale import why_stale
from boxwright.blackboxes import registry
from boxwright.blackboxes.box import Box, get_family
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.workspace import Workspace
from boxwright.cli import run as cli_run
from boxwright.commands.build import worst
from boxwright.harness.chat.api import ProviderFailed, Request, Usage
from boxwright.sandbox import Launcher
from tests.agents.script import GOOD_CODE, WRONG_CODE, ScriptedModel, played_by, verdict
from tests.blackboxes.starters import STARTERS, starter
from tests.conftest import CAESAR, CAESAR_RULE, describe, write_description

ID = "encryption/caesar"
FRONT = "difficulty: easy\ndomain: {letters: any, spaces: true, max_length: 20}\n"
BLANKS = GOOD_CODE.replace("        out.append(c)", '        out.append("_" if c == " " else c)')


@pytest.fixture
def caesar(place: Workspace) -> Description:
    description = describe(ID, FRONT, CAESAR_RULE)
    write_description(place, description)
    return description


def run(place: Workspace, launcher: Launcher, models: Any, **settings: Any) -> tuple[BuildResult, list[Event]]:
    events: list[Event] = []
    options = BuildOptions(models=models, settings=BuildSettings(**settings))
    return build(place, ID, launcher, options, events.append), events


def decision(**fields: Any) -> str:
    return json.dumps({"ambiguous": False, "right": "one", "why": "blanks stay", "question": "", **fields})


class TestConsensus:
    def test_writings_that_agree_go_on(self, place: Workspace, launcher: Launcher, caesar: Description) -> None:
        writings = [GOOD_CODE, GOOD_CODE.replace("out = []", "out = list()")]
        model = ScriptedModel(write=writings)
        result, events = run(place, launcher, played_by(model), consensus=2)
        assert result.ending == "accepted"
        said = next(e.text for e in events if e.kind == "consensus")
        assert int(re.fullmatch(r"two implementations agree on ([0-9,]+) calls", said)[1].replace(",", "")) > 5_000
        first, second = [r for r in model.asked if r.step.startswith("write")]
        assert (first.step, second.step) == ("write/1", "write/1.2")
        assert first.messages == second.messages

    def test_a_disagreement_goes_to_the_refiner_with_both_readings(
        self, place: Workspace, launcher: Launcher, caesar: Description
    ) -> None:
        model = ScriptedModel(write=[BLANKS, GOOD_CODE], decide=decision(right="two"))
        result, _ = run(place, launcher, played_by(model), consensus=2)
        assert (result.ending, registry.load(place, ID).source) == ("accepted", CAESAR)
        (asked,) = [r for r in model.asked if r.step == "decide/1"]
        text = asked.messages[-1].content
        assert 'for blackbox(" ") module one gives "_", module two gives " "' in text
        assert "# Module two" in text

    def test_an_ambiguous_description_ends_with_a_question_to_its_author(
        self, place: Workspace, launcher: Launcher, caesar: Description
    ) -> None:
        reply = decision(ambiguous=True, question="Do blanks stay blanks?")
        result, _ = run(place, launcher, played_by(ScriptedModel(write=[BLANKS, GOOD_CODE], decide=reply)), consensus=2)
        assert result.ending == "ambiguous"
        (question,) = result.findings
        assert question.startswith('AMBIGUOUS: for input blackbox(" ") one reading gives "_", another " ".')
        assert question.endswith("Do blanks stay blanks?")
        assert place.accepted_folders() == {}

    def test_if_neither_is_right_it_is_revised(self, place: Workspace, launcher: Launcher, caesar: Description) -> None:
        model = ScriptedModel(write=[BLANKS, WRONG_CODE], decide=decision(right="neither"))
        result, events = run(place, launcher, played_by(model), consensus=2)
        assert (result.ending, result.attempts) == ("accepted", 2)
        assert [e.text for e in events if e.kind == "step"][:4] == ["write", "agree", "locate", "revise"]

    def test_writings_that_differ_only_with_another_parameter_of_the_rule_are_decided_between(
        self, place: Workspace, launcher: Launcher
    ) -> None:
        """1 cubed is 1, and 13 and 25 cubed are 13 and 25 again modulo 26: only drawn values tell the two apart."""
        front = FRONT + "parameters: {shift: {value: 1, range: [1, 25]}}\n"
        write_description(place, describe(ID, front, f"{CAESAR_RULE} (The parameter shift is 1.)"))
        right = f"SHIFT = 1\n\n{CAESAR}".replace("+ 1)", "+ SHIFT)")
        writings = [f"```python\n{code}```" for code in (right.replace("+ SHIFT)", "+ SHIFT ** 3)"), right)]
        model = ScriptedModel(write=writings, decide=decision(right="two"))
        result, _ = run(place, launcher, played_by(model), consensus=2)
        assert (result.ending, registry.load(place, ID).source) == ("accepted", right)
        asked = {r.step: r.messages[-1].content for r in model.asked}
        assert "as constants at the top level, each on a line of its own, exactly: `SHIFT = 1`." in asked["write/1"]
        told = r"for blackbox\(.* with SHIFT = [0-9]+ module one gives .*, module two gives"
        assert re.search(told, asked["decide/1"])
        assert registry.load(place, ID).manifest.prompts["agents/parameters"] == 1

    def test_a_writing_that_does_not_load_is_left_out(
        self, place: Workspace, launcher: Launcher, caesar: Description
    ) -> None:
        broken = GOOD_CODE.replace("def blackbox", "import nothing_there\ndef blackbox")
        result, _ = run(place, launcher, played_by(ScriptedModel(write=[broken, GOOD_CODE])), consensus=2)
        assert (result.ending, result.attempts) == ("accepted", 1)

    def test_it_replays(self, place: Workspace, launcher: Launcher, caesar: Description) -> None:
        model = ScriptedModel(write=[BLANKS, GOOD_CODE], decide=decision(right="two"))
        run(place, launcher, played_by(model), consensus=2)
        kept = place.own_folder(ID) / "recording.jsonl"
        options = BuildOptions(models={}, recording=kept, strict=True)
        assert build(place, ID, launcher, options).differing == ()


def test_a_writing_that_breaks_a_worked_example_is_no_reading(place: Workspace, launcher: Launcher) -> None:
    write_description(place, describe(ID, FRONT + 'examples:\n  - {input: "a b", output: "b c"}\n', CAESAR_RULE))
    model = ScriptedModel(write=[BLANKS, GOOD_CODE], decide=decision(ambiguous=True, question="?"))
    result, events = run(place, launcher, played_by(model), consensus=2)
    assert (result.ending, registry.load(place, ID).source) == ("accepted", CAESAR)
    assert "left out" in next(e.text for e in events if e.kind == "consensus")
    assert not [r for r in model.asked if r.step.startswith("decide")]


def test_physics_is_compared_within_its_tolerance(launcher: Launcher) -> None:
    front = "difficulty: easy\ndomain: {max_t: 20, objects: [ball]}\n"
    description = describe("physics/orbit", front, "A circle of radius two.")
    family = get_family("physics")
    head = "import math\ndef describe():\n    return {'objects': ['ball']}\n"
    head += "def blackbox(t):\n    return {'ball': [%s, 0.0, 0.0]}\n"
    sine, cosine, other = (head % x for x in ("2*math.sin(0.2*t)", "2*math.cos(t/5-math.pi/2)", "2.01*math.sin(0.2*t)"))
    with Box(description, family, sine, launcher) as one, Box(description, family, cosine, launcher) as two:
        assert compare(one, two, samples=300).identical
    with Box(description, family, sine, launcher) as one, Box(description, family, other, launcher) as two:
        found = compare(one, two, samples=300)
    assert not found.identical
    assert len({d.call for d in found.smallest}) == len(found.smallest)


def test_only_compare_registers_nothing(place: Workspace, launcher: Launcher, caesar: Description) -> None:
    options = BuildOptions(models=played_by(ScriptedModel()), register=False)
    assert build(place, ID, launcher, options).ending == "accepted"
    assert place.accepted_folders() == {}


@pytest.mark.parametrize(
    ("codes", "code"), [([], 0), ([0, 0], 0), ([0, 4], 4), ([3, 4], 3), ([3, 5], 5), ([4, 1, 0], 1), ([0, 3, 0], 3)]
)
def test_the_worst_code_counts(codes: list[int], code: int) -> None:
    assert worst(codes) == code


def test_after_k_failed_revisions_the_next_coder_writes_anew(
    place: Workspace, launcher: Launcher, caesar: Description
) -> None:
    weak = ScriptedModel(write=WRONG_CODE, revise=[WRONG_CODE] * 5)
    strong = ScriptedModel(rewrite=GOOD_CODE)
    strong.name = "strong"
    judge = ScriptedModel(judge=[verdict(False), verdict(False), verdict(True)])
    models = {"coder": [weak, strong], "tester": [judge], "refiner": [judge]}
    result, events = run(place, launcher, models, restart_after=1)
    assert (result.ending, result.attempts) == ("accepted", 3)
    assert [e.text for e in events if e.kind == "step" and e.text in ("write", "revise", "rewrite")] == [
        "write",
        "revise",
        "rewrite",
    ]
    (asked,) = strong.asked
    assert "shifted too far" in asked.messages[-1].content
    assert "def blackbox(plaintext):" not in asked.messages[-1].content
    assert registry.load(place, ID).manifest.models["coder"] == "script,strong"


def test_the_tester_plans_a_batch_per_request(place: Workspace, launcher: Launcher, caesar: Description) -> None:
    plans = ['Here: {"queries": ["abc", "x y", "é"]}', '{"queries": ["def", "z z", "a"]}']

    def play(request: Request) -> str:
        if "Plan your next 3 queries" in request.messages[-1].content:
            return plans.pop(0)
        return "QUERY: repaired" if "could not be used" in request.messages[-1].content else "ANSWER: nothing"

    explained = {"line": 6, "recomputed": "", "why": "the tester did not try"}

    def judge(request: Request) -> str:
        answer = next(line for line in request.messages[0].content.splitlines() if line.startswith("[6] test 1"))
        right = json.loads(answer.split("the box gives ")[1].removesuffix(": different"))
        return json.dumps(json.loads(verdict(True)) | {"explained": [explained | {"recomputed": right}]})

    model = ScriptedModel(test=play, judge=judge)
    result, _ = run(place, launcher, played_by(model), test_batch=3, test_turns=5, test_samples=1)
    log = (result.run / "attempts" / "1" / "log.txt").read_text().splitlines()
    assert [line.split("query ")[1].split(" ->")[0] for line in log[:5]] == [
        '"abc"',
        '"x y"',
        '"repaired"',
        '"def"',
        '"z z"',
    ]
    assert len([r for r in model.asked if r.role == "tester"]) == 4


def test_the_prober_needs_no_model(place: Workspace, launcher: Launcher, caesar: Description) -> None:
    model = ScriptedModel()
    models = {"coder": [model], "refiner": [model]}
    result, _ = run(place, launcher, models)
    assert result.ending == "accepted"
    assert {r.role for r in model.asked} == {"coder", "refiner"}
    log = (result.run / "attempts" / "1" / "log.txt").read_text().splitlines()
    edges = get_family("encryption").edges(get_family("encryption").read(caesar))
    assert len(log) == 6
    assert log[0].startswith(f'[1] turn 1: query "{edges[0].args[0]}"')
    accepted = registry.load(place, ID)
    assert accepted.manifest.models["tester"] == PROBER
    options = BuildOptions(models={}, recording=accepted.folder / "recording.jsonl", strict=True)
    assert build(place, ID, launcher, options).ending == "accepted"


def test_what_is_stale_says_why(
    place: Workspace, launcher: Launcher, caesar: Description, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(place, launcher, played_by(ScriptedModel()))
    assert why_stale(registry.load(place, ID)) == ""
    monkeypatch.setattr("boxwright.agents.stale.prompt_versions", lambda names: dict.fromkeys(names, 99))
    assert "prompts" in why_stale(registry.load(place, ID))
    monkeypatch.undo()
    accepted = registry.load(place, ID)
    gone = accepted.manifest.model_copy(update={"prompts": {"agents/gone": 1}})
    assert why_stale(replace(accepted, manifest=gone)) == "a prompt that it was built with no longer exists"
    write_description(place, describe(ID, FRONT, CAESAR_RULE + " Really."))
    assert "description" in why_stale(registry.load(place, ID))


def test_a_damaged_box_does_not_keep_the_stale_ones_from_being_built(
    place: Workspace, launcher: Launcher, caesar: Description, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    for identifier in (ID, "encryption/other"):
        write_description(place, describe(identifier, FRONT, CAESAR_RULE))
        options = BuildOptions(models=played_by(ScriptedModel()))
        assert build(place, identifier, launcher, options).ending == "accepted"
    (place.own_folder(ID) / "manifest.json").write_text("garbage")
    monkeypatch.chdir(place.root)
    command = ["build", "--stale", "--model", "replay", "--only-compare", "--sandbox", "local"]
    assert cli_run(command) == 1
    said = capsys.readouterr()
    assert "changed since encryption/caesar was accepted" in said.err
    assert "nothing else is stale" in said.out
    write_description(place, describe("encryption/other", FRONT, CAESAR_RULE + " Really."))
    assert cli_run(command) == 4, "the other one is tried all the same, and its recording is stale"


def test_a_comparison_begins_with_the_smallest_difference(launcher: Launcher, caesar: Description) -> None:
    family = get_family("encryption")
    other = CAESAR.replace('"".join(out)', '"".join(out) if len(out) < 4 else "long"')
    with Box(caesar, family, CAESAR, launcher) as one, Box(caesar, family, other, launcher) as two:
        found = compare(one, two, samples=500)
    with Box(caesar, family, CAESAR, launcher) as one, Box(caesar, family, CAESAR, launcher) as two:
        assert compare(one, two, samples=500).identical
    assert 0 < found.differing < found.compared
    assert found.smallest[0].other == '"long"'
    assert len(found.smallest[0].call) == len('blackbox("abcd")')


def test_writings_with_many_long_inputs_of_their_own_are_compared(launcher: Launcher) -> None:
    source = STARTERS["circuit"] + (
        "\ndef sample_inputs(seed, count):\n    return [[seed + n >> k & 1 for k in (0, 1, 2)] for n in range(count)]\n"
    )
    with Box(starter("circuit"), get_family("circuit"), source, launcher) as one:
        inputs = one.extra_inputs(1, 12_000)  # a reply holds 32,768 values
        assert (len(inputs), inputs[1]) == (12_000, [0, 1, 0])
        with Box(starter("circuit"), get_family("circuit"), source, launcher) as two:
            assert compare(one, two, samples=9_000, swept=0).identical


def test_a_comparison_with_a_hanging_module_ends(launcher: Launcher, caesar: Description) -> None:
    from boxwright.sandbox import Limits

    family = get_family("encryption")
    hanging = "def blackbox(plaintext):\n    while True:\n        pass\n"
    quick = Limits(call_seconds=0.2)
    with Box(caesar, family, CAESAR, launcher) as one, Box(caesar, family, hanging, launcher, limits=quick) as two:
        found = compare(one, two, samples=500)
    assert (found.compared, found.differing) == (3, 3)
    assert "an error (timeout)" in found.smallest[0].other


def test_the_bound_grows_with_consensus_and_batches() -> None:
    plain = most(BuildSettings())
    assert most(BuildSettings(consensus=3)).calls == plain.calls + 2 * 6
    assert most(BuildSettings(test_batch=3)).calls == plain.calls + 5 * 2 * 2 * 3


class TestTrace:
    @pytest.fixture
    def repaired(self, place: Workspace, launcher: Launcher, caesar: Description) -> BuildResult:
        odd = verdict(False).replace("shifted too far", "<script>alert(1)</script> [bold]")
        model = ScriptedModel(write=WRONG_CODE, judge=[odd, verdict(True)])
        return run(place, launcher, played_by(model))[0]

    def test_a_run_is_read_back(self, place: Workspace, repaired: BuildResult) -> None:
        trace = read_trace(find_run(place, ID))
        assert trace.ending == "accepted"
        assert [(a.number, a.refused_by) for a in trace.attempts] == [(1, "diagnose"), (2, "")]
        assert [e.step for e in trace.steps(1)][:2] == ["write/1", "claims/1"]
        assert trace.steps(2)[0].step == "revise/2"
        assert sum(len(trace.steps(a.number)) for a in trace.attempts) == len(trace.entries)

    def test_the_page_is_one_file_with_every_word_escaped(self, place: Workspace, repaired: BuildResult) -> None:
        text = page(read_trace(repaired.run))
        assert "<script>" not in text
        assert "&lt;script&gt;" in text
        assert "2 attempts</p>" in text
        assert "(s)" not in text.split("<h2>")[0]
        assert "http" not in text.replace("http-equiv", "")

    def test_the_command(
        self,
        place: Workspace,
        repaired: BuildResult,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.chdir(place.root)
        assert cli_run(["trace", ID]) == 0
        out = capsys.readouterr().out
        assert "refused by diagnose" in out
        assert "[bold]" in out
        assert cli_run(["trace", str(repaired.run), "--html", "page.html", "--full"]) == 0
        assert "</html>" in (place.root / "page.html").read_text()
        assert cli_run(["trace", "encryption/none"]) == 1
        assert "no build run" in capsys.readouterr().err

    @pytest.mark.parametrize("name", ["gates.json", "findings.json", "log.txt"])
    def test_a_damaged_file_of_a_run_is_named(
        self, name: str, repaired: BuildResult, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (repaired.run / "attempts" / "1" / name).write_bytes(b'[{"gate": "lo\xff')
        assert cli_run(["trace", str(repaired.run)]) == 1
        assert f"1/{name}: is damaged; remove it" in capsys.readouterr().err


def test_a_really_ambiguous_description_was_caught(place: Workspace, launcher: Launcher) -> None:
    """Two coders, asked through `relay` without seeing each other, read one description differently; replayed here."""
    data = Path(__file__).resolve().parents[1] / "data" / "ambiguous"
    target = place.root / "descriptions" / "encryption" / "three_piles.md"
    target.parent.mkdir(parents=True)
    target.write_text((data / "three_piles.md").read_text())
    options = BuildOptions(models={}, recording=data / "three_piles.recording.jsonl")
    result = build(place, "encryption/three_piles", launcher, options)
    assert result.ending == "ambiguous"
    assert result.findings[0].startswith('AMBIGUOUS: for input blackbox("')
    assert result.differing == ("refiner decide/1",), "the prompt says since then what to write as `right`"
    assert place.accepted_folders() == {}


def test_a_resumed_build_books_what_it_had_spent(place: Workspace, launcher: Launcher, caesar: Description) -> None:
    def fail(request: Request) -> str:
        raise ProviderFailed("down")

    with pytest.raises(ProviderFailed):
        run(place, launcher, played_by(ScriptedModel(judge=fail)))
    booked: list[tuple[str, Usage]] = []
    options = BuildOptions(
        models=played_by(ScriptedModel()), resume=True, book=lambda role, usage: booked.append((role, usage))
    )
    assert build(place, ID, launcher, options).ending == "accepted"
    assert [role for role, _ in booked] == ["coder"] * 2 + ["tester"] * 8
    assert sum((usage for _, usage in booked), Usage()).calls == 10


def test_a_huge_structured_reply_is_not_sent_back_whole(
    place: Workspace, launcher: Launcher, caesar: Description
) -> None:
    model = ScriptedModel(judge=["x" * 1_000_000, verdict(True)])
    assert run(place, launcher, played_by(model))[0].ending == "accepted"
    again = model.asked[-1]
    assert (again.step, len(again.messages[-2].content) < 3_000) == ("judge/1~1", True)
