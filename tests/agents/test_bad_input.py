"""Bad descriptions and bad coders: each ends in a finding that says what is wrong, in bounded time."""

from __future__ import annotations

import pytest

from boxwright.agents.box.build import build
from boxwright.agents.box.trace import find_run, read_trace
from boxwright.agents.box.trace_page import page
from boxwright.agents.runs.options import BuildOptions, BuildResult, BuildSettings
from boxwright.blackboxes.description import FaultyFile
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.chat import BadReply
from boxwright.sandbox import Launcher
from tests.agents.script import ScriptedModel, played_by
from tests.conftest import CAESAR_FRONT, CAESAR_RULE, describe, write_description

ID = "encryption/caesar"


def run(place: Workspace, launcher: Launcher, model: ScriptedModel, front: str = CAESAR_FRONT) -> BuildResult:
    write_description(place, describe(ID, front, CAESAR_RULE))
    return build(place, ID, launcher, BuildOptions(models=played_by(model), settings=BuildSettings(max_revisions=1)))


def fenced(code: str) -> str:
    return f"```python\n{code}\n```"


CODE = "def blackbox(plaintext):\n    {}\n    return plaintext"
CODERS = {
    "imports what is not there": (
        fenced("import numpy\n" + CODE.format("pass")),
        "[loads/raised]",
        "ModuleNotFoundError",
    ),
    "hangs at import": (fenced("while True:\n    pass\n" + CODE.format("pass")), "[loads/timeout]", "time limit"),
    "prints for ever": (fenced(CODE.format("while True: print('x' * 1000)")), "[loads/timeout]", "time limit"),
    "ends its process": (fenced(CODE.format("import os; os._exit(3)")), "[loads/crashed]", "ended its process"),
    "needs too much memory": (fenced(CODE.format("x = 'x' * (1 << 34)")), "[loads/memory]", "memory"),
}


@pytest.mark.parametrize("name", CODERS)
def test_code_that_misbehaves_ends_in_a_finding(name: str, place: Workspace, launcher: Launcher) -> None:
    reply, kind, words = CODERS[name]
    result = run(place, launcher, ScriptedModel(write=reply, revise=reply))
    assert (result.ending, result.attempts) == ("given up", 2)
    assert result.findings[0].startswith(kind), result.findings
    assert words in result.findings[0]
    assert place.accepted_folders() == {}


REPLIES = {
    "another language": "```javascript\nfunction blackbox(plaintext) { return plaintext; }\n```",
    "prose": "I would shift every letter by one.",
    "two megabytes": fenced("# " + "x" * 2_000_000 + "\n" + CODE.format("pass")),
}


@pytest.mark.parametrize("name", REPLIES)
def test_a_reply_without_a_usable_module_is_asked_for_again_and_stops_the_build(
    name: str, place: Workspace, launcher: Launcher
) -> None:
    model = ScriptedModel(write=REPLIES[name])
    with pytest.raises(BadReply, match="no usable module at write/1: "):
        run(place, launcher, model)
    assert [r.step for r in model.asked] == ["write/1", "write/1~1", "write/1~2"]
    trace = read_trace(find_run(place, ID))
    assert (trace.ending, len(trace.findings)) == ("stopped", 1)
    assert "no usable module at write/1: " in trace.findings[0]


def test_a_description_that_contradicts_its_examples_is_given_up_with_the_example(
    place: Workspace, launcher: Launcher
) -> None:
    front = CAESAR_FRONT.replace("output: bcd", "output: xyz")
    result = run(place, launcher, ScriptedModel(), front)
    assert result.ending == "given up"
    assert 'call: blackbox("abc"); got: "bcd"; expected: "xyz"' in result.findings[0]


def test_a_description_whose_examples_contradict_each_other_is_named_before_a_model_is_asked(
    place: Workspace, launcher: Launcher
) -> None:
    model = ScriptedModel()
    with pytest.raises(FaultyFile, match=r":8: two examples contradict each other: blackbox\(\"abc\"\)"):
        run(place, launcher, model, CAESAR_FRONT + "  - {input: abc, output: zzz}\n")
    assert model.asked == []


def test_an_example_that_breaks_a_property_is_named_before_a_model_is_asked(
    place: Workspace, launcher: Launcher
) -> None:
    model = ScriptedModel()
    front = CAESAR_FRONT + "properties:\n  - {says: never a b, check: \"'b' not in output\"}\n"
    with pytest.raises(FaultyFile, match=r':5: the worked example blackbox\("abc"\) -> "bcd" breaks the property'):
        run(place, launcher, model, front)
    assert model.asked == []


def test_a_build_that_stopped_at_its_first_request_can_be_traced(place: Workspace, launcher: Launcher) -> None:
    with pytest.raises(BadReply):
        run(place, launcher, ScriptedModel(write="I would rather not."))
    trace = read_trace(find_run(place, ID))
    (attempt,) = trace.attempts
    assert trace.steps(attempt.number) == []
    assert [e.step for e in trace.unusable(attempt.number)] == ["write/1", "write/1~1", "write/1~2"]
    assert page(trace).count("set aside") == 3
