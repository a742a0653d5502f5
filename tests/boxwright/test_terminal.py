"""Texts of others reach the terminal as text, in every command that prints them."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from boxwright.agents.box.build import build
from boxwright.agents.runs.options import BuildOptions
from boxwright.blackboxes.workspace import Workspace
from boxwright.cli import run
from boxwright.harness.chat.api import ProviderFailed, Request
from boxwright.sandbox import Launcher
from boxwright.screen import Screen
from boxwright.terminal import visible, visible_json
from tests.agents.script import GOOD_CODE, ScriptedModel, played_by
from tests.conftest import CAESAR_FRONT, CAESAR_RULE, describe, write_description
from tests.harness.chat.provider_server import ProviderServer
from tests.harness.chat.wire import WIRES

ID = "encryption/caesar"
EVIL = "\x1b]0;owned\x07 \x1b[31mred \x9b2J \u202egnp.exe\u202c \x08\x7f"
SHOWN = r"\x1b]0;owned\x07 \x1b[31mred \x9b2J \u202egnp.exe\u202c \x08\x7f"
ACTS = "\x1b\x07\x08\x7f\x9b\u202e\u202c\r"


def harmless(capsys: pytest.CaptureFixture[str]) -> str:
    """Return what was printed on both streams, once nothing in it acts."""
    captured = capsys.readouterr()
    printed = captured.out + captured.err
    assert not [character for character in ACTS if character in printed]
    return printed


def test_what_acts_is_written_out_and_the_rest_stays() -> None:
    assert visible(EVIL) == SHOWN
    kept = "plain\n\tümlaut 字 \u0645\u200c\u0646 👩\u200d🔬 –"
    assert visible(kept) == kept
    assert visible("a\r\nb\rc\u2028\ud800\U000e0041") == "a\nb\\rc\\u2028\\ud800\\U000e0041"


def test_json_keeps_its_value() -> None:
    value = {"a": EVIL + "\U000e0041\ud800"}
    text = visible_json(json.dumps(value, ensure_ascii=False))
    assert json.loads(text) == value
    assert not [character for character in ACTS if character in text]


def test_a_table_shows_it_within_its_column() -> None:
    from rich.table import Table

    out = io.StringIO()
    table = Table("one", "two")
    table.add_row(EVIL.replace("[", "("), "x")
    Screen(file=out, width=200).print(table)
    assert r"\x1b]0;owned\x07" in out.getvalue()
    lengths = {len(line.rstrip("\n")) for line in out.getvalue().splitlines() if line.strip()}
    assert len(lengths) == 1


def test_a_table_is_not_cut_where_there_is_no_terminal() -> None:
    from rich.table import Table

    out = io.StringIO()
    table = Table(*(f"column {n}" for n in range(12)), box=None)
    table.add_row(*("builtin/list-order" for _ in range(12)))
    screen = Screen(file=out, width=80)
    screen.print(table)
    assert out.getvalue().count("builtin/list-order") == 12 and screen.width == 80


@pytest.fixture
def server() -> Iterator[ProviderServer]:
    opened = ProviderServer()
    yield opened
    opened.close()


@pytest.fixture
def inside(place: Workspace, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    write_description(place, describe(ID, CAESAR_FRONT, CAESAR_RULE))
    monkeypatch.chdir(place.root)
    monkeypatch.setenv("BOXWRIGHT_SANDBOX", "local")
    return place


def test_what_a_model_wrote_in_trace_and_show(
    inside: Workspace, launcher: Launcher, capsys: pytest.CaptureFixture[str]
) -> None:
    code = GOOD_CODE.replace("    out = []", f"    out = []  # {EVIL}").replace("Here it is.", EVIL)
    build(inside, ID, launcher, BuildOptions(models=played_by(ScriptedModel(write=code))))
    capsys.readouterr()
    for arguments in (["trace", ID], ["trace", ID, "--full"], ["show", ID]):
        assert run(arguments) == 0
        assert r"\x1b]0;owned\x07" in harmless(capsys)


def test_why_a_model_stopped_a_build(inside: Workspace, launcher: Launcher, capsys: pytest.CaptureFixture[str]) -> None:
    def refuses(request: Request) -> str:
        raise ProviderFailed(f"no: {EVIL}")

    with pytest.raises(ProviderFailed):
        build(inside, ID, launcher, BuildOptions(models=played_by(ScriptedModel(judge=refuses))))
    assert run(["trace", ID]) == 0
    assert r"\x1b]0;owned\x07" in harmless(capsys)


def test_a_providers_error_in_build_eval_and_report(
    inside: Workspace, launcher: Launcher, server: ProviderServer, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("models.yaml").write_text(
        f"models:\n  - {{name: here, provider: openai, base_url: '{server.url}/v1', model: m}}\n"
    )
    server.will(*[WIRES[0].error(400, EVIL)] * 4)
    assert run(["build", ID, "--model", "here"]) == 1
    assert r"\u202egnp.exe" in harmless(capsys)
    build(inside, ID, launcher, BuildOptions(models=played_by(ScriptedModel())))
    evaluate = ["eval", "--models", "here", "--boxes", ID, "--turns", "1", "--samples", "1", "--out", "o"]
    assert run(evaluate) == 1
    assert r"\u202egnp.exe" in harmless(capsys)
    assert run(["report", "o"]) == 1
    assert r"\u202egnp.exe" in harmless(capsys)
    assert run(["export", "o"]) == 0
    assert all(json.loads(line) for line in harmless(capsys).splitlines())


def test_a_model_that_answers_with_escapes_in_an_evaluation(
    inside: Workspace, launcher: Launcher, server: ProviderServer, capsys: pytest.CaptureFixture[str]
) -> None:
    build(inside, ID, launcher, BuildOptions(models=played_by(ScriptedModel())))
    Path("models.yaml").write_text(
        f"models:\n  - {{name: here, provider: openai, base_url: '{server.url}/v1', model: m}}\n"
    )
    server.will(*[WIRES[0].reply(f"ANSWER: {EVIL}")] * 20)
    evaluate = ["eval", "--models", "here", "--boxes", ID, "--turns", "0", "--samples", "1", "--out", "o"]
    assert run(evaluate) == 0
    harmless(capsys)
    assert run(["export", "o"]) == 0
    assert r"\u202egnp.exe" in harmless(capsys)


def test_descriptions_and_what_is_typed(inside: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    bad = f"x{EVIL}"
    path = inside.root / "descriptions" / f"{ID}.md"
    text = json.dumps(bad).replace("\\u009b", "\\x9b")
    path.write_text(path.read_text().replace("difficulty: easy", f"difficulty: {text}"))
    assert run(["lint"]) == 1
    harmless(capsys)
    for arguments in (["list"], ["list", "--json"]):
        assert run(arguments) == 0
        assert "owned" in harmless(capsys)
    assert run(["show", bad]) == 1
    assert r"\x1b]0;owned\x07" in harmless(capsys)
