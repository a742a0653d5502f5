"""What players read, how they are read and scored changes only under a raised revision; a prompt under a version."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from boxwright.blackboxes import stated
from boxwright.blackboxes.environments import own_names
from boxwright.blackboxes.families.physics import family as physics
from boxwright.blackboxes.prompts import PROMPTS
from boxwright.harness.chat import fences
from boxwright.sandbox import Launcher
from tests.golden import keeper, transcripts
from tests.golden.keeper import (
    AGAIN,
    HERE,
    Outdated,
    Unraised,
    check_transcript,
    home_of,
    kept_prompts,
    kept_readings,
    prompt_faults,
    prompts_today,
    read_kept,
    reading_faults,
    readings_today,
    strays,
)
from tests.golden.readings import READERS, REFUSED, SHARED
from tests.golden.transcripts import BOXES, OPTIONS, SETTINGS, Case, body_of, cases, head_of

CIRCUIT = Case("circuit/and_tree", "no-turns")


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.path)
def test_a_transcript_is_as_it_was(case: Case, launcher: Launcher) -> None:
    check_transcript(case, head_of(case), body_of(case, launcher), read_kept(case))


def test_every_environment_has_transcripts_and_nothing_else_is_kept() -> None:
    assert set(BOXES) == {*own_names("families"), *own_names("reasoning")}
    assert {len(boxes) for boxes in BOXES.values()} <= {1, 2, 3}
    assert strays() == []
    assert {case.setting for case in cases()} == {*SETTINGS, *(name for own in OPTIONS.values() for name in own)}
    kept = [path for path in HERE.rglob("*.*") if "__pycache__" not in path.parts]
    assert sum(path.stat().st_size for path in kept) < 1_000_000


def test_the_prompts_are_as_they_were() -> None:
    faults = [str(fault) for fault in prompt_faults(kept_prompts(), prompts_today())]
    assert not faults, "\n".join(faults)


def test_replies_are_read_as_they_were() -> None:
    faults = [str(fault) for fault in reading_faults(kept_readings(), readings_today())]
    assert not faults, "\n".join(faults)


def test_every_environment_has_forms_that_are_read_and_forms_that_are_not() -> None:
    assert {reader.owner for reader in READERS} == {*SHARED, *BOXES}
    assert len({reader.name for reader in READERS}) == len(READERS)
    for reader in READERS:
        assert len(set(reader.forms)) == len(reader.forms), reader.name
    for environment in BOXES:
        found = [kept for r in READERS if r.owner == environment for kept in r.kept()["readings"].values()]
        assert REFUSED in found and len(set(found)) > 2, environment


def test_a_game_that_makes_its_own_ids_has_transcripts(launcher: Launcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has no box and no description, and nothing to explore."""
    monkeypatch.syspath_prepend(Path(__file__).parent / "thirdparty" / "boxwright_toys")
    game = importlib.import_module("boxwright_toys.toy_game.game").SumGame()
    monkeypatch.setattr(transcripts, "get_environment", lambda name: game)
    monkeypatch.setattr(transcripts, "load_entry", game.load)
    monkeypatch.setattr(transcripts, "BOXES", {"toy_game": ("sums",)})
    assert [case.setting for case in cases()] == ["default", "no-learning"]
    case = cases()[0]
    assert re.fullmatch(r"revisions: environment 1, .*\nscript \d+, facts [0-9a-f]{16}\n", head_of(case))
    assert body_of(case, launcher).count("<<<<< replies: truth") == 1


SENTENCE = (
    r"tests/golden/replies\.json: '%s' gives .* for .*, and gave .*, and no revision changed: raise %s and run "
    r"`python -m tests\.golden`, or undo the change"
)
OR_REPLIES = r"\(or REPLIES in blackboxes/revisions\.py\)"


