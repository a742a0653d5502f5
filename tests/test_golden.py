"""What players read and how it is scored changes only under a raised revision; a prompt only under a raised version."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boxwright.blackboxes.environments import own_names
from boxwright.blackboxes.prompts import PROMPTS
from boxwright.sandbox import Launcher
from tests.golden import keeper
from tests.golden.keeper import (
    AGAIN,
    HERE,
    Outdated,
    Unraised,
    check_transcript,
    home_of,
    kept_prompts,
    prompt_faults,
    prompts_today,
    read_kept,
    strays,
)
from tests.golden.transcripts import BOXES, OPTIONS, SETTINGS, Case, body_of, cases, head_of

CIRCUIT = Case("circuit/and_tree", "no-turns")


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.path)
def test_a_transcript_is_as_it_was(case: Case, launcher: Launcher) -> None:
    check_transcript(case, head_of(case), body_of(case, launcher), read_kept(case))


def test_every_environment_has_transcripts_and_nothing_else_is_kept() -> None:
    assert set(BOXES) == {*own_names("families"), *own_names("reasoning")}
    assert strays() == []
    assert {case.setting for case in cases()} == {*SETTINGS, *(name for own in OPTIONS.values() for name in own)}
    assert sum(path.stat().st_size for path in HERE.rglob("*.*")) < 1_000_000


def test_the_prompts_are_as_they_were() -> None:
    assert [str(fault) for fault in prompt_faults(kept_prompts(), prompts_today())] == []


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
        monkeypatch.setattr(keeper, "cases", lambda: [CIRCUIT, other])
        (fault,) = keeper.renew(launcher)
        assert "no revision did" in fault
        assert (tmp_path / CIRCUIT.path).read_text() == changed
        assert (tmp_path / other.path).read_text() == (HERE / other.path).read_text()
        assert not (tmp_path / "circuit" / "gone__default.txt").exists()
        assert keeper.kept_prompts() == prompts_today()