@pytest.mark.parametrize(
    ("module", "name", "changed", "reader", "remedy"),
    [
        (stated, "without_emphasis", str, "final_line", r"REPLIES in blackboxes/revisions\.py"),
        (
            fences,
            "fences",
            lambda text, settle=None, read=fences.fences: read(text, settle)[:1],
            "program_of",
            r"REVISION in harness/programs\.py",
        ),
        (
            physics,
            "_entries",
            lambda text, read=physics._entries: read(text.replace("[", "<")),
            "physics: one body",
            rf"`revision` of blackboxes/families/physics/family\.py {OR_REPLIES}",
        ),
    ],
    ids=["replies", "programs", "environment"],
)
def test_a_form_that_is_read_otherwise_is_named(
    module: Any, name: str, changed: Callable[[str], Any], reader: str, remedy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, changed)
    faults = list(reading_faults(kept_readings(), readings_today()))
    assert {type(fault) for fault in faults} == {Unraised}
    assert any(re.fullmatch(SENTENCE % (re.escape(reader), remedy), str(fault)) for fault in faults)


class TestTheTesters:
    """A change that nobody owned up to is named, with what to do."""

    def test_a_changed_conversation_under_unchanged_revisions(self) -> None:
        kept = read_kept(CIRCUIT)
        assert kept is not None
        head = head_of(CIRCUIT)
        with pytest.raises(Unraised) as fault:
            check_transcript(CIRCUIT, head, kept[len(head) :].replace("Wrong.", "Not right.", 1), kept)
        assert re.fullmatch(
            r"tests/golden/circuit/and_tree__no-turns\.txt: the conversation changed from line \d+ on, and no revision "
            r"did: raise `revision` of blackboxes/families/circuit/family\.py \(or REPLIES or EPISODE in "
            r"blackboxes/revisions\.py\) and run `python -m tests\.golden`, or undo the change",
            str(fault.value),
        )

    def test_a_changed_prompt_changes_a_conversation(self, launcher: Launcher, monkeypatch: pytest.MonkeyPatch) -> None:
        """The whole way: another text for players, played anew."""
        from boxwright.blackboxes.prompts import load_prompt

        monkeypatch.setitem(load_prompt("players/engine").sections, "wrong", "No.")
        with pytest.raises(Unraised, match="no revision did: raise `revision`"):
            check_transcript(CIRCUIT, head_of(CIRCUIT), body_of(CIRCUIT, launcher), read_kept(CIRCUIT))

    @pytest.mark.parametrize("changed", [True, False])
    def test_a_raised_revision_asks_for_new_transcripts(self, changed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
        kept = read_kept(CIRCUIT)
        assert kept is not None
        body = kept[len(head_of(CIRCUIT)) :] + ("more\n" if changed else "")
        monkeypatch.setattr(type(CIRCUIT.environment), "revision", 99)
        with pytest.raises(Outdated, match=r"environment 99.*run `python -m tests\.golden` and commit"):
            check_transcript(CIRCUIT, head_of(CIRCUIT), body, kept)
        check_transcript(CIRCUIT, head_of(CIRCUIT), body, head_of(CIRCUIT) + body)

    def test_a_missing_transcript(self) -> None:
        with pytest.raises(Outdated, match=f"does not exist: {AGAIN}"):
            check_transcript(CIRCUIT, "", "", None)

    def test_every_home_is_a_file_with_a_revision(self) -> None:
        for case in {case.identifier.split("/")[0]: case for case in cases()}.values():
            assert "revision = " in (HERE.parent.parent / home_of(case.environment)).read_text(), case

    def test_readings(self) -> None:
        def table(revision: int = 1, **readings: str) -> dict[str, dict[str, Any]]:
            return {"quoted": {"revisions": {"replies": revision}, "readings": readings}}

        assert list(reading_faults(table(a="'a'"), table(a="'a'"))) == []
        (fault,) = reading_faults(table(a="'a'", b="'b'"), table(a="'b'", b=REFUSED))
        assert str(fault) == (
            "tests/golden/replies.json: 'quoted' gives 'b' for 'a', and gave 'a' (and 1 more), and no revision "
            "changed: raise REPLIES in blackboxes/revisions.py and run `python -m tests.golden`, or undo the change"
        )
        (raised,) = reading_faults(table(a="'a'"), table(2, a="'b'"))
        assert str(raised) == (
            "tests/golden/replies.json has 'quoted' under replies 1, and there is replies 2 now: "
            "run `python -m tests.golden` and commit what it writes"
        )
        for kept, now in (
            (table(a="'a'"), table(a="'a'", b="'b'")),
            (table(a="'a'", b="'b'"), table(a="'a'")),
            ({}, table(a="'a'")),
            (table(a="'a'"), {}),
        ):
            assert [type(fault) for fault in reading_faults(kept, now)] == [Outdated]

    def test_writing_readings_anew_refuses_what_no_revision_covers(
        self, tmp_path: Path, launcher: Launcher, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name, value in (("HERE", tmp_path), ("PROMPTS_FILE", tmp_path / "prompts.json")):
            monkeypatch.setattr(keeper, name, value)
        monkeypatch.setattr(keeper, "READINGS_FILE", tmp_path / "replies.json")
        monkeypatch.setattr(keeper, "cases", list)
        assert list(keeper.renew(launcher)) == []
        written = (tmp_path / "replies.json").read_text()
        assert written == (HERE / "replies.json").read_text()
        monkeypatch.setattr(stated, "without_emphasis", str)
        assert any("raise REPLIES" in fault for fault in keeper.renew(launcher))
        assert (tmp_path / "replies.json").read_text() == written

    def test_prompts(self) -> None:
        now = {"a.md": {"version": 2, "sha256": "1"}}
        assert list(prompt_faults(now, now)) == []
        (fault,) = prompt_faults({"a.md": {"version": 2, "sha256": "0"}}, now)
        assert str(fault) == (
            "prompts/a.md: the text changed and `version: 2` did not: raise `version:` in its first line and run "
            "`python -m tests.golden`, or undo the change"
        )
        (raised,) = prompt_faults({"a.md": {"version": 1, "sha256": "0"}}, now)
        assert isinstance(raised, Outdated)
        (lowered,) = prompt_faults({"a.md": {"version": 3, "sha256": "1"}}, now)
        assert "raise it above 3" in str(lowered)
        assert [type(fault) for fault in prompt_faults({}, now)] == [Outdated]
        assert [type(fault) for fault in prompt_faults(now, {})] == [Outdated]
        assert len(prompts_today()) == len(list(PROMPTS.rglob("*.md")))

    def test_writing_anew_refuses_what_no_revision_covers(
        self, tmp_path: Path, launcher: Launcher, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        kept, other = read_kept(CIRCUIT), Case("circuit/and_tree", "may-stop")
        assert kept is not None
        changed = kept.replace("Wrong.", "Not right.", 1)
        (tmp_path / "circuit").mkdir()
        (tmp_path / CIRCUIT.path).write_text(changed)
        (tmp_path / "circuit" / "gone__default.txt").write_text("")
        monkeypatch.setattr(keeper, "HERE", tmp_path)
        monkeypatch.setattr(keeper, "PROMPTS_FILE", tmp_path / "prompts.json")
        monkeypatch.setattr(keeper, "READINGS_FILE", tmp_path / "replies.json")
        monkeypatch.setattr(keeper, "cases", lambda: [CIRCUIT, other])
        (fault,) = keeper.renew(launcher)
        assert "no revision did" in fault
        assert (tmp_path / CIRCUIT.path).read_text() == changed
        assert (tmp_path / other.path).read_text() == (HERE / other.path).read_text()
        assert not (tmp_path / "circuit" / "gone__default.txt").exists()
        assert keeper.kept_prompts() == prompts_today()
        assert keeper.kept_readings() == readings_today()
